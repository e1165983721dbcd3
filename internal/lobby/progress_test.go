package lobby

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/lobby/directory"
	"archmage/internal/room"
)

// inList returns what a list says of the room.
func (w *world) inList(query directory.ListQuery) directory.RoomInfo {
	w.t.Helper()
	query.Limit = 1
	page, err := w.lobby.List(w.ctx, query)
	require.NoError(w.t, err)
	require.Len(w.t, page.Rooms, 1)
	require.Equal(w.t, w.room, page.Rooms[0].ID)
	return page.Rooms[0]
}

// The list tells players whose turn it is and since when, and everybody how far
// the match has come.
func TestListSaysHowFarAMatchIs(t *testing.T) {
	inWorld(t, func(w *world) {
		settings := toyTable()
		settings.Listed, settings.Spectators, settings.Delay = true, true, 0
		list := w.seated(settings, "ann", "bob")
		require.Nil(t, w.inList(directory.ListQuery{Member: "ann"}).Progress)
		w.must(list[0], &room.Start{})
		changes := 0
		var last directory.MatchProgress
		var standing []int // at the last of these changes
		for w.truth().Status == room.StatusPlaying {
			now := w.truth()
			var waiting []game.Seat
			for seat := range game.Seat(2) {
				if now.Waiting().Has(seat) {
					waiting = append(waiting, seat)
				}
			}
			mine := w.inList(directory.ListQuery{Member: "ann"}).Progress
			require.Equal(t, now.Play.Match.State.Progress(), mine.Progress)
			require.Equal(t, waiting, mine.Waiting)
			if mine.Progress == last.Progress && len(mine.Waiting) == len(last.Waiting) &&
				mine.Waiting[0] == last.Waiting[0] {
				require.Equal(t, last.Since, mine.Since, "nothing has changed that others see")
			} else {
				require.Equal(t, time.Now().UnixMilli(), mine.Since+1)
				changes++
				standing = now.Play.Match.State.Standing()
			}
			require.Equal(
				t,
				&directory.MatchProgress{Progress: mine.Progress, Standing: standing},
				w.inList(directory.ListQuery{Listed: true}).Progress,
			)
			last = *mine
			time.Sleep(time.Second)
			for _, c := range list {
				if c.decision() != nil {
					require.NoError(t, c.answer())
					break
				}
			}
		}
		require.Greater(t, changes, 10)
		require.Nil(t, w.inList(directory.ListQuery{Member: "ann"}).Progress)
	})
}

func TestListSaysWhoIsHere(t *testing.T) {
	inWorld(t, func(w *world) {
		list := w.playing(toyTable(), "ann", "bob")
		eve := w.guest("eve")
		here := func() ([]game.Seat, int) {
			info := w.inList(directory.ListQuery{})
			return info.Connected, info.SpectatorCount
		}
		seats, watchers := here()
		require.Equal(t, []game.Seat{0, 1}, seats)
		require.Equal(t, 1, watchers)
		list[0].leave()
		eve.leave()
		w.after(0)
		seats, watchers = here()
		require.Equal(t, []game.Seat{1}, seats)
		require.Zero(t, watchers)
		progress := w.inList(directory.ListQuery{Member: "ann"}).Progress
		w.restart()
		seats, _ = here()
		require.Equal(t, []game.Seat{}, seats)
		require.Equal(
			t,
			progress,
			w.inList(directory.ListQuery{Member: "ann"}).Progress,
			"of a room that is not in memory too",
		)
	})
}
