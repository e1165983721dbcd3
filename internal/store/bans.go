package store

import (
	"context"
	"time"
)

// Bans is the part of a [Log] that keeps bans. The log does not decide to whom a
// ban applies.
type Bans interface {
	// AddBan adds a ban. It fails with ErrExists if the id is there already.
	AddBan(ctx context.Context, ban Ban) error
	// DeleteBan removes the ban with the id. It fails with ErrNotFound.
	DeleteBan(ctx context.Context, id string) error
	// Bans returns every ban, in the order in which they were added.
	Bans(ctx context.Context) ([]Ban, error)
}

// Ban excludes an identity or an address from the server.
type Ban struct {
	ID string
	// Identity and Address say who is banned; either may be empty.
	Identity, Address string
	// Scope says from what the ban keeps away; it means nothing to the log.
	Scope string
	// Reason and Words say why; Words has at most MaxWords bytes.
	Reason, Words string
	// Created is when the ban began, the present where it is zero. Until is
	// when it ends; the zero time means never. It is rounded up to the
	// millisecond.
	Created, Until time.Time
}
