// Package coded defines the errors that people and programs see: a stable code and a message. It
// owns the codes that several packages use. All other codes belong to the package that fails with
// them. [Refusal] returns the part of an error that a client may see. It imports no other package
// of the project. Begin with [Error] and [Errorf].
package coded

import (
	"context"
	"errors"
	"fmt"
)

// Code is the stable machine-readable name of an error, as in "stale_decision".
type Code string

// The codes that several packages use.
const (
	// Malformed: the input cannot be read. It is not JSON, a field is missing or
	// unknown, or a number is out of bounds.
	Malformed Code = "malformed"
	// NotFound: what the request names does not exist.
	NotFound Code = "not_found"
	// TooFast: too many chat lines, frames or requests in a short time. The client can try again.
	TooFast Code = "too_fast"
	// Busy: the server or the room has too much to do, or too many people search for a table. The
	// client can try again.
	Busy Code = "busy"
	// Internal: the server has failed. The log has the error.
	Internal Code = "internal"
)

// Error is an error with a code and a message for people. The message never contains anything that
// the person who gets it may not know.
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

// ClientError is implemented by errors that are not an Error and return one for clients.
type ClientError interface{ ClientError() *Error }

// unavailable is implemented by errors of a database that cannot be reached.
type unavailable interface{ Unavailable() }

// Refusal returns the part of an error that a client may see: the *Error that it wraps, Busy if a
// context has ended or the database cannot be reached, and otherwise Internal. ok is false for
// Internal, and the caller should log the error. Refusal(nil) returns nil and true.
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
