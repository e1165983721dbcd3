package lobby

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/game/bot"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/store"
	"archmage/test/conformance"
)

// wideTable is a table for the toy with up to eight seats, and serves that game.
func wideTable(w *world, seats int, result string) room.Settings {
	w.t.Helper()
	w.games = append(w.games, game.Module{Rules: conformance.Wide(), Bots: []game.Bot{bot.NewRandom()}})
	w.restart()
	settings := ratedTable(seats)
	settings.Game, settings.Options = "wide", game.MatchOptions{"result": result}
	return settings
}

func eightNames() []string {
	var names []string
	for seat := range game.MaxSeats {
		names = append(names, fmt.Sprint("p", seat))
	}
	return names
}

// Eight people play a match in two teams to its end, across a restart. Both teams share their places in the
// archive, in ratings, in statistics and in standings.
func TestEightPlayersInTwoTeams(t *testing.T) {
	inWorld(t, func(w *world) {
		w.kind = people.Account
		list := w.playing(wideTable(w, game.MaxSeats, "teams"), eightNames()...)
		for _, c := range list[:5] {
			require.NoError(t, c.answer())
		}
		w.restart()
		w.join(list...)
		w.play(list...)

		archived := w.archived("p0")
		require.Len(t, archived, 1)
		info := archived[0]
		require.Len(t, info.Outcome.Places, game.MaxSeats)
		winners := info.Outcome.Places[0].Team
		rated, err := w.log.RatedMatches(w.ctx, 0, 10)
		require.NoError(t, err)
		require.Len(t, rated, 1)
		counted, _, err := w.log.CountResults(w.ctx, store.CountQuery{At: time.Now()})
		require.NoError(t, err)
		require.Equal(t, 1, counted)
		for seat, c := range list {
			require.Equal(t, info.Seats[seat].Rank, c.result.Seats[seat].Rank)
			team, rank, won := 1+seat%2, 5, 0
			if team == winners {
				rank, won = 1, 1
			}
			result := info.Seats[seat]
			require.Equal(t, team, result.Team)
			require.Equal(t, rank, result.Rank)
			require.Equal(t, info.Seats[seat%2].Total, result.Total)
			require.Equal(t, store.RatedSeat{Player: c.person.ID, Rank: rank, Team: team}, rated[0].Seats[seat])
			tallies, err := w.log.Tallies(w.ctx, store.CareerQuery{Person: c.person.ID})
			require.NoError(t, err)
			require.Len(t, tallies, 1)
			require.Equal(t, won, tallies[0].Won)
			opponents, err := w.log.Companions(w.ctx, store.CareerQuery{Person: c.person.ID}, 10)
			require.NoError(t, err)
			require.Len(t, opponents, 4)
			for _, o := range opponents {
				require.Equal(t, won, o.Ahead)
				require.NotEqual(t, seat%2, int(o.Person[1]-'0')%2, "%s is no opponent of %s", o.Person, c.person.ID)
			}
		}
	})
}

// A match of all players against the virtual opponent has no opponents to compare.
func TestEightPlayersTogether(t *testing.T) {
	inWorld(t, func(w *world) {
		w.kind = people.Account
		list := w.playing(wideTable(w, game.MaxSeats, "shared"), eightNames()...)
		w.play(list...)
		info := w.archived("p0")[0]
		require.Len(t, info.Outcome.Places, game.MaxSeats+1)
		require.False(t, info.Rated)
		for _, result := range info.Seats {
			require.Equal(t, 1, result.Team)
			require.Equal(t, info.Seats[0].Rank, result.Rank)
			require.Equal(t, info.Seats[0].Total, result.Total)
		}
		counted, _, err := w.log.CountResults(w.ctx, store.CountQuery{At: time.Now()})
		require.NoError(t, err)
		require.Equal(t, 1, counted)
		opponents, err := w.log.Companions(w.ctx, store.CareerQuery{Person: "p0"}, 10)
		require.NoError(t, err)
		require.Empty(t, opponents)
	})
}
