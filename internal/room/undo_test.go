package room

import (
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
)

func undo() Command { return Command{Kind: KindUndo} }

// TestUndo takes a bid back, which the others know of, and declarations, of which
// they do not.
func TestUndo(t *testing.T) {
	h := playing(t, toySettings(2), "ann", "bob")
	h.refused(CodeNoUndo, "ann", undo())
	first := h.table.Play.Match.Hash
	_, id := h.asked(0)
	_, bobs := h.asked(1)
	h.answer(0)
	require.Equal(t, game.Seat(0), h.table.CanUndo())
	h.refused(CodeNoUndo, "bob", undo())
	h.do("ann", undo())
	require.Equal(t, first, h.table.Play.Match.Hash)
	require.Equal(t, first, h.last.Entry.Hash)
	require.Equal(t, []game.Event{{Kind: "undo", Seat: 0}}, h.last.Effects.Events)
	require.Equal(t, 2, h.table.Play.Turn, "it is ann's turn again")
	require.Empty(t, h.table.Play.Match.Items)
	_, again := h.asked(0)
	require.NotEqual(t, id, again, "no id is given twice")
	_, still := h.asked(1)
	require.Equal(t, bobs, still, "bob is asked the same as before")
	h.refused(game.CodeStale, "ann", Command{Kind: KindAnswer, Decision: id, Choice: []byte(`["bid:1"]`)})
	h.refused(CodeNoUndo, "ann", undo())

	actor := h.bids()
	person := h.table.Seats[actor].Person
	require.Equal(t, game.NoSeat, h.table.CanUndo(), "the bids are open")
	events, turn := h.table.Play.Events, h.table.Play.Turn
	h.choose(actor, `["sing"]`)
	h.choose(actor, `["back"]`)
	h.choose(actor, `["split"]`)
	for range 3 {
		h.do(person, undo())
		require.Empty(t, h.last.Effects.Events)
	}
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
		undo game.Seat
	}{
		{"nothing", func(*house) {}, 0},
		{"an answer of somebody else", func(h *house) { h.answer(1) }, 1},
		{"a bot's answer", func(h *house) { h.do("", Command{Kind: KindStandIn, Seat: 1}); h.answer(1) }, game.NoSeat},
		{"a bot plays the seat", func(h *house) { h.do("", Command{Kind: KindStandIn, Seat: 0}) }, game.NoSeat},
		{"the player is back", func(h *house) {
			h.do("", Command{Kind: KindStandIn, Seat: 0})
			h.do("ann", Command{Kind: KindReturn})
		}, 0},
		{"a bot plays another seat", func(h *house) { h.do("", Command{Kind: KindStandIn, Seat: 1}) }, 0},
		{"somebody leaves", func(h *house) { h.do("bob", Command{Kind: KindLeave}) }, game.NoSeat},
		{"the player concedes", func(h *house) { h.do("ann", Command{Kind: KindConcede}) }, game.NoSeat},
		{"the end", func(h *house) { h.do("", Command{Kind: KindClose}) }, game.NoSeat},
		{"a vote", func(h *house) { h.do("bob", Command{Kind: KindPropose, What: ProposeEnd}) }, 0},
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

// TestUndoKeepsMarks: what else has happened since the answer stays.
func TestUndoKeepsMarks(t *testing.T) {
	h := playing(t, toySettings(3), "ann", "bob", "cy")
	h.answer(0)
	h.do("bob", Command{Kind: KindConcede})
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
	require.Equal(t, game.NoSeat, h.table.CanUndo())
	h.refused(CodeUndoLimit, "ann", undo())
	h.answer(1)
	require.NotEqual(t, CodeUndoLimit, codeOf(func() error { _, err := Decide(h.table, h.by("bob", undo())); return err }()), "each seat has its own")
}

func TestUndoRemembersSoMany(t *testing.T) {
	h := playing(t, toySettings(2), "ann", "bob")
	actor := h.bids()
	person := h.table.Seats[actor].Person
	for range keptUndo {
		h.choose(actor, `["sing"]`)
		h.choose(actor, `["back"]`)
	}
	for range keptUndo {
		h.do(person, undo())
	}
	h.refused(CodeNoUndo, person, undo())
}
