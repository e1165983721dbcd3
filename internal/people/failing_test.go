package people

import (
	"context"
	"time"

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

func (l *failingLog) IdentityByToken(ctx context.Context, tokenHash []byte) (eventlog.Identity, error) {
	if l.read != nil {
		return eventlog.Identity{}, l.read
	}
	return l.Log.IdentityByToken(ctx, tokenHash)
}

func (l *failingLog) CreateIdentity(ctx context.Context, tokenHash []byte, identity eventlog.Identity) error {
	if l.write != nil {
		return l.write
	}
	return l.Log.CreateIdentity(ctx, tokenHash, identity)
}

func (l *failingLog) UpdateIdentity(ctx context.Context, identity eventlog.Identity) error {
	if l.write != nil {
		return l.write
	}
	return l.Log.UpdateIdentity(ctx, identity)
}

func (l *failingLog) AddLink(ctx context.Context, linkHash []byte, identity string, until time.Time) error {
	if l.write != nil {
		return l.write
	}
	return l.Log.AddLink(ctx, linkHash, identity, until)
}

func (l *failingLog) TakeLink(ctx context.Context, linkHash []byte, now time.Time, tokenHash []byte) (eventlog.Identity, error) {
	if l.write != nil {
		return eventlog.Identity{}, l.write
	}
	return l.Log.TakeLink(ctx, linkHash, now, tokenHash)
}

func (l *failingLog) AddBan(ctx context.Context, ban eventlog.Ban) error {
	if l.write != nil {
		return l.write
	}
	return l.Log.AddBan(ctx, ban)
}
