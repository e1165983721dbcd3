package lobby

import (
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
)

// TestUndo plays rounds of the toy: a bid can be replaced and taken back until
// all are open, a declaration until it is paid.
func TestUndo(t *testing.T) {
	inWorld(t, func(w *world) {
		list := w.playing(toyTable(), "ann", "bob")
		ann, bob, eve := list[0], list[1], w.guest("eve")
		w.refused(CodeNoUndo, ann, Intent{Kind: KindUndo})
		require.NoError(t, ann.answer())
		require.True(t, ann.undo)
		require.False(t, bob.undo)
		w.refused(CodeNoUndo, bob, Intent{Kind: KindUndo})
		w.refused(CodeNotSeated, eve, Intent{Kind: KindUndo})
		old := ann.decisions[0]
		asked := bob.decisions[0].ID
		w.must(ann, Intent{Kind: KindUndo})
		require.Equal(t, asked, bob.decisions[0].ID, "what bob is asked is the same still")
		require.NotEqual(t, old.ID, ann.decision().ID)
		w.refused(game.CodeStale, ann, Intent{Kind: KindAnswer, Decision: old.ID, Picks: encode([]string{old.Options[0].ID})})
		w.check()

		require.NoError(t, ann.answer())
		require.NoError(t, bob.answer())
		require.False(t, ann.undo, "the bids are open")
		w.refused(CodeNoUndo, bob, Intent{Kind: KindUndo})
		first, other := w.turnOf(ann, bob)

		// Others do not learn that something they never saw was taken back.
		seq, events := [2]uint64{other.seq, eve.seq}, len(w.truth().events)
		ids := map[uint64]bool{first.decision().ID: true}
		for range 3 {
			require.NoError(t, first.choose("split"))
			require.True(t, first.undo)
			require.False(t, ids[first.decision().ID], "no id is given twice")
			ids[first.decision().ID] = true
			w.must(first, Intent{Kind: KindUndo})
			require.False(t, ids[first.decision().ID], "no id is given twice")
			ids[first.decision().ID] = true
		}
		require.Equal(t, seq, [2]uint64{other.seq, eve.seq})
		require.Len(t, w.truth().events, events)
		w.check()

		// Several in a row, after a restart too.
		require.NoError(t, first.choose("sing"))
		require.NoError(t, first.choose("back"))
		require.NoError(t, first.choose("sing"))
		w.restart()
		for _, c := range w.people {
			require.NoError(t, c.join())
		}
		w.after(0)
		w.check()
		for range 3 {
			w.must(first, Intent{Kind: KindUndo})
			w.check()
		}
		w.refused(CodeNoUndo, first, Intent{Kind: KindUndo})
		require.Len(t, first.decision().Options, 3)

		// A die is a barrier.
		require.NoError(t, first.choose("roll"))
		require.False(t, first.undo)
		w.refused(CodeNoUndo, first, Intent{Kind: KindUndo})
	})
}

func TestUndoMeetsItsBarriers(t *testing.T) {
	inWorld(t, func(w *world) {
		settings := toyTable()
		settings.Seats = 3
		list := w.playing(settings, "ann", "bob", "cy")
		ann, bob, cy := list[0], list[1], list[2]
		require.NoError(t, ann.answer())
		require.NoError(t, bob.answer())
		require.False(t, ann.undo, "somebody else has answered since")
		w.refused(CodeNoUndo, ann, Intent{Kind: KindUndo})
		w.must(bob, Intent{Kind: KindUndo})
		require.False(t, ann.undo)

		// What was answered at a seat by somebody else stays.
		require.NoError(t, bob.answer())
		w.must(ann, Intent{Kind: KindKick, Seat: 1})
		w.must(bob, Intent{Kind: KindClaim, Seat: 1})
		w.refused(CodeNoUndo, bob, Intent{Kind: KindUndo})
		w.play(ann, bob, cy)
		w.refused(CodeNotPlaying, ann, Intent{Kind: KindUndo})
	})
	inWorld(t, func(w *world) {
		settings := toyTable()
		settings.Undo = false
		list := w.playing(settings, "ann", "bob")
		require.NoError(t, list[0].answer())
		require.False(t, list[0].undo)
		w.refused(CodeNoUndo, list[0], Intent{Kind: KindUndo})
	})
}
