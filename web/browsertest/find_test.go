package browsertest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// searchTable searches for a table of SpellBook for two, rated or not, and returns the path of the table that
// is found.
func (p *person) searchTable(rated bool) string {
	p.t.Helper()
	p.open("/")
	if rated {
		p.openMenu(spellbookDoor)
		p.click("button", "^Change what is looked for", spellbookDoor)
		p.click("checkbox", "^Rated: ", "dialog")
		p.click("button", "^Find players$", "dialog")
	} else {
		p.click("button", "^Play now", spellbookDoor)
	}
	return p.waitForPath("^/r/.+")
}

// Two people who search are seated together and their match starts automatically. Then one invites the other
// to the next match.
func TestPlayNow(t *testing.T) {
	t.Parallel()
	origin := startProgram(t).url
	ada, bob := newPerson(t, "Ada", origin, desk), newPerson(t, "Bob", origin, phone)
	ada.recordNotifications()
	ada.openStartPage()
	ada.openMenu(spellbookDoor)
	ada.click("button", "^Change what is looked for: 2 players", spellbookDoor)
	ada.waitForText("You get a seat with somebody who waits")
	ada.checkAccess("in the dialog")
	ada.press("\u001b")
	path := ada.searchTable(false)
	ada.waitForText("The match starts by itself as soon as the table is full.")
	ada.checkAll("waiting")
	ada.setHidden(true)

	bob.openStartPage()
	bob.waitForText("SpellBook · 1 seat free · 30 minutes each")
	bob.waitForText("Ada waits")
	bob.waitForMatch(`\d people here`)
	bob.checkAll("on the start page")
	bob.click("button", "^FR")
	bob.waitForText("Ada attend")
	bob.checkLanguage("fr", "en")
	bob.checkPage("in French")
	bob.click("button", "^DE")
	bob.checkLanguage("de", "en")
	bob.click("button", "^EN")
	require.Equal(t, path, bob.searchTable(false))
	bob.waitForRole("region", "^Your question and your hand$")
	ada.waitUntil("be called", "/^(Your turn|The match has begun) · SpellBook · Archmage$/.test(document.title)")
	ada.setHidden(false)
	ada.waitForRole("region", "^Your question and your hand$")
	m := newMatch(21, ada, bob)
	m.play(8)
	ada.menu("^End without a result$")
	ada.click("button", "^Propose it$", "dialog")
	bob.menu("^Agree$")
	for _, p := range m.players {
		p.waitForText("Seed of the match")
	}

	// An invitation reaches Bob on every page.
	ada.follow("/")
	link := ada.openTable(spellbookDoor)
	ada.click("button", "^Somebody you played with$")
	ada.checkAccess("in the dialog")
	ada.click("button", "^Invite: Bob$", "dialog")
	ada.waitForMatch("Bob.* invited")
	ada.picture("invited")
	bob.open("/watch")
	bob.waitForText("Ada invites you to SpellBook")
	bob.checkAll("invited elsewhere")
	bob.click("button", "^Later$")
	bob.waitForNoText("Ada invites you to SpellBook")
	bob.open("/")
	bob.waitForText("Ada invites you to SpellBook")
	bob.checkAll("invited")
	bob.click("button", "^Sit down$", ".invited")
	require.Equal(t, link, bob.waitForPath("^/r/.+"))
	bob.waitForText("I am not ready")
	ada.press("\u001b")
	startMatch(ada, bob)
}

// A blocked person cannot be found and cannot sit down, until unblocked.
func TestBlock(t *testing.T) {
	t.Parallel()
	origin := startProgram(t).url
	ada := newVisitor(t, "Ada", origin, desk)
	link := ada.openTable(spellbookDoor)
	eve := newSeatedPerson(t, "Eve", origin, link, phone)
	ada.click("button", "^What to do with seat 2, Eve$")
	ada.click("button", "^Block$", ".chairs")
	ada.waitForText("Block Eve?")
	ada.checkAccess("in the dialog")
	ada.click("button", "^Block$", "dialog")
	ada.waitForNoText("Block Eve?")
	ada.click("button", "^What to do with seat 2, Eve$")
	ada.click("button", "^Send away$")
	ada.click("button", "^Send away$", "dialog")
	eve.waitForText("removed")

	path := ada.searchTable(false)
	require.NotEqual(t, path, eve.searchTable(false))
	eve.open(path)
	eve.waitForText("Ada invites you to SpellBook")
	eve.click("button", "^Sit down$")
	eve.waitForText("The seat is somebody else")

	ada.follow("/account")
	ada.waitForText("Blocked people")
	ada.checkAll("with blocked people")
	ada.click("button", "^Unblock: Eve$")
	ada.waitForNoText("Blocked people")
	eve.click("button", "^Sit down$")
	eve.waitForRole("region", "^Your question and your hand$")
}

// A guest reads why a table is only for accounts, and how to sit down there.
func TestTableForAccounts(t *testing.T) {
	t.Parallel()
	server := startPublic(t)
	ann := newPerson(t, "Ann", server.url, desk)
	ann.keyring()
	ann.openStartPage()
	ann.follow("/account")
	ann.click("button", "^Create the account$")
	ann.click("button", "^I have kept them$")
	ann.follow("/")
	ann.openSettings(spellbookDoor)
	ann.click("checkbox", "^Only for accounts$")
	ann.click("button", "^Open a table$", "dialog")
	path := ann.waitForPath("^/r/.+")

	bob := newPerson(t, "Bob", server.url, phone)
	bob.keyring()
	bob.open(path)
	bob.waitForText("Only people with accounts play at this table.")
	bob.checkAll("kept out")
	require.False(t, bob.has("button", "^Sit down$"))
	bob.click("link", "^Create an account$")
	bob.fill("^The name of the account$", "Bob")
	bob.click("button", "^Create the account$")
	bob.click("button", "^I have kept them$")
	bob.takeSeat(path)
	ann.waitForText("Bob")
}
