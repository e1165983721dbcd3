package browsertest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// keepsName makes an account of a person, who gets a passkey.
func (p *person) keepsName() {
	p.t.Helper()
	p.keyring()
	p.open("/account")
	p.fill("The name of the account", p.name)
	p.click("button", "Create the account")
	p.click("button", "I have kept them")
	p.sees(p.name)
}

// Two people with accounts who search are seated together, play a rated match to its
// end, and see what it has changed: at the end, in the leaderboard and on their pages.
func TestRatedMatch(t *testing.T) {
	t.Parallel()
	server := startPublic(t)
	ada := newPerson(t, "Ada", server.url, desk)
	ada.keepsName()
	bob := newPerson(t, "Bob", server.url, phone)
	bob.keepsName()

	ada.goes("/")
	ada.click("button", "^More options$", spellbookDoor)
	ada.click("checkbox", "^Rated$", "dialog")
	ada.sees("All players have accounts")
	ada.checkAll("settings")
	ada.press("\u001b")
	link := ada.searches(true)
	ada.sees("invite somebody with an account")

	eve := newPerson(t, "Eve", server.url, desk)
	eve.open(link)
	eve.sees("nly people with accounts")
	eve.checkAccess("a guest at a rated table")
	require.False(t, eve.has("button", "^Sit down$"))
	require.False(t, ada.has("button", "bot"))

	require.Equal(t, link, bob.searches(true))
	for _, p := range []*person{ada, bob} {
		p.waitFor("region", "^Your question and your hand$")
	}
	m := newMatch(5, ada, bob)
	m.each = func(*person, table) {}
	m.play(8)
	bob.menu("^Concede$")
	bob.click("button", "^Concede$", "dialog")

	// Ada has won, whatever the points, and Bob has lost as much.
	for _, p := range []*person{ada, bob} {
		p.seesMatch(`Ratings Ada provisional 1000 → now 11\d\d \+1\d\d Bob provisional 1000 → now 9\d\d −\d+`)
	}
	for _, p := range []*person{ada, bob} {
		p.picture("end")
		p.checkPage("at the end")
	}
	ada.checkAccess("at the end")
	ada.click("link", "^Leaderboard$", ".ratings")
	ada.seesMatch(`Your rating: 11\d\d points, provisional \(1 of 10 matches\)`)
	ada.checkAll("leaderboard")
	cleo := newPerson(t, "Cléo", server.url, phone.in("fr-FR"))
	cleo.open("/leaderboard?game=spellbook")
	cleo.sees("Ada provisoire, 1 parties sur 10")
	cleo.checkAll("leaderboard", elsewhere...)
	ada.click("link", "^Ada$", ".lead")
	ada.sees("Rating in SpellBook")
	ada.checkAll("profile")

	// Who has won can play on for fun, against a bot.
	ada.goes(link)
	ada.click("button", "^Play on for fun$")
	ada.waitFor("region", "^Your question and your hand$")
	require.NotEqual(t, link, ada.path())

	// They play again, and see each other's rating at the table.
	ada.goes(link)
	ada.click("button", "^Play again$")
	ada.seesMatch(`rating 11\d\d, provisional`)
	ada.seesMatch(`rating 9\d\d, provisional`)
	ada.picture("again")
}
