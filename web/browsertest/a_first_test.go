package browsertest

// These tests take longest. Parallel tests start in the order of their files' names, so they are in the first
// file. Subtests would start after all other tests, so each case is a test of its own.

import (
	"fmt"
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

func TestNothingJumpsInSeasons(t *testing.T) {
	t.Parallel()
	requireNoShifts(t, seasonsDoor, ".opps", ".year", ".dice", ".mine", ".dock .ask", ".side")
}

func TestNothingJumpsInSpellBook(t *testing.T) {
	t.Parallel()
	requireNoShifts(t, spellbookDoor, ".side", ".sb-mine", ".dock .ask")
}

// requireNoShifts plays a match and requires that the table moves little from one question to the next.
// Making room for a card in the hand does not count. The fixed elements must stay in one place during the
// rounds.
func requireNoShifts(t *testing.T, door string, fixed ...string) {
	t.Helper()
	// The largest sum of shifts from one question to the next, and in the whole match.
	const each, whole = 0.05, 0.4
	ada := newPerson(t, "Ada", shared.server(t).url, desk)
	ada.watchShifts()
	ada.hideLog()
	ada.openStartPage()
	ada.click("button", "^Play against bots$", door)
	ada.waitForRole("region", "^Your question and your hand$")
	all := 0.0
	tops := map[string][]int{}
	var earlier readLine
	m := newMatch(31, ada)
	m.quick = true
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
		if len(tops) > 0 {
			all += sum
			if sum > each {
				t.Errorf("%.3f of the table moves before %q: %s", sum, now.Question, strings.Join(what, "\n"))
			}
		}
		for _, part := range fixed {
			top := evaluate[int](
				p,
				fmt.Sprintf("Math.round(document.querySelector('%s').getBoundingClientRect().top)", part),
			)
			if !slices.Contains(tops[part], top) {
				tops[part] = append(tops[part], top)
			}
		}
	}
	m.playOn(100)
	t.Logf("%d actions, %.3f moved, at %v", m.actions, all, tops)
	require.Less(t, all, whole)
	require.NotEmpty(t, tops, "the rounds are reached")
	for part, at := range tops {
		require.LessOrEqual(t, slices.Max(at)-slices.Min(at), 2, "%s moves: %v", part, at)
	}
}
