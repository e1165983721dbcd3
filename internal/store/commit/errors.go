package commit

import "errors"

// Refusal is the error of a write that is refused before it has changed anything.
type Refusal string

// Error implements error.
func (r Refusal) Error() string { return string(r) }

// Refused says that nothing has changed.
func (Refusal) Refused() {}

// refused reports whether the error means that a write was refused before it changed
// anything.
func isRefusal(err error) bool { return errors.As(err, new(interface{ Refused() })) }

var (
	// ErrFenced: the head is not the room's. Somebody else has the room, or
	// has written to it. Read the room again, or leave it alone.
	ErrFenced error = Refusal("the room's log has gone on without this writer: read it again before writing")
	// ErrNotFound: there is no such thing.
	ErrNotFound error = Refusal("not found")
	// ErrClosed: no more writes are taken.
	ErrClosed = errors.New("the database is closed")
	// ErrCorrupt: the stored data is damaged, or not a database of this program.
	ErrCorrupt = errors.New("the database is damaged: keep the file aside and put the latest backup in its place")
	// ErrConflict: another process wrote first, and nothing was written. The same writes
	// may succeed or be refused when they are tried again.
	ErrConflict = errors.New("somebody else wrote the same")
)

// ConnectionError says that the database cannot be reached; further writes would fail
// too.
type ConnectionError struct{ Err error }

// Error implements error.
func (e ConnectionError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e ConnectionError) Unwrap() error { return e.Err }

// Unavailable says that the same may succeed later.
func (ConnectionError) Unavailable() {}
