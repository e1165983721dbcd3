package people

import (
	"context"

	"archmage/internal/store"
	"archmage/internal/store/logtest"
)

// failingLog is a log in memory that fails as the test wants it.
type failingLog struct {
	store.Log
	// read is what looking up a token fails with, write what every write does.
	read, write error
}

func newFailingLog() *failingLog { return &failingLog{Log: logtest.NewMemory()} }

func (l *failingLog) Credential(ctx context.Context, key store.CredentialKey) (store.Credential, store.Identity, error) {
	if l.read != nil {
		return store.Credential{}, store.Identity{}, l.read
	}
	return l.Log.Credential(ctx, key)
}

func (l *failingLog) CreateIdentity(ctx context.Context, identity store.Identity, first store.Credential) error {
	if l.write != nil {
		return l.write
	}
	return l.Log.CreateIdentity(ctx, identity, first)
}

func (l *failingLog) ChangeIdentity(ctx context.Context, id string, change store.IdentityChange) error {
	if l.write != nil {
		return l.write
	}
	return l.Log.ChangeIdentity(ctx, id, change)
}

func (l *failingLog) AddBan(ctx context.Context, ban store.Ban) error {
	if l.write != nil {
		return l.write
	}
	return l.Log.AddBan(ctx, ban)
}
