package browsertest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A table is found by the code that its host says, and the start page says there
// whose turn it is.
func TestCodeAndTurns(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	ada := comes(t, "Ada", origin, desk)
	path := ada.opensTable(spellbookDoor)
	_, code, _ := strings.Cut(ada.seesMatch(`this code: [2-9A-Z]{3} ?[2-9A-Z]{3}`), ": ")

	bob := comes(t, "Bob", origin, phone)
	bob.fill("^Got a link or a code\\?$", "222222")
	bob.press("\r")
	bob.sees("There is no table with this code.")
	require.Len(t, bob.problems.found(), 1, "the wrong code is answered 404")
	bob.fill("^Got a link or a code\\?$", strings.ToLower(code))
	bob.press("\r")
	require.Equal(t, path, bob.waitForPath("^/r/.+"))
	bob.takesSeat(path)
	startsMatch(ada, bob)

	m := newMatch(2, ada, bob)
	m.untilAsked(ada)
	ada.goes("/")
	ada.sees("With Bob")
	ada.sees("Your turn")
	ada.sees("1 waits for you")
	ada.sees("Bob is here")
	ada.untilTrue("see it in the title", "document.title.startsWith('(1) ')")
	ada.checkAll("her tables")
	bob.open("/")
	bob.sees("Ada is thinking")
	bob.checkAll("his tables")

	bob.click("button", "^Leave the table: With Ada$")
	bob.click("button", "^Leave$")
	bob.seesNoMore("Ada is thinking")
	bob.sees("A table in the clearing")
}
