package people

import (
	"context"
	"testing"

	"archmage/internal/store"
	"archmage/internal/store/storetest"
)

// failingLog is a store that returns the errors that a test has set.
type failingLog struct {
	*storetest.Store
	// read is the error of looking up a token, write the error of every write.
	read, write error
}

func newFailingLog(t *testing.T) *failingLog { return &failingLog{Store: storetest.Open(t)} }

func (l *failingLog) Credential(
	ctx context.Context,
	key store.CredentialKey,
) (store.Credential, store.Identity, error) {
	if l.read != nil {
		return store.Credential{}, store.Identity{}, l.read
	}
	return l.Store.Identities.Credential(ctx, key)
}

func (l *failingLog) CreateIdentity(ctx context.Context, identity store.Identity, first store.Credential) error {
	if l.write != nil {
		return l.write
	}
	return l.Store.Identities.CreateIdentity(ctx, identity, first)
}

func (l *failingLog) ChangeIdentity(ctx context.Context, id string, change store.IdentityChange) error {
	if l.write != nil {
		return l.write
	}
	return l.Store.Identities.ChangeIdentity(ctx, id, change)
}
