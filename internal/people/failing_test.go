package people

import (
	"context"

	"archmage/internal/eventlog"
	"archmage/internal/eventlog/logtest"
)

// failingLog is a log in memory that fails as the test wants it.
type failingLog struct {
	eventlog.Log
	// read is what looking up a token fails with, write what every write does.
	read, write error
}

func newFailingLog() *failingLog { return &failingLog{Log: logtest.NewMemory()} }

func (l *failingLog) Credential(ctx context.Context, key eventlog.CredentialKey) (eventlog.Credential, eventlog.Identity, error) {
	if l.read != nil {
		return eventlog.Credential{}, eventlog.Identity{}, l.read
	}
	return l.Log.Credential(ctx, key)
}

func (l *failingLog) CreateIdentity(ctx context.Context, identity eventlog.Identity, first eventlog.Credential) error {
	if l.write != nil {
		return l.write
	}
	return l.Log.CreateIdentity(ctx, identity, first)
}

func (l *failingLog) ChangeIdentity(ctx context.Context, id string, change eventlog.IdentityChange) error {
	if l.write != nil {
		return l.write
	}
	return l.Log.ChangeIdentity(ctx, id, change)
}

func (l *failingLog) AddBan(ctx context.Context, ban eventlog.Ban) error {
	if l.write != nil {
		return l.write
	}
	return l.Log.AddBan(ctx, ban)
}
