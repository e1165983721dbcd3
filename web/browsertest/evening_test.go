package browsertest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// presses is how often a person has pressed something since it was asked last.
func (p *person) presses() int {
	p.t.Helper()
	return evaluate[int](p, "takePresses()")
}

// Two friends who have never been here: from the start page to the first answer, and from
// the end of a match to the second one, each with no press more than it takes. Nobody has
// to give a name.
func TestTheFirstEvening(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	ada, bob := newPerson(t, "Ada", origin, desk), newPerson(t, "Bob", origin, phone)
	for _, p := range []*person{ada, bob} {
		p.addScript(pressesScript)
	}
	ada.open("/")
	link := ada.opensTable(spellbookDoor)
	require.Equal(t, 1, ada.presses(), "to a table whose link can be sent")
	bob.open(link)
	bob.click("button", "^Sit down$")
	bob.sees("I am not ready")
	require.Equal(t, 1, bob.presses(), "from the link to a seat")
	startsMatch(ada, bob)
	require.Equal(t, []int{1, 0}, []int{ada.presses(), bob.presses()}, "to the first match")

	newMatch(5, ada, bob).play(6)
	ada.presses()
	bob.presses()
	bob.menu("^Concede$")
	bob.click("button", "^Concede$", "dialog")
	ada.sees("You are the Archmage")
	require.Equal(t, []int{0, 3}, []int{ada.presses(), bob.presses()}, "to the end of a match")

	ada.click("button", "^Play again$")
	_, code, _ := strings.Cut(ada.seesMatch(`this code: [2-9A-Z]{3} ?[2-9A-Z]{3}`), ": ")
	require.Equal(
		t,
		"200",
		ada.promised("page.status('/api/codes/"+code[:3]+code[len(code)-3:]+"')"),
		"the code of the first match is told for the second",
	)
	bob.click("button", "^I am ready$")
	startsMatch(ada, bob)
	require.Equal(t, []int{2, 1}, []int{ada.presses(), bob.presses()}, "to the second match")
}
