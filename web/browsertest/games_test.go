package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// selects chooses from a list with the keyboard, by the words of an entry.
func (p *person) selects(list, entry, within string) {
	p.t.Helper()
	field := fmt.Sprintf(
		"page.listWith(%q, %q)",
		within,
		list,
	)
	chosen := func() string {
		return plain(evaluate[string](p, fmt.Sprintf("%s?.selectedOptions[0]?.innerText ?? ''", field)))
	}
	p.untilTrue("find the list "+list, fmt.Sprintf("!!%s && (%s.focus(), true)", field, field))
	most := evaluate[int](p, field+".options.length")
	p.press(kb.Home)
	for range most {
		if chosen() == entry {
			return
		}
		p.press(kb.ArrowDown)
		p.nextFrame()
	}
	require.Equal(p.t, entry, chosen())
}

// Three play with spells drawn at random, the third of them a bot.
func TestThreeWithRandomSpells(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	ada := comes(t, "Ada", origin, desk)
	ada.click("button", "^More options$", spellbookDoor)
	ada.click("radio", "^3$", "dialog")
	ada.selects("Spells", "At random", "dialog")
	ada.click("button", "^Open a table$", "dialog")
	link := ada.waitForPath("^/r/.+")
	ada.sees("2 seats are free")
	bob := sitsDown(t, "Bob", origin, link, phone)
	ada.sees("Bob")
	ada.click("button", "^Bots on all free seats$")
	ada.sees("Alwin")
	startsMatch(ada, bob)
	m := newMatch(12, ada, bob)
	m.each = func(*person, table) {}
	m.playOn(12)
	t.Logf("%d actions", m.actions)
	for _, p := range m.players {
		p.sees("Alwin")
	}
}

// A solo game is played against the printed opponent, who has a start.
func TestAlone(t *testing.T) {
	t.Parallel()
	ada := comes(t, "Ada", shared.server(t).url, desk)
	ada.click("button", "^More options$", spellbookDoor)
	ada.click("radio", "^1 \\(alone\\)$", "dialog")
	ada.sees("Handicap (alone)")
	ada.click("radio", "^3$", "dialog fieldset:has(input[name$=handicap])")
	ada.click("button", "^Play alone$", "dialog")
	ada.waitFor("region", "^Your question and your hand$")
	m := newMatch(13, ada)
	m.each = func(*person, table) {}
	boards := m.noteBoards(ada)
	m.playToEnd()
	t.Logf("%d actions", m.actions)
	ada.seesMatch("You are the Archmage|You lose this time|A tie with the opponent")
	ada.sees("Seed of the match")
	seesAgain(ada, "0", boards[ada], false)
}

// A host chooses the spell of each colour; the guest reads it, and these spells
// are on the table.
func TestAgreedSpells(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	ada := comes(t, "Ada", origin, desk)
	ada.click("button", "^More options$", spellbookDoor)
	ada.selects("Spells", "As agreed below", "dialog")
	ada.sees("You choose the spell of each colour.")
	ada.click("radio", "^Blaze$", "dialog")
	ada.click("radio", "^Tempest$", "dialog")
	ada.click("button", "^Open a table$", "dialog footer")
	link := ada.waitForPath("^/r/.+")
	bob := sitsDown(t, "Bob", origin, link, desk)
	for _, p := range []*person{ada, bob} {
		p.sees("As agreed below")
		p.sees("Blaze")
		p.sees("Tempest")
	}
	startsMatch(ada, bob)
	for _, p := range []*person{ada, bob} {
		p.sees("Blaze")
		p.sees("Tempest")
	}
	m := newMatch(14, ada, bob)
	m.each = func(*person, table) {}
	m.play(4)
}

// byArrows goes to a way on with the arrow keys and presses it with Space.
func byArrows(p *person, w way) error {
	p.t.Helper()
	// next is the key that leads there.
	next := fmt.Sprintf("page.wayTo(table.way(%d))", w.N)
	const most = 60
	for range most {
		switch evaluate[string](p, next) {
		case "gone":
			return fmt.Errorf("it is gone")
		case "here":
			p.press(" ")
			return nil
		case "left":
			p.press(kb.ArrowLeft)
		default:
			p.press(kb.ArrowRight)
		}
	}
	return fmt.Errorf(
		"%d presses of an arrow key do not lead there, but to %s",
		most,
		evaluate[string](p, "document.activeElement.outerHTML.slice(0, 200)"),
	)
}

// A match of each title can be played with the keyboard alone: of SpellBook from
// the start page to the scores, of Seasons into its rounds, and to the scores too in
// a thorough run.
func TestMatchByKeys(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, door string
		prepare    func(p *person)
		play       func(m *match)
	}{
		{"seasons", seasonsDoor, easiestLevel, func(m *match) { m.playOn(40) }},
		{"spellbook", spellbookDoor, func(*person) {}, (*match).playToEnd},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			ada := comes(t, "Ada", shared.server(t).url, desk)
			test.prepare(ada)
			ada.startsByKeys(test.door)
			m := newMatch(15, ada)
			m.each = func(*person, table) {}
			m.hand, m.manner.stays = byArrows, 2
			test.play(m)
			t.Logf("%d actions", m.actions)
			if m.over() {
				ada.sees("Seed of the match")
			}
		})
	}
}

// easiestLevel chooses the level of Seasons that has the shortest way to the
// first round, with the keyboard.
func easiestLevel(p *person) {
	p.t.Helper()
	const (
		options = "document.querySelector('" + seasonsDoor + " button[aria-haspopup=dialog].quiet')"
		chosen  = "document.querySelector('dialog input[name$=level]:checked')"
	)
	for i, at := range []string{options, chosen} {
		if err := p.tabTo(at); err != nil {
			p.t.Fatal(err)
		}
		if i == 0 {
			p.press("\r")
			p.sees("A table of Seasons")
		}
	}
	for evaluate[string](p, chosen+".value") != "apprentice" {
		p.press(kb.ArrowLeft)
	}
	p.press("\u001b")
	p.seesNoDialog()
}
