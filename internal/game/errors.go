package game

import "fmt"

// Code is the stable machine-readable name of an error.
type Code string

// The codes of errors that the rules and this package return.
const (
	// CodeOver: the match is over; no answer is taken.
	CodeOver Code = "over"
	// CodeNotAsked: the seat has no open decision.
	CodeNotAsked Code = "not_asked"
	// CodeStale: the answer is to a decision that is no longer open.
	CodeStale Code = "stale_decision"
	// CodeUnknownOption: an option that the decision does not offer.
	CodeUnknownOption Code = "unknown_option"
	// CodeDuplicate: the same option is named twice for the same group.
	CodeDuplicate Code = "duplicate_option"
	// CodeNotAlone: an option that must be chosen alone comes with others.
	CodeNotAlone Code = "not_alone"
	// CodeBadCount: an option, or the answer as a whole, is chosen too often
	// or not often enough.
	CodeBadCount Code = "bad_count"
	// CodeBadGroup: a choice names a group that it may not enter, or a group
	// gets too few or too many choices.
	CodeBadGroup Code = "bad_group"
	// CodeMalformed: the text of an answer cannot be read.
	CodeMalformed Code = "malformed"
	// CodeBadOptions: match options that do not exist or do not go together.
	CodeBadOptions Code = "bad_options"
	// CodeBadSeats: a number of seats that the game does not allow.
	CodeBadSeats Code = "bad_seats"
	// CodeBadState: an encoded state that cannot be read.
	CodeBadState Code = "bad_state"
	// CodeBadSetup: a position that cannot be built.
	CodeBadSetup Code = "bad_setup"
	// CodeBadRecord: a record that cannot be replayed.
	CodeBadRecord Code = "bad_record"
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
