package browsertest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Where the host offers open hands and all agree, spectators see the hands of both
// players some turns late, and players see only their own; until a player withdraws.
func TestOpenHands(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	ada := comes(t, "Ada", origin, desk)
	link := ada.opensTable(seasonsDoor)
	bob := sitsDown(t, "Bob", origin, link, phone)
	ada.click("button", "^Change$")
	ada.selects("Delay for spectators", "2 turns", "dialog")
	ada.click("checkbox", "^Offer open hands to spectators$")
	ada.picture("offered")
	ada.click("button", "^Use these settings$")
	for _, p := range []*person{ada, bob} {
		p.sees("Not agreed yet: Ada and Bob.")
	}
	ada.click("button", "^I agree$")
	bob.sees("Not agreed yet: Bob.")
	bob.click("button", "^I agree$")
	ada.sees("All agree: spectators will see all hands.")
	ada.checkAll("all agree")
	bob.picture("agreed")
	eve := watches(t, "Eve", origin, link, desk)
	if bob.has("button", "^I am ready$") {
		bob.click("button", "^I am ready$")
	}
	ada.click("button", "^Start$")
	for _, p := range []*person{ada, bob} {
		p.waitFor("region", "^Your question and your hand$")
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
	ada.sees("Open hands")
	eve.checkSizes("open hands")
	eve.checkAccess("open hands")

	bob.menu("^Hide the hands from spectators$")
	ada.sees("Bob no longer shows the hands to spectators.")
	becomes(eve, 0, func() int { return hands(eve) })
	eve.picture("closed")
}
