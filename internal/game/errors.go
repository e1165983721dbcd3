package game

import (
	"errors"

	"archmage/internal/coded"
)

// The codes of errors that the rules and this package return.
const (
	// CodeOver: the match is over. A room answers with `not_playing` instead.
	CodeOver coded.Code = "over"
	// CodeNotAsked: the seat has no open decision.
	CodeNotAsked coded.Code = "not_asked"
	// CodeStale: the answer is for a decision that is not open.
	CodeStale coded.Code = "stale_decision"
	// CodeUnknownOption: an option is not offered.
	CodeUnknownOption coded.Code = "unknown_option"
	// CodeDuplicate: the same option is named twice for the same group.
	CodeDuplicate coded.Code = "duplicate_option"
	// CodeNotAlone: an option that is a whole answer by itself comes with others.
	CodeNotAlone coded.Code = "not_alone"
	// CodeBadCount: an option, or the whole answer, has too many or too few choices.
	CodeBadCount coded.Code = "bad_count"
	// CodeBadGroup: a choice names a group that it may not enter, or a group
	// gets too few or too many choices.
	CodeBadGroup coded.Code = "bad_group"
	// CodeBadOptions: the game does not have these options, or they do not go together.
	CodeBadOptions coded.Code = "bad_options"
	// CodeBadSeats: the game does not allow that number of seats.
	CodeBadSeats coded.Code = "bad_seats"
	// CodeBadState: a state cannot be decoded, or nothing can be played on from that step because the
	// match is over there.
	CodeBadState coded.Code = "bad_state"
	// CodeBadSetup: a position cannot be built.
	CodeBadSetup coded.Code = "bad_setup"
)

// BadSetup returns an error with [CodeBadSetup] and the message of err.
func BadSetup(err error) error {
	var refusal *coded.Error
	if errors.As(err, &refusal) {
		return coded.Errorf(CodeBadSetup, "%s", refusal.Message)
	}
	return coded.Errorf(CodeBadSetup, "%v", err)
}
