package lobby

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/room"
)

// gatherWorld runs a test in a room of two players and a spectator, whom everything up to the first
// decisions of a match has reached a while ago.
func gatherWorld(t *testing.T, do func(w *world, ann, bob, eve *client)) {
	t.Helper()
	inWorldWith(t, Options{FlushInterval: 50 * time.Millisecond}, 1, func(w *world) {
		players := w.playing(toyTable(), "ann", "bob")
		eve := w.guest("eve")
		w.after(time.Second)
		for _, c := range w.people {
			c.writes.Store(0)
		}
		do(w, players[0], players[1], eve)
	})
}

// told asserts how often somebody was written to since the last call.
func (c *client) told(times int) {
	c.t.Helper()
	require.EqualValues(c.t, times, c.writes.Swap(0), c.person.ID)
}

// Who is asked has every update at once. Who only watches has the first one at once, and what
// follows soon in one write.
func TestUpdatesOfBystandersGather(t *testing.T) {
	gatherWorld(t, func(w *world, ann, bob, eve *client) {
		require.NoError(t, ann.answer())
		w.check()
		for _, c := range w.people {
			c.told(1)
		}
		require.NoError(t, bob.answer())
		asked := ann
		if bob.decision() != nil {
			asked = bob
		}
		require.NoError(t, asked.answer())
		asked.check(w.truth())
		asked.told(2)
		eve.told(0)
		w.after(50 * time.Millisecond)
		w.check()
		eve.told(1)
		w.after(time.Second)
		eve.told(0)
	})
}

// Who acts without being asked has the result at once: it comes with the answer to the command.
func TestWhoActsDoesNotWait(t *testing.T) {
	gatherWorld(t, func(w *world, ann, bob, eve *client) {
		require.NoError(t, ann.answer())
		eve.told(1)
		require.NoError(t, bob.answer())
		eve.told(0)
		w.requireCode(room.CodeNotHost, eve.sub.Do(w.ctx, "1", &room.Start{}))
		w.after(0)
		eve.told(1)
		eve.check(w.truth())
	})
}

// What is said in the chat, and what happens to the room, is written at once, with what waits.
func TestTheChatDoesNotWait(t *testing.T) {
	gatherWorld(t, func(w *world, ann, bob, eve *client) {
		require.NoError(t, ann.answer())
		require.NoError(t, bob.answer())
		eve.told(1)
		require.NoError(t, w.say(w.guest("dan"), "hello"))
		eve.told(2) // dan is here, and says something
		eve.check(w.truth())
	})
}

// A subscription that ends takes along what waits.
func TestWhatWaitsComesBeforeTheEnd(t *testing.T) {
	gatherWorld(t, func(w *world, ann, bob, eve *client) {
		require.NoError(t, ann.answer())
		require.NoError(t, bob.answer())
		eve.told(1)
		want := len(w.truth().events)
		require.Less(t, eve.first+len(eve.events), want)
		w.stop()
		require.Equal(t, want, eve.first+len(eve.events))
		eve.told(1)
		require.Equal(t, CodeRestart, eve.bye)
	})
}

// A crowd is written to by another goroutine, which keeps to the same.
func TestUpdatesOfACrowdGather(t *testing.T) {
	gatherWorld(t, func(w *world, ann, bob, eve *client) {
		for i := range crowd {
			w.guest(fmt.Sprint("guest ", i))
		}
		w.after(time.Second)
		eve.writes.Store(0)
		require.NoError(t, ann.answer())
		eve.told(1)
		require.NoError(t, bob.answer())
		eve.told(0)
		w.after(50 * time.Millisecond)
		eve.told(1)
		w.check()
	})
}
