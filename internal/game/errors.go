package game

import (
	"errors"

	"archmage/internal/coded"
)

// The codes of errors that the rules and this package return.
const (
	// CodeOver: the match is over; no answer is taken.
	CodeOver coded.Code = "over"
	// CodeNotAsked: the seat has no open decision.
	CodeNotAsked coded.Code = "not_asked"
	// CodeStale: the answer is to a decision that is no longer open.
	CodeStale coded.Code = "stale_decision"
	// CodeUnknownOption: an option that the decision does not offer.
	CodeUnknownOption coded.Code = "unknown_option"
	// CodeDuplicate: the same option is named twice for the same group.
	CodeDuplicate coded.Code = "duplicate_option"
	// CodeNotAlone: an option that must be chosen alone comes with others.
	CodeNotAlone coded.Code = "not_alone"
	// CodeBadCount: an option, or the answer as a whole, is chosen too often or not often enough.
	CodeBadCount coded.Code = "bad_count"
	// CodeBadGroup: a choice names a group that it may not enter, or a group
	// gets too few or too many choices.
	CodeBadGroup coded.Code = "bad_group"
	// CodeBadOptions: match options that do not exist or do not go together.
	CodeBadOptions coded.Code = "bad_options"
	// CodeBadSeats: a number of seats that the game does not allow.
	CodeBadSeats coded.Code = "bad_seats"
	// CodeBadState: an encoded state that cannot be read.
	CodeBadState coded.Code = "bad_state"
	// CodeBadSetup: a position that cannot be built.
	CodeBadSetup coded.Code = "bad_setup"
)

// BadSetup returns the error of a set-up that cannot be read, with the message of err.
func BadSetup(err error) error {
	var refusal *coded.Error
	if errors.As(err, &refusal) {
		return coded.Errorf(CodeBadSetup, "%s", refusal.Message)
	}
	return coded.Errorf(CodeBadSetup, "%v", err)
}
