package main

import (
	"context"
	"fmt"
	"strings"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
)

// replay plays a record again.
func (a *app) replay(_ context.Context, args []string) int {
	set := a.flags("replay", "FILE")
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
	m, err := replayRecord(one.Rules, record)
	if err != nil {
		return a.fail(exitFailed, "replay", err)
	}
	fmt.Fprintf(a.stdout, "ok: %s, final hash %s, outcome %s\n", counted(m.Answers(), "answer"), m.Hash, endText(m))
	if proof := m.Start.Proof; proof != nil {
		fmt.Fprintf(a.stdout, "the seed follows from the secret of commitment %s and %s\n", proof.Secret.Commitment(), sharesText(proof))
	}
	return exitOK
}

// replayRecord returns the match as it ends. A panic is an error that says after
// how many answers.
func replayRecord(rules game.Rules, record *match.Record) (m *match.Match, err error) {
	answers := 0
	defer func() {
		if value := recover(); value != nil {
			m, err = nil, coded.Errorf(codePanic, "after %d answers: %s", answers, panicked(value))
		}
	}()
	return record.Replay(rules, func(number int, _ *match.Match, _ *game.Step) {
		if record.Items[number].Kind == match.ItemAnswer {
			answers++
		}
	})
}

// sharesText lists the seats that gave a share.
func sharesText(proof *match.Proof) string {
	var gave []string
	for seat, share := range proof.Shares {
		if share != "" {
			gave = append(gave, fmt.Sprintf("seat %d", seat))
		}
	}
	if gave == nil {
		return "no share of a player"
	}
	return "the shares of " + strings.Join(gave, ", ")
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
