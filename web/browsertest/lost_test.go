package browsertest

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// startedMatch starts a match of SpellBook between two people who have not yet opened its page.
func startedMatch(t *testing.T, origin, hostOrigin string) (host, guest *person, link string) {
	t.Helper()
	host, guest = newPerson(t, "Ada", hostOrigin, desk), newPerson(t, "Bob", origin, desk)
	host.setName()
	guest.setName()
	link = host.createRoom(map[string]any{"game": "spellbook", "seats": 2})
	guest.sendCommands(link, `"claim", "seat": 1`)
	host.sendCommands(link, `"start"`)
	return host, guest, link
}

// pairAtTable starts a match of SpellBook between two people and plays a few actions.
func pairAtTable(t *testing.T, origin, hostOrigin string) (host, guest *person, m *match) {
	t.Helper()
	host, guest, link := startedMatch(t, origin, hostOrigin)
	for _, p := range []*person{host, guest} {
		p.open(link)
		p.waitForRole("region", "^Your question and your hand$")
	}
	m = newMatch(3, host, guest)
	m.play(2)
	return host, guest, m
}

// waitUntilLoaded waits until the page has loaded everything it has requested.
func (p *person) waitUntilLoaded() {
	p.t.Helper()
	p.eventually("have all that the page asks for", func() error {
		p.nextFrame()
		if left := p.problems.loading(); len(left) > 0 {
			return fmt.Errorf("these are under way: %v", left)
		}
		return nil
	})
}

// concede ends a match of two through the API and returns its id.
func (p *person) concede(link string) string {
	p.t.Helper()
	p.sendCommands(link, `"concede"`)
	id := ""
	p.eventually("find the match among those that are over", func() error {
		if id = p.awaitPromise(
			"api.lastMatch()",
		); id == "" {
			return errors.New("there is none")
		}
		return nil
	})
	return id
}

// playUntilAsked plays until this player is asked something.
func (m *match) playUntilAsked(p *person) {
	p.t.Helper()
	m.playUntil(p.name+" is asked", func() bool { return p.table().mayAct() })
}

// A reloaded page shows the same, to the player who is asked and to the one who waits.
func TestReload(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	ada, bob, m := pairAtTable(t, origin, origin)
	m.playUntilAsked(ada)
	question, waiting := ada.table().Question, bob.table().Question
	ada.reload()
	bob.reload()
	ada.waitForText(question)
	bob.waitForText(waiting)
	m.playUntilAsked(ada)
	require.Equal(t, question, ada.table().Question)
	require.False(t, bob.table().mayAct())
	m.play(2)
}

// A player who loses the connection is told, and so is the other player. When the connection is restored, the
// match continues.
func TestConnectionLost(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	tunnel := newLine(t, origin)
	ada, bob, m := pairAtTable(t, origin, tunnel.url)
	m.playUntilAsked(bob)
	ada.waitUntilLoaded()

	ada.problems.expectCut(true)
	tunnel.cut()
	ada.waitForText("Reconnecting, your seat is kept")
	ada.waitForRole("button", "^Try now$")
	ada.checkAccess("reconnecting")
	// Bob continues until it is Ada's turn.
	alone := newMatch(4, bob)
	alone.playUntil("it is Ada's turn", func() bool {
		now := bob.table()
		return !now.mayAct() && !now.Sending && strings.Contains(now.Question, "Ada")
	})
	waiting := bob.table().Question
	tunnel.mend()
	ada.waitForNoText("Reconnecting")
	ada.problems.expectCut(false)
	ada.waitUntilAsked()
	require.Equal(t, waiting, bob.table().Question)
	m.play(2)
}

// When the server restarts, every page says so and the match continues: after an orderly stop, and after a
// kill.
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
		m.playUntilAsked(ada)
		question, waiting := ada.table().Question, bob.table().Question
		for _, p := range m.players {
			p.waitUntilLoaded()
			p.problems.expectCut(true)
		}
		test.down()
		for _, p := range m.players {
			p.waitForText(test.said)
		}
		server.restart(t)
		for _, p := range m.players {
			p.waitForNoText(test.said)
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
	m.playUntilAsked(ada)
	second := ada.openSecondTab("Ada's second tab")
	second.open(ada.path())
	second.waitUntilAsked()

	inSecond := newMatch(5, second)
	inSecond.playUntil("Bob is asked", func() bool { return bob.table().mayAct() })
	followPerson(ada, second)
	require.False(t, ada.table().mayAct())
	// The second tab follows the first one.
	m.play(2)
	m.playUntilAsked(bob)
	followPerson(second, ada)
}

// followPerson makes one person follow another.
func followPerson(p, other *person) {
	p.t.Helper()
	p.eventually("see what the other tab shows", func() error {
		if a, b := p.table().Question, other.table().Question; a != b {
			return fmt.Errorf("one tab says %q and the other %q", a, b)
		}
		return nil
	})
}
