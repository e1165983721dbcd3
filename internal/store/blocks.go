package store

import (
	"context"
	"time"
)

// Blocks is the part of a [Log] that keeps who does not want to play with whom.
// The log does not decide what a block prevents.
type Blocks interface {
	// AddBlock notes that an identity has blocked another one; it does nothing if
	// that was noted before. It fails with ErrNotFound if there is no such
	// identity.
	AddBlock(ctx context.Context, block Block) error
	// DeleteBlock removes a block. It fails with ErrNotFound.
	DeleteBlock(ctx context.Context, identity, blocked string) error
	// Blocks returns the blocks of an identity, the latest first.
	Blocks(ctx context.Context, identity string) ([]Block, error)
	// BlocksBetween returns the blocks between an identity and the others,
	// whoever of the two has blocked the other, in no particular order. At most
	// MaxPage others are asked for.
	BlocksBetween(ctx context.Context, identity string, others []string) ([]Block, error)
}

// Block says that an identity does not want to play with another one.
type Block struct {
	Identity, Blocked string
	// Created is when the block began, the present where it is zero.
	Created time.Time
}
