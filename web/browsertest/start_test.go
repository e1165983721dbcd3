package browsertest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A table can be found by the code that its host shares, and the start page shows whose turn it is there.
func TestCodeAndTurns(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	ada := newVisitor(t, "Ada", origin, desk)
	path := ada.openTable(spellbookDoor)
	_, code, _ := strings.Cut(ada.waitForMatch(`this code: [2-9A-Z]{3} ?[2-9A-Z]{3}`), ": ")

	bob := newVisitor(t, "Bob", origin, phone)
	bob.click("button", "^Got a link or a code\\?$")
	bob.fill("^Got a link or a code\\?$", "222222")
	bob.press("\r")
	bob.waitForText("There is no table with this code.")
	require.Len(t, bob.problems.found(), 1, "the wrong code is answered 404")
	bob.fill("^Got a link or a code\\?$", strings.ToLower(code))
	bob.press("\r")
	require.Equal(t, path, bob.waitForPath("^/r/.+"))
	bob.takeSeat(path)
	startMatch(ada, bob)

	m := newMatch(2, ada, bob)
	m.playUntilAsked(ada)
	ada.follow("/")
	ada.waitForText("With Bob")
	ada.waitForText("Your turn")
	ada.waitForText("1 waits for you")
	ada.waitForText("Bob is here")
	ada.waitUntil("see it in the title", "document.title.startsWith('(1) ')")
	ada.checkAll("her tables")
	bob.open("/")
	bob.waitForText("Ada is thinking")
	bob.checkAll("his tables")

	bob.click("button", "^Leave the table: With Ada$")
	bob.click("button", "^Leave$")
	bob.waitForNoText("Ada is thinking")
	bob.waitForText("A table in the clearing")
}

// A guest who has not chosen a name is asked for one before the first table, and can write the code of a
// friend's table there instead. The menu of every page has the form for a code, too.
func TestGuestsChooseANameBeforeTheFirstTable(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	ada := newPerson(t, "Ada", origin, desk)
	ada.open("/")
	ada.click("button", "^With friends$", spellbookDoor)
	ada.waitForText("What shall we call you?")
	ada.checkAll("the dialog")
	ada.press("\u001b")
	ada.waitForNoDialog()
	require.Equal(t, "/", evaluate[string](ada, "location.pathname"))
	ada.click("button", "^With friends$", spellbookDoor)
	ada.fill("^What shall we call you", "Ada")
	ada.click("button", "^Open a table$", "dialog")
	path := ada.waitForPath("^/r/.+")
	require.Equal(t, "Ada", ada.awaitPromise("api.myName()"))
	_, code, _ := strings.Cut(ada.waitForMatch(`this code: [2-9A-Z]{3} ?[2-9A-Z]{3}`), ": ")

	ada.menu("^Join with a link or code$")
	ada.fill("^Got a link or a code", origin+path)
	ada.press("\r")
	ada.waitForNoDialog()
	require.Equal(t, path, ada.waitForPath("^/r/.+"))

	bob := newPerson(t, "Bob", origin, phone)
	bob.open("/")
	bob.click("button", "^With friends$", spellbookDoor)
	bob.waitForText("What shall we call you?")
	bob.checkAll("the dialog")
	bob.click("textbox", "^Got a link or a code", "dialog")
	bob.typeText(code)
	bob.press("\r")
	require.Equal(t, path, bob.waitForPath("^/r/.+"))
}
