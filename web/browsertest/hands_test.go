package browsertest

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

// If the host offers open hands and all players agree, spectators see both hands some turns late until a
// player withdraws. Players see only their own hand.
func TestOpenHands(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	ada := newVisitor(t, "Ada", origin, desk)
	link := ada.openTable(seasonsDoor)
	bob := newSeatedPerson(t, "Bob", origin, link, phone)
	ada.click("button", "^Change$")
	ada.selectEntry("Delay for spectators", "2 turns", "dialog")
	ada.click("checkbox", "^Offer open hands to spectators$")
	ada.picture("offered")
	ada.click("button", "^Use these settings$")
	for _, p := range []*person{ada, bob} {
		p.waitForText("Not agreed yet: Ada and Bob.")
	}
	ada.click("button", "^I agree$")
	bob.waitForText("Not agreed yet: Bob.")
	bob.click("button", "^I agree$")
	ada.waitForText("All agree: spectators will see all hands.")
	ada.checkAll("all agree")
	bob.picture("agreed")
	eve := newSpectator(t, "Eve", origin, link, desk)
	// The change of the settings may have asked Bob again, on a page that is not drawn yet.
	ada.eventually("can start the match", func() error {
		if bob.has("button", "^I am ready$") {
			bob.click("button", "^I am ready$")
			bob.waitUntil("be ready", `page.texts('button').includes('I am not ready')`)
		}
		const pressable = `page.texts('button.main:not([disabled], [aria-disabled="true"])')`
		if !evaluate[bool](ada, pressable+`.includes('Start the match')`) {
			return errors.New("not everybody is ready")
		}
		return nil
	})
	ada.click("button", "^Start the match$")
	for _, p := range []*person{ada, bob} {
		p.waitForRole("region", "^Your question and your hand$")
	}
	m := newMatch(8, ada, bob)
	m.playUntil("the first round", func() bool {
		return !evaluate[bool](ada, "!!document.querySelector('.prelude')") &&
			!evaluate[bool](bob, "!!document.querySelector('.prelude')")
	})
	hands := func(p *person) int {
		return evaluate[int](p, "document.querySelectorAll('.openhand').length")
	}
	m.playUntil("a spectator sees the hand of the other seat", func() bool { return hands(eve) > 0 })
	require.Zero(t, hands(ada))
	require.Zero(t, hands(bob))
	ada.waitForText("Open hands")
	eve.checkSizes("open hands")
	eve.checkAccess("open hands")

	bob.menu("^Hide the hands from spectators$")
	ada.waitForText("Bob no longer shows the hands to spectators.")
	waitForValue(eve, 0, func() int { return hands(eve) })
	eve.picture("closed")
}
