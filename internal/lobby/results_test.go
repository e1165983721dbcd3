package lobby

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/store"
)

// A match leaves a result for each person who started it, and none for bots; the
// name of a person who is gone leaves the archive.
func TestResultsOfAMatch(t *testing.T) {
	inWorld(t, func(w *world) {
		settings := toyTable()
		settings.Seats = 3
		list := w.seated(settings, "ann", "bob")
		w.must(list[0], &room.SeatBot{Seat: 2, Bot: "random"})
		w.must(list[0], &room.Start{})
		w.play(list...)
		info, err := w.lobby.Match(w.ctx, people.Person{ID: "ann"}, list[0].match)
		require.NoError(t, err)
		counted, _, err := w.log.CountResults(w.ctx, store.CountQuery{At: time.Now()})
		require.NoError(t, err)
		require.Equal(t, 1, counted)
		for seat, name := range []string{"ann", "bob"} {
			tallies, err := w.log.Tallies(w.ctx, store.CareerQuery{Person: name})
			require.NoError(t, err)
			place := info.Seats[seat]
			won := 0
			if place.Rank == 1 {
				won = 1
			}
			require.Equal(t, []store.Tally{
				{
					Game:     settings.Game,
					Seats:    3,
					Played:   1,
					Won:      won,
					RankSum:  place.Rank,
					PointSum: place.Total,
					Best:     place.Total,
				},
			}, tallies)
			// Who has won has won at the level, and against the bot.
			var want []string
			if won == 1 {
				want = append(want, "bot random", "level short")
			}
			feats, err := w.log.Feats(w.ctx, store.CareerQuery{Person: name})
			require.NoError(t, err)
			var got []string
			for _, feat := range feats {
				got = append(got, feat.Feat)
			}
			require.Equal(t, want, got)
		}
		companions, err := w.log.Companions(w.ctx, store.CareerQuery{Person: "ann"}, 10)
		require.NoError(t, err)
		require.Len(t, companions, 1)
		require.Equal(t, "bob", companions[0].Person)

		stored := func() string {
			m, err := w.log.Match(w.ctx, info.ID)
			require.NoError(t, err)
			return string(m.Summary)
		}
		require.Contains(t, stored(), "The ann")
		require.NoError(t, w.lobby.RemoveName(w.ctx, "ann"))
		require.NotContains(t, stored(), "The ann")
		require.Contains(t, stored(), "The bob")
	})
}
