package logtest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"archmage/internal/store"
)

// results returns the matches that the query asks for, the latest first, with
// the person's own result; the log is locked.
func (m *memory) results(query store.ResultQuery) (matches []store.Match, own []store.Result) {
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
	return fmt.Errorf("match %q: %w", id, store.ErrNotFound)
}

func (m *memory) Tallies(ctx context.Context, query store.ResultQuery) ([]store.Tally, error) {
	if err := m.enter(ctx); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	type kind struct {
		game  string
		seats int
	}
	tallies := map[kind]*store.Tally{}
	matches, own := m.results(query)
	for i, match := range matches {
		at := kind{match.Game, match.Seats}
		if tallies[at] == nil {
			tallies[at] = &store.Tally{Game: match.Game, Seats: match.Seats, Best: own[i].Total}
		}
		t := tallies[at]
		t.Played++
		if own[i].Rank == 1 {
			t.Won++
		}
		t.Ranks, t.Totals, t.Best = t.Ranks+own[i].Rank, t.Totals+own[i].Total, max(t.Best, own[i].Total)
	}
	var list []store.Tally
	for _, t := range tallies {
		list = append(list, *t)
	}
	slices.SortFunc(list, func(a, b store.Tally) int {
		return cmp.Or(cmp.Compare(a.Game, b.Game), cmp.Compare(a.Seats, b.Seats))
	})
	return list, nil
}

func (m *memory) Companions(ctx context.Context, query store.ResultQuery, limit int) ([]store.Companion, error) {
	if err := m.enter(ctx); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	all := map[string]store.Companion{}
	matches, own := m.results(query)
	for i, match := range matches[:min(len(matches), store.CompanionMatches)] {
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
	list := slices.SortedFunc(maps.Values(all), func(a, b store.Companion) int {
		return cmp.Or(cmp.Compare(b.Matches, a.Matches), cmp.Compare(a.Person, b.Person))
	})
	return list[:min(limit, len(list))], nil
}
