package logtest

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"archmage/internal/store"
)

// ratingKey says whose rating it is, and in which game.
type ratingKey struct{ player, game string }

// addRated notes a match that counts for ratings; the log is locked.
func (m *memory) addRated(match *store.Match) {
	if len(match.Rated) > 0 {
		m.rated = append(m.rated, store.RatedMatch{
			Number: match.Number, ID: match.ID, Game: match.Game, Ended: match.Ended, Opens: match.Opens, Seats: match.Rated,
		})
	}
}

func (m *memory) RatedMatches(ctx context.Context, after int64, limit int) ([]store.RatedMatch, error) {
	if err := m.enter(ctx); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	var list []store.RatedMatch
	for _, match := range m.rated {
		if match.Number > after && len(list) < limit {
			match.Seats = slices.Clone(match.Seats)
			list = append(list, match)
		}
	}
	return list, nil
}

func (m *memory) RatedTo(ctx context.Context) (int64, error) {
	if err := m.enter(ctx); err != nil {
		return 0, err
	}
	defer m.mu.Unlock()
	return m.ratedTo, nil
}

func (m *memory) AddRatings(ctx context.Context, change store.RatingChange) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	if m.ratedTo != change.From {
		return fmt.Errorf("ratings after match %d: %w", change.From, store.ErrFenced)
	}
	m.ratedTo = change.To
	for _, r := range change.Ratings {
		r.Note = bytes.Clone(r.Note)
		m.ratings[ratingKey{r.Player, r.Game}] = r
	}
	for _, step := range change.Steps {
		at := slices.IndexFunc(m.rated, func(match store.RatedMatch) bool { return match.Number == step.Number })
		step.Ended = m.rated[at].Ended
		m.steps = append(m.steps, step)
	}
	return nil
}

func (m *memory) ClearRatings(ctx context.Context) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	m.ratedTo, m.steps = 0, nil
	clear(m.ratings)
	return nil
}

func (m *memory) Ratings(ctx context.Context, game string, players []string) ([]store.Rating, error) {
	if err := m.enter(ctx); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	var list []store.Rating
	for key, r := range m.ratings {
		if slices.Contains(players, key.player) && (game == "" || game == key.game) {
			r.Note = bytes.Clone(r.Note)
			list = append(list, r)
		}
	}
	slices.SortFunc(list, func(a, b store.Rating) int {
		return cmp.Or(strings.Compare(a.Player, b.Player), strings.Compare(a.Game, b.Game))
	})
	return list, nil
}

// leaders returns the ratings of a game in the order of the list; the log is
// locked.
func (m *memory) leaders(game string) []store.Rating {
	list := slices.SortedFunc(maps.Values(m.ratings), func(a, b store.Rating) int {
		return cmp.Or(cmp.Compare(b.Strength, a.Strength), strings.Compare(a.Player, b.Player))
	})
	return slices.DeleteFunc(list, func(r store.Rating) bool { return r.Game != game || m.identities[r.Player] == nil })
}

func (m *memory) Leaders(ctx context.Context, query store.LeaderQuery) (store.Page[store.Rating], error) {
	if err := m.enter(ctx); err != nil {
		return store.Page[store.Rating]{}, err
	}
	defer m.mu.Unlock()
	list := m.leaders(query.Game)
	cursor := func(r store.Rating) string { return fmt.Sprint(r.Strength, "_", r.Player) }
	if query.After != "" {
		at := slices.IndexFunc(list, func(r store.Rating) bool { return cursor(r) == string(query.After) })
		if at < 0 {
			return store.Page[store.Rating]{}, fmt.Errorf("cursor %q: %w", query.After, store.ErrInvalid)
		}
		list = list[at+1:]
	}
	return page(list, query.Limit, func(r store.Rating) (store.Rating, string) { return r, cursor(r) }), nil
}

func (m *memory) CountLeaders(ctx context.Context, before store.LeaderPlace) (int, error) {
	if err := m.enter(ctx); err != nil {
		return 0, err
	}
	defer m.mu.Unlock()
	n := 0
	for _, r := range m.leaders(before.Game) {
		ahead := r.Strength > before.Strength || r.Strength == before.Strength && r.Player < before.Player
		if r.Settled && (ahead || before.Player == "") {
			n++
		}
	}
	return n, nil
}

func (m *memory) RatingSteps(ctx context.Context, player, game string, limit int) ([]store.RatingStep, error) {
	if err := m.enter(ctx); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	var list []store.RatingStep
	for _, step := range m.steps {
		if step.Player == player && step.Game == game && step.Counted {
			list = append(list, step)
		}
	}
	return list[max(0, len(list)-limit):], nil
}

func (m *memory) RatingsOfMatch(ctx context.Context, match string) ([]store.RatingStep, error) {
	if err := m.enter(ctx); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	at := slices.IndexFunc(m.rated, func(rated store.RatedMatch) bool { return rated.ID == match })
	if at < 0 {
		return nil, fmt.Errorf("match %q is not rated: %w", match, store.ErrNotFound)
	}
	var list []store.RatingStep
	for _, step := range m.steps {
		if step.Number == m.rated[at].Number {
			list = append(list, step)
		}
	}
	slices.SortFunc(list, func(a, b store.RatingStep) int { return cmp.Compare(a.Seat, b.Seat) })
	return list, nil
}
