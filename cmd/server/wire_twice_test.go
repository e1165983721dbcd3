package main

import (
	"encoding/json"
	"testing"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"archmage/client"
	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/room"
	"archmage/test/programtest"
)

// toyTable seats two people at the toy, whose first decision both have at the same time.
func toyTable(t *testing.T, base string, options game.MatchOptions) *table {
	t.Helper()
	return sitDown(t, base, client.Settings{Game: "toy", Seats: 2, Options: options}, 1)
}

func TestWireTwice(t *testing.T) {
	t.Parallel()
	server := startChild(t, t.TempDir())
	t.Run("the same command twice", func(t *testing.T) {
		t.Parallel()
		tab := toyTable(t, server.Base, nil).start()
		p, other := tab.players[0], tab.players[1]
		d := p.waitForDecision()
		command := p.random(&d)
		command.ID = "only-once"
		p.must(command)
		d = other.waitForDecision()
		theirs := other.random(&d)
		theirs.ID = command.ID // another person's own
		other.must(theirs)
		other.waitUntilCaughtUp()
		before := other.knows()
		// The decision is no longer open, and the repeated answer is still acknowledged: immediately, from
		// another tab, and after a lost connection.
		p.must(command)
		require.NoError(t, arrive(t, p.guest, tab.room, client.Options{}).send(command))
		require.NoError(t, p.conn.Reconnect(programtest.Within(t)))
		p.must(command)
		other.waitUntilCaughtUp()
		require.Equal(t, before, other.knows(), "it is carried out once")
		command.ID = "another"
		require.Error(t, p.send(command))
		tab.compare()
	})
	t.Run("the same command at once", func(t *testing.T) {
		t.Parallel()
		tab := toyTable(t, server.Base, nil).start()
		p := tab.players[0]
		twin := arrive(t, p.guest, tab.room, client.Options{})
		d := p.waitForDecision()
		command := p.random(&d)
		command.ID = "at-once"
		replies := make([]<-chan error, 2)
		for i, tab := range []*testPlayer{p, twin} {
			reply, err := tab.conn.Begin(command)
			require.NoError(t, err)
			replies[i] = reply
		}
		require.NoError(t, <-replies[0])
		require.NoError(t, <-replies[1])
		tab.compare()
	})
	t.Run("two tabs", func(t *testing.T) {
		t.Parallel()
		tab := toyTable(t, server.Base, nil).start()
		p, other := tab.players[0], tab.players[1]
		twin := arrive(t, p.guest, tab.room, client.Options{})
		p.waitUntilCaughtUp()
		// Both have bid, so the decision is no longer open.
		d := twin.waitForDecision()
		require.Equal(t, d, p.waitForDecision())
		theirs := other.waitForDecision()
		other.must(other.random(&theirs))
		p.must(p.random(&d))
		var late *coded.Error
		require.ErrorAs(t, twin.send(twin.random(&d)), &late)
		require.Contains(
			t,
			[]coded.Code{game.CodeStale, game.CodeNotAsked},
			late.Code,
			"it may be the other's turn by then",
		)
		p.waitUntilCaughtUp()
		require.Equal(t, p.knows(), twin.knows())
		// One tab closes, the other is still connected.
		p.conn.Close()
		twin.waitUntilCaughtUp()
		other.waitUntilCaughtUp()
		other.conn.Inspect(func(s *client.State) { require.True(t, present(s, p.guest.ID)) })
		twin.conn.Close()
		other.wait(func(s *client.State) bool { return !present(s, p.guest.ID) })
	})
	t.Run("another seat's token", func(t *testing.T) {
		t.Parallel()
		tab := toyTable(t, server.Base, nil).start()
		victim, host := tab.players[1], tab.players[0]
		thief := arrive(t, &client.Guest{Base: server.Base, Token: victim.guest.Token}, tab.room, client.Options{})
		require.Equal(t, victim.waitForDecision(), thief.waitForDecision())
		victim.waitUntilCaughtUp()
		require.Equal(t, victim.knows(), thief.knows())
		require.NotEqual(t, host.knows().documents, thief.knows().documents)
		d := host.waitForDecision()
		require.NotEqual(t, d.Options, thief.waitForDecision().Options)
		thief.refused(
			game.CodeUnknownOption,
			client.Answer(thief.waitForDecision().ID, []game.PickText{{Option: d.Options[0].ID, N: 1}}),
		)
		thief.refused(room.CodeNotHost, client.Kick(0))
	})
	t.Run("a frame that says nothing it should", func(t *testing.T) {
		t.Parallel()
		tab := toyTable(t, server.Base, nil).start()
		p := tab.players[0]
		before := p.knows()
		for _, frame := range []string{
			`{"type":"answer","id":"x"}`,
			`{"type":"answer","id":"x","decision":1,"choice":7}`,
			`{"type":"answer","id":"x","decision":1,"choice":[],"seat":1}`,
			`{"type":"answer","id":"x","decision":-1,"choice":[]}`,
			`{"type":"fly","id":"x"}`,
			`{"type":"claim","id":"x","seat":"one"}`,
			`{"type":"settings","id":"x","settings":{"game":"toy","seats":2,"seed":"00"}}`,
			`{"type":"open","id":"x","settings":{"game":"toy","seats":2}}`,
			`{"type":"answer","id":"x","decision":1,"choice":["bid:99","bid:99"]}`,
		} {
			frames := len(p.received())
			require.NoError(t, p.conn.WriteRaw(websocket.TextMessage, []byte(frame)))
			p.waitUntilCaughtUp()
			var reply struct{ Type, ID, Code string }
			require.NoError(t, json.Unmarshal(p.received()[frames], &reply), frame)
			require.Equal(t, []string{"reject", "x"}, []string{reply.Type, reply.ID}, frame)
			require.NotEqual(t, "internal", reply.Code, frame)
		}
		require.Equal(t, before, p.knows())
		tab.compare()
	})
}
