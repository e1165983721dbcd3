package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// byKeys goes to a way on with the Tab key and presses it with Space.
func byKeys(p *person, w way) error {
	p.t.Helper()
	if err := p.tabTo(fmt.Sprintf("table.way(%d)", w.N)); err != nil {
		return err
	}
	p.press(" ")
	return nil
}

// tabTo moves the focus with the Tab key to the element that an expression in
// the page gives, and checks that it can be seen there.
func (p *person) tabTo(element string) error {
	p.t.Helper()
	const most = 150
	for range most {
		if !evaluate[bool](p, "!!"+element+"?.isConnected") {
			return fmt.Errorf("it is gone")
		}
		if evaluate[bool](p, element+" === document.activeElement") {
			return nil
		}
		p.press(kb.Tab)
	}
	return fmt.Errorf("%d times Tab do not lead there", most)
}

// startsByKeys opens a match against bots at a door, with the keyboard.
func (p *person) startsByKeys(door string) {
	p.t.Helper()
	if err := p.tabTo(
		fmt.Sprintf("page.buttonIn('%s', /against bots/)", door),
	); err != nil {
		p.t.Fatal(err)
	}
	p.press("\r")
	p.waitFor("region", "^Your question and your hand$")
}

// walksBetweenChoices goes with the arrows over all that can be chosen, and chooses by a number that is
// printed on it: a choice that two presses send is sent by Enter then.
func (p *person) walksBetweenChoices(twice bool) {
	p.t.Helper()
	// Presses right after a new question are kept for a moment.
	p.isAsked()
	for range 12 {
		p.press(kb.ArrowRight)
		require.True(
			p.t,
			evaluate[bool](p, "document.activeElement.matches('button:not([aria-disabled=true])')"),
			"the arrows lead to what can be pressed",
		)
	}
	if !twice {
		return
	}
	round := evaluate[string](p, "document.querySelector('.where').innerText")
	p.press("2")
	p.untilTrue(
		"have chosen the second card",
		"document.activeElement.matches('[data-key=\"2\"][data-state=selected]')",
	)
	p.press("\r")
	p.untilTrue("have kept it", fmt.Sprintf("document.querySelector('.where').innerText !== %q", round))
}

// A match can be opened and played with the keyboard alone.
func TestKeyboard(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, door string }{{"seasons", seasonsDoor}, {"spellbook", spellbookDoor}} {
		t.Run(test.name, func(t *testing.T) {
			ada := comes(t, "Ada", shared.server(t).url, desk)
			ada.startsByKeys(test.door)
			ada.walksBetweenChoices(test.name == "seasons")
			m := newMatch(6, ada)
			m.hand = byKeys
			m.play(8)
			ada.checkPage("after playing by keys")
		})
	}
}
