// Package panics keeps a panic in work that goes on in the background from ending the process.
package panics

import (
	"fmt"
	"runtime/debug"
)

// Error is the error of something that has panicked.
type Error struct {
	Value any
	Stack []byte
}

// Error implements error.
func (e *Error) Error() string { return fmt.Sprintf("panic: %v\n%s", e.Value, e.Stack) }

// Catch calls do and returns its error, or an *[Error] if it panics.
func Catch(do func() error) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = &Error{value, debug.Stack()}
		}
	}()
	return do()
}
