// Package coded owns the form of the errors that people and programs see: a stable code and
// a message. It imports nothing of the project. Every package defines its own
// codes. Begin with [Error] and [Errorf].
package coded

import (
	"errors"
	"fmt"
)

// Code is the stable machine-readable name of an error, as in "stale_decision".
type Code string

// Malformed is the code of input that cannot be read: text that is not JSON, a
// missing or an unknown field, a number out of bounds.
const Malformed Code = "malformed"

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
