package browsertest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/stretchr/testify/require"
)

// shiftScript records each layout shift that the browser notices, also those
// after a press, with what moved most.
const shiftScript = `globalThis.shifts = [];
new PerformanceObserver((list) => {
	for (const {value, hadRecentInput: recent, sources} of list.getEntries()) {
		const name = (node) => node?.nodeType === 1 ? node.tagName.toLowerCase() + [...node.classList].map((c) => '.' + c).join('') : '' + node?.nodeName;
		shifts.push({value, recent, what: sources.map(({node, previousRect: a, currentRect: b}) => name(node) + ' ' + [a.x, a.y, b.x, b.y].map(Math.round)).join('; ')});
	}
}).observe({type: 'layout-shift', buffered: true});`

// A shift is one entry of the browser: the part of the window that moved, times
// how far.
type shift struct {
	Value float64
	// Recent: it came right after a press, which may move things.
	Recent bool
	What   string
}

// watchShifts records the shifts of every page that the person opens from here on.
func (p *person) watchShifts() {
	p.t.Helper()
	command(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: shiftScript})
}

// takeShifts returns the shifts since the last call.
func (p *person) takeShifts() []shift {
	p.t.Helper()
	p.nextFrame()
	return evaluate[[]shift](p, "shifts.splice(0)")
}

// TestNothingJumps plays a match of each game against bots and measures how much
// of the table moves, question by question, and that its fixed parts stay.
func TestNothingJumps(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, door string
		// fixed are the parts that have one place while the rounds are played.
		fixed []string
		// each is the most that may move from a question to the next, all that in
		// the whole match.
		each, all float64
	}{
		{"seasons", seasonsDoor, []string{".opps", ".year", ".dice", ".mine", ".dock .ask", ".side"}, 0.1, 0.7},
		{"spellbook", spellbookDoor, []string{".side", ".sb-mine", ".dock .ask"}, 0.1, 0.5},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			ada := newPerson(t, "Ada", shared.server(t).url, desk.still())
			ada.watchShifts()
			ada.arrives()
			ada.click("button", "^Play against bots$", test.door)
			ada.waitFor("region", "^Your question and your hand$")
			all := 0.0
			tops := map[string][]int{}
			m := newMatch(31, ada)
			m.each = func(p *person, now table) {
				sum := 0.0
				var what []string
				for _, s := range p.takeShifts() {
					sum += s.Value
					what = append(what, s.What)
				}
				if evaluate[bool](p, "!!document.querySelector('.prelude')") {
					return
				}
				// The first question of the rounds comes with their table.
				if len(tops) > 0 {
					all += sum
					if sum > test.each {
						t.Errorf("%.3f of the table moves before %q: %s", sum, now.Question, strings.Join(what, "\n"))
					}
				}
				for _, part := range test.fixed {
					top := evaluate[int](p, fmt.Sprintf("Math.round(document.querySelector('%s').getBoundingClientRect().top)", part))
					if !slices.Contains(tops[part], top) {
						tops[part] = append(tops[part], top)
					}
				}
			}
			m.playToEnd()
			t.Logf("%d actions, %.3f moved, at %v", m.actions, all, tops)
			require.Less(t, all, test.all)
			for part, at := range tops {
				require.LessOrEqual(t, slices.Max(at)-slices.Min(at), 2, "%s moves: %v", part, at)
			}
		})
	}
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
