package main

import (
	"fmt"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/client"
	"archmage/internal/game"
)

// TestWireMatches plays whole matches of every game in the real program through frames alone. All players
// answer at random. At several points and at the end, each client's patched documents must equal those of a
// new client. Afterwards the server's log determines which frames each client should have received: exactly
// those, and no others.
func TestWireMatches(t *testing.T) {
	t.Parallel()
	server := startChild(t, t.TempDir())
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
				tab := sitDown(t, server.Base, settings, 2).start()
				tab.compare()
				for _, p := range tab.players {
					p.neverGoesBack = true
				}
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
	server.Stop(t, syscall.SIGTERM)
	for i, tab := range tables {
		t.Run(fmt.Sprintf("%s for %d as logged", matches[i].Game, matches[i].Seats), func(t *testing.T) {
			require.NotNil(t, tab, "it was not played to its end")
			logged := readLogged(t, server.Data, tab)
			for seat, p := range tab.players {
				logged.check(t, p.matchFrames(), game.Seat(seat))
				readAllowed(t, tab.settings.Game, game.Seat(seat)).check(t, p)
			}
			seen := tab.spectators[0].matchFrames()
			logged.check(t, seen, game.NoSeat)
			for _, p := range tab.spectators {
				require.Equal(t, seen, p.matchFrames(), "all of them see the same")
				readAllowed(t, tab.settings.Game, game.NoSeat).check(t, p)
			}
		})
	}
}
