// Package coded owns the form of the errors that people and programs see: a stable code and
// a message. It owns the codes that any package may answer with; every other code
// belongs to the package that refuses with it. It imports nothing of the project.
// [Refusal] says what a client may see of an error. Begin with [Error] and [Errorf].
package coded

import (
	"context"
	"errors"
	"fmt"
)

// Code is the stable machine-readable name of an error, as in "stale_decision".
type Code string

// The codes of all packages.
const (
	// Malformed: the input cannot be read. It is not JSON, a field is missing or
	// unknown, or a number is out of bounds.
	Malformed Code = "malformed"
	// NotFound: there is no such thing.
	NotFound Code = "not_found"
	// TooFast: somebody sends too much in a short time.
	TooFast Code = "too_fast"
	// Busy: the server, or the room, has too much to do; try again.
	Busy Code = "busy"
	// Internal: the server has met an error.
	Internal Code = "internal"
)

// Error is a coded error with a message that a person can read. The message
// never says anything that the person who caused the error may not know.
type Error struct {
	Code    Code
	Message string
}

// Error returns the code and the message.
func (e *Error) Error() string { return string(e.Code) + ": " + e.Message }

// Errorf returns an Error with a formatted message.
func Errorf(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// Malformedf returns an Error with the code Malformed and a formatted message.
func Malformedf(format string, args ...any) *Error {
	return Errorf(Malformed, format, args...)
}

// Of returns the code of an error, or "" if it has none.
func Of(err error) Code {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// ClientError is implemented by errors without a code that know what a client may see
// of them.
type ClientError interface{ ClientError() *Error }

// unavailable is implemented by the errors of a database that cannot be reached now.
type unavailable interface{ Unavailable() }

// Refusal returns what a client may see of an error: the error itself if it has a code,
// else only Internal. In the second case ok is false, and the caller should log the
// error.
func Refusal(err error) (refusal *Error, ok bool) {
	if err == nil || errors.As(err, &refusal) {
		return refusal, true
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return Errorf(Busy, "that took too long; try again"), true
	}
	if shown := ClientError(nil); errors.As(err, &shown) {
		return shown.ClientError(), true
	}
	if away := unavailable(nil); errors.As(err, &away) {
		return Errorf(Busy, "the server cannot reach its database; try again in a moment"), true
	}
	return Errorf(Internal, "an error of the server; it has been logged"), false
}
