package browsertest

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// shiftScript records each layout shift, including those after a press, with the element that moved most, and
// whether the hand made room, which it may do once for each card that arrives or leaves.

// plainScript removes what is slow to draw and does not move: paintings and shadows.

// hiddenLogScript hides the lines of the log. They move whenever a line is added, and the browser does not
// count hidden elements.

// A shift is a layout shift of the browser: the moved fraction of the window, multiplied by the distance.
type shift struct {
	Value float64
	// Recent is true just after a press, which is allowed to move elements.
	Recent bool
	// Hand is true if the hand made room for a new card, or closed a gap, possibly together with something
	// else.
	Hand bool
	What string
}

// watchShifts records the shifts of all pages that the person opens from now on.
func (p *person) watchShifts() {
	p.t.Helper()
	p.drawPages()
	p.addScript(plainScript)
	p.addScript(shiftScript)
}

// hideLog hides the lines of the log on those pages.
func (p *person) hideLog() {
	p.t.Helper()
	p.addScript("loglines.hide()")
}

// takeShifts returns the shifts since the last call.
func (p *person) takeShifts() []shift {
	p.t.Helper()
	p.nextFrame()
	return evaluate[[]shift](p, "takeShifts()")
}

// A readLine is a visible line of the log, by its number, with its position in the window, and the upper and
// lower edge of the log.
type readLine struct {
	Number   string
	Top      float64
	From, To float64
}

// checkLog fails the test unless the newest line of the log is visible or, after an earlier line was read,
// that line has not moved. It reads an earlier line every other time, once there are enough.
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
	// The page notices the scrolling in the next frame. If lines were added or removed before that, no line
	// counts as read.
	p.nextFrame()
	return evaluate[readLine](p, "loglines.read()")
}

// checkShifts fails the test if the page has shifted more than is tolerable.
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

// Pages do not shift while they load: the start page of a new visitor and of a player, a room, and a table.
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
			ada.waitForText("With a bot")
			ada.checkShifts("the start page")

			ada.click("button", "^With friends$", seasonsDoor)
			ada.click("button", "^Open a table$", "dialog")
			room := ada.waitForPath("^/r/.+")
			ada.open(room)
			ada.waitForMatch("this code: [2-9A-Z]{3}")
			ada.checkShifts("a room")

			ada.open("/")
			ada.click("button", "^With a bot", spellbookDoor)
			table := ada.waitForPath("^/r/.+")
			ada.waitForRole("region", "^Your question and your hand$")
			ada.open(table)
			ada.waitForRole("region", "^Your question and your hand$")
			ada.checkShifts("a table")

			ada.open("/")
			ada.waitForText("Your tables")
			ada.checkShifts("the start page with tables")
		})
	}
}

// The arrival page of a new visitor offers a lesson once it knows that the visitor has never played. The offer moves
// no button, because a press at that moment would miss it.
func TestTheOfferOfALessonMovesNoButton(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	ada, bob := newPerson(t, "Ada", origin, desk), newPerson(t, "Bob", origin, phone)
	ada.openStartPage()
	link := ada.openTable(spellbookDoor)
	bob.addScript(heldMatchesScript)
	bob.open(link)
	bob.waitForRole("button", "^Sit down$")
	edges := func() string { return evaluate[string](bob, "heldMatches.edgesOfButtons()") }
	before := edges()
	require.NotEmpty(t, before)
	require.False(t, bob.has("link", "^Learn alone against a bot first$"))
	evaluate[bool](bob, "heldMatches.letGo(), true")
	bob.waitForRole("link", "^Learn alone against a bot first$")
	require.Equal(t, before, edges())
}
