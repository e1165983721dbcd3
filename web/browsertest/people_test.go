package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// menu presses an entry of the menu of a table.
func (p *person) menu(entry string) {
	p.t.Helper()
	p.click("button", "^Menu$")
	p.click("button", entry, ".top .menulist")
}

// The other player and spectators read what a player says.
func TestChat(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	ada, bob, _ := pairAtTable(t, origin, origin)
	eve := watches(t, "Eve", origin, ada.path(), desk)
	ada.click("tab", "^Chat")
	ada.fill("^Say something$", "Good luck, Bob!")
	ada.press("\r")
	ada.sees("Good luck, Bob!")
	for _, p := range []*person{bob, eve} {
		p.click("tab", "^Chat 1 new line$")
		p.sees("Ada Good luck, Bob!")
	}
}

// A move can be taken back, a match can be ended by all together, and the same
// people play again.
func TestUndoAbandonRematch(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	ada, bob, m := pairAtTable(t, origin, origin)
	m.untilAsked(ada)
	question := ada.table().Question
	m.playUntil("a move can be taken back", func() bool { return ada.has("button", "^Undo$") && !bob.table().mayAct() })
	ada.click("button", "^Undo$")
	ada.until("be asked again", func() error {
		if now := ada.table(); !now.mayAct() {
			return fmt.Errorf("the page says %q, and said %q", now.Question, question)
		}
		return nil
	})
	ada.sees("You took your last answer back.")
	bob.sees("Ada took the last answer back.")

	ada.menu("^End without a result")
	ada.click("button", "^I agree$")
	bob.menu("^End without a result 1 of 2 agree$")
	bob.click("button", "^I agree$")
	for _, p := range m.players {
		p.sees("The match was ended without a result")
		p.checkPage("after the end")
	}

	bob.click("button", "^Play again$")
	for _, p := range m.players {
		p.sees("The table is full")
	}
	if bob.has("button", "^I am ready$") {
		bob.click("button", "^I am ready$")
	}
	if ada.has("button", "^I am ready$") {
		ada.click("button", "^I am ready$")
	}
	ada.click("button", "^Start$")
	for _, p := range m.players {
		p.waitFor("region", "^Your question and your hand$")
	}
	m.play(4)
}

// A player who concedes reads who has won; the result is on the start page.
func TestConcede(t *testing.T) {
	t.Parallel()
	ada := comes(t, "Ada", shared.server(t).url, desk)
	ada.click("button", "^Play against bots$", spellbookDoor)
	ada.waitFor("region", "^Your question and your hand$")
	ada.menu("^Concede$")
	ada.click("button", "^Concede$", "dialog")
	ada.sees("You conceded")
	ada.sees("Seed of the match")
	ada.click("link", "^Start page$", "main")
	ada.sees("Your last results")
	ada.sees("conceded")
}

// A second device becomes the same person by a personal link, which works once. A
// browser that is a person already asks first.
func TestOtherDevice(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	ada, bob, m := pairAtTable(t, origin, origin)
	m.untilAsked(ada)
	question := ada.table().Question
	ada.menu("^Go on with another device$")
	ada.sees("The link works once")
	link := evaluate[string](ada, "document.querySelector('dialog input.link').value")
	path, ok := strings.CutPrefix(link, origin)
	require.True(t, ok, "the link leads to %s", link)
	ada.press("\u001b")

	atPhone := watches(t, "Ada at the phone", origin, path, phone)
	atPhone.until("be asked", func() error {
		if now := atPhone.table(); !now.mayAct() || now.Question != question {
			return fmt.Errorf("the page says %q", now.Question)
		}
		return nil
	})
	require.Empty(t, evaluate[string](atPhone, "location.hash"))
	// It had no identity before.
	require.Equal(t, []string{"GET " + origin + "/api/me is answered 401"}, atPhone.problems.found())
	require.True(t, ada.table().mayAct(), "the first device plays on")
	newMatch(7, atPhone, bob).play(4)

	mallory := comes(t, "Mallory", origin, desk)
	mallory.open(path)
	mallory.sees("Continue here as the person who made this link?")
	mallory.click("button", "^Continue$", "dialog")
	mallory.sees("This link has been used already")
	require.Empty(t, evaluate[string](mallory, "location.hash"))
	require.Equal(t, []string{"POST " + origin + "/api/me is answered 400"}, mallory.problems.found())
	mallory.click("button", "^Try again$")
	mallory.waitFor("region", "^Your question and your hand$")
	require.False(t, mallory.table().Asked)
}

// A host arranges a table: bots, seats, settings, and who may stay.
func TestHostArrangesTable(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	ada := comes(t, "Ada", origin, desk)
	link := ada.opensTable(spellbookDoor)
	bob := sitsDown(t, "Bob", origin, link, phone)
	ada.sees("Bob")
	ada.click("button", "^What to do with seat 2, Bob$")
	ada.click("button", "^Send away$")
	ada.sees("Send Bob away?")
	ada.click("button", "^Send away$", "dialog")
	ada.sees("One seat is free")
	bob.sees("invites you")

	ada.click("button", "^Bots on all free seats$")
	ada.sees("Everybody is ready")
	bob.sees("All seats are taken. You may watch.")
	ada.click("button", "^Change$")
	ada.click("checkbox", "^Spectators may watch$")
	ada.click("button", "^Use these settings$")
	ada.sees("Nobody watches.")
	ada.click("button", "^Start$")
	ada.waitFor("region", "^Your question and your hand$")
	bob.sees("The host lets nobody watch this table.")
}
