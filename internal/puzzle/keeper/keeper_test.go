package keeper_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/game/registry"
	"archmage/internal/people"
	"archmage/internal/puzzle"
	"archmage/internal/puzzle/keeper"
	"archmage/internal/store"
	"archmage/internal/store/storetest"
)

// day is the length of a day in seconds.
const day = 86_400

type harness struct {
	*keeper.Keeper
	t    *testing.T
	book *puzzle.Book
	now  time.Time
	ann  people.Person
}

func newHarness(t *testing.T) *harness {
	t.Helper()
	db := storetest.Open(t)
	h := &harness{t: t, now: time.Unix(20_000*day+5, 0)}
	h.ann = people.Person{ID: "ann", Name: "Ann", Kind: people.Account}
	require.NoError(t, db.CreateIdentity(
		t.Context(), store.Identity{ID: "ann", Name: "Ann", Kind: "account"},
		store.Credential{CredentialKey: store.CredentialKey{Kind: "token", ID: []byte("ann")}},
	))
	var err error
	h.book, err = puzzle.Shipped()
	require.NoError(t, err)
	h.Keeper = keeper.New(h.book, registry.All(), db, keeper.Options{Now: func() time.Time { return h.now }})
	return h
}

// give answers a puzzle with the answer at a place of its answers.
func (h *harness) give(by people.Person, id string, place int) keeper.Solution {
	h.t.Helper()
	for i := range h.book.Puzzles {
		if p := &h.book.Puzzles[i]; p.ID == id {
			choice, err := json.Marshal(p.Answers[place].Picks)
			require.NoError(h.t, err)
			s, err := h.Answer(h.t.Context(), by, id, choice)
			require.NoError(h.t, err)
			return s
		}
	}
	require.Fail(h.t, "no puzzle "+id)
	return keeper.Solution{}
}

func TestFirstAnswerCounts(t *testing.T) {
	h := newHarness(t)
	id, err := h.Next(t.Context(), h.ann, keeper.Query{Game: "seasons"})
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(id, "seasons-"))
	_, err = h.Solved(t.Context(), h.ann, id)
	require.Equal(t, coded.NotFound, coded.Of(err), "nothing is shown before the answer")

	wrong := h.give(h.ann, id, 1)
	require.Equal(t, 1, wrong.Given)
	require.Equal(t, 1, wrong.Tries)
	require.Less(t, wrong.Strength, wrong.Before)
	require.Equal(t, 1, wrong.Chosen[1])
	again := h.give(h.ann, id, 0)
	require.Equal(t, 1, again.Given)
	require.Equal(t, wrong.Strength, again.Strength, "a second answer changes nothing")
	require.Equal(t, 1, again.Tries)
	require.Equal(t, []int{0, 1}, again.Chosen[:2])

	other, err := h.Next(t.Context(), h.ann, keeper.Query{Game: "seasons"})
	require.NoError(t, err)
	require.NotEqual(t, id, other)
	right := h.give(h.ann, other, 0)
	require.Greater(t, right.Strength, right.Before)
	strengths, err := h.Strengths(t.Context(), h.ann)
	require.NoError(t, err)
	require.Equal(t, []keeper.Strength{{Game: "seasons", Points: right.Strength, Tries: 2}}, strengths)
}

func TestGuestsAreNotRated(t *testing.T) {
	h := newHarness(t)
	guest := people.Person{ID: "gus", Name: "Gus", Kind: people.Guest}
	id, err := h.Next(t.Context(), guest, keeper.Query{})
	require.NoError(t, err)
	for _, by := range []people.Person{guest, {}} {
		s := h.give(by, id, 0)
		require.Zero(t, s.Tries)
		require.Zero(t, s.Given)
		require.Zero(t, s.Chosen[0])
	}
}

func TestNextLeavesOut(t *testing.T) {
	h := newHarness(t)
	var not []string
	for _, kind := range h.Kinds() {
		if kind.Game != "spellbook" || kind.Theme != puzzle.ThemeTurn {
			continue
		}
		for range kind.Count {
			id, err := h.Next(t.Context(), people.Person{}, keeper.Query{Game: kind.Game, Theme: kind.Theme, Not: not})
			require.NoError(t, err)
			require.NotContains(t, not, id)
			not = append(not, id)
		}
	}
	require.NotEmpty(t, not)
	_, err := h.Next(t.Context(), people.Person{}, keeper.Query{Game: "spellbook", Theme: puzzle.ThemeTurn, Not: not})
	require.Equal(t, coded.NotFound, coded.Of(err))
}

func TestDaysInARow(t *testing.T) {
	h := newHarness(t)
	games := map[string]bool{}
	for want := 1; want <= 4; want++ {
		daily := h.Daily(h.Day())
		name, _, _ := strings.Cut(daily, "-")
		games[name] = true
		require.Equal(t, want, h.give(h.ann, daily, 0).Streak)
		h.now = h.now.Add(day * time.Second)
	}
	require.Len(t, games, 2, "the games take turns")
	streak, err := h.Streak(t.Context(), h.ann)
	require.NoError(t, err)
	require.Equal(t, 4, streak, "today is not over")
	h.now = h.now.Add(day * time.Second)
	streak, err = h.Streak(t.Context(), h.ann)
	require.NoError(t, err)
	require.Zero(t, streak)
}

func TestBadAnswers(t *testing.T) {
	h := newHarness(t)
	id := h.Daily(h.Day())
	for choice, code := range map[string]coded.Code{
		`["nothing"]`: game.CodeUnknownOption, `[]`: game.CodeBadCount, `7`: coded.Malformed,
	} {
		_, err := h.Answer(t.Context(), h.ann, id, json.RawMessage(choice))
		require.Equal(t, code, coded.Of(err), choice)
	}
	_, err := h.Answer(t.Context(), h.ann, "seasons-0-0-0", json.RawMessage(`["end"]`))
	require.Equal(t, coded.NotFound, coded.Of(err))
	_, err = h.Solved(t.Context(), h.ann, id)
	require.Equal(t, coded.NotFound, coded.Of(err), "a refused answer changes nothing")
}

// A puzzle shows only what the player of its seat knew: it is the same with other hidden cards.
func TestShowsOnlyWhatTheSeatKnows(t *testing.T) {
	h := newHarness(t)
	for i := 0; i < len(h.book.Puzzles); i += 1 + len(h.book.Puzzles)/40 {
		p := &h.book.Puzzles[i]
		shown, err := h.Show(t.Context(), people.Person{}, p.ID)
		require.NoError(t, err)
		module, _ := registry.All().Find(shown.Game)
		now, err := h.book.Matches[p.Match].At(module.Rules, p.Step)
		require.NoError(t, err)
		random := game.NewRNG(game.SeedFromInt(uint64(i)))
		other := now.State.Sample(game.SeatViewer(p.Seat), &random)
		var d game.Decision
		require.True(t, other.Decision(p.Seat, &d))
		encode := func(values ...any) string {
			text, err := json.Marshal(values)
			require.NoError(t, err)
			return string(text)
		}
		require.Equal(t,
			encode(other.Public(), other.Private(p.Seat), d.Text(module.Rules)),
			encode(shown.Public, shown.Private, shown.Decision), p.ID,
		)
	}
}
