package room

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/match"
)

func undo() Action { return &Undo{} }

// TestUndo takes back a bid, of which the others know, and declarations, of which they do not.
func TestUndo(t *testing.T) {
	h := playing(t, toySettings(2), "ann", "bob")
	h.refused(CodeNoUndo, "ann", undo())
	first := h.table.Play.Match.Hash
	_, id := h.asked(0)
	_, bobs := h.asked(1)
	earlier := h.table.Play.Events
	h.answer(0)
	undone := h.table.Play.Events - earlier
	require.Positive(t, undone)
	require.Equal(t, game.Seats(1), h.table.CanUndo())
	h.refused(CodeNoUndo, "bob", undo())
	h.do("ann", undo())
	require.Equal(t, first, h.table.Play.Match.Hash)
	require.Equal(t, first, h.last.Entry.Hash)
	require.Equal(
		t,
		[]game.Event{{Kind: "undo", Seat: 0, Public: game.Facts{game.Int("events", undone)}}},
		h.last.Effects.Events,
	)
	require.Equal(t, 2, h.table.Play.Turn, "it is ann's turn again")
	require.Empty(t, h.table.Play.Match.Items)
	_, again := h.asked(0)
	require.NotEqual(t, id, again, "no id is given twice")
	_, still := h.asked(1)
	require.Equal(t, bobs, still, "bob is asked the same as before")
	h.refused(game.CodeStale, "ann", &Answer{Decision: id, Choice: []byte(`["bid:1"]`)})
	h.refused(CodeNoUndo, "ann", undo())

	actor := h.bids()
	person := h.table.Seats[actor].Person
	require.Zero(t, h.table.CanUndo(), "the bids are open")
	events, turn := h.table.Play.Events, h.table.Play.Turn
	h.choose(actor, `["sing"]`)
	h.choose(actor, `["back"]`)
	h.refused(CodeNoUndo, person, undo())
	h.choose(actor, `["split"]`)
	h.do(person, undo())
	require.Empty(t, h.last.Effects.Events)
	require.Equal(t, []int{events, turn}, []int{h.table.Play.Events, h.table.Play.Turn}, "nobody else learns of it")
	h.refused(CodeNoUndo, person, undo())
	h.choose(actor, `["roll"]`)
	h.refused(CodeNoUndo, person, undo())
}

func TestWhatEndsUndo(t *testing.T) {
	settings := toySettings(3)
	tests := []struct {
		name string
		do   func(h *house)
		undo game.Seats
	}{
		{"nothing", func(*house) {}, 1},
		{"an answer of somebody else", func(h *house) { h.answer(1) }, 2},
		{"a bot's answer", func(h *house) { h.do("", &StandIn{Seat: 1}); h.answer(1) }, 0},
		{"a bot plays the seat", func(h *house) { h.do("", &StandIn{Seat: 0}) }, 0},
		{"the player is back", func(h *house) {
			h.do("", &StandIn{Seat: 0})
			h.do("ann", &Return{})
		}, 1},
		{"a bot plays another seat", func(h *house) { h.do("", &StandIn{Seat: 1}) }, 1},
		{"somebody leaves", func(h *house) { h.do("bob", &Leave{}) }, 0},
		{"the player concedes", func(h *house) { h.do("ann", &Concede{}) }, 0},
		{"the end", func(h *house) { h.do("", &Close{}) }, 0},
		{"a vote", func(h *house) { h.do("bob", &Propose{What: ProposeEnd}) }, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			h := playing(t, settings, "ann", "bob", "cy")
			h.answer(0)
			test.do(h)
			require.Equal(t, test.undo, h.table.CanUndo())
		})
	}
	settings.Undo = false
	h := playing(t, settings, "ann", "bob", "cy")
	h.answer(0)
	h.refused(CodeNoUndo, "ann", undo())
}

// TestUndoKeepsMarks requires that an undo keeps marks made since the answer.
func TestUndoKeepsMarks(t *testing.T) {
	h := playing(t, toySettings(3), "ann", "bob", "cy")
	h.answer(0)
	h.do("bob", &Concede{})
	h.do("ann", undo())
	require.Equal(t, "random", h.table.BotOf(1))
	require.Equal(t, "conceded", string(h.table.LostOf(1)))
	require.Len(t, h.table.Play.Match.Items, 2)
}

func TestUndosAMatch(t *testing.T) {
	h := playing(t, toySettings(2), "ann", "bob")
	for range maxUndos {
		h.answer(0)
		h.do("ann", undo())
	}
	h.answer(0)
	require.Zero(t, h.table.CanUndo())
	h.refused(CodeUndoLimit, "ann", undo())
	h.answer(1)
	require.NotEqual(
		t,
		CodeUndoLimit,
		codeOf(func() error { _, err := Decide(h.table, h.by("bob", undo())); return err }()),
		"each seat has its own",
	)
}

func TestUndoRemembersSoMany(t *testing.T) {
	h := playing(t, toySettings(2), "ann", "bob")
	for range maxUndoPoints + 1 {
		h.answer(0)
	}
	for range maxUndoPoints {
		h.do("ann", undo())
	}
	h.refused(CodeNoUndo, "ann", undo())
}

// TestGoingBackLeavesNothing requires that a declaration that was taken back leaves no item and
// that nobody sees it. A player can go back only a bounded number of times in a turn.
func TestGoingBackLeavesNothing(t *testing.T) {
	settings := toySettings(2)
	settings.Undo = false
	h := playing(t, settings, "ann", "bob")
	actor := h.bids()
	person := h.table.Seats[actor].Person
	before := h.table.Play.Match
	ids := map[uint64]bool{}
	declare := func() {
		_, id := h.asked(actor)
		require.False(t, ids[id], "no id is given twice")
		ids[id] = true
		h.choose(actor, `["sing"]`)
	}
	for range maxBacks {
		declare()
		h.choose(actor, `["back"]`)
		require.Empty(t, h.last.Effects.Events)
		require.Equal(t, before.Hash, h.table.Play.Match.Hash)
		require.Equal(t, before.Items, h.table.Play.Match.Items)
		require.Equal(t, before.Seats, h.table.Play.Match.Seats)
	}
	declare()
	_, id := h.asked(actor)
	h.refused(CodeBackLimit, person, &Answer{Decision: id, Choice: []byte(`["back"]`)})
	for turn := h.table.Play.Turn; h.table.Play.Turn == turn; {
		h.answer(actor)
	}
	require.Zero(t, h.table.Play.BackCounts[actor])
}

// TestAnsweringAnewIsBounded answers a choice anew that other players are still making.
func TestAnsweringAnewIsBounded(t *testing.T) {
	h := playing(t, toySettings(2), "ann", "bob")
	for range maxBacks + 1 {
		h.answer(0)
	}
	h.refused(CodeBackLimit, "ann", h.answering(0))
	h.answer(1)
}

// TestRecordsHaveNoWayBack requires that no record has an answer "back", in any game, however many
// declarations were made.
func TestRecordsHaveNoWayBack(t *testing.T) {
	for _, id := range []string{"toy", "seasons", "spellbook"} {
		t.Run(id, func(t *testing.T) {
			backs := 0
			for seed := uint64(0); backs < 10; seed++ {
				h := newHouse(t)
				h.id, h.rng = seed<<32, rand.New(rand.NewPCG(seed, 1))
				h.do("ann", &Open{Settings: Settings{Game: id, Seats: 2}})
				h.do("bob", &Claim{Seat: 1})
				for h.do("ann", &Start{}); h.table.Playing(); {
					seat := h.turn()
					d, _ := h.asked(seat)
					option := h.table.Play.Match.Rules.OptionID(d.Options[h.rng.IntN(len(d.Options))].Key)
					if option == "back" {
						backs++
					}
					if d.Max == 1 && len(d.Groups) == 0 {
						h.choose(seat, `["`+option+`"]`)
					} else {
						h.answer(seat)
					}
				}
				m := h.table.Play.Match
				require.False(
					t,
					slices.ContainsFunc(m.Items, func(i match.Item) bool { return string(i.Answer) == `["back"]` }),
				)
				_, err := m.Record(nil).Replay(m.Rules, nil)
				require.NoError(t, err)
			}
		})
	}
}

// TestADeclarationEndsNoUndo requires that the last answer can be taken back until another player
// commits, so that the end of the undo does not give a declaration away.
func TestADeclarationEndsNoUndo(t *testing.T) {
	seen := 0
	for h := (*house)(nil); seen < 5; {
		if h == nil || !h.table.Playing() {
			h = playing(t, Settings{Game: "seasons", Seats: 2, Undo: true}, "ann", "bob")
			h.rng = rand.New(rand.NewPCG(uint64(seen), 2))
		}
		seat := h.turn()
		other := 1 - seat
		before, could := h.table, h.table.CanUndo().Has(other)
		h.answer(seat)
		if !could || len(h.last.Effects.Events) > 0 || h.turn() != seat {
			continue
		}
		require.True(t, h.table.CanUndo().Has(other), "nobody has seen anything")
		declared := h.table
		at := before.lastUndoable(other)
		h.do(h.table.Seats[other].Person, undo())
		require.Equal(t, game.Hash(before.Play.undoPoints[at].point.State), h.table.Play.Match.Hash)
		seen++
		h.table = declared
		for h.turn() == seat && len(h.last.Effects.Events) == 0 {
			h.answer(seat)
		}
	}
	require.Equal(t, 5, seen)
}
