package browsertest

import (
	_ "embed"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// attentionScript records what a page does to be noticed.
//
//go:embed attention.js
var attentionScript string

// noticesPages puts the script into every page that the person opens from here
// on.
func (p *person) noticesPages() {
	p.t.Helper()
	p.addScript(attentionScript)
}

// A note is a notification of the browser.
type note struct {
	Title, Body string
	// Open: it has not been closed.
	Open bool
}

func (p *person) notes() []note {
	p.t.Helper()
	return evaluate[[]note](p, "attention.notes()")
}

// looksAway turns to another tab, or back to this one.
func (p *person) looksAway(away bool) {
	p.t.Helper()
	evaluate[bool](p, fmt.Sprintf("(attention.look(%t), true)", away))
}

// tab is what the browser shows of a page on its tab.
func (p *person) tab() string {
	p.t.Helper()
	return evaluate[string](p, "document.title + ' ' + document.querySelector('link[rel=icon]').getAttribute('href')")
}

// showsTab waits until the tab shows a title and a mark.
func (p *person) showsTab(want string) {
	p.t.Helper()
	becomes(p, want, p.tab)
}

const (
	calmTab = "SpellBook · Archmage /art/favicon.svg"
	turnTab = "Your turn · SpellBook · Archmage /art/favicon-turn.svg"
	// Whoever looks at the page needs no mark.
	seenTab = "Your turn · SpellBook · Archmage /art/favicon.svg"
)

// A player who looks elsewhere is called when it is their turn: by the title and
// the mark of the tab, and by a notification if they want one.
func TestCall(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	ada, bob := newPerson(t, "Ada", origin, desk), newPerson(t, "Bob", origin, desk)
	for _, p := range []*person{ada, bob} {
		p.noticesPages()
		p.arrives()
	}
	link := ada.opensTable(spellbookDoor)
	bob.takesSeat(link)
	ada.sees("Bob")
	startsMatch(ada, bob)
	ada.menu("^Settings$")
	ada.click("checkbox", "^Notify me when it is my turn$")
	ada.press("\u001b")

	m := newMatch(16, ada, bob)
	m.each = func(*person, table) {}
	// hisTurn is when Bob is asked, and Ada is not.
	hisTurn := func() bool { return bob.table().mayAct() && !ada.table().Asked }
	m.playUntil("it is Bob's turn", hisTurn)
	ada.showsTab(calmTab)
	bob.showsTab(seenTab)
	require.Empty(t, ada.notes(), "Ada looked at the page")

	ada.looksAway(true)
	alone := newMatch(17, bob)
	alone.each = m.each
	alone.playUntil("it is Ada's turn", func() bool { return ada.table().mayAct() })
	ada.showsTab(turnTab)
	bob.showsTab(calmTab)
	require.Equal(t, []note{{Title: "Your turn", Body: "SpellBook", Open: true}}, ada.notes())
	evaluate[bool](ada, "(attention.press(0), true)")
	require.False(t, ada.notes()[0].Open)

	// Bob looks away too, but has not asked for notifications.
	ada.looksAway(false)
	bob.looksAway(true)
	m.playUntil("it is Bob's turn again", hisTurn)
	bob.showsTab(turnTab)
	ada.showsTab(calmTab)
	require.Empty(t, bob.notes())
	require.Len(t, ada.notes(), 1, "Ada looked at the page again")
}

// There are no sounds until somebody turns them on, and none any more when they
// are off again. The choice outlives the page.
func TestSounds(t *testing.T) {
	t.Parallel()
	ada := newPerson(t, "Ada", shared.server(t).url, desk)
	ada.noticesPages()
	ada.arrives()
	ada.click("button", "^Play against bots$", spellbookDoor)
	ada.waitFor("region", "^Your question and your hand$")
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
	becomes(ada, true, func() bool { return tones() > 0 && on() })
	ada.reload()
	ada.waitFor("region", "^Your question and your hand$")
	require.True(t, on())
	m.playUntil("something is heard", func() bool { return tones() > 0 || m.over() })
	require.Positive(t, tones())

	ada.click("button", "^Sounds$")
	becomes(ada, false, on)
	heard := tones()
	m.play(6)
	require.Equal(t, heard, tones())
}
