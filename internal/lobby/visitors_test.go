package lobby

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/room"
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
		w.requireCode(CodeBusy, w.lobby.sayAs(w.ctx, w.room, eve.person, "", "one more"))
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
