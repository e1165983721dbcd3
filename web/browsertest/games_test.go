package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// selectEntry selects an entry of a list by its text, with the keyboard.
func (p *person) selectEntry(list, entry, within string) {
	p.t.Helper()
	field := fmt.Sprintf(
		"page.listWith(%q, %q)",
		within,
		list,
	)
	chosen := func() string {
		return plain(evaluate[string](p, fmt.Sprintf("%s?.selectedOptions[0]?.innerText ?? ''", field)))
	}
	p.waitUntil("find the list "+list, fmt.Sprintf("!!%s && (%s.focus(), true)", field, field))
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

// Two people and a bot play with randomly drawn spells.
func TestThreeWithRandomSpells(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	ada := newVisitor(t, "Ada", origin, desk)
	ada.openSettings(spellbookDoor)
	ada.click("radio", "^3$", "dialog")
	ada.selectEntry("Spells", "At random", "dialog")
	ada.click("button", "^Open a table$", "dialog")
	link := ada.waitForPath("^/r/.+")
	ada.waitForText("2 seats are free")
	bob := newSeatedPerson(t, "Bob", origin, link, phone)
	ada.waitForText("Bob")
	ada.click("button", "^Fill with bots$")
	ada.waitForText("Alwin")
	startMatch(ada, bob)
	m := newMatch(12, ada, bob)
	m.each = func(*person, table) {}
	m.playOn(12)
	t.Logf("%d actions", m.actions)
	for _, p := range m.players {
		p.waitForText("Alwin")
	}
}

// A solo game is played against the printed opponent, with a handicap.
func TestAlone(t *testing.T) {
	t.Parallel()
	ada := newVisitor(t, "Ada", shared.server(t).url, desk)
	ada.openSettings(spellbookDoor)
	ada.click("radio", "^1 \\(alone\\)$", "dialog")
	ada.waitForText("Handicap (alone)")
	ada.click("radio", "^3$", "dialog fieldset:has(input[name$=handicap])")
	ada.click("button", "^Play alone$", "dialog")
	ada.waitForRole("region", "^Your question and your hand$")
	m := newMatch(13, ada)
	m.each = func(*person, table) {}
	boards := m.recordBoards(ada)
	m.playToEnd()
	t.Logf("%d actions", m.actions)
	ada.waitForMatch("You are the Archmage|You lose this time|A tie with the opponent")
	ada.waitForText("Seed of the match")
	replayAndCompare(ada, "0", boards[ada], false)
}

// The host chooses the spell of each colour. The guest reads the choice, and the table has these spells.
func TestAgreedSpells(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	ada := newVisitor(t, "Ada", origin, desk)
	ada.openSettings(spellbookDoor)
	ada.selectEntry("Spells", "As agreed below", "dialog")
	ada.waitForText("You choose the spell of each colour.")
	ada.click("radio", "^Blaze$", "dialog")
	ada.click("radio", "^Tempest$", "dialog")
	ada.click("button", "^Open a table$", "dialog footer")
	link := ada.waitForPath("^/r/.+")
	bob := newSeatedPerson(t, "Bob", origin, link, desk)
	for _, p := range []*person{ada, bob} {
		p.waitForText("As agreed below")
		p.waitForText("Blaze")
		p.waitForText("Tempest")
	}
	startMatch(ada, bob)
	for _, p := range []*person{ada, bob} {
		p.waitForText("Blaze")
		p.waitForText("Tempest")
	}
	m := newMatch(14, ada, bob)
	m.each = func(*person, table) {}
	m.play(4)
}

// byArrows focuses an element with the arrow keys and presses it with Space.
func byArrows(p *person, w way) error {
	p.t.Helper()
	// next returns the key that leads there.
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

// Each game can be played with the keyboard alone: SpellBook from the start page to the scores, and Seasons
// into its rounds, or to the scores in a thorough run.
func TestMatchByKeys(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, door string
		prepare    func(p *person)
		play       func(m *match)
	}{
		{"seasons", seasonsDoor, chooseEasiestLevel, func(m *match) { m.playOn(40) }},
		{"spellbook", spellbookDoor, func(*person) {}, (*match).playToEnd},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			ada := newVisitor(t, "Ada", shared.server(t).url, desk)
			test.prepare(ada)
			ada.startWithKeys(test.door)
			m := newMatch(15, ada)
			m.each = func(*person, table) {}
			m.hand, m.manner.stays = byArrows, 2
			test.play(m)
			t.Logf("%d actions", m.actions)
			if m.over() {
				ada.waitForText("Seed of the match")
			}
		})
	}
}

// chooseEasiestLevel selects the level of Seasons with the fewest steps before the first round, with the keyboard.
func chooseEasiestLevel(p *person) {
	p.t.Helper()
	const (
		options = "document.querySelector('" + seasonsDoor + " .menu > button')"
		chosen  = "document.querySelector('dialog input[name$=level]:checked')"
	)
	for i, at := range []string{options, chosen} {
		if err := p.tabTo(at); err != nil {
			p.t.Fatal(err)
		}
		if i == 0 {
			// The last item of the menu opens the settings.
			p.press("\r" + kb.ArrowUp + "\r")
			p.waitForText("A table of Seasons")
		}
	}
	for evaluate[string](p, chosen+".value") != "apprentice" {
		p.press(kb.ArrowLeft)
	}
	p.press("\u001b")
	p.waitForNoDialog()
}
