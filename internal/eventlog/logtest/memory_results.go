package logtest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"archmage/internal/eventlog"
)

// results returns the matches that the query asks for, the latest first, with
// the person's own result; the log is locked.
func (m *memory) results(query eventlog.ResultQuery) (matches []eventlog.Match, own []eventlog.Result) {
	for _, archived := range slices.Backward(m.matches) {
		match := archived.match
		if query.Listed && !match.Listed || !query.At.IsZero() && match.Opens.After(query.At) {
			continue
		}
		for _, result := range match.Results {
			if result.Person == query.Person {
				matches, own = append(matches, match), append(own, result)
			}
		}
	}
	return matches, own
}

func (m *memory) SetSummary(ctx context.Context, id string, summary json.RawMessage) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	for i := range m.matches {
		if match := &m.matches[i].match; match.ID == id {
			match.Summary = bytes.Clone(summary)
			return nil
		}
	}
	return fmt.Errorf("match %q: %w", id, eventlog.ErrNotFound)
}

func (m *memory) Tallies(ctx context.Context, query eventlog.ResultQuery) ([]eventlog.Tally, error) {
	if err := m.enter(ctx); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	type kind struct {
		game  string
		seats int
	}
	tallies := map[kind]*eventlog.Tally{}
	matches, own := m.results(query)
	for i, match := range matches {
		at := kind{match.Game, match.Seats}
		if tallies[at] == nil {
			tallies[at] = &eventlog.Tally{Game: match.Game, Seats: match.Seats, Best: own[i].Total}
		}
		t := tallies[at]
		t.Played++
		if own[i].Rank == 1 {
			t.Won++
		}
		t.Ranks, t.Totals, t.Best = t.Ranks+own[i].Rank, t.Totals+own[i].Total, max(t.Best, own[i].Total)
	}
	var list []eventlog.Tally
	for _, t := range tallies {
		list = append(list, *t)
	}
	slices.SortFunc(list, func(a, b eventlog.Tally) int {
		return cmp.Or(cmp.Compare(a.Game, b.Game), cmp.Compare(a.Seats, b.Seats))
	})
	return list, nil
}

func (m *memory) Companions(ctx context.Context, query eventlog.ResultQuery, limit int) ([]eventlog.Companion, error) {
	if err := m.enter(ctx); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	all := map[string]eventlog.Companion{}
	matches, own := m.results(query)
	for i, match := range matches[:min(len(matches), eventlog.CompanionMatches)] {
		for _, result := range match.Results {
			if result.Person == query.Person {
				continue
			}
			c := all[result.Person]
			c.Person = result.Person
			c.Matches++
			if own[i].Rank < result.Rank {
				c.Ahead++
			}
			all[result.Person] = c
		}
	}
	list := slices.SortedFunc(maps.Values(all), func(a, b eventlog.Companion) int {
		return cmp.Or(cmp.Compare(b.Matches, a.Matches), cmp.Compare(a.Person, b.Person))
	})
	return list[:min(limit, len(list))], nil
}
