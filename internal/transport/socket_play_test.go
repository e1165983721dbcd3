package transport

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/lobby"
)

func TestAWholeMatch(t *testing.T) {
	g := newStage(t, nil)
	room, ann, bob := g.playing(lobby.Settings{Spectators: true})
	eve := g.visitor("Eve").join(room)
	for ann.room.Status == lobby.StatusPlaying {
		for _, c := range []*tab{ann, bob} {
			if c.decision != nil && !c.decision.Answered {
				from, seq := len(c.got), c.seq
				c.answers()
				require.Contains(t, c.types(from), "update", "what an answer changes comes before its ok")
				require.Greater(t, c.seq, seq)
			}
			c.quiet("room", "update")
		}
	}
	eve.sees(func() bool { return eve.room.Status == lobby.StatusFinished })
	for _, c := range []*tab{ann, bob, eve} {
		c.quiet("room", "update")
		results := 0
		for _, m := range c.got {
			if m.Result != nil {
				results++
			}
		}
		require.Equal(t, 1, results, "everybody is told the result once")
		require.Nil(t, c.decision)
	}
	for _, m := range eve.got {
		if m.Decisions != nil {
			require.Empty(t, *m.Decisions, "a spectator is asked nothing")
		}
	}
	bob.does("rematch", nil)
	require.Equal(t, lobby.StatusSeated, bob.room.Status)
}

// TestIntents sends each kind of intent once, where it changes what everybody
// is told of the room.
func TestIntents(t *testing.T) {
	g := newStage(t, nil)
	ann, bob, cy := g.visitor("Ann"), g.visitor("Bob"), g.visitor("Cy")
	room := ann.opens(lobby.Settings{Spectators: true})
	host, other, third := ann.join(room), bob.join(room), cy.join(room)
	// After what a client has done it knows that it is done.
	after := func(c *tab, kind string, fields map[string]any, done func() bool) {
		t.Helper()
		c.does(kind, fields)
		require.True(t, done(), "%s: %+v", kind, c.room)
	}
	settings := *host.room.Settings
	settings.Undo = true

	after(host, "settings", map[string]any{"settings": settings}, func() bool { return host.room.Settings.Undo })
	after(other, "claim", map[string]any{"seat": 1}, func() bool { return other.room.Seats[1].Player == bob.user.ID })
	after(other, "ready", map[string]any{"ready": true}, func() bool { return other.room.Seats[1].Ready })
	after(other, "ready", map[string]any{"ready": false}, func() bool { return !other.room.Seats[1].Ready })
	after(other, "leave", nil, func() bool { return other.room.Seats[1].Player == "" })
	other.does("claim", map[string]any{"seat": 1})
	after(host, "kick", map[string]any{"seat": 1}, func() bool { return host.room.Seats[1].Player == "" })
	after(host, "bot", map[string]any{"seat": 1, "bot": "random"}, func() bool { return host.room.Seats[1].Bot == "random" })
	after(host, "swap", map[string]any{"seat": 0, "other": 1}, func() bool { return host.room.Seats[1].Player == ann.user.ID })
	host.does("kick", map[string]any{"seat": 0})
	other.does("claim", map[string]any{"seat": 0})
	other.does("ready", map[string]any{"ready": true})
	after(host, "host", map[string]any{"seat": 0}, func() bool { return host.room.Host == bob.user.ID })
	after(other, "start", nil, func() bool { return other.room.Status == lobby.StatusPlaying })
	require.NotNil(t, other.decision)
	require.Equal(t, game.Seat(0), other.decision.Seat)

	decision := other.decision.ID
	after(other, "answer", map[string]any{"decision": decision, "choice": []string{other.decision.Options[0].ID}},
		func() bool { return other.decision.Answered })
	after(other, "undo", nil, func() bool { return !other.decision.Answered })
	require.NotEqual(t, decision, other.decision.ID)

	after(other, "abandon", map[string]any{"ready": true}, func() bool { return other.room.Seats[0].Abandon })
	after(other, "abandon", map[string]any{"ready": false}, func() bool { return !other.room.Seats[0].Abandon })

	const secret = "a secret of 23 characters"
	other.does("link", map[string]any{"secret": secret})
	after(third, "redeem", map[string]any{"secret": secret}, func() bool { return third.room.Seats[0].Player == cy.user.ID })
	require.NotNil(t, third.decision, "the seat's decision has moved with it")
	require.Equal(t, game.Seat(0), third.decision.Seat)
	other.sees(func() bool { return other.decision == nil && other.room.Seats[0].Player == cy.user.ID })
	m := other.ask("redeem", map[string]any{"secret": secret})
	require.Equal(t, lobby.CodeBadLink, m.Code)

	m = third.ask("return", nil)
	require.Equal(t, lobby.CodeNotPlaying, m.Code, "no bot plays the seat")
	after(third, "concede", nil, func() bool { return third.room.Seats[0].Lost == "conceded" })
	after(third, "leave", nil, func() bool { return third.room.Seats[0].Player == "" })
	require.Nil(t, third.decision, "who has no seat is asked nothing")
	after(host, "chat", map[string]any{"text": "well played"}, func() bool {
		return slices.ContainsFunc(host.got, func(m message) bool { return m.Type == "chat" && m.Text == "well played" })
	})
	host.does("abandon", map[string]any{"ready": true})
	after(host, "rematch", nil, func() bool { return host.room.Status == lobby.StatusOpen })
}

func TestRefusedIntentsChangeNothing(t *testing.T) {
	g := newStage(t, nil)
	_, ann, bob := g.playing(lobby.Settings{})
	bob.quiet("update", "room")
	tests := []struct {
		kind   string
		fields map[string]any
		code   coded.Code
	}{
		{"answer", map[string]any{"decision": 99, "choice": []string{"bid:1"}}, game.CodeStale},
		{"answer", map[string]any{"decision": bob.decision.ID, "choice": []string{"no such option"}}, game.CodeUnknownOption},
		{"answer", map[string]any{"decision": bob.decision.ID, "choice": []string{}}, game.CodeBadCount},
		{"answer", map[string]any{"decision": bob.decision.ID, "choice": []any{1}}, coded.Malformed},
		{"answer", map[string]any{"decision": bob.decision.ID, "choice": "bid:1"}, coded.Malformed},
		{"claim", map[string]any{"seat": 0}, lobby.CodeHasSeat},
		{"claim", map[string]any{"seat": -1}, lobby.CodeNoSeat},
		{"start", nil, lobby.CodeNotHost},
		{"undo", nil, lobby.CodeNoUndo},
		{"rematch", nil, lobby.CodePlaying},
		{"redeem", map[string]any{"secret": "never given to anybody"}, lobby.CodeBadLink},
		{"link", map[string]any{"secret": "short"}, lobby.CodeBadLink},
		{"chat", map[string]any{"text": "  "}, lobby.CodeBadChat},
		{"dance", nil, lobby.CodeUnknownIntent},
		{"open", nil, lobby.CodeUnknownIntent},
		{"ready", nil, coded.Malformed},
		{"ready", map[string]any{"ready": "yes"}, coded.Malformed},
		{"leave", map[string]any{"seat": 1}, coded.Malformed},
		{"settings", map[string]any{"settings": map[string]any{"gaem": "toy"}}, coded.Malformed},
	}
	for _, test := range tests {
		t.Run(fmt.Sprint(test.kind, " ", test.code), func(t *testing.T) {
			from := len(bob.got)
			m := bob.ask(test.kind, test.fields)
			require.Equal(t, "reject", m.Type)
			require.Equal(t, test.code, m.Code)
			require.NotEmpty(t, m.Message)
			require.Equal(t, []string{"reject"}, bob.types(from))
		})
	}
	ann.quiet("update", "room")
	from := len(ann.got)
	ann.quiet()
	require.Equal(t, []string{"pong"}, ann.types(from), "nobody else learns of it")
}

func TestAnIntentSentAgainIsCarriedOutOnce(t *testing.T) {
	g := newStage(t, nil)
	room, _, bob := g.playing(lobby.Settings{})
	frame := map[string]any{"type": "answer", "id": "once", "decision": bob.decision.ID, "choice": []string{bob.decision.Options[0].ID}}
	bob.send(frame)
	require.Equal(t, "once", bob.until("ok").ID)
	seq := bob.seq
	bob.send(frame)
	require.Equal(t, "once", bob.until("ok").ID)
	require.Equal(t, seq, bob.seq)

	again := bob.visitor.join(room)
	again.send(frame)
	require.Equal(t, "once", again.until("ok").ID, "on another connection too")
	require.Equal(t, seq, again.seq)
	require.Equal(t, "stale_decision", string(again.ask("answer", map[string]any{"decision": 77, "choice": []string{}}).Code))
}

func TestTwoTabsOfOnePlayer(t *testing.T) {
	g := newStage(t, nil)
	room, _, bob := g.playing(lobby.Settings{})
	second := bob.visitor.join(room)
	second.sees(func() bool { return second.decision != nil })
	require.Equal(t, bob.decision, second.decision)
	bob.answers()
	second.sees(func() bool { return second.decision.Answered })
	require.Equal(t, bob.seq, second.seq)
}

func TestResume(t *testing.T) {
	g := newStage(t, nil)
	room, ann, bob := g.playing(lobby.Settings{})
	bob.quiet("room", "update")
	come := func(life, seq uint64) *tab {
		c := bob.visitor.dial()
		c.send(map[string]any{"type": "hello", "v": 1, "room": room, "life": life, "seq": seq})
		c.until("room")
		return c
	}
	life, seq := bob.life, bob.seq
	require.NotZero(t, life)

	c := come(life, seq)
	c.quiet()
	require.Equal(t, []string{"welcome", "room", "pong"}, c.types(0), "nothing has changed since")

	ann.answers()
	c.until("update")
	c = come(life, seq)
	m := c.until("snapshot")
	require.Equal(t, life, m.Life)
	require.Equal(t, seq+1, m.Seq)
	require.NotEmpty(t, m.View)

	come(life+1, seq+1).until("snapshot")
	come(0, 0).until("snapshot")
}

func TestPing(t *testing.T) {
	g := newStage(t, nil)
	ann := g.visitor("Ann")
	c := ann.join(ann.opens(lobby.Settings{}))
	c.send(`{"type":"ping","id":"a"}`)
	require.Equal(t, message{Type: "pong", ID: "a"}, c.next())
	c.send(`{"type":"ping"}`)
	require.Equal(t, message{Type: "pong"}, c.next())
}

func TestAnswersComeInOrder(t *testing.T) {
	g := newStage(t, nil)
	ann := g.visitor("Ann")
	c := ann.join(ann.opens(lobby.Settings{}))
	const n = 20
	from := len(c.got)
	for i := range n {
		c.send(fmt.Sprintf(`{"type":"ready","id":"%d","ready":%t}`, i, i%2 == 1))
	}
	for i := range n {
		m := c.until("ok")
		require.Equal(t, fmt.Sprint(i), m.ID)
		rooms := 0
		for _, m := range c.got[from:] {
			if m.Type == "room" {
				rooms++
			}
		}
		require.Greater(t, rooms, i, "and what each has changed before it")
	}
	require.True(t, c.room.Seats[0].Ready)
}
