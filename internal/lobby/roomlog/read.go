// Package roomlog defines how rooms are stored. [Batch] returns what a change of a table writes, and [Steps]
// computes the tables from what was written. Start reading at these two.
//
// Package room defines entries and tables, and package store the rows. This package must not import lobby.
package roomlog

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"

	"archmage/internal/game"
	"archmage/internal/room"
	"archmage/internal/store"
	"archmage/internal/stream"
)

// Reader is the part of the database that [Steps] uses.
type Reader interface {
	Snapshot(ctx context.Context, id string) (store.Snapshot, error)
	Read(ctx context.Context, id string, from uint64, limit int) ([]store.Entry, error)
}

// UnreadableError means that this server cannot make a table from the log, although the database returned it.
type UnreadableError struct{ error }

// Unreadable returns an UnreadableError.
func Unreadable(err error) error { return UnreadableError{err} }

// Step is a table after an entry, or at the start of the log.
type Step struct {
	Table *room.Table
	// Effects are those of the entry. At the start of the log they are the first events of a match in which
	// nothing more has happened, if there is one.
	Effects room.Effects
	// Entry is nil at the start of the log. Spectators is the room as spectators saw it then, nil if the log
	// starts without a snapshot.
	Entry      *store.Entry
	Spectators *stream.SpectatorRoom
}

// Steps reads the log of a room: its start, which is a snapshot or an empty room, and then each entry. It fails
// with UnreadableError and with the errors of the database.
func Steps(ctx context.Context, from Reader, games game.Modules, id string) iter.Seq2[Step, error] {
	return func(yield func(Step, error) bool) {
		stored, err := from.Snapshot(ctx, id)
		if err != nil {
			yield(Step{}, err)
			return
		}
		step, err := begin(games, id, &stored)
		if !yield(step, err) || err != nil {
			return
		}
		for entry, err := range store.Entries(ctx, from, id, stored.Seq+1) {
			if err == nil {
				step, err = step.after(&entry)
			}
			if !yield(step, err) || err != nil {
				return
			}
		}
	}
}

// begin returns the step of a snapshot.
func begin(games game.Modules, id string, stored *store.Snapshot) (Step, error) {
	if stored.Data == nil {
		return Step{Table: room.New(games, id)}, nil
	}
	var s snapshot
	if err := json.Unmarshal(stored.Data, &s); err != nil {
		return Step{}, UnreadableError{err}
	}
	t, err := room.Decode(games, id, s.Table)
	if err != nil {
		return Step{}, UnreadableError{err}
	}
	return Step{Table: t, Effects: room.Effects{Room: true, Events: opening(t)}, Spectators: &s.Spectators}, nil
}

// opening returns the first events of a match if nothing more has happened in it, otherwise nil.
func opening(t *room.Table) []game.Event {
	if t.Play == nil || len(t.Play.Match.Items) > 0 {
		return nil
	}
	if events := t.Play.Match.Opening(); len(events) == t.Play.Events {
		return events
	}
	return nil
}

// after returns the step after an entry.
func (s *Step) after(stored *store.Entry) (Step, error) {
	e, err := room.DecodeEntry(stored.Kind, stored.Data)
	if err != nil {
		return Step{}, UnreadableError{err}
	}
	next, effects, err := room.Apply(s.Table, e)
	if err != nil {
		return Step{}, UnreadableError{fmt.Errorf("entry %d (%s): %w", stored.Seq, stored.Kind, err)}
	}
	return Step{Table: next, Effects: effects, Entry: stored}, nil
}
