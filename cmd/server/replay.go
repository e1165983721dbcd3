package main

import (
	"context"
	"fmt"
	"strings"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
)

// replay checks a record, and says of each check what it found.
func (a *app) replay(ctx context.Context, args []string) int {
	set := a.flags("replay", "FILE")
	var w match.Witness
	set.StringVar(&w.Commitment, "commitment", "", "the `commitment` that the room showed before the match, in hexadecimal")
	set.StringVar(&w.Share, "share", "", "the `share` that your client sent, in hexadecimal")
	if status, ok := a.parse(set, args, 1); !ok {
		return status
	}
	data, err := a.readFile(set.Arg(0), match.MaxRecord)
	if err != nil {
		return a.fail(exitUsage, "replay", err)
	}
	record, err := match.Decode(data)
	if err != nil {
		return a.fail(exitUsage, "replay", err)
	}
	one, err := a.games.find(record.Game)
	if err != nil {
		return a.fail(exitUsage, "replay", err)
	}
	failed := false
	m, err := verifyRecord(ctx, one.Rules, record, w, func(f match.Finding) {
		fmt.Fprintf(a.stdout, "%s: %s: %s\n", f.Check, verdictText[f.Verdict], f.Message)
		failed = failed || f.Verdict == match.Fails
	})
	switch {
	case err != nil:
		return a.fail(exitFailed, "replay", err)
	case failed:
		return a.fail(exitFailed, "replay", coded.Errorf(match.CodeBadRecord, "not everything holds"))
	case m == nil:
		return exitOK
	}
	fmt.Fprintf(a.stdout, "%s, final hash %s, outcome %s\n", counted(m.Answers(), "answer"), m.Hash, endText(m))
	return exitOK
}

var verdictText = map[match.Verdict]string{match.Holds: "holds", match.Fails: "FAILS", match.Unknown: "cannot be told"}

// verifyRecord checks a record. A panic of the rules is an error.
func verifyRecord(ctx context.Context, rules game.Rules, record *match.Record, w match.Witness, report func(match.Finding)) (m *match.Match, err error) {
	defer func() {
		if value := recover(); value != nil {
			m, err = nil, coded.Errorf(codePanic, "%s", panicked(value))
		}
	}()
	return record.Verify(ctx, rules, w, report)
}

// endText returns one line about the state or the end of a match, and the places
// of the seats, some of which may have lost regardless of their score.
func endText(m *match.Match) string {
	if m.Result == nil {
		return outcomeText(nil)
	}
	if m.Result.Outcome == nil {
		return "none: the match was abandoned"
	}
	text := outcomeText(m.Result.Outcome)
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

// outcomeText is an outcome in one line.
func outcomeText(o *game.Outcome) string {
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
	return fmt.Sprintf("after %s: %s", counted(o.Rounds, "round"), strings.Join(list, ", "))
}
