package browsertest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// presses returns how often the person has pressed something since the last call.
func (p *person) presses() int {
	p.t.Helper()
	return evaluate[int](p, "takePresses()")
}

// Two new visitors need no more presses than necessary from the start page to the first answer, and from the
// end of a match to the first answer of the next. They need not enter a name. A result stays until both want
// to play again, and the table keeps its code.
func TestTheFirstEvening(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	ada, bob := newPerson(t, "Ada", origin, desk), newPerson(t, "Bob", origin, phone)
	for _, p := range []*person{ada, bob} {
		p.addScript(pressesScript)
	}
	ada.open("/")
	ada.click("button", "^With friends$", spellbookDoor)
	ada.click("button", "^Open a table$", "dialog")
	link := ada.waitForPath("^/r/.+")
	ada.waitForText("One seat is free")
	require.Equal(t, 2, ada.presses(), "to a table whose link can be sent, with a name")
	codeOf := func() string { return ada.waitForMatch(`this code: [2-9A-Z]{3} ?[2-9A-Z]{3}`) }
	code := codeOf()
	bob.open(link)
	bob.click("button", "^Sit down$")
	bob.waitForText("I am not ready")
	require.Equal(t, 1, bob.presses(), "from the link to a seat")
	startMatch(ada, bob)
	require.Equal(t, []int{1, 0}, []int{ada.presses(), bob.presses()}, "to the first match")

	newMatch(5, ada, bob).play(6)
	ada.presses()
	bob.presses()
	bob.menu("^Concede$")
	bob.click("button", "^Concede$", "dialog")
	ada.waitForText("You are the Archmage")
	require.Equal(t, []int{0, 3}, []int{ada.presses(), bob.presses()}, "to the end of a match")

	ada.click("button", "^Play again$")
	bob.waitForText("wants to play again.")
	bob.waitForText("is the Archmage")
	bob.click("button", "^I am in$")
	for _, p := range []*person{ada, bob} {
		p.waitForRole("region", "^Your question and your hand$")
	}
	require.Equal(t, []int{1, 1}, []int{ada.presses(), bob.presses()}, "to the second match")

	bobConcedes := func() {
		bob.menu("^Concede$")
		bob.click("button", "^Concede$", "dialog")
		ada.waitForText("conceded")
	}
	bobConcedes()
	ada.click("checkbox", "^Best of three$")
	ada.click("button", "^Play again$")
	bob.waitForText("wants to play again, the best of three.")
	bob.click("button", "^I am in$")
	for _, p := range []*person{ada, bob} {
		p.waitForRole("region", "^Your question and your hand$")
	}
	bobConcedes()
	for _, p := range []*person{ada, bob} {
		p.waitForText("Best of three, over")
		p.checkAccess("the series is over")
	}
	ada.click("button", "^Play again$")
	ada.click("button", "^To the table$")
	require.Equal(t, code, codeOf(), "the table keeps its code")
}
