package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
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
	if err := p.tabTo(fmt.Sprintf("[...document.querySelectorAll('%s button')].find((b) => /against bots/.test(b.innerText))", door)); err != nil {
		p.t.Fatal(err)
	}
	p.press("\r")
	p.waitFor("region", "^Your question and your hand$")
}

// A match can be opened and played with the keyboard alone.
func TestKeyboard(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, door string }{{"seasons", seasonsDoor}, {"spellbook", spellbookDoor}} {
		t.Run(test.name, func(t *testing.T) {
			ada := comes(t, "Ada", shared.server(t).url, desk)
			ada.startsByKeys(test.door)
			m := newMatch(6, ada)
			m.hand = byKeys
			m.play(15)
			ada.checkPage("after playing by keys")
		})
	}
}
