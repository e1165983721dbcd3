package store

import (
	"errors"
	"fmt"

	"archmage/internal/coded"
	"archmage/internal/store/commit"
)

// The errors that a caller decides on. They come wrapped, with what they are
// about; use errors.Is.
var (
	// ErrFenced: the head is not the room's. Somebody else has the room, or
	// has written to it. Read the room again, or leave it alone.
	ErrFenced = commit.ErrFenced
	// ErrNotFound: there is no such room, match, identity, link, code or ban.
	ErrNotFound = commit.ErrNotFound
	// ErrExists: the id, the hash or the code is taken.
	ErrExists error = commit.Refusal("exists already")
	// ErrQuota: the identity has stored as much as it may.
	ErrQuota error = commit.Refusal("no more files of this identity are kept")
	// ErrInvalid: what is written or asked for is out of bounds, or the database refuses
	// the data. It says nothing about the state of the database.
	ErrInvalid error = refusedData{commit.Refusal("invalid")}
	// ErrClosed: the database is closed.
	ErrClosed = commit.ErrClosed
	// ErrFull: there is no space left. Writing works again when there is some.
	ErrFull = errors.New(
		"no space left for the database: nothing was written; make room on the disk, no restart is needed",
	)
	// ErrLocked: another process uses the data folder.
	ErrLocked = errors.New("the data folder is in use by another process: stop that one, or name another folder")
	// ErrInUse: servers of an earlier version use the database, whose schema has to
	// change.
	ErrInUse = errors.New("it runs while the database has to change for this version: stop all nodes first")
	// ErrCorrupt: the stored data is damaged, or not a database of this program.
	ErrCorrupt = commit.ErrCorrupt
	// ErrNewerSchema: a later version of the program has written the data.
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

// OwnedError says that the room belongs to a node that may be alive.
type OwnedError struct{ Room, Owner string }

// Error implements error.
func (e *OwnedError) Error() string {
	return fmt.Sprintf("the node %s has the room %q", e.Owner, e.Room)
}

// Refused says that nothing has changed.
func (*OwnedError) Refused() {}
