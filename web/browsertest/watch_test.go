package browsertest

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

// What is played before spectators is in the list of what can be watched, which
// changes by itself; a name opens the table from that side, and the bare board has
// no bars.
func TestWatchPage(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	eve := newPerson(t, "Eve", origin, desk)
	eve.lookAtTables()
	eve.open("/watch")
	eve.sees("Nothing can be watched at the moment.")
	ada := comes(t, "Ada", origin, desk)
	link := ada.opensTable(spellbookDoor)
	ada.click("button", "^Change$")
	ada.click("checkbox", "^Show in the list of open tables$")
	ada.click("button", "^Use these settings$")
	bob := sitsDown(t, "Bob", origin, link, desk)
	startsMatch(ada, bob)
	eve.sees("Ada and Bob")
	eve.checkPage("what can be watched")
	eve.checkAccess("what can be watched")
	eve.picture("watch")
	eve.click("link", "^Bob", ".sides")
	eve.waitForPath("^" + ada.path() + "$")
	eve.waitFor("button", "^Go back through the match$")
	require.Equal(t, "1", evaluate[string](eve, "document.querySelector('.top .follow select').value"))

	eve.open(ada.path() + "?view=stream")
	eve.until("the bare board is shown", func() error {
		if !evaluate[bool](eve, "!!document.querySelector('body.bare main.grid') && !document.querySelector('.top').checkVisibility() && !document.querySelector('.side').checkVisibility()") {
			return errors.New("it is not")
		}
		return nil
	})
	eve.picture("bare")
}
