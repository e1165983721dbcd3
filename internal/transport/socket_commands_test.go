package transport

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/lobby"
	"archmage/internal/room"
	"archmage/internal/transport/frame"
	"archmage/internal/transport/transporttest"
)

// Every command frame reaches the room as the command of its type.
func TestCommands(t *testing.T) {
	g := newTestServer(t, nil)
	id, ann, bob := g.openWatchedRoom()
	var want []call[room.Command]
	for _, name := range slices.Sorted(maps.Keys(transporttest.Frames)) {
		frame := transporttest.Frames[name]
		body, ok := frame.Body.(room.Action)
		if !ok {
			continue
		}
		bob.send(frame.Text)
		id := bob.readUntil("ok").ID
		require.NotEmpty(t, id)
		want = append(want, call[room.Command]{bob.visitor.person, room.Command{ID: id, Body: body}})
		require.Equal(t, len(want), bob.room.Matches, "what a command changes comes before its ok")
	}
	require.Equal(t, want, g.rooms.commands)
	ann.readUntilTrue(func() bool { return ann.room.Matches == len(want) })

	ann.mustDo("chat", map[string]any{"text": "well played"})
	require.Equal(t, []call[string]{{ann.visitor.person, "1: well played"}}, g.rooms.lines)
	require.Equal(t, "well played", bob.readUntil("chat").Text)
	require.Equal(t, id, bob.room.ID)
}

// There is an example of a frame for every kind of command that a client may send.
func TestEveryCommandHasAFrame(t *testing.T) {
	kinds := constants(t, "../room", "Kind")
	require.Contains(t, kinds, string(room.KindShare))
	for _, kind := range kinds {
		_, err := frame.Decode(fmt.Appendf(nil, `{"type":%q,"id":"1"}`, kind))
		refusal, _ := coded.Refusal(err)
		_, ok := transporttest.Frames[kind]
		require.Equal(t, err == nil || refusal.Code != room.CodeUnknownCommand, ok, kind)
	}
}

func TestRefusedCommands(t *testing.T) {
	g := newTestServer(t, nil)
	_, ann, bob := g.openWatchedRoom()
	tests := []struct {
		kind   string
		fields map[string]any
		err    error
		code   coded.Code
	}{
		{
			kind:   "answer",
			fields: map[string]any{"decision": 99, "choice": []string{"bid:1"}},
			err:    coded.Errorf(game.CodeStale, "too late"),
			code:   game.CodeStale,
		},
		{"start", nil, fmt.Errorf("while starting: %w", coded.Errorf(room.CodeNotHost, "no")), room.CodeNotHost},
		{"undo", nil, coded.Errorf(lobby.CodeFrozen, "no"), lobby.CodeFrozen},
		{"dance", nil, nil, room.CodeUnknownCommand},
		{"open", nil, nil, room.CodeUnknownCommand},
		{"ready", nil, nil, coded.Malformed},
		{"ready", map[string]any{"ready": "yes"}, nil, coded.Malformed},
		{"leave", map[string]any{"seat": 1}, nil, coded.Malformed},
		{"settings", map[string]any{"settings": map[string]any{"gaem": "toy"}}, nil, coded.Malformed},
	}
	for _, test := range tests {
		t.Run(fmt.Sprint(test.kind, " ", test.code), func(t *testing.T) {
			g.rooms.mu.Lock()
			g.rooms.err = test.err
			g.rooms.mu.Unlock()
			from := len(bob.got)
			m := bob.ask(test.kind, test.fields)
			require.Equal(t, "reject", m.Type)
			require.Equal(t, test.code, m.Code)
			require.NotEmpty(t, m.Message)
			require.Equal(t, []string{"reject"}, bob.types(from))
		})
	}
	from := len(ann.got)
	ann.requireSilence()
	require.Equal(t, []string{"pong"}, ann.types(from), "nobody else learns of it")
	require.Empty(t, g.rooms.commands)
}

func TestPing(t *testing.T) {
	g := newTestServer(t, nil)
	ann := g.visitor("Ann")
	c := ann.join(ann.openRoom())
	c.send(`{"type":"ping","id":"a"}`)
	require.Equal(t, message{Type: "pong", ID: "a"}, c.next())
	c.send(`{"type":"ping"}`)
	require.Equal(t, message{Type: "pong"}, c.next())
}

func TestAnswersComeInOrder(t *testing.T) {
	g := newTestServer(t, nil)
	ann := g.visitor("Ann")
	c := ann.join(ann.openRoom())
	const n = 20
	for i := range n {
		c.send(fmt.Sprintf(`{"type":"ready","id":"%d","ready":%t}`, i, i%2 == 1))
	}
	for i := range n {
		m := c.readUntil("ok")
		require.Equal(t, fmt.Sprint(i), m.ID)
		require.Greater(t, c.room.Matches, i, "and what each has changed before it")
	}
}

func TestTwoTabsOfOnePerson(t *testing.T) {
	g := newTestServer(t, nil)
	id, _, bob := g.openWatchedRoom()
	second := bob.visitor.join(id)
	bob.mustDo("leave", nil)
	require.Equal(t, 1, second.readUntil("room").Matches)
}
