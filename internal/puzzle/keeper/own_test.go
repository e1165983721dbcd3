package keeper_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/archive"
	"archmage/internal/archive/replay"
	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/game/registry"
	"archmage/internal/match"
	"archmage/internal/people"
	"archmage/internal/puzzle"
	"archmage/internal/puzzle/keeper"
	"archmage/internal/store"
	"archmage/internal/store/storetest"
)

// ownHarness has a match that ann, an account, and gus, a guest, have played with random answers. bea is an account
// that has not played.
type ownHarness struct {
	*keeper.Keeper
	t             *testing.T
	db            *storetest.Store
	now           time.Time
	ann, bea, gus people.Person
	record        *match.Record
	rules         game.Rules
}

const ownMatch = "played"

func newOwnHarness(t *testing.T) *ownHarness {
	t.Helper()
	h := &ownHarness{
		t: t, db: storetest.Open(t), now: time.Unix(20_000*day+5, 0),
		ann: people.Person{ID: "ann", Name: "Ann", Kind: people.Account},
		bea: people.Person{ID: "bea", Name: "Bea", Kind: people.Account},
		gus: people.Person{ID: "gus", Name: "Gus", Kind: people.Guest},
	}
	for _, p := range []people.Person{h.ann, h.bea, h.gus} {
		require.NoError(t, h.db.CreateIdentity(
			t.Context(), store.Identity{ID: p.ID, Name: p.Name, Kind: string(p.Kind)},
			store.Credential{CredentialKey: store.CredentialKey{Kind: "token", ID: []byte(p.ID)}},
		))
	}
	module, ok := registry.All().Find("seasons")
	require.True(t, ok)
	h.rules = module.Rules
	seed := game.SeedFromInt(5)
	now, err := match.Begin(h.rules, match.Terms{ID: ownMatch, Game: "seasons", Started: 1, Players: []match.Player{
		{Person: "ann", Name: "Ann"}, {Person: "gus", Name: "Gus"},
	}}, match.Start{Seed: &seed})
	require.NoError(t, err)
	random := game.NewRNG(game.SeedFromInt(6))
	for now.Result == nil {
		p := game.NewPosition(now.State, now.State.Waiting().First(), nil)
		picks, err := p.Decision.Complete(nil, &random)
		require.NoError(t, err)
		now, err = now.Answer(1, p.Seat, match.Choice(h.rules, p.Decision, picks), nil, nil)
		require.NoError(t, err)
	}
	h.record = now.Record(nil)
	row, record := archive.RowOf(now, archive.Table{})
	_, err = h.db.Rooms.Create(t.Context(), "room", "", store.Batch{
		Meta: &store.Meta{Status: store.StatusFinished, Game: "seasons"}, Match: row, Record: record,
	})
	require.NoError(t, err)
	h.Keeper = keeper.New(puzzle.New(), registry.All(), h.db.Puzzles, keeper.Options{
		Now: func() time.Time { return h.now }, Own: keeper.OwnStoreOf(h.db.DB),
	})
	return h
}

// analysis returns an analysis by which a decision of each seat cost a fifth of the chance to win.
func (h *ownHarness) analysis() *replay.Analysis {
	h.t.Helper()
	a := &replay.Analysis{Rules: h.rules.Info().Version}
	timeline, err := match.NewTimeline(h.rules, h.record)
	require.NoError(h.t, err)
	for step := range timeline.Len() {
		moment, err := timeline.At(step)
		require.NoError(h.t, err)
		item := &h.record.Items[step]
		var d game.Decision
		if item.Kind != match.ItemAnswer || !moment.Match.State.Decision(item.Seat, &d) ||
			slices.ContainsFunc(a.Decisive, func(known replay.Decisive) bool { return known.Seat == item.Seat }) {
			continue
		}
		list, all := d.Answers(9)
		chosen, err := d.ParsePicks(h.rules, item.Answer)
		require.NoError(h.t, err)
		if !all || len(list) < 4 {
			continue
		}
		j := replay.Judged{Step: step, Seat: item.Seat}
		for _, picks := range list {
			if l := (replay.Line{Answer: d.PicksText(h.rules, picks), Chance: 0.6 - 0.1*float64(len(j.Best))}); d.
				SamePicks(picks, chosen) {
				l.Chance = 0.2
				j.Chosen = &l
			} else if len(j.Best) < 3 {
				j.Best = append(j.Best, l)
			}
		}
		a.Decisions = append(a.Decisions, j)
		a.Decisive = append(a.Decisive, replay.Decisive{
			Seat: item.Seat, Costliest: &replay.Difference{Step: step, Chance: 0.4},
		})
	}
	require.Len(h.t, a.Decisive, 2)
	return a
}

func (h *ownHarness) answer(by people.Person, picks []game.PickText) (keeper.Solution, error) {
	h.t.Helper()
	choice, err := json.Marshal(picks)
	require.NoError(h.t, err)
	return h.Answer(h.t.Context(), by, "own-"+ownMatch, choice)
}

func TestOwnDecisionsComeBack(t *testing.T) {
	h := newOwnHarness(t)
	a := h.analysis()
	require.NoError(t, h.Analysed(t.Context(), ownMatch, a))
	id := "own-" + ownMatch
	due := func() (ids []string) {
		list, err := h.Own(t.Context(), h.ann)
		require.NoError(t, err)
		return list.Due
	}
	require.Empty(t, due(), "not on the day of the match")
	list, err := h.Own(t.Context(), h.ann)
	require.NoError(t, err)
	require.Equal(t, 1, list.Open)
	require.Equal(t, h.now.AddDate(0, 0, 1).UnixMilli(), list.Next.UnixMilli())

	judged := &a.Decisions[slices.IndexFunc(a.Decisions, func(j replay.Judged) bool { return j.Seat == 0 })]
	// A wrong answer brings it back on the next day, right ones after 3, 7 and 21 days.
	for i, want := range []struct {
		right bool
		days  int
	}{{true, 3}, {false, 1}, {true, 3}, {true, 7}, {true, 21}, {true, 0}} {
		h.now = h.now.AddDate(0, 0, 30)
		require.Equal(t, []string{id}, due(), i)
		picks := judged.Best[0].Answer
		if !want.right {
			picks = judged.Chosen.Answer
		}
		s, err := h.answer(h.ann, picks)
		require.NoError(t, err)
		require.Equal(t, want.right, s.Right, i)
		require.Equal(t, 3, s.Own.Played)
		require.Zero(t, s.Strength, "an own decision is not rated")
		if want.days == 0 {
			require.True(t, s.Own.Next.IsZero())
		} else {
			require.Equal(t, h.now.AddDate(0, 0, want.days), s.Own.Next, i)
		}
		require.Empty(t, due(), "once a day")
		again, err := h.answer(h.ann, judged.Chosen.Answer)
		require.NoError(t, err)
		require.Equal(t, s.Own.Right, again.Own.Right, "an answer before it is due changes nothing")
	}
	h.now = h.now.AddDate(9, 0, 0)
	require.Empty(t, due(), "it is learned")
	list, err = h.Own(t.Context(), h.ann)
	require.NoError(t, err)
	require.Equal(t, keeper.OwnList{Learned: 1}, list)

	require.NoError(t, h.db.Archive.DeleteMatch(t.Context(), ownMatch))
	_, err = h.Show(t.Context(), h.ann, id)
	require.Equal(t, coded.NotFound, coded.Of(err))
}

// Only the person who decided gets a decision, and it has nothing that was hidden then.
func TestOwnDecisionsAreOnlyOnesOwn(t *testing.T) {
	h := newOwnHarness(t)
	require.NoError(t, h.Analysed(t.Context(), ownMatch, h.analysis()))
	for _, by := range []people.Person{h.bea, h.gus, {}} {
		list, err := h.Own(t.Context(), by)
		require.NoError(t, err)
		require.Equal(t, keeper.OwnList{}, list)
		_, err = h.Show(t.Context(), by, "own-"+ownMatch)
		require.Equal(t, coded.NotFound, coded.Of(err))
		_, err = h.answer(by, nil)
		require.Equal(t, coded.NotFound, coded.Of(err))
	}
	shown, err := h.Show(t.Context(), h.ann, "own-"+ownMatch)
	require.NoError(t, err)
	require.Equal(t, game.Seat(0), shown.Seat)
	require.Equal(t, ownMatch, shown.Match)
	now, err := h.record.At(t.Context(), h.rules, shown.Step)
	require.NoError(t, err)
	random := game.NewRNG(game.SeedFromInt(9))
	other := now.State.Sample(game.SeatViewer(0), &random)
	encode := func(values ...any) string {
		text, err := json.Marshal(values)
		require.NoError(t, err)
		return string(text)
	}
	require.Equal(
		t, encode(other.Public(), other.Private(0)), encode(shown.Public, shown.Private), "only what the seat knew",
	)
	_, err = h.answer(h.ann, []game.PickText{{Option: "nothing", N: 1}})
	require.Equal(t, game.CodeUnknownOption, coded.Of(err))
}
