package browsertest

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// shiftScript records each layout shift that the browser notices, also those
// after a press, with what moved most, and whether a hand made room, which it may
// once for each card that comes or goes.

// plainScript leaves out what takes long to draw and moves nothing: paintings and shadows.

// hiddenLogScript hides the lines of the log. They make room for new ones all the
// time, and the browser does not count what nobody sees.

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
	p.addScript("loglines.hide()")
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
		now := evaluate[readLine](p, fmt.Sprintf("loglines.leave(%q)", read.Number))
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
	now := evaluate[readLine](p, "loglines.scroll()")
	require.NotEqual(p.t, "hidden", now.Number, "%s: the newest line of the log is out of sight", p.name)
	if now.Number == "" {
		return now
	}
	// The page learns with the next frame that it was scrolled. Where lines came and went before
	// it did, nothing is read.
	p.nextFrame()
	return evaluate[readLine](p, "loglines.read()")
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
