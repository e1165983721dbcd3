package client_test

import (
	"fmt"
	"testing"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"archmage/client"
	"archmage/internal/coded"
	"archmage/internal/game"
)

// played is what Play returns.
type played struct {
	result *client.Result
	err    error
}

// play plays on a connection with answers that choose the first option.
func play(t *testing.T, conn *client.Conn) <-chan played {
	t.Helper()
	ctx := soon(t)
	done := make(chan played, 1)
	go func() {
		result, err := conn.Play(ctx, func(_ *client.State, d *client.Decision) []client.Pick {
			return []client.Pick{{Option: d.Options[0].ID, N: 1}}
		})
		done <- played{result, err}
	}()
	return done
}

// expect reads the next command of a client, which must be of a type, and returns it.
func expect(t *testing.T, socket *websocket.Conn, kind string) map[string]any {
	t.Helper()
	var command map[string]any
	require.NoError(t, socket.ReadJSON(&command))
	require.Equal(t, kind, command["type"], "%v", command)
	return command
}

func ok(command map[string]any) string { return fmt.Sprintf(`{"type":"ok","id":%q}`, command["id"]) }

func refuse(command map[string]any, code string) string {
	return fmt.Sprintf(`{"type":"reject","id":%q,"code":%q,"message":"no"}`, command["id"], code)
}

// roomFrame returns the state of a room for two. seats are the members of the objects of its seats.
func roomFrame(status, host string, seats ...string) string {
	return fmt.Sprintf(
		`{"type":"room","id":"r1","status":%q,"host":%q,"commitment":"c1","seats":[{%s},{%s}]}`,
		status, host, seats[0], seats[1],
	)
}

const (
	readyBot   = `"bot":"greedy","ready":true`
	over       = `{"type":"update","seq":5,"decisions":[],"result":{"match":"m1","seats":[]}}`
	pausedRoom = `{"type":"room","id":"r1","status":"playing","paused":true,"seats":[{"player":"u2"},{"player":"u1"}]}`
)

func TestPlaySitsDownAndStarts(t *testing.T) {
	s := newScript(t)
	conn, socket, _ := s.dial(client.Options{})
	tell(t, socket, roomFrame("open", "u1", `"player":""`, readyBot))
	done := play(t, conn)
	claim := expect(t, socket, "claim")
	require.Equal(t, 0., claim["seat"])
	tell(t, socket, refuse(claim, "seat_taken"), roomFrame("open", "u1", `"player":""`, readyBot))
	claim = expect(t, socket, "claim")
	tell(t, socket, roomFrame("seated", "u1", `"player":"u1"`, readyBot), ok(claim))
	share := expect(t, socket, "share")
	require.Equal(t, "c1", share["commitment"])
	require.Regexp(t, `^[0-9a-f]{32}$`, share["share"])
	tell(t, socket, roomFrame("seated", "u1", `"player":"u1","shared":true`, readyBot), ok(share))
	ready := expect(t, socket, "ready")
	require.Equal(t, true, ready["ready"])
	tell(t, socket, roomFrame("seated", "u1", `"player":"u1","shared":true,"ready":true`, readyBot), ok(ready))
	start := expect(t, socket, "start")
	tell(t, socket, snapshot, roomFrame("playing", "u1", `"player":"u1"`, readyBot), ok(start))
	answer := expect(t, socket, "answer")
	require.Equal(t, 3., answer["decision"])
	require.Equal(t, []any{"bid:1"}, answer["choice"])
	tell(t, socket, over, ok(answer))
	end := <-done
	require.NoError(t, end.err)
	require.Equal(t, "m1", end.result.Match)
}

// A guest waits until the host starts, and a host until every player is ready and has sent a share.
func TestPlayWaitsForOthers(t *testing.T) {
	for host, other := range map[string]string{"u2": `"ready":true,"shared":true`, "u1": `"ready":true`} {
		s := newScript(t)
		conn, socket, _ := s.dial(client.Options{})
		own := `"player":"u1","ready":true,"shared":true`
		tell(t, socket, roomFrame("seated", host, own, `"player":"u2",`+other))
		done := play(t, conn)
		tell(t, socket, snapshot, roomFrame("playing", host, own, `"player":"u2"`))
		answer := expect(t, socket, "answer")
		tell(t, socket, over, ok(answer)) // what an answer changes comes before its ok
		require.NoError(t, (<-done).err)
	}
}

func TestPlaySendsAgainWithTheSameID(t *testing.T) {
	s := newScript(t)
	conn, socket, _ := s.dial(client.Options{})
	done := play(t, conn)
	tell(t, socket, snapshot)
	first := expect(t, socket, "answer")
	tell(t, socket, `{"type":"bye","code":"slow","retryAfter":1}`)
	require.NoError(t, socket.Close())
	socket = <-s.sockets
	hello := expect(t, socket, "hello")
	require.Equal(t, []any{"9.1.1", 4.}, []any{hello["sequence"], hello["seq"]})
	tell(t, socket, `{"type":"welcome","v":1,"you":{"id":"u1"}}`, pausedRoom)
	again := expect(t, socket, "answer")
	require.Equal(t, first, again)
	tell(t, socket, refuse(again, "busy"))
	require.Equal(t, first, expect(t, socket, "answer"))
	tell(t, socket, over, ok(first))
	require.NoError(t, (<-done).err)
}

// A refusal because something else came first is not an error: Play goes on with the next frame.
func TestPlayGoesOnAfterAnOvertakenAnswer(t *testing.T) {
	s := newScript(t)
	conn, socket, _ := s.dial(client.Options{})
	done := play(t, conn)
	tell(t, socket, snapshot)
	answer := expect(t, socket, "answer")
	tell(t, socket, refuse(answer, "paused"), pausedRoom)
	tell(t, socket, roomFrame("playing", "u2", `"player":"u2"`, `"player":"u1","bot":"greedy"`))
	back := expect(t, socket, "return")
	tell(t, socket, roomFrame("playing", "u2", `"player":"u2"`, `"player":"u1"`), ok(back))
	again := expect(t, socket, "answer")
	require.Equal(t, answer["decision"], again["decision"])
	require.NotEqual(t, answer["id"], again["id"])
	tell(t, socket, over, ok(again))
	require.NoError(t, (<-done).err)
}

func TestPlayFailsWithAnIllegalAnswer(t *testing.T) {
	s := newScript(t)
	conn, socket, _ := s.dial(client.Options{})
	done := play(t, conn)
	tell(t, socket, snapshot)
	tell(t, socket, refuse(expect(t, socket, "answer"), "bad_count"))
	err := (<-done).err
	require.Equal(t, game.CodeBadCount, code(t, err))
	require.ErrorContains(t, err, "answer to decision 3 (bid)")
}

func TestPlayEndsAfterAFinalBye(t *testing.T) {
	s := newScript(t)
	conn, socket, _ := s.dial(client.Options{})
	done := play(t, conn)
	tell(t, socket, `{"type":"bye","code":"removed"}`)
	require.NoError(t, socket.Close())
	err := (<-done).err
	require.ErrorIs(t, err, client.ErrClosed)
	require.Equal(t, coded.Code("removed"), code(t, err))
}

// The state that choose gets does not change when frames arrive.
func TestPlayChoosesInAFixedState(t *testing.T) {
	s := newScript(t)
	conn, socket, _ := s.dial(client.Options{})
	tell(t, socket, snapshot, `{"type":"clock","left":[5000,6000],"running":[1]}`)
	require.NoError(t, conn.Wait(soon(t), func(s *client.State) bool { return len(s.Clock.Left) > 0 }))
	var documents, clock string
	_, err := conn.Play(soon(t), func(state *client.State, _ *client.Decision) []client.Pick {
		tell(
			t,
			socket,
			`{"type":"update","seq":5,"public":{"b":2}}`,
			`{"type":"clock","left":[1,2],"running":[0]}`,
			`{"type":"update","seq":6,"decisions":[],"result":{"match":"m1","seats":[]}}`,
		)
		require.NoError(t, conn.Wait(soon(t), func(s *client.State) bool { return s.Result != nil }))
		public, _, err := state.Documents()
		require.NoError(t, err)
		documents, clock = string(public), fmt.Sprint(state.Clock)
		require.Nil(t, state.Result)
		go func() {
			var command map[string]any
			_ = socket.ReadJSON(&command)
			_ = socket.WriteMessage(websocket.TextMessage, []byte(refuse(command, "over")))
		}()
		return nil
	})
	require.NoError(t, err)
	require.Equal(t, `{"a":{"x":1,"y":2},"b":1}`, documents)
	require.Equal(t, "{[5000 6000] [1]}", clock)
}
