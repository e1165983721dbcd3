package browsertest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Two members play an evening from its plan to the check of its file: one plans and starts it, both press their gold
// buttons to get to the table, and the results come to both pages.
func TestEventIsPlayed(t *testing.T) {
	t.Parallel()
	origin := startOperated(t).url
	ada, ben := newPerson(t, "Ada", origin, desk), newPerson(t, "Ben", origin, phone)
	ada.createAccount()
	ben.createAccount()
	ada.open("/evenings")
	ada.click("link", "^Plan an evening$")
	ada.click("button", "^Everybody plays every round")
	ada.click("button", "^Plan 3 rounds")
	ada.waitForText("Are you coming?")
	link := ada.path()
	ada.click("button", "^Yes, I am coming$")
	ada.waitForText("You are in")
	ben.open("/evenings")
	ben.click("link", "^(Seasons|SpellBook) evening")
	require.Equal(t, link, ben.path())
	ben.click("button", "^Yes, I am coming$")
	ada.waitForText("2 people come")
	ada.checkAll("an evening before its start")

	ada.click("button", "^Start now$")
	ada.click("button", "^Start now$", "dialog")
	for _, p := range []*person{ada, ben} {
		p.waitForText("Your table is ready")
		p.picture("ready")
	}
	ada.click("link", "^To my table$")
	ada.waitForPath("^/r/.+")
	ben.open("/")
	ben.waitForText("Your table of round 1 is ready: you and Ada")
	ben.checkAll("the start page during a round")
	ben.click("link", "^Sit down$")
	ben.waitForPath("^/r/.+")
	room := ben.path()
	require.Equal(t, room, ada.path())
	for _, p := range []*person{ada, ben} {
		p.waitForRole("region", "^Your question and your hand$")
	}
	ada.picture("at the table")
	eve := newPerson(t, "Eve", origin, desk)
	eve.open(link)
	eve.waitUntil("see the live board", "!!document.querySelector('.evtable .tablepicture[data-drawn]')")
	eve.checkAll("a live board")
	eve.checkSizes("a live board")
	ben.sendCommands(room, `"concede"`)
	ada.waitForMatch("Back to .* evening")
	ada.picture("the end of a match")
	ada.click("link", "^Back to .* evening$")
	ada.waitForText("You have won against Ben")
	ben.open(link)
	ben.waitForText("You have lost against Ada")
	ben.checkAll("an evening between two rounds")

	ada.click("button", "^Finish$")
	ada.click("button", "^Finish$", "dialog")
	for _, p := range []*person{ada, ben} {
		p.waitForText("Ada wins")
		p.click("button", "^Check this evening$")
		p.waitForText("All of it is right.")
		p.checkAll("a checked evening")
		require.False(t, evaluate[bool](p, "'game' in document.body.dataset"), "the styles of the game stay behind")
	}
	eve.open("/u/Ada")
	eve.waitForText("place 1 of 2")
	eve.click("link", "evening", ".evenings")
	eve.waitForText("Ada wins")
}
