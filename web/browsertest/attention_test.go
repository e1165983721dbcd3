package browsertest

import (
	_ "embed"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// attentionScript records how a page attracts attention.
//
//go:embed attention.js
var attentionScript string

// recordNotifications adds the script that records notifications to all pages that the person opens from now
// on.
func (p *person) recordNotifications() {
	p.t.Helper()
	p.addScript(attentionScript)
}

// A note is a notification of the browser.
type note struct {
	Title, Body string
	// Open is true until it is closed.
	Open bool
}

func (p *person) notes() []note {
	p.t.Helper()
	return evaluate[[]note](p, "attention.notes()")
}

// setHidden hides or shows the tab, as switching tabs does.
func (p *person) setHidden(away bool) {
	p.t.Helper()
	evaluate[bool](p, fmt.Sprintf("(attention.look(%t), true)", away))
}

// tab returns the title and the icon of the page's tab.
func (p *person) tab() string {
	p.t.Helper()
	return evaluate[string](p, "document.title + ' ' + document.querySelector('link[rel=icon]').getAttribute('href')")
}

// waitForTab waits until the tab shows a title and an icon.
func (p *person) waitForTab(want string) {
	p.t.Helper()
	waitForValue(p, want, p.tab)
}

const (
	calmTab = "SpellBook · Archmage /art/favicon.svg"
	turnTab = "Your turn · SpellBook · Archmage /art/favicon-turn.svg"
	// A visible page needs no mark.
	seenTab = "Your turn · SpellBook · Archmage /art/favicon.svg"
)

// A player whose tab is hidden is called at the start of the turn: by the title and the icon of the tab, and
// by a notification if the player wants one.
func TestCall(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	ada, bob := newPerson(t, "Ada", origin, desk), newPerson(t, "Bob", origin, desk)
	for _, p := range []*person{ada, bob} {
		p.recordNotifications()
		p.openStartPage()
	}
	link := ada.openTable(spellbookDoor)
	bob.takeSeat(link)
	ada.waitForText("Bob")
	startMatch(ada, bob)
	ada.menu("^Settings$")
	ada.click("checkbox", "^Notify me when it is my turn$")
	ada.press("\u001b")

	m := newMatch(16, ada, bob)
	m.each = func(*person, table) {}
	// hisTurn reports whether Bob is asked and Ada is not.
	hisTurn := func() bool { return bob.table().mayAct() && !ada.table().Asked }
	m.playUntil("it is Bob's turn", hisTurn)
	ada.waitForTab(calmTab)
	bob.waitForTab(seenTab)
	require.Empty(t, ada.notes(), "Ada looked at the page")

	ada.setHidden(true)
	alone := newMatch(17, bob)
	alone.each = m.each
	alone.playUntil("it is Ada's turn", func() bool { return ada.table().mayAct() })
	ada.waitForTab(turnTab)
	bob.waitForTab(calmTab)
	require.Equal(t, []note{{Title: "Your turn", Body: "SpellBook", Open: true}}, ada.notes())
	evaluate[bool](ada, "(attention.press(0), true)")
	require.False(t, ada.notes()[0].Open)

	// Bob's tab is hidden too, but he has not asked for notifications.
	ada.setHidden(false)
	bob.setHidden(true)
	m.playUntil("it is Bob's turn again", hisTurn)
	bob.waitForTab(turnTab)
	ada.waitForTab(calmTab)
	require.Empty(t, bob.notes())
	require.Len(t, ada.notes(), 1, "Ada looked at the page again")
}

// Sounds are off until a person turns them on, and can be turned off again. The page remembers the choice.
func TestSounds(t *testing.T) {
	t.Parallel()
	ada := newPerson(t, "Ada", shared.server(t).url, desk)
	ada.recordNotifications()
	ada.openStartPage()
	ada.click("button", "^With a bot", spellbookDoor)
	ada.waitForRole("region", "^Your question and your hand$")
	m := newMatch(18, ada)
	m.each = func(*person, table) {}
	tones := func() int { return evaluate[int](ada, "attention.tones()") }
	on := func() bool {
		return evaluate[bool](
			ada,
			"document.querySelector('.top [aria-label=Sounds]').getAttribute('aria-pressed') === 'true'",
		)
	}
	m.play(4)
	require.Zero(t, tones())
	require.False(t, on())

	ada.click("button", "^Sounds$")
	waitForValue(ada, true, func() bool { return tones() > 0 && on() })
	ada.reload()
	ada.waitForRole("region", "^Your question and your hand$")
	require.True(t, on())
	m.playUntil("something is heard", func() bool { return tones() > 0 || m.over() })
	require.Positive(t, tones())

	ada.click("button", "^Sounds$")
	waitForValue(ada, false, on)
	heard := tones()
	m.play(6)
	require.Equal(t, heard, tones())
}
