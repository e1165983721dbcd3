package browsertest

import (
	"errors"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// placeInMatch returns the current position in the "match so far" of the page.
func (p *person) placeInMatch() string {
	p.t.Helper()
	return plain(evaluate[string](p, "document.querySelector('#wayplace b')?.innerText ?? ''"))
}

// waitForPlace waits until the position in the "match so far" satisfies holds.
func (p *person) waitForPlace(what string, holds func(place string) bool) {
	p.t.Helper()
	p.eventually(what, func() error {
		if place := p.placeInMatch(); !holds(place) {
			return errors.New("the place is " + place)
		}
		return nil
	})
}

// A player who returns watches what the other players have done and continues. A late spectator steps through
// the match from its start, also by keys.
func TestTheMatchSoFar(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	ada, bob, m := pairAtTable(t, origin, origin)
	m.play(8)
	m.playUntilAsked(bob)
	newMatch(4, bob).playUntil("it is Ada's turn", func() bool { return ada.table().mayAct() && !bob.table().mayAct() })

	ada.reload()
	ada.waitForText("Others have moved since you were here.")
	// The log can draw more or fewer of its earlier lines, so only its last ones are compared.
	const board = "loglines.newestOfPage(12)"
	ada.holdTimers(stepStays, true)
	ada.click("button", "^Show me$")
	ada.waitForPlace("what happened meanwhile is shown", func(place string) bool {
		return len(place) > 0 && place[0] == '0' && place != "0 of 0 moves since you were here"
	})
	require.False(t, ada.table().Asked, "nothing is asked of who looks back")
	ada.checkAll("looking back")
	ada.click("button", "^Your turn$")
	ada.waitUntilAsked()

	eve := newSpectator(t, "Eve", origin, ada.path(), phone)
	eve.waitForRole("button", "^Go back through the match$")
	live := evaluate[string](eve, board)
	// Two presses open it once.
	evaluate[bool](eve, "page.click('.tools .wayin', 2)")
	eve.waitForPlace("a step back is shown", func(place string) bool { return place != "" })
	require.Equal(t, 1, evaluate[int](eve, "page.countLoaded('/steps')"))
	eve.picture("a spectator looking back")
	eve.checkPage("a spectator looking back")
	eve.press(kb.Home)
	eve.waitForPlace("the start is shown", func(place string) bool { return place[:7] == "Step 0 " })
	require.NotEqual(t, live, evaluate[string](eve, board))
	eve.press(kb.ArrowRight)
	eve.waitForPlace("the first step is shown", func(place string) bool { return place[:7] == "Step 1 " })
	eve.press(kb.Escape)
	waitForValue(eve, live, func() string { return evaluate[string](eve, board) })
}
