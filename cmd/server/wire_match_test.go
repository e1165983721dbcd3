package main

import (
	"fmt"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/client"
	"archmage/internal/game"
)

// TestWireMatches plays whole matches of every game in the real program, by
// nothing but what it tells: everybody answers at random out of the text of the
// decisions. What each client has patched together is what somebody sees who
// comes anew, at several points and at the end. Afterwards the server's own log
// says what everybody should have been told: exactly that, and nothing else.
func TestWireMatches(t *testing.T) {
	t.Parallel()
	server := startChild(t, t.TempDir(), "-limits", "off")
	matches := []client.Settings{
		{Game: "seasons", Seats: 2, Options: game.MatchOptions{"level": "magician"}},
		{Game: "seasons", Seats: 3, Options: game.MatchOptions{"level": "apprentice"}},
		{Game: "seasons", Seats: 4, Options: game.MatchOptions{"level": "archmage"}},
		{Game: "spellbook", Seats: 1},
		{Game: "spellbook", Seats: 2},
		{Game: "spellbook", Seats: 3},
		{Game: "spellbook", Seats: 4},
	}
	tables := make([]*table, len(matches))
	t.Run("played", func(t *testing.T) {
		for i, settings := range matches {
			t.Run(fmt.Sprintf("%s for %d", settings.Game, settings.Seats), func(t *testing.T) {
				t.Parallel()
				tab := sitDown(t, server.base, settings, 2).start()
				tab.compare()
				looks := 0
				tab.play(20*settings.Seats, func() {
					tab.compare()
					looks++
				})
				tab.compare()
				require.Positive(t, looks)
				tables[i] = tab
			})
		}
	})
	server.stop(t, syscall.SIGTERM)
	for i, tab := range tables {
		t.Run(fmt.Sprintf("%s for %d as logged", matches[i].Game, matches[i].Seats), func(t *testing.T) {
			require.NotNil(t, tab, "it was not played to its end")
			logged := readLogged(t, server.data, tab)
			for seat, p := range tab.players {
				logged.check(t, p.toldOfMatch(), game.Seat(seat))
				readAllowed(t, tab.settings.Game, game.Seat(seat)).check(t, p)
			}
			seen := tab.spectators[0].toldOfMatch()
			logged.check(t, seen, game.NoSeat)
			for _, p := range tab.spectators {
				require.Equal(t, seen, p.toldOfMatch(), "all of them see the same")
				readAllowed(t, tab.settings.Game, game.NoSeat).check(t, p)
			}
		})
	}
}
