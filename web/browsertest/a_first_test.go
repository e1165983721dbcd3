package browsertest

// The tests that take longest. Tests that run at once start in the order of their
// files' names, and nobody waits for these at the end. Parts of a test would start
// after all other tests, so each is a test of its own.

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWholeMatchOfSeasons(t *testing.T) {
	t.Parallel()
	seesWholeMatch(t, "Seasons", seasonsDoor, "^Archmage$")
}

func TestWholeMatchOfSpellBook(t *testing.T) {
	t.Parallel()
	seesWholeMatch(t, "SpellBook", spellbookDoor, "")
}

// seesWholeMatch lets two people, one of them at a phone, and a spectator see a whole
// match, from the start page to the scores.
func seesWholeMatch(t *testing.T, title, door, level string) {
	t.Helper()
	origin := shared.server(t).url
	ada := newPerson(t, "Ada", origin, desk)
	ada.arrives()
	if level != "" {
		ada.chooses(door, level)
	}
	link := ada.opensTable(door)
	bob := sitsDown(t, "Bob", origin, link, phone)
	ada.sees("Bob")
	eve := watches(t, "Eve", origin, link, desk)
	if title == "Seasons" {
		ada.checkAccess("in the room")
	}
	bob.checkPage("in the room")
	startsMatch(ada, bob)
	if title == "Seasons" {
		ada.checkAccess("at the first question")
	}

	m := newMatch(1, ada, bob)
	// To follow all of the longer game and to see it again with other eyes takes minutes.
	all := title == "SpellBook" || thorough()
	boards := m.noteBoards(eve)
	m.play(20)
	for _, p := range []*person{ada, bob, eve} {
		p.sees(title)
		p.picture("playing")
	}
	ada.sees("Bob")
	bob.sees("Ada")
	eve.sees("Ada")
	eve.sees("Bob")
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
		p.sees("Seed of the match")
		p.picture("end")
		p.checkPage("at the end")
	}
	requireOneResult(t, ada, bob, eve)
	ada.sees("How it went")
	ada.checkAccess("at the end")

	seesAgain(ada, "0", boards[ada], all)
	if all {
		seesAgain(eve, "spectator", boards[eve], false)
	}
	if thorough() {
		seesAgain(bob, "1", boards[bob], false)
	}
}

func TestNothingJumpsInSeasons(t *testing.T) {
	t.Parallel()
	nothingJumps(t, seasonsDoor, ".opps", ".year", ".dice", ".mine", ".dock .ask", ".side")
}

func TestNothingJumpsInSpellBook(t *testing.T) {
	t.Parallel()
	nothingJumps(t, spellbookDoor, ".side", ".sb-mine", ".dock .ask")
}

// nothingJumps plays a match against bots, the longer game only into its first year
// unless the run is thorough, with quick hands none of whose presses is lost unseen,
// and measures how much of the table moves, question by question; a hand that makes
// room for a card does not count. The fixed
// parts have one place while the rounds are played.
func nothingJumps(t *testing.T, door string, fixed ...string) {
	t.Helper()
	// How much may move at most, from a question to the next and in the whole match.
	const each, whole = 0.05, 0.4
	ada := newPerson(t, "Ada", shared.server(t).url, desk)
	ada.watchShifts()
	ada.hidesLog()
	ada.arrives()
	ada.click("button", "^Play against bots$", door)
	ada.waitFor("region", "^Your question and your hand$")
	all := 0.0
	tops := map[string][]int{}
	var earlier readLine
	m := newMatch(31, ada)
	m.quick = true
	m.each = func(p *person, now table) {
		p.everyPressHeeded()
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
		// The first question of the rounds comes with their table.
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
