package transport

import (
	"errors"
	"fmt"
	"io"
	"net"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/lobby"
	"archmage/internal/room"
)

func TestTheLogHoldsNoSecretsOfConnections(t *testing.T) {
	var log safeBuffer
	g := newTestServer(t, func(o *Options) { o.Logger = log.logger() })
	id, ann, bob := g.watched()
	const share = "00112233445566778899aabbccddeeff"
	ann.does("share", map[string]any{"commitment": "c", "share": share})
	ann.does("chat", map[string]any{"text": "a line of the chat"})
	bob.does("answer", map[string]any{"decision": 1, "choice": []string{"a secret choice"}})
	bob.send(`{"type":"chat","id":"x","text":"` + share)
	_, _ = bob.ended()
	g.close()
	text := log.String()
	require.Contains(t, text, id)
	require.Contains(t, text, ann.visitor.person.ID)
	require.Contains(t, text, `"code":"malformed"`)
	for _, hidden := range []string{
		ann.visitor.token, bob.visitor.token, share, "a line of the chat", "a secret choice",
	} {
		require.NotContains(t, text, hidden)
	}
}

func TestOnlyTheLogIsToldAnUnknownError(t *testing.T) {
	var log safeBuffer
	g := newTestServer(t, func(o *Options) { o.Logger = log.logger() })
	c := &conn{server: g.server, room: "the room"}
	const secret = "nobody may read this"
	frame := frame{Type: "share", ID: "1", Body: &room.GiveShare{Share: secret}}
	c.count(&frame, errors.New("the disk is on fire"), time.Now())
	refusal, ok := coded.Refusal(errors.New("the disk is on fire"))
	require.False(t, ok)
	require.Equal(t, coded.Internal, refusal.Code)
	require.NotContains(t, refusal.Message, "disk")
	require.Contains(t, log.String(), "the disk is on fire")
	require.Contains(t, log.String(), "the room")
	require.NotContains(t, log.String(), secret)

	refusal, ok = coded.Refusal(fmt.Errorf("while storing: %w", coded.Errorf(lobby.CodeNotStored, "try again")))
	require.True(t, ok)
	require.Equal(t, coded.Errorf(lobby.CodeNotStored, "try again"), refusal)
}

func TestEndings(t *testing.T) {
	for code, end := range endings {
		if code != lobby.CodeClosing && code != lobby.CodeMoved { // clients need not know these
			require.Equal(t, code, end.code)
		}
		require.NotZero(t, end.status)
		for range 100 {
			after := time.Duration(end.frame().RetryAfter) * time.Millisecond
			require.GreaterOrEqual(t, after, end.retry/2)
			require.LessOrEqual(t, after, end.retry*3/2)
		}
	}
	idle := endFor(CodeIdle)
	tests := []struct {
		err  error
		want ending
	}{
		{errTooFast, endFor(coded.TooFast)},
		{&net.OpError{Op: "read", Err: timeout{}}, idle},
		{&websocket.CloseError{Code: websocket.CloseGoingAway}, endNone},
		{&net.OpError{Op: "read", Err: errors.New("connection reset by peer")}, endNone},
		{net.ErrClosed, endNone},
		{io.ErrUnexpectedEOF, endMalformed(websocket.CloseProtocolError)},
		{errors.New("websocket: bad MASK"), endMalformed(websocket.CloseProtocolError)},
	}
	for _, test := range tests {
		require.Equal(t, test.want, endAfter(test.err, idle), "%v", test.err)
	}
}

type timeout struct{}

func (timeout) Error() string   { return "time is up" }
func (timeout) Timeout() bool   { return true }
func (timeout) Temporary() bool { return true }

func TestMetricsOfConnections(t *testing.T) {
	g := newTestServer(t, nil)
	id, ann, bob := g.watched()
	require.EqualValues(t, 2, g.counted("archmage_connections"))
	ann.does("claim", map[string]any{"seat": 1})
	g.rooms.mu.Lock()
	g.rooms.err = coded.Errorf(room.CodeHasSeat, "no")
	g.rooms.mu.Unlock()
	require.Equal(t, room.CodeHasSeat, bob.ask("claim", map[string]any{"seat": 0}).Code)
	require.Equal(t, room.CodeUnknownCommand, bob.ask("dance", nil).Code)
	ann.quiet("room", "presence")
	bob.quiet("room", "presence")
	require.EqualValues(t, 1, g.counted("archmage_commands_total", "code", "ok", "kind", "claim"))
	require.EqualValues(t, 1, g.counted("archmage_commands_total", "code", "has_seat", "kind", "claim"))
	require.EqualValues(t, 1, g.counted("archmage_commands_total", "code", "unknown_command", "kind", "unknown"))
	frames := float64(len(ann.got) + len(bob.got))
	g.until(func() bool { return g.counted("archmage_frames_sent_total") == frames })
	require.Greater(t, g.counted("archmage_frame_bytes_sent_total"), 500.0)

	eve := g.visitor("Eve").join(id)
	eve.send("garbage")
	_, _ = eve.ended()
	require.EqualValues(t, 1, g.counted("archmage_connections_cut_total", "reason", "malformed"))
	g.close()
	require.EqualValues(t, 2, g.counted("archmage_connections_cut_total", "reason", "restart"))
	g.until(func() bool { return g.counted("archmage_connections") == 0 })
}

// counted returns the value of a metric with these labels, which stand in the
// order of their names, or 0.
func (g *testServer) counted(name string, labels ...string) float64 {
	g.t.Helper()
	families, err := g.server.metrics.registry.Gather()
	require.NoError(g.t, err)
	for _, family := range families {
		if family.GetName() != name {
			continue
		}
		for _, one := range family.GetMetric() {
			var have []string
			for _, label := range one.GetLabel() {
				have = append(have, label.GetName(), label.GetValue())
			}
			if fmt.Sprint(have) == fmt.Sprint(labels) {
				return one.GetCounter().GetValue() + one.GetGauge().GetValue()
			}
		}
	}
	return 0
}

// away is an error of a database that cannot be reached.
type away struct{ error }

func (away) Unavailable() {}

func TestADatabaseThatIsAwayIsNoErrorOfTheServer(t *testing.T) {
	refusal, ok := coded.Refusal(fmt.Errorf("look up a credential: %w", away{errors.New("connection refused")}))
	require.True(t, ok)
	require.Equal(t, coded.Busy, refusal.Code)
}
