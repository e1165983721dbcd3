package store

import (
	"errors"
	"fmt"

	"archmage/internal/coded"
	"archmage/internal/store/commit"
)

// The errors that a caller can distinguish. They are wrapped, so compare with errors.Is.
var (
	// ErrFenced: the head is not the stored head of the room. Another writer has taken the room
	// over or written to it. Read the room again, or leave it to the other writer.
	ErrFenced = commit.ErrFenced
	// ErrNotFound: there is no such room, match, identity or other row.
	ErrNotFound = commit.ErrNotFound
	// ErrExists: there is already a row with that id, hash, code or skeleton.
	ErrExists error = commit.Refusal("exists already")
	// ErrQuota: the identity has reached a limit.
	ErrQuota error = commit.Refusal("no more files of this identity are kept")
	// ErrUsedUp: there is no such code, it has ended, or as many people have used it as can.
	ErrUsedUp error = commit.Refusal("the code cannot be used")
	// ErrInvalid: an argument is out of bounds, or the database refuses the data. The database
	// itself works.
	ErrInvalid error = refusedData{commit.Refusal("invalid")}
	// ErrClosed: the database is closed.
	ErrClosed = commit.ErrClosed
	// ErrFull: no space is left on the disk. Writes succeed again once there is some.
	ErrFull = errors.New(
		"no space left for the database: nothing was written; make room on the disk, no restart is needed",
	)
	// ErrLocked: another process is using the data folder.
	ErrLocked = errors.New("the data folder is in use by another process: stop that one, or name another folder")
	// ErrInUse: the schema has to change while servers of an earlier version are running.
	ErrInUse = errors.New("it runs while the database has to change for this version: stop all nodes first")
	// ErrCorrupt: the stored data is damaged, or does not belong to this program.
	ErrCorrupt = commit.ErrCorrupt
	// ErrNewerSchema: a later version of the program has changed the schema.
	ErrNewerSchema = errors.New(
		"the database was written by a newer version: run that version, " +
			"or put a backup from before the update in its place",
	)
)

// refusedData is the type of ErrInvalid.
type refusedData struct{ commit.Refusal }

// ClientError implements coded.ClientError.
func (refusedData) ClientError() *coded.Error {
	return coded.Malformedf("the server cannot store that")
}

// OwnedError is returned by TakeOver for a room of a node that can still be alive.
type OwnedError struct{ Room, Owner string }

// Error implements error.
func (e *OwnedError) Error() string {
	return fmt.Sprintf("the node %s has the room %q", e.Owner, e.Room)
}

// Refused marks the error as one of a write that has changed nothing.
func (*OwnedError) Refused() {}
