package room

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSnapshotsOfALongMatch requires snapshots so often that a bounded number of entries leads to
// the room, whatever its players do.
func TestSnapshotsOfALongMatch(t *testing.T) {
	h := playing(t, toySettings(2), "ann", "bob")
	require.Equal(t, h.table.Last, h.table.Saved, "the start is stored")
	for h.table.Last < 3*saveAfter {
		h.do("ann", &Mute{Person: "eve", Muted: true})
		require.Less(t, h.table.Last-h.table.Saved, uint64(saveAfter))
	}
	// While an answer can be taken back, there may be twice as many entries.
	h.choose(h.bids(), `["sing"]`)
	saved := h.table.Saved
	for h.table.Saved == saved {
		h.do("ann", &Mute{Person: "eve", Muted: true})
		require.LessOrEqual(t, h.table.Last-saved, uint64(2*saveAfter))
	}
	require.Equal(t, saved+2*saveAfter, h.table.Saved)
	restored, err := Decode(h.table.games, h.table.ID, h.table.Encode())
	require.NoError(t, err)
	require.Equal(t, h.table.CanUndo(), restored.CanUndo())
}
