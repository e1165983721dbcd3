package room

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
)

// TestRemoved requires that a removed person cannot come back until the host allows it, even if the
// host changes.
func TestRemoved(t *testing.T) {
	h := open(t, toySettings(3), "ann", "bob", "cy")
	claim := &Claim{Seat: 1}
	h.do("ann", &Kick{Seat: 1})
	require.True(t, h.table.Removed.IsOut("bob"))
	require.Equal(t, []Removal{{"bob", "Name of bob", "Name of ann", true, ""}}, h.table.Info().Removed)
	h.refused(CodeRemoved, "bob", claim)
	require.Equal(t, CodeRemoved, codeOf(h.table.CheckChat("bob")))
	h.refused(CodeNotHere, "ann", &Remove{Person: "eve"})
	h.refused(CodeHasSeat, "ann", &Remove{Person: "cy", PersonName: "Cy"})
	h.refused(CodeNotHost, "ann", &Remove{Person: "ann", PersonName: "Ann"})
	h.refused(coded.Malformed, "ann", &Remove{PersonName: "Nobody"})
	h.do("ann", &Remove{Person: "eve", PersonName: "Eve"})
	h.refused(CodeRemoved, "eve", claim)
	h.do("ann", &MakeHost{Seat: 2})
	h.refused(CodeNotHost, "ann", &Readmit{Person: "eve"})
	h.do("cy", &Readmit{Person: "eve"})
	h.refused(CodeNotHere, "cy", &Readmit{Person: "eve"})
	h.do("eve", claim)
	require.True(t, h.table.Removed.IsOut("bob"))
	h.do("ann", &Leave{})
	for i := range maxRemovals {
		h.do("cy", &Remove{Person: fmt.Sprint("guest ", i), PersonName: "Guest"})
	}
	require.Len(t, h.table.Removed, maxRemovals)
	require.False(t, h.table.Removed.IsOut("bob"), "the room forgets who was removed first")
}

func TestWhoMayWrite(t *testing.T) {
	h := open(t, toySettings(3), "ann", "bob")
	require.NoError(t, h.table.CheckChat("eve"))
	h.refused(CodeHasSeat, "ann", &Mute{Person: "bob", Muted: true})
	h.do("ann", &Mute{Person: "eve", Muted: true})
	h.do("ann", &Mute{Person: "eve", Muted: true})
	require.Equal(t, []string{"eve"}, h.table.Info().Muted)
	require.Equal(t, CodeMuted, codeOf(h.table.CheckChat("eve")))
	require.NoError(t, h.table.CheckChat("dee"))
	h.do("ann", &Mute{Person: "eve"})
	require.NoError(t, h.table.CheckChat("eve"))

	settings := toySettings(3)
	settings.PlayersChat = true
	h.do("ann", &ChangeSettings{Settings: settings})
	require.Equal(t, CodeMuted, codeOf(h.table.CheckChat("eve")))
	require.NoError(t, h.table.CheckChat("bob"))
	h.do("ann", &Leave{})
	h.do("bob", &Leave{})
	require.NoError(t, h.table.CheckChat("bob"), "the host may write without a seat")
	for i := range maxMutes + 1 {
		h.do("bob", &Mute{Person: fmt.Sprint("guest ", i), Muted: true})
	}
	require.Len(t, h.table.Muted, maxMutes)
}
