package store

import (
	"context"
	"time"
)

// Files is the part of a [Log] that keeps matches which somebody has brought as a
// file. They are in the [Archive] beside the others until they are deleted.
type Files interface {
	// AddFile adds a match that was brought. It fails with ErrExists if there is a
	// match with the id, and with ErrQuota if its owner would have more than most.
	AddFile(ctx context.Context, file File, most Quota) error
	// DeleteFile deletes a match that the owner has brought. It fails with
	// ErrNotFound.
	DeleteFile(ctx context.Context, owner, match string) error
	// ExpireFiles deletes matches whose time is over, at most so many, and returns
	// their number.
	ExpireFiles(ctx context.Context, now time.Time, most int) (int, error)
}

// File is a match that somebody has brought.
type File struct {
	// Match has no room.
	Match  Match
	Record []byte
	// Owner is the identity that has brought it. When the identity is deleted, its
	// files are too, with the next call of ExpireFiles.
	Owner string
	// Until is when it is deleted. It is rounded up to the millisecond.
	Until time.Time
}

// Quota bounds what one identity may bring: the number of matches, and the bytes
// of their records.
type Quota struct {
	Matches int
	Bytes   int64
}
