package lobby

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/archive"
	"archmage/internal/match"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/store"
)

// ratedTable is a rated table of the toy.
func ratedTable(seats int) room.Settings {
	settings := clocked(room.Clock{Mode: room.ClockMove, Seconds: 30}, room.OutOfTimeLose)
	settings.Seats, settings.Undo, settings.Rated = seats, false, true
	return settings
}

// A match at a rated table counts if it has an outcome. The players who have left share the last
// place.
func TestRatedMatches(t *testing.T) {
	lost := func(c *client, why match.Lost) func(*testing.T, archive.MatchInfo) {
		return func(t *testing.T, info archive.MatchInfo) {
			for i, seat := range info.Seats {
				if info.Players[i].Person == c.person.ID {
					require.Equal(t, why, seat.Lost)
					require.Equal(t, len(info.Seats), seat.Rank)
				}
			}
		}
	}
	for _, test := range []struct {
		name string
		// play plays the match to its end, and returns what is to be checked of it, nil
		// if it does not count.
		play func(w *world, list []*client) func(*testing.T, archive.MatchInfo)
	}{
		{"to the end", func(w *world, list []*client) func(*testing.T, archive.MatchInfo) {
			w.play(list...)
			return func(*testing.T, archive.MatchInfo) {}
		}},
		{"one leaves", func(w *world, list []*client) func(*testing.T, archive.MatchInfo) {
			w.must(list[1], &room.Leave{})
			w.play(list[0], list[2])
			return lost(list[1], match.LostLeft)
		}},
		{"one gives up", func(w *world, list []*client) func(*testing.T, archive.MatchInfo) {
			w.must(list[2], &room.Concede{})
			w.play(list[0], list[1])
			return lost(list[2], match.LostConceded)
		}},
		{"one is out of time", func(w *world, list []*client) func(*testing.T, archive.MatchInfo) {
			for w.truth().Playing() && w.truth().LostOf(1) == "" {
				for _, c := range []*client{list[0], list[2]} {
					if c.decision() != nil {
						require.NoError(w.t, c.answer())
					}
				}
				w.after(time.Second)
			}
			w.play(list[0], list[2])
			return lost(list[1], match.LostTime)
		}},
		{"closed by the server", func(w *world, _ []*client) func(*testing.T, archive.MatchInfo) {
			require.NoError(w.t, w.lobby.CloseRoom(w.ctx, w.room))
			w.after(0)
			return nil
		}},
		{"ended by all", func(w *world, list []*client) func(*testing.T, archive.MatchInfo) {
			w.endTogether(list...)
			return nil
		}},
		{"all leave", func(w *world, list []*client) func(*testing.T, archive.MatchInfo) {
			for _, c := range list {
				w.must(c, &room.Leave{})
			}
			return func(t *testing.T, info archive.MatchInfo) {
				require.Equal(t, []int{2, 2, 1}, []int{
					info.Seats[0].Rank, info.Seats[1].Rank, info.Seats[2].Rank,
				}, "the last one has won")
			}
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			calls := 0
			inWorldWith(t, Options{Archived: func(*store.Match) { calls++ }}, 1, func(w *world) {
				w.kind = people.Account
				list := w.playing(ratedTable(3), "ann", "bob", "cy")
				require.NoError(t, list[0].answer())
				check := test.play(w, list)
				archived := w.archived("ann")
				require.Len(t, archived, 1)
				info := archived[0]
				require.Equal(t, 1, calls)
				rated, err := w.log.RatedMatches(w.ctx, 0, 10)
				require.NoError(t, err)
				if check == nil {
					require.Empty(t, rated)
					require.False(t, info.Rated)
					return
				}
				require.True(t, info.Rated)
				check(t, info)
				require.Len(t, rated, 1)
				for i, seat := range rated[0].Seats {
					require.Equal(t, store.RatedSeat{Player: info.Players[i].Person, Rank: info.Seats[i].Rank}, seat)
				}
				require.Equal(t, info.ID, rated[0].ID)
				require.Equal(t, info.Ended, rated[0].Ended.UnixMilli())
			})
		})
	}
}

// If somebody takes the seat of a player who has left, the match counts for the player who started
// it.
func TestRatedPlayersAreWhoStarted(t *testing.T) {
	inWorld(t, func(w *world) {
		w.kind = people.Account
		list := w.playing(ratedTable(3), "ann", "bob", "cy")
		require.NoError(t, list[0].answer())
		w.must(list[1], &room.Leave{})
		eve := w.guest("eve")
		w.letIn(eve, 1, list[0], list[2])
		w.must(list[2], &room.Leave{})
		w.must(eve, &room.Concede{})
		rated, err := w.log.RatedMatches(w.ctx, 0, 10)
		require.NoError(t, err)
		require.Len(t, rated, 1)
		require.Equal(
			t,
			[]store.RatedSeat{{Player: "ann", Rank: 1}, {Player: "bob", Rank: 2}, {Player: "cy", Rank: 2}},
			rated[0].Seats,
		)
	})
}

// Matches at other tables do not count for ratings, not even between people with accounts.
func TestUnratedTable(t *testing.T) {
	inWorld(t, func(w *world) {
		w.kind = people.Account
		settings := ratedTable(2)
		settings.Rated = false
		list := w.playing(settings, "ann", "bob")
		w.play(list...)
		rated, err := w.log.RatedMatches(w.ctx, 0, 10)
		require.NoError(t, err)
		require.Empty(t, rated)
	})
}

// The result of a match that spectators see with a delay becomes known when they see its end.
func TestRatedMatchOpensLate(t *testing.T) {
	inWorld(t, func(w *world) {
		w.kind = people.Account
		settings := ratedTable(2)
		settings.Delay = 2
		list := w.playing(settings, "ann", "bob")
		w.play(list...)
		rated, err := w.log.RatedMatches(w.ctx, 0, 10)
		require.NoError(t, err)
		require.Len(t, rated, 1)
		require.True(t, rated[0].Opens.After(time.Now()))
	})
}
