package store

import (
	"errors"
	"fmt"
)

// The errors that a caller decides on. They come wrapped, with what they are
// about; use errors.Is.
var (
	// ErrFenced: the head is not the room's. Somebody else has the room, or
	// has written to it. Read the room again, or leave it alone.
	ErrFenced = errors.New("the room's log has gone on without this writer: read it again before writing")
	// ErrNotFound: there is no such room, match, identity, link, code or ban.
	ErrNotFound = errors.New("not found")
	// ErrExists: the id, the hash or the code is taken.
	ErrExists = errors.New("exists already")
	// ErrQuota: the identity has brought as much as it may.
	ErrQuota = errors.New("no more files of this identity are kept")
	// ErrInvalid: what is written or asked for is out of bounds: a mistake of
	// the program.
	ErrInvalid = errors.New("invalid")
	// ErrClosed: the log is closed.
	ErrClosed = errors.New("the event log is closed")
	// ErrFull: there is no space left. Writing works again when there is.
	ErrFull = errors.New("no space left for the event log: nothing was written; make room on the disk, no restart is needed")
	// ErrLocked: another process uses the data folder.
	ErrLocked = errors.New("the data folder is in use by another process: stop that one, or name another folder")
	// ErrInUse: servers of an earlier version use the database, whose schema has to
	// change.
	ErrInUse = errors.New("it runs while the database has to change for this version: stop all nodes first")
	// ErrCorrupt: the stored data is damaged, or not an event log.
	ErrCorrupt = errors.New("the event log is damaged: keep the file aside and put the latest backup in its place")
	// ErrNewerSchema: a later version of the program has written the data.
	ErrNewerSchema = errors.New("the event log was written by a newer version: run that version, or put a backup from before the update in its place")
)

// OwnedError says that a node which may be alive owns the room.
type OwnedError struct{ Room, Owner string }

// Error implements error.
func (e *OwnedError) Error() string {
	return fmt.Sprintf("the node %s has the room %q", e.Owner, e.Room)
}

// refused reports whether the error means that a write was turned down before
// it changed anything.
func refused(err error) bool {
	return errors.Is(err, ErrFenced) || errors.Is(err, ErrNotFound) || errors.Is(err, ErrExists) || errors.Is(err, ErrInvalid) ||
		errors.Is(err, ErrQuota) || errors.As(err, new(*OwnedError))
}
