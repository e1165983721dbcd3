package main

import (
	"context"
	"fmt"
	"strings"

	"archmage/internal/coded"
	"archmage/internal/game"
)

// maxRecordBytes bounds the size of a record.
const maxRecordBytes = 64 << 20

// replay plays a record again.
func (a *app) replay(_ context.Context, args []string) int {
	set := a.flags("replay", "FILE")
	if status, ok := a.parse(set, args, 1); !ok {
		return status
	}
	data, err := a.readFile(set.Arg(0), maxRecordBytes)
	if err != nil {
		return a.fail(exitUsage, "replay", err)
	}
	var record game.Record
	if err := decodeStrict(data, &record); err != nil {
		return a.fail(exitUsage, "replay", err)
	}
	rules, err := a.games.find(record.Game)
	if err != nil {
		return a.fail(exitUsage, "replay", err)
	}
	last, outcome, err := replayRecord(rules, &record)
	if err != nil {
		return a.fail(exitFailed, "replay", err)
	}
	fmt.Fprintf(a.stdout, "ok: %s, final hash %s, outcome %s\n", counted(len(record.Inputs), "answer"), last, outcome)
	return exitOK
}

// replayRecord returns the hash of the last state and its outcome in words. A
// panic is an error that says after how many answers.
func replayRecord(rules game.Rules, record *game.Record) (last, outcome string, err error) {
	answers := 0
	defer func() {
		if value := recover(); value != nil {
			err = coded.Errorf(codePanic, "after %d answers: %s", answers, panicked(value))
		}
	}()
	s, err := game.Replay(rules, record, func(int, game.State, *game.Step) { answers++ })
	if err != nil {
		return "", "", err
	}
	return game.Hash(s), outcomeText(s.Outcome()), nil
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
