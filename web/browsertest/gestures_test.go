package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/stretchr/testify/require"
)

// newPersonPlanningYears plays until the nine cards are split into three years, and removes the plan that apprentices
// start with.
func newPersonPlanningYears(t *testing.T, at device) *person {
	t.Helper()
	ada := newVisitor(t, "Ada", shared.server(t).url, at)
	ada.choose(seasonsDoor, "^Apprentice$")
	ada.click("button", "^With a bot", seasonsDoor)
	ada.waitForText("Three for each year")
	require.Equal(t, 9, evaluate[int](ada, "document.querySelectorAll('.shelf .card').length"))
	ada.click("button", "^Take all back$")
	ada.waitForUnplaced(9)
	return ada
}

// waitForUnplaced waits until n of the nine cards are not placed.
func (p *person) waitForUnplaced(n int) {
	p.t.Helper()
	waitForValue(p, n, func() int { return evaluate[int](p, "document.querySelectorAll('.unplaced .card').length") })
}

// A long press enlarges a card without choosing it.
func TestLongPress(t *testing.T) {
	t.Parallel()
	ada := newPersonPlanningYears(t, phone.moving())
	const card = "document.querySelector('.unplaced .card')"
	name, _, _ := strings.Cut(evaluate[string](ada, card+".ariaLabel"), ",")
	require.NotEmpty(t, name)

	at := ada.whereIs(card)
	ada.holdTimers(longPress, false)
	ada.holdPoint(at)
	ada.waitForRole("dialog", "^The whole card$")
	ada.releasePoint(at)
	ada.holdTimers(longPress, true)
	ada.nextFrame()
	require.Contains(t, plain(evaluate[string](ada, "document.querySelector('.cardsheet').innerText")), name)
	require.Greater(
		t,
		evaluate[float64](ada, "document.querySelector('.cardsheet .card').offsetWidth"),
		evaluate[float64](ada, card+".offsetWidth"),
	)
	ada.checkAll("with a large card")

	ada.click("button", "^Close$")
	ada.waitForNoDialog()
	ada.waitForUnplaced(9)

	// A short press still sends the card to its place.
	ada.pressControl("place a card", card)
	ada.waitForUnplaced(8)
}

// drag moves one element onto another with the mouse.
func (p *person) drag(thing, onto string) {
	p.t.Helper()
	from := p.whereIs(thing)
	p.holdPoint(from)
	p.moveMouse(point{from.X + 8, from.Y + 8}, input.MouseButtonLeft)
	to := p.whereIs(onto)
	p.moveMouse(to, input.MouseButtonLeft)
	p.moveMouse(point{to.X + 1, to.Y + 1}, input.MouseButtonLeft)
	p.releasePoint(to)
}

// Cards can be dragged to a year, from one year to another, back, and onto each other to swap places.
func TestDrag(t *testing.T) {
	t.Parallel()
	ada := newPersonPlanningYears(t, desk.moving())
	const loose = "document.querySelector('.unplaced .card')"
	shelf := func(year int) string { return fmt.Sprintf("document.querySelectorAll('.shelf')[%d]", year-1) }
	card := func(year, n int) string { return fmt.Sprintf("%s.querySelectorAll('.card')[%d]", shelf(year), n-1) }
	hole := func(year int) string { return shelf(year) + ".querySelector('.hole')" }
	refOf := func(card string) string { return evaluate[string](ada, card+".dataset.ref") }
	// counts waits until the years have these numbers of cards.
	counts := func(first, second, third int) {
		t.Helper()
		waitForValue(ada, [3]int{first, second, third}, func() [3]int {
			return evaluate[[3]int](
				ada,
				"page.counts('.shelf', '.card')",
			)
		})
		ada.nextFrame()
	}

	moved := refOf(loose)
	ada.drag(loose, hole(2))
	counts(0, 1, 0)
	require.Equal(t, moved, refOf(card(2, 1)))
	ada.drag(card(2, 1), hole(3))
	counts(0, 0, 1)
	require.Equal(t, moved, refOf(card(3, 1)))
	ada.drag(card(3, 1), loose)
	counts(0, 0, 0)
	ada.waitForUnplaced(9)

	var want [3]int
	for year := 1; year <= 3; year++ {
		for range 3 {
			ada.drag(loose, hole(year))
			want[year-1]++
			counts(want[0], want[1], want[2])
		}
	}
	ada.waitForUnplaced(0)
	a, b := refOf(card(1, 1)), refOf(card(3, 1))
	ada.drag(card(1, 1), card(3, 1))
	ada.eventually("see two cards in each other's place", func() error {
		in := func(year int, ref string) bool {
			return evaluate[bool](ada, fmt.Sprintf("!!%s.querySelector('[data-ref=%q]')", shelf(year), ref))
		}
		if !in(1, b) || !in(3, a) {
			return fmt.Errorf("they are where they were")
		}
		return nil
	})
	counts(3, 3, 3)
	ada.checkPage("with nine cards placed")
	ada.click("button", "^Confirm$", ".ask .go")
	ada.waitUntil("see the first round", "!document.querySelector('.shelf')")
}
