package lobby

import (
	"fmt"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/stream"
)

// A crowd without seats must not delay the players' commands.
func TestACrowdKeepsNoPlayerOut(t *testing.T) {
	inWorld(t, func(w *world) {
		ann := w.open("ann", toyTable())
		eve := w.guest("eve")
		r := w.lobby.rooms[w.room]
		held, release := make(chan struct{}), make(chan struct{})
		r.post(func(*liveRoom) { close(held); <-release })
		<-held
		said := make(chan error, visitorsSize+1)
		for i := range visitorsSize {
			go func() { said <- w.lobby.sayAs(w.ctx, w.room, eve.person, "", fmt.Sprint(i)) }()
		}
		synctest.Wait()
		w.requireCode(coded.Busy, w.lobby.sayAs(w.ctx, w.room, eve.person, "", "one more"))
		ready := make(chan error, 1)
		go func() {
			change := &room.ChangeSettings{Settings: room.Settings{Game: "toy", Seats: 3}}
			ready <- w.lobby.Do(w.ctx, w.room, ann.person, "", change)
		}()
		synctest.Wait()
		require.Empty(t, said)
		close(release)
		require.NoError(t, <-ready)
		synctest.Wait()
	})
}

// All people without a seat share a rate in each room. People with a seat are not bound by it.
func TestVisitorsShareARate(t *testing.T) {
	inWorldWith(t, Options{VisitorsRate: 2}, 1, func(w *world) {
		ann := w.open("ann", toyTable())
		allowed := 0
		for i := range 2 * visitorsBurst {
			if w.say(w.guest(fmt.Sprint("guest ", i)), "hello") == nil {
				allowed++
			}
		}
		require.Equal(t, visitorsBurst, allowed)
		require.NoError(t, w.say(ann, "hello"))
		w.after(time.Second)
		require.NoError(t, w.say(w.guest("later"), "hello"))
	})
}

// spectators lets a crowd watch the room. It returns their subscriptions, of which nobody reads the frames.
func (w *world) spectators(count int) []Subscription {
	w.t.Helper()
	list := make([]Subscription, count)
	for i := range list {
		id := fmt.Sprint("spectator ", i)
		sub, err := w.lobby.Watch(w.ctx, w.room, people.Person{ID: id, Name: id}, stream.Hello{})
		require.NoError(w.t, err)
		list[i] = sub
	}
	w.settle()
	return list
}

// When a proxy reloads, thousands leave at the same moment. That refuses no move of a player, and all of them are
// removed together: removing them one by one would copy the list of subscriptions for each.
func TestACrowdThatLeavesKeepsNoPlayerOut(t *testing.T) {
	const crowd = 5000
	inWorld(t, func(w *world) {
		list := w.playing(toyTable(), "ann", "bob")
		watching := w.spectators(crowd)
		r := w.lobby.rooms[w.room]
		held, release := make(chan struct{}), make(chan struct{})
		r.post(func(*liveRoom) { close(held); <-release })
		<-held
		for _, sub := range watching {
			go sub.Close()
		}
		synctest.Wait()
		const moves = 8
		done := make(chan error, moves)
		for i := range moves {
			go func() {
				done <- w.lobby.Do(w.ctx, w.room, list[i%2].person, "", &room.Propose{What: room.ProposeEnd})
			}()
		}
		synctest.Wait()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		close(release)
		busy := 0
		for range moves {
			if err := <-done; coded.Of(err) == coded.Busy {
				busy++
			}
		}
		require.Zero(t, busy, "moves that were refused")
		w.after(time.Second)
		runtime.ReadMemStats(&after)
		require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(crowd*1000), "bytes that the room has allocated")
		require.Zero(t, list[0].presence.SpectatorCount)
		require.Len(t, list[0].presence.Connected, 2)
		require.Len(t, r.subs, 2)
	})
}
