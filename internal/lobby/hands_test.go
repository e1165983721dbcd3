package lobby

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/archive/replay"
	"archmage/internal/game"
	"archmage/internal/room"
)

// TestOpenHandsOfARoom asks for everything that a spectator can ask for. All of it has the open hands,
// until a player withdraws; then none of it has, also after a restart.
func TestOpenHandsOfARoom(t *testing.T) {
	inWorld(t, func(w *world) {
		settings := room.Settings{Game: "seasons", Seats: 2, Spectators: true, Delay: 2, OpenHands: true}
		list := w.playing(settings, "ann", "bob")
		eve := w.guest("eve")
		look := func(open bool) {
			t.Helper()
			for _, c := range []*client{eve, w.guest("zoe")} {
				require.Equal(t, open, c.private != nil, "what is told")
				part, err := w.lobby.LiveSteps(w.ctx, w.room, c.person, replay.Last)
				require.NoError(t, err)
				var chunk replay.Chunk
				w.unpack(part, &chunk)
				require.Equal(t, open, chunk.Private != nil, "the steps")
				require.Equal(t, map[bool]string{true: "all", false: "spectator"}[open], chunk.As)
				page, err := w.lobby.Events(w.ctx, w.room, c.person, 0, MaxEvents)
				require.NoError(t, err)
				private := false
				for _, event := range page.Events {
					private = private || len(event.Private) > 0
				}
				require.Equal(t, open, private, "the events")
			}
		}
		play := func(answers int) {
			t.Helper()
			for i := 0; i < answers; {
				for _, c := range list {
					if c.decision() != nil {
						require.NoError(t, c.answer())
						i++
					}
				}
			}
		}
		look(false)
		play(120)
		look(true)
		hands := map[game.Seat]json.RawMessage{}
		for seat, c := range list {
			hands[game.Seat(seat)] = c.private
			require.NotContains(t, string(c.private), `"s0":`)
		}
		before := eve.private
		w.restart()
		w.join(append(list, eve)...)
		requireSameJSON(t, json.RawMessage(before), json.RawMessage(eve.private), "after a restart")
		look(true)
		w.must(list[1], &room.Consent{})
		look(false)
		for seat, c := range list {
			requireSameJSON(t, hands[game.Seat(seat)], json.RawMessage(c.private), "players see what they saw")
		}
		w.restart()
		w.join(append(list, eve)...)
		look(false)
		play(6)
		look(false)
	})
}
