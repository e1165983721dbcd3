package transport

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"archmage/internal/coded"
	"archmage/internal/lobby"
)

// journal is a log in memory.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(p)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

// logger writes everything to the journal.
func (j *journal) logger() *zap.Logger {
	return zap.New(zapcore.NewCore(zapcore.NewJSONEncoder(zap.NewProductionEncoderConfig()), zapcore.AddSync(j), zap.DebugLevel))
}

func TestWhatTheLogSaysOfConnections(t *testing.T) {
	var log journal
	g := newStage(t, func(o *Options) { o.Logger = log.logger() })
	const secret = "the secret of a personal link"
	room, ann, bob := g.playing(lobby.Settings{})
	choice := bob.decision.Options[0].ID
	bob.answers()
	ann.does("link", map[string]any{"secret": secret})
	ann.does("chat", map[string]any{"text": "a line of the chat"})
	bob.ask("redeem", map[string]any{"secret": secret + "?"})
	bob.send(`{"type":"chat","id":"x","text":"` + secret)
	_, _ = bob.ended()
	g.close()
	text := log.String()
	require.Contains(t, text, room)
	require.Contains(t, text, ann.visitor.user.ID)
	require.Contains(t, text, `"code":"malformed"`)
	for _, hidden := range []string{ann.visitor.token, bob.visitor.token, secret, "a line of the chat", choice} {
		require.NotContains(t, text, hidden)
	}
}

func TestAnUnknownErrorIsToldToTheLogAlone(t *testing.T) {
	var log journal
	g := newStage(t, func(o *Options) { o.Logger = log.logger() })
	c := &conn{server: g.server, answers: make(chan []byte, 1), room: "the room"}
	frame := clientFrame{Type: "link", ID: "1", Secret: "nobody may read this"}
	c.settle(&frame, errors.New("the disk is on fire"), time.Now())
	answer := string(<-c.answers)
	require.Contains(t, answer, `{"type":"reject","id":"1","code":"internal"`)
	require.NotContains(t, answer, "disk")
	require.Contains(t, log.String(), "the disk is on fire")
	require.Contains(t, log.String(), "the room")
	require.NotContains(t, log.String(), frame.Secret)

	c.settle(&frame, fmt.Errorf("while storing: %w", coded.Errorf(lobby.CodeNotStored, "try again")), time.Now())
	require.JSONEq(t, `{"type":"reject","id":"1","code":"not_stored","message":"try again"}`, string(<-c.answers))
}

func TestAPanicEndsOneConnection(t *testing.T) {
	var log journal
	g := newStage(t, func(o *Options) { o.Logger = log.logger() })
	c := &conn{server: g.server}
	require.Equal(t, endFor(CodeInternal), c.guard(func() ending { panic("a mistake") }))
	require.Contains(t, log.String(), "a mistake")
}

func TestEndings(t *testing.T) {
	for code, end := range endings {
		if code != lobby.CodeClosing {
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
		{errTooFast, endFor(lobby.CodeTooFast)},
		{&net.OpError{Op: "read", Err: timeout{}}, idle},
		{&websocket.CloseError{Code: websocket.CloseGoingAway}, gone},
		{&net.OpError{Op: "read", Err: errors.New("connection reset by peer")}, gone},
		{net.ErrClosed, gone},
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

func TestWhatIsCounted(t *testing.T) {
	g := newStage(t, nil)
	room, ann, bob := g.playing(lobby.Settings{Spectators: true})
	require.EqualValues(t, 2, g.counted("archmage_connections"))
	require.EqualValues(t, 1, g.counted("archmage_intents_total", "code", "ok", "kind", "claim"))
	require.Equal(t, lobby.CodeHasSeat, bob.ask("claim", map[string]any{"seat": 0}).Code)
	require.Equal(t, lobby.CodeUnknownIntent, bob.ask("dance", nil).Code)
	ann.quiet("room", "update", "snapshot")
	bob.quiet("room", "update", "snapshot")
	require.EqualValues(t, 1, g.counted("archmage_intents_total", "code", "has_seat", "kind", "claim"))
	require.EqualValues(t, 1, g.counted("archmage_intents_total", "code", "unknown_intent", "kind", "unknown"))
	frames := float64(len(ann.got) + len(bob.got))
	require.Eventually(t, func() bool { return g.counted("archmage_frames_sent_total") == frames }, patience, time.Millisecond)
	require.Greater(t, g.counted("archmage_frame_bytes_sent_total"), 500.0)

	eve := g.visitor("Eve").join(room)
	eve.send("garbage")
	_, _ = eve.ended()
	require.EqualValues(t, 1, g.counted("archmage_connections_cut_total", "reason", "malformed"))
	g.close()
	require.EqualValues(t, 2, g.counted("archmage_connections_cut_total", "reason", "restart"))
	require.Zero(t, g.counted("archmage_connections"))
}

// counted returns the value of a metric with these labels, which stand in the
// order of their names, or 0.
func (g *stage) counted(name string, labels ...string) float64 {
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
