package browsertest

import (
	"errors"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// wayPlace returns where a person is in the match so far.
func (p *person) wayPlace() string {
	p.t.Helper()
	return plain(evaluate[string](p, "document.querySelector('#wayplace b')?.innerText ?? ''"))
}

// untilAt waits until the person is at a place of the match so far that holds.
func (p *person) untilAt(what string, holds func(place string) bool) {
	p.t.Helper()
	p.until(what, func() error {
		if place := p.wayPlace(); !holds(place) {
			return errors.New("the place is " + place)
		}
		return nil
	})
}

// A player who comes back watches what the others have done, and goes on; a
// spectator who comes late goes through the match from its start, by keys too.
func TestTheMatchSoFar(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	ada, bob, m := pairAtTable(t, origin, origin)
	m.play(8)
	m.untilAsked(bob)
	newMatch(4, bob).playUntil("it is Ada's turn", func() bool { return ada.table().mayAct() && !bob.table().mayAct() })

	ada.reload()
	ada.sees("Others have moved since you were here.")
	// The log draws more or fewer of its earlier lines: what it says last is compared.
	const board = "loglines.newestOfPage(12)"
	ada.holdsTimers(stepStays, true)
	ada.click("button", "^Show me$")
	ada.untilAt("what happened meanwhile is shown", func(place string) bool {
		return len(place) > 0 && place[0] == '0' && place != "0 of 0 moves since you were here"
	})
	require.False(t, ada.table().Asked, "nothing is asked of who looks back")
	ada.checkAll("looking back")
	ada.click("button", "^Your turn$")
	ada.isAsked()

	eve := watches(t, "Eve", origin, ada.path(), phone)
	eve.waitFor("button", "^Go back through the match$")
	live := evaluate[string](eve, board)
	// Pressed twice, it is one way back, which stays.
	evaluate[bool](eve, "page.click('.tools .wayin', 2)")
	eve.untilAt("a step back is shown", func(place string) bool { return place != "" })
	require.Equal(t, 1, evaluate[int](eve, "page.countLoaded('/steps')"))
	eve.picture("a spectator looking back")
	eve.checkPage("a spectator looking back")
	eve.press(kb.Home)
	eve.untilAt("the start is shown", func(place string) bool { return place[:7] == "Step 0 " })
	require.NotEqual(t, live, evaluate[string](eve, board))
	eve.press(kb.ArrowRight)
	eve.untilAt("the first step is shown", func(place string) bool { return place[:7] == "Step 1 " })
	eve.press(kb.Escape)
	becomes(eve, live, func() string { return evaluate[string](eve, board) })
}
