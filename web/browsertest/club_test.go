package browsertest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The start page shows who comes and what they do without being asked: it makes no further requests for
// that. Private tables do not show.
func TestStartPageIsLive(t *testing.T) {
	t.Parallel()
	server := startPublic(t)
	ada := newPerson(t, "Ada", server.url, desk)
	ada.createAccountWithPasskey()
	ada.follow("/")
	ada.waitForText("1 person here")
	ada.checkAll("start page of a new server")
	requests := evaluate[int](
		ada,
		"performance.getEntriesByType('resource').filter(({name}) => name.includes('/api/rooms')).length",
	)

	bob := newPerson(t, "Bob", server.url, phone)
	bob.createAccountWithPasskey()
	ada.waitForText("Bob is here")
	ada.waitForRole("button", "^Invite: Bob$")
	bob.follow("/")
	bob.waitForText("Ada is here")
	bob.checkAll("start page with a person")

	// A table that is not listed shows nothing.
	link := bob.openTable(spellbookDoor)
	bob.waitForText("List this table, so that anybody can join or watch")
	require.NotContains(t, evaluate[string](ada, "document.querySelector('main').textContent"), "waits")
	bob.click("checkbox", "^List this table, so that anybody can join or watch$")
	ada.waitForText("Bob waits for SpellBook")
	ada.waitForText("Bob waits for a match of SpellBook.")
	ada.checkAll("start page with a person who waits")
	require.LessOrEqual(
		t,
		evaluate[int](
			ada,
			"performance.getEntriesByType('resource').filter(({name}) => name.includes('/api/rooms')).length",
		),
		requests,
		"Bob's tables are not Ada's",
	)
	ada.click("link", "^Sit down: Bob$", ".herenow")
	require.Equal(t, link, ada.waitForPath("^/r/.+"))
}

// On the start page one press invites a person, and one takes it back.
func TestInviteByOnePress(t *testing.T) {
	t.Parallel()
	server := startPublic(t)
	ada, bob := newPerson(t, "Ada", server.url, desk), newPerson(t, "Bob", server.url, phone)
	ada.createAccountWithPasskey()
	bob.createAccountWithPasskey()
	ada.follow("/")
	bob.follow("/")
	ada.click("button", "^Invite: Bob$")
	ada.waitForText("invited to S")
	bob.waitForText("Ada invites you to S")
	ada.checkAll("start page with an invited person")
	ada.click("button", "^Withdraw: Bob$")
	ada.waitForRole("button", "^Invite: Bob$")
	bob.waitForNoText("Ada invites you to S")
	ada.waitForNoText("To the table")

	// The answer shows in the row.
	ada.click("button", "^Invite: Bob$")
	bob.waitForText("Ada invites you to S")
	bob.click("button", "^Decline$", ".invited")
	ada.waitForText("declined")
}
