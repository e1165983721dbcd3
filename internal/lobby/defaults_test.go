package lobby

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/room"
)

// TestDefaultsAreFilledIn: a room whose settings name only a game and its seats is
// stored and shown with every setting, and no frame that describes it has a null.
func TestDefaultsAreFilledIn(t *testing.T) {
	for _, id := range []string{"seasons", "spellbook"} {
		t.Run(id, func(t *testing.T) {
			inWorld(t, func(w *world) {
				ann := w.open("ann", room.Settings{Game: id, Seats: 2})
				g, _ := w.games.Find(id)
				want, err := game.CompleteOptions(g.Rules.Info(), nil, 2)
				require.NoError(t, err)
				require.NotEmpty(t, want)
				require.Equal(t, want, ann.room.Settings.Options)
				require.Equal(t, room.Settings{
					Game:         id,
					Options:      want,
					Seats:        2,
					Clock:        room.Clock{Mode: room.ClockNone},
					Absent:       room.AbsentWait,
					AbsentAfter:  120,
					OutOfTime:    room.OutOfTimeBot,
					ReplaceAfter: 86_400,
					LeftSeat:     room.LeftSeatAgree,
				}, w.stored().Settings)
				less := ann.room.Settings
				less.Options = nil
				w.must(ann, &room.ChangeSettings{Settings: less})
				require.Equal(t, want, ann.room.Settings.Options)
				w.must(ann, &room.SeatBot{Seat: 1, Bot: "random"})
				w.must(ann, &room.Start{})
				require.Equal(t, want, w.truth().Play.Match.Options)
				require.NotZero(t, ann.count["snapshot"])
				for _, frame := range ann.frames {
					if typeOf(t, frame) != "update" {
						require.NotContains(t, string(frame), ":null")
					}
				}
			})
		})
	}
}

// typeOf returns the type of a frame.
func typeOf(t *testing.T, frame []byte) string {
	t.Helper()
	var head struct {
		Type string `json:"type"`
	}
	require.NoError(t, json.Unmarshal(frame, &head))
	return head.Type
}
