package browsertest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// searches asks for a table of SpellBook for two, rated or not, and returns the path
// of the one that is found.
func (p *person) searches(rated bool) string {
	p.t.Helper()
	p.open("/")
	if rated {
		p.click("button", "^Change what is looked for", spellbookDoor)
		p.click("checkbox", "^Rated: ", "dialog")
		p.click("button", "^Find players$", "dialog")
	} else {
		p.click("button", "^Play now$", spellbookDoor)
	}
	return p.waitForPath("^/r/.+")
}

// Two people who search are seated together, and their match starts by itself. Then
// one of them invites the other to the next one.
func TestPlayNow(t *testing.T) {
	t.Parallel()
	origin := startProgram(t).url
	ada, bob := newPerson(t, "Ada", origin, desk), newPerson(t, "Bob", origin, phone)
	ada.noticesPages()
	ada.arrives()
	ada.click("button", "^Change what is looked for: 2 players", spellbookDoor)
	ada.sees("You get a seat with somebody who waits")
	ada.checkAccess("in the dialog")
	ada.press("\u001b")
	path := ada.searches(false)
	ada.sees("The match starts by itself as soon as the table is full.")
	ada.checkAll("waiting")
	ada.looksAway(true)

	bob.arrives()
	bob.sees("SpellBook · 1 seat free · 30 minutes each")
	bob.sees("Somebody waits")
	bob.seesMatch(`\d people here`)
	bob.checkAll("on the start page")
	bob.click("button", "^FR")
	bob.sees("Quelqu’un attend")
	bob.checkLanguage("fr", "en")
	bob.checkPage("in French")
	bob.click("button", "^EN")
	require.Equal(t, path, bob.searches(false))
	bob.waitFor("region", "^Your question and your hand$")
	ada.untilTrue("be called", "/^(Your turn|The match has begun) · SpellBook · Archmage$/.test(document.title)")
	ada.looksAway(false)
	ada.waitFor("region", "^Your question and your hand$")
	m := newMatch(21, ada, bob)
	m.play(8)
	ada.menu("^End without a result$")
	ada.click("button", "^Propose it$", "dialog")
	bob.menu("^Agree$")
	for _, p := range m.players {
		p.sees("Seed of the match")
	}

	// An invitation reaches Bob on every page.
	ada.goes("/")
	link := ada.opensTable(spellbookDoor)
	ada.click("button", "^Somebody you played with$")
	ada.checkAccess("in the dialog")
	ada.click("button", "^Invite: Bob$", "dialog")
	ada.seesMatch("Bob.* invited")
	ada.picture("invited")
	bob.open("/watch")
	bob.sees("Ada invites you to SpellBook")
	bob.checkAll("invited elsewhere")
	bob.click("button", "^Later$")
	bob.seesNoMore("Ada invites you to SpellBook")
	bob.open("/")
	bob.sees("Ada invites you to SpellBook")
	bob.checkAll("invited")
	bob.click("button", "^Sit down$", ".invited")
	require.Equal(t, link, bob.waitForPath("^/r/.+"))
	bob.sees("I am not ready")
	ada.press("\u001b")
	startsMatch(ada, bob)
}

// Somebody who is blocked is not found, and cannot sit down; it can be taken back.
func TestBlock(t *testing.T) {
	t.Parallel()
	origin := startProgram(t).url
	ada := comes(t, "Ada", origin, desk)
	link := ada.opensTable(spellbookDoor)
	eve := sitsDown(t, "Eve", origin, link, phone)
	ada.click("button", "^What to do with seat 2, Eve$")
	ada.click("button", "^Block$", ".seats")
	ada.sees("Block Eve?")
	ada.checkAccess("in the dialog")
	ada.click("button", "^Block$", "dialog")
	ada.seesNoMore("Block Eve?")
	ada.click("button", "^What to do with seat 2, Eve$")
	ada.click("button", "^Send away$")
	ada.click("button", "^Send away$", "dialog")
	eve.sees("removed")

	path := ada.searches(false)
	require.NotEqual(t, path, eve.searches(false))
	eve.open(path)
	eve.sees("Ada invites you to SpellBook")
	eve.click("button", "^Sit down$")
	eve.sees("The seat is somebody else")

	ada.goes("/account")
	ada.sees("Blocked people")
	ada.checkAll("with blocked people")
	ada.click("button", "^Unblock: Eve$")
	ada.seesNoMore("Blocked people")
	eve.click("button", "^Sit down$")
	eve.waitFor("region", "^Your question and your hand$")
}

// A guest reads why a table is not for guests, and how to sit down there.
func TestTableForAccounts(t *testing.T) {
	t.Parallel()
	server := startPublic(t)
	ann := newPerson(t, "Ann", server.url, desk)
	ann.keyring()
	ann.arrives()
	ann.goes("/account")
	ann.click("button", "^Create the account$")
	ann.click("button", "^I have kept them$")
	ann.goes("/")
	ann.click("button", "^More options$", spellbookDoor)
	ann.click("checkbox", "^Only for accounts$")
	ann.click("button", "^Open a table$", "dialog")
	path := ann.waitForPath("^/r/.+")

	bob := newPerson(t, "Bob", server.url, phone)
	bob.keyring()
	bob.open(path)
	bob.sees("Only people with accounts play at this table.")
	bob.checkAll("kept out")
	require.False(t, bob.has("button", "^Sit down$"))
	bob.click("link", "^Create an account$")
	bob.fill("^The name of the account$", "Bob")
	bob.click("button", "^Create the account$")
	bob.click("button", "^I have kept them$")
	bob.takesSeat(path)
	ann.sees("Bob")
}
