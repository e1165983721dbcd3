package lobby

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/room"
	"archmage/internal/stream"
)

// A client that comes to a crowded room gets its state at once; the others get
// one frame about all who came within a second.
func TestACrowdIsToldTogether(t *testing.T) {
	inWorld(t, func(w *world) {
		const crowd = 100
		ann := w.open("ann", toyTable())
		for n := range crowd {
			guest := w.guest(fmt.Sprintf("guest%d", n))
			require.NotNil(t, guest.room)
		}
		known := ann.presence.SpectatorCount
		require.Less(t, known, crowd)
		last := w.guest("zed")
		require.Equal(t, crowd+1, last.presence.SpectatorCount)
		require.Equal(t, known, ann.presence.SpectatorCount)
		w.after(time.Second)
		require.Equal(t, crowd+1, ann.presence.SpectatorCount)
		require.Len(t, ann.presence.Spectators, maxNamed)
		w.check()
	})
}

// An overlay watches the room. The host sees that it is an overlay and can remove it. It does not make
// a player present.
func TestAnOverlayWatches(t *testing.T) {
	inWorld(t, func(w *world) {
		list := w.playing(toyTable(), "ann", "bob")
		ann, bob := list[0], list[1]
		eve := w.newClient("eve")
		require.NoError(t, eve.joinFrom(stream.Hello{Overlay: true}))
		bob.leave()
		require.NoError(t, bob.joinFrom(stream.Hello{Overlay: true}))
		w.after(time.Minute)
		require.NotNil(t, eve.public)
		require.NotNil(t, bob.public)
		require.Equal(t, 1, ann.presence.SpectatorCount)
		require.Equal(t, []watcher{{Player: "eve", Name: "The eve", Stream: true}}, ann.presence.Spectators)
		require.Equal(t, []string{"ann"}, ann.presence.Connected)
		require.Equal(t, ann.presence, eve.presence)

		// Who watches otherwise too is one spectator.
		other := w.newClient("eve")
		require.NoError(t, other.join())
		w.after(time.Second)
		require.Equal(t, []watcher{{Player: "eve", Name: "The eve"}}, ann.presence.Spectators)
		require.Equal(t, 1, ann.presence.SpectatorCount)
		other.leave()
		w.after(time.Second)
		require.True(t, ann.presence.Spectators[0].Stream)

		w.must(ann, &room.Remove{Person: "eve"})
		w.after(time.Second)
		require.Zero(t, ann.presence.SpectatorCount)
		require.Empty(t, ann.presence.Spectators)
		bob.leave()
		w.after(time.Second)
		w.check()
	})
}

// In a large crowd, presence frames become rarer; a change of a player comes within a second.
func TestALargeCrowdIsToldRarely(t *testing.T) {
	inWorld(t, func(w *world) {
		const crowd, seconds = 2 * crowdFrames, 8
		ann := w.open("ann", toyTable())
		bob := w.guest("bob")
		w.must(bob, &room.Claim{Seat: 1})
		var guests []*client
		for n := range crowd {
			guests = append(guests, w.newClient(fmt.Sprintf("guest%d", n)))
		}
		w.join(guests...)
		restless := guests[0]
		for range 2 * pacedBurst { // uses up what may be sent at once
			require.NoError(t, restless.join())
		}
		before := ann.count["presence"]
		for n := range seconds {
			w.guest(fmt.Sprintf("late%d", n))
			w.after(time.Second)
		}
		require.InDelta(t, seconds/2, ann.count["presence"]-before, 1)
		require.Len(t, ann.presence.Connected, 2)
		bob.leave()
		w.after(time.Second)
		require.Len(t, ann.presence.Connected, 1)
	})
}

// Everybody is told at once which players are not connected, and since when: also
// after the room has slept.
func TestWhoIsAwayIsTold(t *testing.T) {
	inWorld(t, func(w *world) {
		list := w.playing(toyTable(), "ann", "bob")
		ann, bob := list[0], list[1]
		eve := w.guest("eve")
		require.Empty(t, ann.presence.Away)
		w.after(time.Minute)
		gone := []absence{{"bob", time.Now().UnixMilli()}}
		bob.leave()
		w.after(time.Second)
		require.Equal(t, gone, ann.presence.Away)
		require.Equal(t, gone, eve.presence.Away)
		before := ann.count["presence"]
		w.after(time.Hour)
		require.Equal(t, before, ann.count["presence"], "nothing has changed")
		ann.leave()
		eve.leave()
		w.after(time.Hour)
		require.False(t, w.inMemory())
		w.join(ann)
		require.Equal(t, gone, ann.presence.Away)
		w.join(bob)
		w.after(time.Second)
		require.Empty(t, ann.presence.Away)
		w.check()
	})
}

// Many changes of a room are sent as one, always with the last state. The person who has made a
// change sees it before the acknowledgement.
func TestChangesOfARoomAreToldTogether(t *testing.T) {
	inWorld(t, func(w *world) {
		const crowd, changes = 50, 2 * pacedBurst
		ann := w.open("ann", toyTable())
		for n := range crowd {
			w.guest(fmt.Sprintf("guest%d", n))
		}
		w.after(time.Minute)
		eve := w.guest("eve")
		before, own := eve.count["room"], ann.count["room"]
		for n := range changes {
			settings := toyTable()
			settings.ReplaceAfter = 1000 + n
			require.NoError(t, ann.sub.Do(w.ctx, fmt.Sprint(n), &room.ChangeSettings{Settings: settings}))
			w.after(0)
			require.Equal(t, settings.ReplaceAfter, ann.room.Settings.ReplaceAfter)
		}
		require.Equal(t, changes, ann.count["room"]-own)
		require.Equal(t, pacedBurst, eve.count["room"]-before)
		w.after(time.Second)
		require.Equal(t, pacedBurst+1, eve.count["room"]-before)
		require.Equal(t, 1000+changes-1, eve.room.Settings.ReplaceAfter)
		w.after(time.Minute)
		require.Equal(t, pacedBurst+1, eve.count["room"]-before)
		require.Equal(t, changes, ann.count["room"]-own)
		w.check()
	})
}

// A room stores long ids of clients in a short form.
func TestIdsAreStoredShort(t *testing.T) {
	inWorld(t, func(w *world) {
		ann := w.open("ann", toyTable())
		settings := toyTable()
		settings.Seats = 3
		long := strings.Repeat("<", 64)
		change := room.Command{ID: long, Body: &room.ChangeSettings{Settings: settings}}
		w.mustAs(change.ID, ann, change.Body)
		entries := w.recorded.of(w.room, 1)
		require.Len(t, entries, 2)
		require.NotContains(t, string(entries[1].Data), "<<<")
		require.NotContains(t, string(entries[1].Data), "u003c")
		w.mustAs(change.ID, ann, change.Body)
		require.Len(t, w.recorded.of(w.room, 1), 2, "a command that is sent twice is carried out once")
	})
}
