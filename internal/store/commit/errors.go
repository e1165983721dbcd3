package commit

import "errors"

// Refusal is the error of a write that was refused before it changed anything.
type Refusal string

// Error implements error.
func (r Refusal) Error() string { return string(r) }

// Refused marks the error as one of a write that has changed nothing.
func (Refusal) Refused() {}

// isRefusal reports whether an error is that of a write that was refused before it changed anything.
func isRefusal(err error) bool { return errors.As(err, new(interface{ Refused() })) }

var (
	// ErrFenced: the head is not the stored head of the room. Another writer has taken the room
	// over or written to it. Read the room again, or leave it to the other writer.
	ErrFenced error = Refusal("the room's log has gone on without this writer: read it again before writing")
	// ErrNotFound: a row does not exist.
	ErrNotFound error = Refusal("not found")
	// ErrClosed: the database is closed or being closed.
	ErrClosed = errors.New("the database is closed")
	// ErrCorrupt: the stored data is damaged, or does not belong to this program.
	ErrCorrupt = errors.New("the database is damaged: keep the file aside and put the latest backup in its place")
	// ErrConflict: another process has written first, and nothing was written. Another try of the
	// same writes can succeed or be refused.
	ErrConflict = errors.New("conflict with a write of another process")
)

// ConnectionError is the error of a database that cannot be reached. Further writes would fail too.
type ConnectionError struct{ Err error }

// Error implements error.
func (e ConnectionError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e ConnectionError) Unwrap() error { return e.Err }

// Unavailable marks the error as temporary.
func (ConnectionError) Unavailable() {}
