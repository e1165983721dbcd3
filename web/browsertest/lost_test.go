package browsertest

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// startedMatch is a match of SpellBook of two people, who have not opened its page yet.
func startedMatch(t *testing.T, origin, hostOrigin string) (host, guest *person, link string) {
	t.Helper()
	host, guest = newPerson(t, "Ada", hostOrigin, desk), newPerson(t, "Bob", origin, desk)
	host.isKnown()
	guest.isKnown()
	link = host.opensRoom(map[string]any{"game": "spellbook", "seats": 2})
	guest.commands(link, `"claim", "seat": 1`)
	host.commands(link, `"start"`)
	return host, guest, link
}

// A pair sits at a table of SpellBook and has played a little.
func pairAtTable(t *testing.T, origin, hostOrigin string) (host, guest *person, m *match) {
	t.Helper()
	host, guest, link := startedMatch(t, origin, hostOrigin)
	for _, p := range []*person{host, guest} {
		p.open(link)
		p.waitFor("region", "^Your question and your hand$")
	}
	m = newMatch(3, host, guest)
	m.play(2)
	return host, guest, m
}

// settles waits until no part of the client is under way.
func (p *person) settles() {
	p.t.Helper()
	p.until("have all that the page asks for", func() error {
		p.nextFrame()
		if left := p.problems.loading(); len(left) > 0 {
			return fmt.Errorf("these are under way: %v", left)
		}
		return nil
	})
}

// concedes ends a match of two, as a program would, and returns its id.
func (p *person) concedes(link string) string {
	p.t.Helper()
	p.commands(link, `"concede"`)
	id := ""
	p.until("find the match among those that are over", func() error {
		if id = p.promised(
			"api.lastMatch()",
		); id == "" {
			return errors.New("there is none")
		}
		return nil
	})
	return id
}

// untilAsked plays until one of the players is asked something.
func (m *match) untilAsked(p *person) {
	p.t.Helper()
	m.playUntil(p.name+" is asked", func() bool { return p.table().mayAct() })
}

// A page that is loaded again shows the same, to the player who is asked and to
// the one who waits.
func TestReload(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	ada, bob, m := pairAtTable(t, origin, origin)
	m.untilAsked(ada)
	question, waiting := ada.table().Question, bob.table().Question
	ada.reload()
	bob.reload()
	ada.sees(question)
	bob.sees(waiting)
	m.untilAsked(ada)
	require.Equal(t, question, ada.table().Question)
	require.False(t, bob.table().mayAct())
	m.play(2)
}

// A player who loses the connection sees that, and so do the others. When the
// connection is back, the match goes on where it was.
func TestConnectionLost(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	tunnel := newLine(t, origin)
	ada, bob, m := pairAtTable(t, origin, tunnel.url)
	m.untilAsked(bob)
	ada.settles()

	ada.problems.expectCut(true)
	tunnel.cut()
	ada.sees("Reconnecting, your seat is kept")
	ada.waitFor("button", "^Try now$")
	ada.checkAccess("reconnecting")
	// Bob goes on meanwhile, until it is Ada's turn.
	alone := newMatch(4, bob)
	alone.playUntil("it is Ada's turn", func() bool {
		now := bob.table()
		return !now.mayAct() && !now.Sending && strings.Contains(now.Question, "Ada")
	})
	waiting := bob.table().Question
	tunnel.mend()
	ada.seesNoMore("Reconnecting")
	ada.problems.expectCut(false)
	ada.isAsked()
	require.Equal(t, waiting, bob.table().Question)
	m.play(2)
}

// When the server stops and starts again, every page says so, and the match goes
// on: after an orderly stop, and after a kill.
func TestServerRestart(t *testing.T) {
	t.Parallel()
	server := startProgram(t)
	ada, bob, m := pairAtTable(t, server.url, server.url)
	for _, test := range []struct {
		how, said string
		down      func()
	}{
		{"stopped", "The server starts again. Your seat is kept", func() { server.stop(t) }},
		{"killed", "Reconnecting, your seat is kept", server.kill},
	} {
		m.untilAsked(ada)
		question, waiting := ada.table().Question, bob.table().Question
		for _, p := range m.players {
			p.settles()
			p.problems.expectCut(true)
		}
		test.down()
		for _, p := range m.players {
			p.sees(test.said)
		}
		server.startAgain(t)
		for _, p := range m.players {
			p.seesNoMore(test.said)
			p.problems.expectCut(false)
		}
		require.Equal(t, question, ada.table().Question, "after the server was %s", test.how)
		require.Equal(t, waiting, bob.table().Question, "after the server was %s", test.how)
		m.play(2)
	}
}

// Two tabs of one player show the same; an answer in one is shown in the other.
func TestTwoTabs(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	ada, bob, m := pairAtTable(t, origin, origin)
	m.untilAsked(ada)
	second := ada.anotherTab("Ada's second tab")
	second.open(ada.path())
	second.isAsked()

	inSecond := newMatch(5, second)
	inSecond.playUntil("Bob is asked", func() bool { return bob.table().mayAct() })
	follows(ada, second)
	require.False(t, ada.table().mayAct())
	// The first tab plays on, and the second follows.
	m.play(2)
	m.untilAsked(bob)
	follows(second, ada)
}

// follows waits until one tab says the same as another.
func follows(p, other *person) {
	p.t.Helper()
	p.until("see what the other tab shows", func() error {
		if a, b := p.table().Question, other.table().Question; a != b {
			return fmt.Errorf("one tab says %q and the other %q", a, b)
		}
		return nil
	})
}
