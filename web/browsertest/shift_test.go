package browsertest

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// shiftScript records each layout shift that the browser notices, also those
// after a press, with what moved most, and whether a hand made room, which it may
// once for each card that comes or goes.
const shiftScript = `globalThis.shifts = [];
let cards = 0;
const changes = [];
new MutationObserver(() => {
	const now = document.querySelectorAll('.card.hand').length;
	if (now !== cards) changes.push(performance.now());
	cards = now;
}).observe(document, {childList: true, subtree: true});
const element = (node) => node?.nodeType === 1 ? node : node?.parentElement;
const note = (entries) => {
	for (const {value, startTime, hadRecentInput: recent, sources} of entries) {
		const name = (node) => {
			if (node?.nodeType !== 1) return '' + node?.nodeName;
			return node.tagName.toLowerCase() + [...node.classList].map((c) => '.' + c).join('');
		};
		const describe = ({node, previousRect: a, currentRect: b}) =>
			name(node) + ' ' + [a.x, a.y, b.x, b.y].map(Math.round);
		const hand = sources.some(({node}) => element(node)?.closest('.card.hand')) && changes[0] <= startTime;
		if (hand) changes.splice(0, changes.filter((time) => time <= startTime).length);
		shifts.push({value, recent, hand, what: sources.map(describe).join('; ')});
	}
};
const seen = new PerformanceObserver((list) => note(list.getEntries()));
seen.observe({type: 'layout-shift', buffered: true});
globalThis.takeShifts = () => {
	note(seen.takeRecords());
	return shifts.splice(0);
};`

// plainScript leaves out what takes long to draw and moves nothing: paintings and shadows.
const plainScript = `{
	const sheet = new CSSStyleSheet();
	sheet.replaceSync('*, ::before, ::after { background-image: none !important; box-shadow: none !important; } '
		+ 'img { object-position: -9999px 0 !important; }');
	document.adoptedStyleSheets.push(sheet);
}`

// hiddenLogScript hides the lines of the log. They make room for new ones all the
// time, and the browser does not count what nobody sees.
const hiddenLogScript = `addEventListener('DOMContentLoaded', () => {
	const sheet = new CSSStyleSheet();
	sheet.replaceSync('.loglines { visibility: hidden; }');
	document.adoptedStyleSheets.push(sheet);
});`

// A shift is one entry of the browser: the part of the window that moved, times
// how far.
type shift struct {
	Value float64
	// Recent: it came right after a press, which may move things.
	Recent bool
	// Hand: the hand made room for a card that came, or closed up after one that left,
	// maybe together with something else.
	Hand bool
	What string
}

// watchShifts records the shifts of every page that the person opens from here on.
func (p *person) watchShifts() {
	p.t.Helper()
	p.drawsPages()
	p.addScript(plainScript)
	p.addScript(shiftScript)
}

// hidesLog hides the lines of the log on those pages.
func (p *person) hidesLog() {
	p.t.Helper()
	p.addScript(hiddenLogScript)
}

// takeShifts returns the shifts since the last call.
func (p *person) takeShifts() []shift {
	p.t.Helper()
	p.nextFrame()
	return evaluate[[]shift](p, "takeShifts()")
}

// A readLine is a line of the log in sight, by its number: where it is in the window,
// and the log itself, from its upper edge to its lower one.
type readLine struct {
	Number   string
	Top      float64
	From, To float64
}

// checkLog fails the test unless the newest line of the log is in sight or, if an
// earlier one was read, that one has stayed where it was. It reads an earlier line
// every other time, from when there are enough.
func (p *person) checkLog(read readLine) readLine {
	p.t.Helper()
	if read.Number != "" {
		now := evaluate[readLine](p, fmt.Sprintf(`(() => {
			const pane = document.querySelector('.loglines');
			const {top: From, bottom: To} = pane.getBoundingClientRect();
			const {top: Top} = pane.querySelector('[data-n=%q]').getBoundingClientRect();
			pane.scrollTop = 0;
			return {Number: %[1]q, Top, From, To};
		})()`, read.Number))
		require.InDelta(
			p.t,
			read.Top,
			now.Top,
			2,
			"%s: a line of the log moves while it is read: %+v, then %+v",
			p.name,
			read,
			now,
		)
		return readLine{}
	}
	now := evaluate[readLine](p, `(() => {
		const pane = document.querySelector('.loglines');
		if (!pane) return {};
		const {top: From, bottom: To} = pane.getBoundingClientRect();
		if (pane.querySelector('li:last-child').getBoundingClientRect().bottom > To + 1) return {Number: 'hidden'};
		if (pane.scrollHeight < pane.clientHeight + 200) return {};
		pane.scrollTop = -150;
		return {Number: 'scrolled'};
	})()`)
	require.NotEqual(p.t, "hidden", now.Number, "%s: the newest line of the log is out of sight", p.name)
	if now.Number == "" {
		return now
	}
	// The page learns with the next frame that it was scrolled. Where lines came and went before
	// it did, nothing is read.
	p.nextFrame()
	return evaluate[readLine](p, `(() => {
		const pane = document.querySelector('.loglines');
		if (pane.scrollTop > -1) return {};
		const {top: From, bottom: To} = pane.getBoundingClientRect();
		const line = [...pane.querySelectorAll('li[data-n]')].find((li) => li.getBoundingClientRect().top > From);
		return {Number: line.dataset.n, Top: line.getBoundingClientRect().top, From, To};
	})()`)
}

// checkShifts fails the test if more has moved than what nobody minds.
func (p *person) checkShifts(where string) {
	p.t.Helper()
	const most = 0.05
	p.nextFrame()
	var sum float64
	shifts := p.takeShifts()
	for _, shift := range shifts {
		if !shift.Recent {
			sum += shift.Value
		}
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
	}{{"desk", desk.moving()}, {"phone", phone.moving()}} {
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
