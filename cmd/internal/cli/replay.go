package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"archmage/internal/coded"
	"archmage/internal/event"
	"archmage/internal/game"
	"archmage/internal/match"
)

// ReplayCommand returns the command that checks the record of a match, or the file of an event with records of its
// matches, and prints the result of each check.
func (o *IO) ReplayCommand(games game.Modules) *cobra.Command {
	r := replay{IO: o, games: games}
	cmd := &cobra.Command{
		Use:   "replay FILE [RECORD...]",
		Short: "Replay the record of a match and check it, or check an event",
		Long: "Replay the record of a match, check it, and print the result of each check.\n" +
			"Or check the file of an event with records of its matches; RECORD is a record or a folder of records.\n" +
			"FILE may be - for standard input.",
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return r.run(cmd.Context(), args[0], args[1:])
		},
	}
	set := cmd.Flags()
	set.StringVar(
		&r.witness.Commitment,
		"commitment",
		"",
		"the `commitment` that the room or the event showed before, in hexadecimal",
	)
	set.StringVar(&r.witness.Share, "share", "", "the `share` that your client sent, in hexadecimal")
	set.StringToStringVar(
		&r.digests,
		"digest",
		nil,
		"a digest that the event showed after an entry, as `NUMBER=HEX`; can be repeated",
	)
	return cmd
}

// replay is a run of the command.
type replay struct {
	*IO
	games   game.Modules
	witness match.Witness
	// digests has digests in hexadecimal by the number of the last entry.
	digests map[string]string
}

func (r *replay) run(ctx context.Context, file string, records []string) error {
	data, err := r.ReadFile(file, event.MaxFile)
	switch {
	case err != nil:
		return Misuse(err)
	case isEvent(data):
		return r.replayEvent(ctx, data, records)
	case len(records) > 0:
		return Misuse(coded.Malformedf("records can be given only for the file of an event"))
	case len(data) > match.MaxRecord:
		return Misuse(coded.Errorf(CodeTooLarge, "the file is longer than %d bytes", match.MaxRecord))
	}
	return r.replayMatch(ctx, data)
}

func (r *replay) replayMatch(ctx context.Context, data []byte) error {
	record, err := match.Decode(data)
	if err != nil {
		return Misuse(err)
	}
	module, err := Find(r.games, record.Game)
	if err != nil {
		return Misuse(err)
	}
	failed := false
	m, err := verifyRecord(ctx, module.Rules, record, r.witness, func(f match.Finding) {
		fmt.Fprintf(r.Stdout, "%s: %s: %s\n", f.Check, verdictText[f.Verdict], f.Message)
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
	fmt.Fprintf(r.Stdout, "%s, final hash %s, outcome %s\n", Counted(m.Answers(), "answer"), m.Hash, endText(m))
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
