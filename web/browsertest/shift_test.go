package browsertest

import (
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/stretchr/testify/require"
)

// watchShifts adds up from here on what moves on its own in every page that the
// person opens: each shift is a part of the window times a part of the distance.
func (p *person) watchShifts() {
	p.t.Helper()
	command(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `
		window.shifts = [];
		new PerformanceObserver((list) => {
			for (const { value, hadRecentInput, sources } of list.getEntries()) {
				if (!hadRecentInput) shifts.push({ value, what: sources.map(({ node }) => node?.outerHTML?.slice(0, 120) ?? node?.textContent ?? '').join(' ') });
			}
		}).observe({ type: 'layout-shift', buffered: true });`})
}

// checkShifts fails the test if more has moved than what nobody minds.
func (p *person) checkShifts(where string) {
	p.t.Helper()
	const most = 0.05
	p.nextFrame()
	p.nextFrame()
	var sum float64
	shifts := evaluate[[]struct {
		Value float64
		What  string
	}](p, "shifts")
	for _, shift := range shifts {
		sum += shift.Value
	}
	require.LessOrEqual(p.t, sum, most, "%s, %s: what has moved: %v", p.name, where, shifts)
}

// Pages do not move while they load: the start page, of a newcomer and of
// somebody who plays, a room, and a table.
func TestPagesStandStill(t *testing.T) {
	t.Parallel()
	for _, at := range []struct {
		name   string
		device device
	}{{"desk", desk}, {"phone", phone}} {
		t.Run(at.name, func(t *testing.T) {
			ada := newPerson(t, "Ada", shared.server(t).url, at.device)
			ada.watchShifts()
			ada.open("/")
			ada.sees("Play against bots")
			ada.checkShifts("the start page")

			ada.click("button", "^Open a table$", seasonsDoor)
			room := ada.waitForPath("^/r/.+")
			ada.open(room)
			ada.seesMatch("this code: [2-9A-Z]{3}")
			ada.checkShifts("a room")

			ada.open("/")
			ada.click("button", "^Play against bots$", spellbookDoor)
			table := ada.waitForPath("^/r/.+")
			ada.waitFor("region", "^Your question and your hand$")
			ada.open(table)
			ada.waitFor("region", "^Your question and your hand$")
			ada.checkShifts("a table")

			ada.open("/")
			ada.sees("Your tables")
			ada.checkShifts("the start page with tables")
		})
	}
}
