package browsertest

// These tests take longest. Parallel tests start in the order of their files' names, so they are in the first
// file. Subtests would start after all other tests, so each case is a test of its own.

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWholeMatchOfSeasons(t *testing.T) {
	t.Parallel()
	testWholeMatch(t, "Seasons", seasonsDoor, "^Archmage$")
}

func TestWholeMatchOfSpellBook(t *testing.T) {
	t.Parallel()
	testWholeMatch(t, "SpellBook", spellbookDoor, "")
}

// testWholeMatch lets two players, one of them on a phone, and a spectator follow a whole match from the
// start page to the scores.
func testWholeMatch(t *testing.T, title, door, level string) {
	t.Helper()
	origin := shared.server(t).url
	ada := newPerson(t, "Ada", origin, desk)
	ada.openStartPage()
	if level != "" {
		ada.choose(door, level)
	}
	link := ada.openTable(door)
	bob := newSeatedPerson(t, "Bob", origin, link, phone)
	ada.waitForText("Bob")
	eve := newSpectator(t, "Eve", origin, link, desk)
	if title == "Seasons" {
		ada.checkAccess("in the room")
	}
	bob.checkPage("in the room")
	startMatch(ada, bob)
	if title == "Seasons" {
		ada.checkAccess("at the first question")
	}

	m := newMatch(1, ada, bob)
	// Following all of the longer game and replaying it for other viewers takes minutes.
	all := title == "SpellBook" || thorough()
	boards := m.recordBoards(eve)
	m.play(20)
	for _, p := range []*person{ada, bob, eve} {
		p.waitForText(title)
		p.picture("playing")
	}
	ada.waitForText("Bob")
	bob.waitForText("Ada")
	eve.waitForText("Ada")
	eve.waitForText("Bob")
	require.False(t, eve.table().Asked, "a spectator is asked something")
	if !all {
		eve.open(plainPage)
	}
	m.playToEnd()
	if !all {
		eve.open(link)
	}
	t.Logf("%d actions", m.actions)

	for _, p := range []*person{ada, bob, eve} {
		p.waitForText("Seed of the match")
		p.picture("end")
		p.checkPage("at the end")
	}
	requireOneResult(t, ada, bob, eve)
	ada.waitForText("How it went")
	ada.checkAccess("at the end")

	replayAndCompare(ada, "0", boards[ada], all)
	if all {
		replayAndCompare(eve, "spectator", boards[eve], false)
	}
	if thorough() {
		replayAndCompare(bob, "1", boards[bob], false)
	}
}

// The browser does not report shifts within half a second of a press. These two tests run alone, so that the page
// has drawn the effect of a press by then.

func TestNothingJumpsInSeasons(t *testing.T) {
	requireNoShifts(t, seasonsDoor, ".opps", ".year", ".dice", ".mine", ".dock .ask", ".side")
}

func TestNothingJumpsInSpellBook(t *testing.T) {
	requireNoShifts(t, spellbookDoor, ".side", ".sb-mine", ".sb-pool", ".dock .ask")
}

// requireNoShifts plays a match and requires that the table moves little from one question to the next.
// Making room for a card in the hand does not count. The upper or the lower edge of the fixed elements must stay in
// its place during the rounds: the question bar of Seasons grows upwards. So must the left or the right edge, except
// that of the question bar, which is as wide as its question.
func requireNoShifts(t *testing.T, door string, fixed ...string) {
	t.Helper()
	// The largest sum of shifts from one question to the next, and in the whole match.
	const each, whole = 0.05, 0.4
	ada := newPerson(t, "Ada", shared.server(t).url, desk)
	ada.watchShifts()
	ada.addScript(askedScript)
	ada.hideLog()
	ada.openStartPage()
	ada.click("button", "^With a bot", door)
	ada.waitForRole("region", "^Your question and your hand$")
	all := 0.0
	// The left, upper, right and lower edge of each element, in pixels, at each question.
	edges := map[string]*[4][]int{}
	var earlier readLine
	m := newMatch(31, ada)
	m.quick = true
	m.keyOf = func(p *person, _ table) string { return evaluate[string](p, "asked.state().key") }
	m.each = func(p *person, now table) {
		p.waitForEffectOfPresses()
		sum := 0.0
		var what []string
		for _, s := range p.takeShifts() {
			if !s.Hand {
				sum += s.Value
				what = append(what, fmt.Sprintf("%.3f %s", s.Value, s.What))
			}
		}
		earlier = p.checkLog(earlier)
		if evaluate[bool](p, "!!document.querySelector('.prelude')") {
			return
		}
		// The table of the rounds appears with their first question.
		if len(edges) > 0 {
			all += sum
			if sum > each {
				t.Errorf("%.3f of the table moves before %q: %s", sum, now.Question, strings.Join(what, "\n"))
			}
		}
		for _, part := range fixed {
			place := p.placeOf(fmt.Sprintf("document.querySelector('%s')", part))
			if edges[part] == nil {
				edges[part] = &[4][]int{}
			}
			for i, edge := range place {
				edges[part][i] = append(edges[part][i], int(math.Round(edge)))
			}
		}
	}
	m.playOn(100)
	t.Logf("%d actions, %.3f moved", m.actions, all)
	require.Less(t, all, whole)
	require.NotEmpty(t, edges, "the rounds are reached")
	for part, at := range edges {
		spread := func(list []int) int { return slices.Max(list) - slices.Min(list) }
		still := func(a, b int) {
			t.Helper()
			one, other := at[a], at[b]
			require.LessOrEqual(
				t,
				min(spread(one), spread(other)),
				2,
				"%s moves: %v or %v",
				part,
				slices.Compact(one),
				slices.Compact(other),
			)
		}
		still(1, 3)
		if part != ".dock .ask" {
			still(0, 2)
		}
	}
}
