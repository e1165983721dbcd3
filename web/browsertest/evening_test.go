package browsertest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// presses returns how often the person has pressed something since the last call.
func (p *person) presses() int {
	p.t.Helper()
	return evaluate[int](p, "takePresses()")
}

// Two new visitors need no more presses than necessary from the start page to the first answer, and from the
// end of a match to the first answer of the next. They need not enter a name.
func TestTheFirstEvening(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	ada, bob := newPerson(t, "Ada", origin, desk), newPerson(t, "Bob", origin, phone)
	for _, p := range []*person{ada, bob} {
		p.addScript(pressesScript)
	}
	ada.open("/")
	link := ada.openTable(spellbookDoor)
	require.Equal(t, 1, ada.presses(), "to a table whose link can be sent")
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
	_, code, _ := strings.Cut(ada.waitForMatch(`this code: [2-9A-Z]{3} ?[2-9A-Z]{3}`), ": ")
	require.Equal(
		t,
		"200",
		ada.awaitPromise("page.status('/api/codes/"+code[:3]+code[len(code)-3:]+"')"),
		"the code of the first match is told for the second",
	)
	bob.click("button", "^I am ready$")
	startMatch(ada, bob)
	require.Equal(t, []int{2, 1}, []int{ada.presses(), bob.presses()}, "to the second match")
}
