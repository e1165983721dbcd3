package transport

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/room"
)

func TestTheLogHoldsNoSecretsOfConnections(t *testing.T) {
	var log logBuffer
	g := newTestServer(t, func(o *Options) { o.Logger = log.logger() })
	id, ann, bob := g.openWatchedRoom()
	const share = "00112233445566778899aabbccddeeff"
	ann.mustDo("share", map[string]any{"commitment": "c", "share": share})
	ann.mustDo("chat", map[string]any{"text": "a line of the chat"})
	bob.mustDo("answer", map[string]any{"decision": 1, "choice": []string{"a secret choice"}})
	bob.send(`{"type":"chat","id":"x","text":"` + share)
	_, _ = bob.readToEnd()
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

func TestMetricsOfConnections(t *testing.T) {
	g := newTestServer(t, nil)
	id, ann, bob := g.openWatchedRoom()
	require.EqualValues(t, 2, g.counted("archmage_connections"))
	ann.mustDo("claim", map[string]any{"seat": 1})
	g.rooms.mu.Lock()
	g.rooms.err = coded.Errorf(room.CodeHasSeat, "no")
	g.rooms.mu.Unlock()
	require.Equal(t, room.CodeHasSeat, bob.ask("claim", map[string]any{"seat": 0}).Code)
	require.Equal(t, room.CodeUnknownCommand, bob.ask("dance", nil).Code)
	ann.requireSilence("room", "presence")
	bob.requireSilence("room", "presence")
	require.EqualValues(t, 1, g.counted("archmage_commands_total", "code", "ok", "kind", "claim"))
	require.EqualValues(t, 1, g.counted("archmage_commands_total", "code", "has_seat", "kind", "claim"))
	require.EqualValues(t, 1, g.counted("archmage_commands_total", "code", "unknown_command", "kind", "unknown"))
	frames := float64(len(ann.got) + len(bob.got))
	g.waitFor(func() bool { return g.counted("archmage_frames_sent_total") == frames })
	require.Greater(t, g.counted("archmage_frame_bytes_sent_total"), 500.0)

	eve := g.visitor("Eve").join(id)
	eve.send("garbage")
	_, _ = eve.readToEnd()
	require.EqualValues(t, 1, g.counted("archmage_connections_cut_total", "reason", "malformed"))
	g.close()
	require.EqualValues(t, 2, g.counted("archmage_connections_cut_total", "reason", "restart"))
	g.waitFor(func() bool { return g.counted("archmage_connections") == 0 })
}

// counted returns the value of a metric, or 0. labels has the values of its labels, in the order of
// the labels' names.
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

// unavailableError is the error of a database that cannot be reached.
type unavailableError struct{ error }

func (unavailableError) Unavailable() {}

func TestADatabaseThatIsAwayIsNoErrorOfTheServer(t *testing.T) {
	refusal, ok := coded.Refusal(
		fmt.Errorf("look up a credential: %w", unavailableError{errors.New("connection refused")}),
	)
	require.True(t, ok)
	require.Equal(t, coded.Busy, refusal.Code)
}
