package lobby

import (
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/room"
	"archmage/internal/strict"
)

// TestUndo plays rounds of the toy: a bid can be replaced and taken back until
// all are open, a declaration until it is paid.
func TestUndo(t *testing.T) {
	inWorld(t, func(w *world) {
		list := w.playing(toyTable(), "ann", "bob")
		ann, bob, eve := list[0], list[1], w.guest("eve")
		w.refused(room.CodeNoUndo, ann, &room.Undo{})
		require.NoError(t, ann.answer())
		require.True(t, ann.undo)
		require.False(t, bob.undo)
		w.refused(room.CodeNoUndo, bob, &room.Undo{})
		w.refused(room.CodeNotSeated, eve, &room.Undo{})
		old := ann.decisions[0]
		asked := bob.decisions[0].ID
		w.must(ann, &room.Undo{})
		require.Equal(t, asked, bob.decisions[0].ID, "what bob is asked is the same still")
		require.NotEqual(t, old.ID, ann.decision().ID)
		w.refused(
			game.CodeStale,
			ann,
			&room.Answer{Decision: old.ID, Choice: strict.Encode([]string{old.Options[0].ID})},
		)
		w.check()

		require.NoError(t, ann.answer())
		require.NoError(t, bob.answer())
		require.False(t, ann.undo, "the bids are open")
		w.refused(room.CodeNoUndo, bob, &room.Undo{})
		first, other := w.turnOf(ann, bob)

		// Others do not learn of the undo of something they never saw.
		zoe := w.guest("zoe")
		frames, events := len(other.frames)+len(eve.frames)+len(zoe.frames), len(w.truth().events)
		ids := map[uint64]bool{first.decision().ID: true}
		for range 3 {
			require.NoError(t, first.choose("split"))
			require.True(t, first.undo)
			require.False(t, ids[first.decision().ID], "no id is given twice")
			ids[first.decision().ID] = true
			w.must(first, &room.Undo{})
			require.False(t, ids[first.decision().ID], "no id is given twice")
			ids[first.decision().ID] = true
		}
		require.Equal(t, frames, len(other.frames)+len(eve.frames)+len(zoe.frames), "not one frame")
		require.Len(t, w.truth().events, events)
		w.check()

		// Also after going back, and after a restart.
		require.NoError(t, first.choose("sing"))
		require.NoError(t, first.choose("back"))
		require.NoError(t, first.choose("split"))
		w.restart()
		for _, c := range w.people {
			require.NoError(t, c.join())
		}
		w.after(0)
		w.check()
		w.must(first, &room.Undo{})
		w.check()
		w.refused(room.CodeNoUndo, first, &room.Undo{})
		require.Len(t, first.decision().Options, 3)

		// A die is a barrier.
		require.NoError(t, first.choose("roll"))
		require.False(t, first.undo)
		w.refused(room.CodeNoUndo, first, &room.Undo{})
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
		w.refused(room.CodeNoUndo, ann, &room.Undo{})
		w.must(bob, &room.Undo{})
		require.False(t, ann.undo)

		// The answers of a seat's earlier player stay.
		require.NoError(t, bob.answer())
		w.must(bob, &room.Leave{})
		w.letIn(bob, 1, ann, cy)
		w.refused(room.CodeNoUndo, bob, &room.Undo{})
		w.play(ann, bob, cy)
		w.refused(room.CodeNotPlaying, ann, &room.Undo{})
	})
	inWorld(t, func(w *world) {
		settings := toyTable()
		settings.Undo = false
		list := w.playing(settings, "ann", "bob")
		require.NoError(t, list[0].answer())
		require.False(t, list[0].undo)
		w.refused(room.CodeNoUndo, list[0], &room.Undo{})
	})
}
