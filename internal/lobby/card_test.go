package lobby

import (
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/directory"
	"archmage/internal/room"
)

// The preview of a link to a room says who invites. Once the match has begun, it says who plays, if
// others may watch.
func TestTheCardOfARoom(t *testing.T) {
	for _, spectators := range []bool{true, false} {
		inWorld(t, func(w *world) {
			settings := toyTable()
			settings.Spectators = spectators
			ann := w.open("ann", settings)
			card, err := w.lobby.Card(w.ctx, w.room)
			require.NoError(t, err)
			require.Equal(t, directory.Card{Game: settings.Game, Status: room.StatusOpen, Host: "The ann", Players: []string{"The ann", ""}}, card)
			require.Equal(t, 1, card.Free())
			require.False(t, card.Begun())
			w.must(ann, &room.SeatBot{Seat: 1, Bot: "random"})
			w.must(ann, &room.Start{})
			card, err = w.lobby.Card(w.ctx, w.room)
			require.NoError(t, err)
			require.True(t, card.Begun())
			if spectators {
				require.Equal(t, "The ann", card.Players[0])
				require.Len(t, card.Players, 2)
			} else {
				require.Nil(t, card.Players)
				require.Empty(t, card.Host)
			}
			_, err = w.lobby.Card(w.ctx, "nowhere")
			w.requireCode(directory.CodeNoRoom, err)
		})
	}
}
