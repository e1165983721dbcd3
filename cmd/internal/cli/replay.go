package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
)

// ReplayCommand returns the command that checks the record of a match and prints the result of each check.
func (o *IO) ReplayCommand(games game.Modules) *cobra.Command {
	var witness match.Witness
	cmd := &cobra.Command{
		Use:   "replay FILE",
		Short: "Replay the record of a match and check it",
		Long: "Replay the record of a match, check it, and print the result of each check.\n" +
			"FILE may be - for standard input.",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return o.replay(cmd.Context(), games, args[0], witness)
		},
	}
	set := cmd.Flags()
	set.StringVar(
		&witness.Commitment,
		"commitment",
		"",
		"the `commitment` that the room showed before the match, in hexadecimal",
	)
	set.StringVar(&witness.Share, "share", "", "the `share` that your client sent, in hexadecimal")
	return cmd
}

func (o *IO) replay(ctx context.Context, games game.Modules, file string, witness match.Witness) error {
	data, err := o.ReadFile(file, match.MaxRecord)
	if err != nil {
		return Misuse(err)
	}
	record, err := match.Decode(data)
	if err != nil {
		return Misuse(err)
	}
	module, err := Find(games, record.Game)
	if err != nil {
		return Misuse(err)
	}
	failed := false
	m, err := verifyRecord(ctx, module.Rules, record, witness, func(f match.Finding) {
		fmt.Fprintf(o.Stdout, "%s: %s: %s\n", f.Check, verdictText[f.Verdict], f.Message)
		failed = failed || f.Verdict == match.Fails
	})
	switch {
	case err != nil:
		return err
	case failed:
		return coded.Errorf(match.CodeBadRecord, "not everything holds")
	case m == nil:
		return nil
	}
	fmt.Fprintf(o.Stdout, "%s, final hash %s, outcome %s\n", Counted(m.Answers(), "answer"), m.Hash, endText(m))
	return nil
}

var verdictText = map[match.Verdict]string{match.Holds: "holds", match.Fails: "FAILS", match.Unknown: "cannot be told"}

// verifyRecord verifies a record. If the rules panic, it returns an error with CodePanic.
func verifyRecord(
	ctx context.Context,
	rules game.Rules,
	record *match.Record,
	w match.Witness,
	report func(match.Finding),
) (m *match.Match, err error) {
	defer func() {
		if value := recover(); value != nil {
			m, err = nil, coded.Errorf(CodePanic, "%s", Panicked(value))
		}
	}()
	return record.Verify(ctx, rules, w, report)
}

// endText describes the outcome of a match in one line. If a seat has lost by leaving or by time, the line has the
// places of the seats.
func endText(m *match.Match) string {
	if m.Result == nil {
		return OutcomeText(nil)
	}
	if m.Result.Outcome == nil {
		return "none: the match was abandoned"
	}
	text := OutcomeText(m.Result.Outcome)
	var placed []string
	anyLost := false
	for seat, s := range m.Result.Seats {
		anyLost = anyLost || s.Lost != ""
		place := fmt.Sprintf("seat %d is %d.", seat, s.Rank)
		if s.Lost != "" {
			place += fmt.Sprintf(" (lost: %s)", s.Lost)
		}
		placed = append(placed, place)
	}
	if !anyLost {
		return text
	}
	return text + "; placing: " + strings.Join(placed, ", ")
}

// OutcomeText describes an outcome in one line.
func OutcomeText(o *game.Outcome) string {
	if o == nil {
		return "none: the match is not over"
	}
	var list []string
	for _, place := range o.Places {
		name := fmt.Sprintf("seat %d", place.Seat)
		if place.Seat == game.NoSeat {
			name = "the virtual opponent"
		}
		list = append(list, fmt.Sprintf("%d. %s with %d", place.Rank, name, place.Total))
	}
	return fmt.Sprintf("after %s: %s", Counted(o.Rounds, "round"), strings.Join(list, ", "))
}

// CodeUnknownGame means that the program does not have the game.
const CodeUnknownGame coded.Code = "unknown_game"

// Find returns the game with this id, or an error with CodeUnknownGame.
func Find(games game.Modules, id string) (game.Module, error) {
	module, ok := games.Find(id)
	if !ok {
		return module, coded.Errorf(
			CodeUnknownGame,
			"there is no game %q; there is %s",
			id,
			strings.Join(IDs(games), ", "),
		)
	}
	return module, nil
}

// IDs returns the ids of the games, in their order.
func IDs(games game.Modules) (list []string) {
	for _, module := range games {
		list = append(list, module.Rules.Info().ID)
	}
	return list
}
