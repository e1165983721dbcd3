package puzzle_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/game/registry"
	"archmage/internal/puzzle"
)

func TestIsClear(t *testing.T) {
	answer := func(chance, deviation float64) puzzle.Answer {
		return puzzle.Answer{Chance: chance, Error: deviation}
	}
	for name, test := range map[string]struct {
		answers []puzzle.Answer
		want    bool
	}{
		"far ahead":                 {[]puzzle.Answer{answer(0.6, 0), answer(0.5, 0.02)}, true},
		"less than five points":     {[]puzzle.Answer{answer(0.6, 0), answer(0.56, 0)}, false},
		"uncertain":                 {[]puzzle.Answer{answer(0.6, 0), answer(0.5, 0.03)}, false},
		"exact":                     {[]puzzle.Answer{answer(1, 0), answer(0, 0)}, true},
		"a third one is as good":    {[]puzzle.Answer{answer(0.6, 0), answer(0.5, 0.01), answer(0.57, 0)}, false},
		"the error is not known":    {[]puzzle.Answer{answer(0.6, 0), answer(0.1, math.Inf(1))}, false},
		"there is only one answer":  {[]puzzle.Answer{answer(0.6, 0)}, false},
		"the best one is not first": {[]puzzle.Answer{answer(0.3, 0), answer(0.6, 0)}, false},
	} {
		require.Equal(t, test.want, puzzle.IsClear(test.answers), name)
	}
}

// Every puzzle of the file can be shown under the present rules, has all answers, and a clear best one.
func TestShipped(t *testing.T) {
	book, err := puzzle.Shipped()
	require.NoError(t, err)
	data, err := book.Encode()
	require.NoError(t, err)
	require.LessOrEqual(t, len(data), 1_000_000)
	games := registry.All()
	ids := map[string]bool{}
	for i := range book.Puzzles {
		p := &book.Puzzles[i]
		require.False(t, ids[p.ID], p.ID)
		ids[p.ID] = true
		require.Contains(t, puzzle.Themes(), p.Theme)
		require.True(t, puzzle.IsClear(p.Answers), p.ID)
		m := &book.Matches[p.Match]
		module, ok := games.Find(m.Game)
		require.True(t, ok)
		require.Equal(t, module.Rules.Info().Version, m.Rules, "make the puzzles again for new rules")
		now, err := m.At(module.Rules, p.Step)
		require.NoError(t, err, p.ID)
		var d game.Decision
		require.True(t, now.State.Decision(p.Seat, &d), p.ID)
		answers, all := d.Answers(len(p.Answers))
		require.True(t, all, p.ID)
		for _, picks := range answers {
			require.GreaterOrEqual(t, p.Find(&d, module.Rules, picks), 0, p.ID)
		}
	}
}

// newMaker returns a maker that is fast rather than certain.
func newMaker(t *testing.T, id string) puzzle.Maker {
	t.Helper()
	module, ok := registry.All().Find(id)
	require.True(t, ok)
	m := puzzle.Maker{
		Rules: module.Rules, Analyst: registry.Search(module), Bot: module.Bots[0], Players: 2, Seed: 7, Passes: 10,
		PerMatch: 2,
	}
	for _, bot := range module.Bots {
		if bot.ID() == "greedy" {
			m.Bot = bot
		}
	}
	var err error
	m.Options, err = game.CompleteOptions(module.Rules.Info(), nil, 2)
	require.NoError(t, err)
	return m
}

func TestMakingIsRepeatable(t *testing.T) {
	m := newMaker(t, "seasons")
	played, puzzles, counts, err := m.Make(t.Context(), 3)
	require.NoError(t, err)
	require.NotEmpty(t, puzzles)
	require.LessOrEqual(t, len(puzzles), 2)
	require.Equal(t, len(puzzles), counts.Kept)
	require.Equal(t, 1, counts.Matches)
	require.GreaterOrEqual(t, counts.Compared, counts.Clear)
	require.Len(t, played.Moves, puzzles[len(puzzles)-1].Step, "nothing is kept after the last puzzle")
	again, same, _, err := m.Make(t.Context(), 3)
	require.NoError(t, err)
	require.Equal(t, played, again)
	require.Equal(t, puzzles, same)

	book := puzzle.New()
	book.Add(played, puzzles)
	data, err := book.Encode()
	require.NoError(t, err)
	read, err := puzzle.Read(data)
	require.NoError(t, err)
	require.Equal(t, book.Puzzles, read.Puzzles)
	read.Join(book)
	require.Equal(t, book.Puzzles, read.Puzzles, "a puzzle is joined once")
	_, err = puzzle.Read(data[:len(data)/2])
	require.Error(t, err)
}

// The search sees only what the player of the seat knows: with other hidden cards, it finds the same.
func TestSearchSeesOnlyWhatIsKnown(t *testing.T) {
	m := newMaker(t, "seasons")
	played, puzzles, _, err := m.Make(t.Context(), 3)
	require.NoError(t, err)
	p := &puzzles[0]
	now, err := played.At(m.Rules, p.Step)
	require.NoError(t, err)
	random := game.NewRNG(game.SeedFromInt(5))
	other := now.State.Sample(game.SeatViewer(p.Seat), &random)
	find := func(s game.State) []puzzle.Answer {
		position := game.NewPosition(s, p.Seat, nil)
		answers, _ := position.Decision.Answers(20)
		search := game.NewRNG(game.SeedFromInt(9))
		return puzzle.Compare(t.Context(), m.Rules, m.Analyst, position, &search, 5, answers)
	}
	require.Equal(t, find(now.State), find(other))
}
