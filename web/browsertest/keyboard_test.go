package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// byKeys focuses an element with the Tab key and presses it with Space.
func byKeys(p *person, w way) error {
	p.t.Helper()
	if err := p.tabTo(fmt.Sprintf("table.way(%d)", w.N)); err != nil {
		return err
	}
	p.press(" ")
	return nil
}

// tabTo moves the focus to an element with the Tab key and checks that the focus is visible there.
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

// startWithKeys starts a match against bots at a door, with the keyboard.
func (p *person) startWithKeys(door string) {
	p.t.Helper()
	if err := p.tabTo(
		fmt.Sprintf("page.buttonIn('%s', /With a bot/)", door),
	); err != nil {
		p.t.Fatal(err)
	}
	p.press("\r")
	p.waitForRole("region", "^Your question and your hand$")
}

// walkBetweenChoices moves over all choices with the arrow keys, and chooses by the number that is printed on
// one. If twice is set, it confirms with Enter.
func (p *person) walkBetweenChoices(twice bool) {
	p.t.Helper()
	// Presses just after a new question are held back for a moment.
	p.waitUntilAsked()
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
	p.waitUntil(
		"have chosen the second card",
		"document.activeElement.matches('[data-key=\"2\"][data-state=selected]')",
	)
	p.press("\r")
	p.waitUntil("have kept it", fmt.Sprintf("document.querySelector('.where').innerText !== %q", round))
}

// A match can be opened and played with the keyboard alone.
func TestKeyboard(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, door string }{{"seasons", seasonsDoor}, {"spellbook", spellbookDoor}} {
		t.Run(test.name, func(t *testing.T) {
			ada := newVisitor(t, "Ada", shared.server(t).url, desk)
			ada.startWithKeys(test.door)
			ada.walkBetweenChoices(test.name == "seasons")
			m := newMatch(6, ada)
			m.hand = byKeys
			m.play(8)
			ada.checkPage("after playing by keys")
		})
	}
}
