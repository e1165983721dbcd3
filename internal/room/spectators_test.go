package room

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
)

// TestRemoved: who was removed does not come back until the host allows it,
// whoever is host.
func TestRemoved(t *testing.T) {
	h := open(t, toySettings(3), "ann", "bob", "cy")
	claim := Command{Kind: KindClaim, Seat: 1}
	h.do("ann", Command{Kind: KindKick, Seat: 1})
	require.True(t, h.table.IsOut("bob"))
	require.Equal(t, []Removal{{"bob", "Name of bob", "Name of ann", true, ""}}, h.table.Info().Removed)
	h.refused(CodeRemoved, "bob", claim)
	require.Equal(t, CodeRemoved, codeOf(h.table.MayWrite("bob")))
	h.refused(CodeNotHere, "ann", Command{Kind: KindRemove, Player: "eve"})
	h.refused(CodeHasSeat, "ann", Command{Kind: KindRemove, Player: "cy", Name: "Cy"})
	h.refused(CodeNotHost, "ann", Command{Kind: KindRemove, Player: "ann", Name: "Ann"})
	h.refused(coded.Malformed, "ann", Command{Kind: KindRemove, Name: "Nobody"})
	h.do("ann", Command{Kind: KindRemove, Player: "eve", Name: "Eve"})
	h.refused(CodeRemoved, "eve", claim)
	h.do("ann", Command{Kind: KindHost, Seat: 2})
	h.refused(CodeNotHost, "ann", Command{Kind: KindAllow, Player: "eve"})
	h.do("cy", Command{Kind: KindAllow, Player: "eve"})
	h.refused(CodeNotHere, "cy", Command{Kind: KindAllow, Player: "eve"})
	h.do("eve", claim)
	require.True(t, h.table.IsOut("bob"))
	h.do("ann", Command{Kind: KindLeave})
	for i := range keptRemovals {
		h.do("cy", Command{Kind: KindRemove, Player: fmt.Sprint("guest ", i), Name: "Guest"})
	}
	require.Len(t, h.table.Removed, keptRemovals)
	require.False(t, h.table.IsOut("bob"), "the room forgets who was removed first")
}

func TestWhoMayWrite(t *testing.T) {
	h := open(t, toySettings(3), "ann", "bob")
	require.NoError(t, h.table.MayWrite("eve"))
	h.refused(CodeHasSeat, "ann", Command{Kind: KindMute, Player: "bob", Muted: true})
	h.do("ann", Command{Kind: KindMute, Player: "eve", Muted: true})
	h.do("ann", Command{Kind: KindMute, Player: "eve", Muted: true})
	require.Equal(t, []string{"eve"}, h.table.Info().Muted)
	require.Equal(t, CodeMuted, codeOf(h.table.MayWrite("eve")))
	require.NoError(t, h.table.MayWrite("dee"))
	h.do("ann", Command{Kind: KindMute, Player: "eve"})
	require.NoError(t, h.table.MayWrite("eve"))

	settings := toySettings(3)
	settings.PlayersChat = true
	h.do("ann", Command{Kind: KindSettings, Settings: &settings})
	require.Equal(t, CodeMuted, codeOf(h.table.MayWrite("eve")))
	require.NoError(t, h.table.MayWrite("bob"))
	h.do("ann", Command{Kind: KindLeave})
	h.do("bob", Command{Kind: KindLeave})
	require.NoError(t, h.table.MayWrite("bob"), "the host may write without a seat")
	for i := range keptMutes + 1 {
		h.do("bob", Command{Kind: KindMute, Player: fmt.Sprint("guest ", i), Muted: true})
	}
	require.Len(t, h.table.Muted, keptMutes)
}
