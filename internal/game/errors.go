package game

import (
	"errors"

	"archmage/internal/coded"
)

// The codes of errors that the rules and this package return.
const (
	// CodeOver: the match is over and takes no answers.
	CodeOver coded.Code = "over"
	// CodeNotAsked: the seat has no open decision.
	CodeNotAsked coded.Code = "not_asked"
	// CodeStale: the answer is for a decision that is no longer open.
	CodeStale coded.Code = "stale_decision"
	// CodeUnknownOption: the decision does not offer the option.
	CodeUnknownOption coded.Code = "unknown_option"
	// CodeDuplicate: the same option is named twice for the same group.
	CodeDuplicate coded.Code = "duplicate_option"
	// CodeNotAlone: an Alone option comes with other choices.
	CodeNotAlone coded.Code = "not_alone"
	// CodeBadCount: an option is chosen too often or not often enough, or the answer has too many
	// or too few choices.
	CodeBadCount coded.Code = "bad_count"
	// CodeBadGroup: a choice names a group that it may not enter, or a group
	// gets too few or too many choices.
	CodeBadGroup coded.Code = "bad_group"
	// CodeBadOptions: match options that do not exist or cannot be combined.
	CodeBadOptions coded.Code = "bad_options"
	// CodeBadSeats: the game cannot be played by this number of players.
	CodeBadSeats coded.Code = "bad_seats"
	// CodeBadState: an encoded state cannot be decoded.
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
