package browsertest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// createAccountWithPasskey turns the guest into an account with a passkey.
func (p *person) createAccountWithPasskey() {
	p.t.Helper()
	p.keyring()
	p.open("/account")
	p.fill("The name of the account", p.name)
	p.click("button", "Create the account")
	p.click("button", "I have kept them")
	p.waitForText(p.name)
}

// Two people with accounts search, are seated together, play a rated match to its end, and see the change: at
// the end of the match, in the leaderboard and on their pages.
func TestRatedMatch(t *testing.T) {
	t.Parallel()
	server := startPublic(t)
	ada := newPerson(t, "Ada", server.url, desk)
	ada.createAccountWithPasskey()
	bob := newPerson(t, "Bob", server.url, phone)
	bob.createAccountWithPasskey()

	ada.follow("/")
	ada.openSettings(spellbookDoor)
	ada.click("checkbox", "^Rated$", "dialog")
	ada.waitForText("All players have accounts")
	ada.checkAll("settings")
	ada.press("\u001b")
	link := ada.searchTable(true)
	ada.waitForText("invite somebody with an account")

	eve := newPerson(t, "Eve", server.url, desk)
	eve.open(link)
	eve.waitForText("nly people with accounts")
	eve.checkAccess("a guest at a rated table")
	require.False(t, eve.has("button", "^Sit down$"))
	require.False(t, ada.has("button", "bot"))

	require.Equal(t, link, bob.searchTable(true))
	for _, p := range []*person{ada, bob} {
		p.waitForRole("region", "^Your question and your hand$")
	}
	m := newMatch(5, ada, bob)
	m.each = func(*person, table) {}
	m.play(8)
	bob.menu("^Concede$")
	bob.click("button", "^Concede$", "dialog")

	// Ada has won, whatever her points, and Bob has lost the same amount.
	for _, p := range []*person{ada, bob} {
		p.waitForMatch(
			`Ratings Ada 1 of 10 matches seen 1000 → now 11\d\d \+1\d\d Bob 1 of 10 matches seen 1000 → now 9\d\d −\d+`,
		)
	}
	for _, p := range []*person{ada, bob} {
		p.picture("end")
		p.checkPage("at the end")
	}
	ada.checkAccess("at the end")
	ada.click("link", "^Ranking$", ".ratings")
	ada.waitForMatch(`You: perhaps 11\d\d; 1 of 10 matches seen`)
	ada.checkAll("leaderboard")
	cleo := newPerson(t, "Cléo", server.url, phone.in("fr-FR"))
	cleo.open("/leaderboard?game=spellbook")
	cleo.waitForText("Ada 1 partie vue sur 10")
	cleo.checkAll("leaderboard", elsewhere...)
	ada.click("link", "^Ada$", ".lead")
	ada.waitForText("How strong in SpellBook")
	ada.checkAll("profile")

	// The winner can play a casual match against a bot.
	ada.follow(link)
	ada.click("button", "^Play on for fun$")
	ada.waitForRole("region", "^Your question and your hand$")
	require.NotEqual(t, link, ada.path())

	// They play again, and see each other's rating at the table.
	ada.follow(link)
	ada.click("button", "^Play again$")
	ada.click("button", "^To the table$")
	ada.waitForMatch(`strength: perhaps 11\d\d; 1 of 10 matches seen`)
	ada.waitForMatch(`strength: perhaps 9\d\d; 1 of 10 matches seen`)
	ada.picture("again")
}
