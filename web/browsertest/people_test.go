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
	p.click("button", "^Menu(, with news)?$")
	p.click("button", entry, ".top .menulist")
}

// The other player and spectators read what a player says.
func TestChat(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	ada, bob, _ := pairAtTable(t, origin, origin)
	eve := newSpectator(t, "Eve", origin, ada.path(), desk)
	bob.holdTimers(lineStays, true)
	eve.holdTimers(lineStays, true)
	ada.click("tab", "^Chat")
	ada.fill("^Say something$", "Good luck, Bob!")
	ada.press("\r")
	ada.waitForText("Good luck, Bob!")
	for _, p := range []*person{bob, eve} {
		waitForValue(
			p,
			"Good luck, Bob!",
			func() string { return evaluate[string](p, "document.querySelector('.bubble')?.textContent ?? ''") },
		)
	}
	for _, p := range []*person{bob, eve} {
		p.click("tab", "^Chat 1 new line$")
		p.waitForText("Ada Good luck, Bob!")
	}
	// On a wide screen log and chat are both visible, so chat lines count as read.
	eve.resize(1440, 900)
	eve.waitForRole("heading", "^Chat$")
	eve.waitUntil(
		"see log and chat together",
		"page.shown('.loglines', '.chatlog') && !document.querySelector('.tabs')",
	)
	eve.press("l")
	require.True(t, evaluate[bool](eve, "document.activeElement.matches('.loglines')"), "L leads to the log")
	eve.checkAccess("log and chat together")
	bob.click("button", "^Well played$")
	ada.waitUntil("see the reaction in the chat", "!!document.querySelector('.chatlog .said')")
}

// A move can be undone, all players together can end a match, and the same people can play again.
func TestUndoAbandonRematch(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	ada, bob, m := pairAtTable(t, origin, origin)
	m.playUntilAsked(ada)
	m.playUntil(
		"a move can be taken back",
		func() bool { return ada.has("button", "^Undo: .") && !bob.table().mayAct() },
	)
	ada.click("button", "^Undo: .")
	ada.waitUntilAsked()
	ada.waitForText("You took your last answer back.")
	bob.waitForText("Ada took the last answer back.")

	ada.menu("^End without a result$")
	ada.click("button", "^Propose it$", "dialog")
	ada.waitForText("You propose to end the match without a result. Waiting for Bob.")
	bob.waitForText("Ada proposes to end the match without a result.")
	bob.requireAbove(".strips", "main")
	// The question is also visible next to the chat.
	ada.click("tab", "^Chat")
	bob.click("button", "^Decline$", ".strips")
	ada.waitForText("Bob declined: the match goes on.")
	ada.click("tab", "^Log")
	ada.menu("^End without a result$")
	ada.click("button", "^Propose it$", "dialog")
	bob.menu("^Agree$")
	for _, p := range m.players {
		p.waitForText("The match was ended without a result")
		p.checkPage("after the end")
		p.waitForText("How it went")
		require.True(
			t,
			evaluate[bool](p, "page.staysWithout('.again', '.storybox')"),
			"what to do next moves when the story has come",
		)
	}

	bob.click("button", "^Play again$")
	bob.waitForText("Ada has been asked.")
	ada.waitForText("Bob wants to play again.")
	ada.waitForText("How it went")
	ada.checkAccess("another match is offered")
	ada.click("button", "^Not now$")
	bob.waitForText("Ada does not want to play again now.")
	bob.checkAccess("the offer is declined")
	bob.click("button", "^Close$", "main")
	bob.click("button", "^Play again$")
	ada.click("button", "^I am in$")
	for _, p := range m.players {
		p.waitForRole("region", "^Your question and your hand$")
	}
	m.play(4)
}

// After a concession, the page and its announcements say who has won, also in the next match. The start page
// shows the result.
func TestConcede(t *testing.T) {
	t.Parallel()
	ada := newVisitor(t, "Ada", shared.server(t).url, desk)
	ada.click("button", "^With a bot", spellbookDoor)
	heard := func() string { return evaluate[string](ada, "document.getElementById('live').textContent") }
	concedes := func() {
		t.Helper()
		ada.waitForRole("region", "^Your question and your hand$")
		waitForValue(ada, false, func() bool { return strings.Contains(heard(), "The match is over") })
		ada.menu("^Concede$")
		ada.click("button", "^Concede$", "dialog")
		// The match is over immediately.
		ada.waitForMatch(`Alwin is the Archmage.* conceded`)
		waitForValue(ada, "You conceded. Alwin has won. The match is over.", heard)
	}
	concedes()
	ada.click("button", "^Play again$")
	concedes()
	require.Contains(t, evaluate[string](ada, "document.title"), "Match over")
	require.Equal(
		t,
		"1 2",
		evaluate[string](ada, "page.texts('.rank .pos').join(' ')"),
	)
	ada.waitForText("Seed of the match")
	ada.click("link", "^Start page$", "main")
	ada.waitForText("Your last results")
	ada.waitForText("conceded")
}

// A personal link makes a second device the same person. It works once, and asks first. A person who declines
// keeps their identity.
func TestOtherDevice(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	ada, bob, m := pairAtTable(t, origin, origin)
	m.playUntilAsked(ada)
	question := ada.table().Question
	ada.menu("^Continue on another device$")
	ada.waitForText("The link works once")
	link := evaluate[string](ada, "document.querySelector('dialog input.link').value")
	path, ok := strings.CutPrefix(link, origin)
	require.True(t, ok, "the link leads to %s", link)
	ada.press("\u001b")

	room, _, _ := strings.Cut(path, "#")
	mallory := newVisitor(t, "Mallory", origin, desk)
	mallory.open(path)
	mallory.waitForText("Continue here as Ada?")
	mallory.waitForText("You are Mallory here now")
	mallory.picture("asked")
	mallory.press("\u001b")
	mallory.waitForRole("region", "^Your question and your hand$")
	require.False(t, mallory.table().Asked)

	atPhone := newSpectator(t, "Ada at the phone", origin, path, phone)
	atPhone.waitForText("Continue here as Ada?")
	atPhone.checkAll("asked whose link it is")
	atPhone.click("button", "^I am Ada, continue$", "dialog")
	atPhone.waitUntilAsked()
	require.Equal(t, question, atPhone.table().Question)
	require.Empty(t, evaluate[string](atPhone, "location.hash"))
	// The device had no identity before.
	require.Equal(t, []string{"GET " + origin + "/api/me is answered 401"}, atPhone.problems.found())
	require.True(t, ada.table().mayAct(), "the first device plays on")
	newMatch(7, atPhone, bob).play(4)

	mallory.open(room)
	mallory.open(path)
	mallory.waitForText("This link has been used already")
	require.Empty(t, evaluate[string](mallory, "location.hash"))
	require.Equal(t, []string{"POST " + origin + "/api/me/links/owner is answered 400"}, mallory.problems.found())
	mallory.click("button", "^Try again$")
	mallory.waitForRole("region", "^Your question and your hand$")
	require.False(t, mallory.table().Asked)
}

// The host sets up a table: bots, seats, settings, and who can stay.
func TestHostArrangesTable(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	ada := newVisitor(t, "Ada", origin, desk)
	link := ada.openTable(spellbookDoor)
	bob := newSeatedPerson(t, "Bob", origin, link, phone)
	ada.waitForText("Bob")
	ada.click("button", "^What to do with seat 2, Bob$")
	ada.click("button", "^Send away$")
	ada.waitForText("Send Bob away?")
	ada.click("button", "^Send away$", "dialog")
	ada.waitForText("One seat is free")
	bob.waitForText("The host has removed you from this table.")
	ada.waitForText("Removed")
	ada.click("button", "^Let back: Bob$")
	bob.reload()
	bob.waitForText("invites you")

	ada.click("button", "^Fill with bots$")
	ada.waitForText("Everybody is ready")
	bob.waitForText("All seats are taken. You may watch.")
	ada.click("button", "^Change$")
	ada.click("checkbox", "^Spectators may watch$")
	ada.click("button", "^Use these settings$")
	ada.waitForText("Nobody watches.")
	ada.click("button", "^Start the match$")
	ada.waitForRole("region", "^Your question and your hand$")
	bob.waitForText("The host lets nobody watch this table.")
}

// The host removes a player, who is told. A bot plays on under the player's name, and the log names who did
// what.
func TestRemoveFromMatch(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	ada, bob, m := pairAtTable(t, origin, origin)
	m.play(2)
	ada.menu("^People$")
	ada.click("button", "^Make host: Bob$", "dialog")
	ada.waitForText("Make Bob the host?")
	ada.press("\u001b")
	ada.click("button", "^Remove: Bob$", "dialog")
	ada.waitForText("Bob loses this match, which is over then, and leaves the table")
	ada.checkPage("asked whether to remove a player")
	evaluate[bool](
		ada,
		"page.choose('dialog:last-of-type select', 'stalling')",
	)
	ada.click("button", "^Remove$", "dialog:last-of-type footer")
	bob.waitForText("The host has removed you from this table. Reason: leaving matches or making others wait.")
	bob.checkPage("removed")
	ada.click("button", "^Let back: Bob$", "dialog")
	bob.reload()
	// The page of the end replaces the log, which says that Ada has won.
	bob.waitForText("Ada is the Archmage")
	ada.press("\u001b")
	ada.waitForText("You are the Archmage")
	ada.waitForText("Bob left")
}

// Players agree to pause a match and to continue, and see who is asked.
func TestPauseTogether(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	ada, bob, m := pairAtTable(t, origin, origin)
	m.playUntilAsked(ada)
	ada.menu("^Propose a pause$")
	bob.waitForText("Ada proposes a pause.")
	bob.checkPage("a pause is proposed")
	bob.click("button", "^Agree$", ".strips")
	for _, p := range m.players {
		p.waitForText("The match is paused")
		p.checkPage("paused")
	}
	require.False(t, ada.table().Asked, "nothing is asked in a pause")
	bob.click("button", "^Play on$", ".strips")
	ada.waitForText("Bob wants to play on.")
	ada.click("button", "^Agree$", ".strips")
	bob.waitForText("The match goes on.")
	m.play(2)
}

// A room that a program opens without options works in a browser.
func TestRoomWithoutOptions(t *testing.T) {
	t.Parallel()
	ada := newVisitor(t, "Ada", shared.server(t).url, desk)
	for _, game := range []string{"seasons", "spellbook"} {
		ada.open(ada.awaitPromise(fmt.Sprintf("api.openRoom({settings: {game: %q, seats: 2}})", game)))
		ada.waitForText("One seat is free")
		ada.click("button", "^Fill with bots$")
		ada.waitForText("bot, Rowan the Fox")
		ada.click("button", "^Start the match$")
		ada.waitForRole("region", "^Your question and your hand$")
	}
}

// A guest can just watch, arrivals are announced, and with all seats taken, the link is no longer the main
// button.
func TestArrivals(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	ada := newPerson(t, "Ada", origin, desk)
	ada.recordNotifications()
	ada.openStartPage()
	link := ada.openTable(seasonsDoor)
	require.NotContains(t, ada.text(), "play with fewer", "Seasons is not played alone")
	require.True(t, evaluate[bool](ada, "!!document.querySelector('.waitline .btn.main')"))
	require.False(
		t,
		evaluate[bool](ada, "!!document.querySelector('.askline')"),
		"nothing is to be done but to invite",
	)
	eve := newSpectator(t, "Eve", origin, link, desk)
	eve.click("button", "^Just watch$")
	eve.waitForText("You are watching. The host starts the match.")
	eve.checkPage("just watching")

	ada.setHidden(true)
	newSeatedPerson(t, "Bob", origin, link, phone)
	ada.waitForTab("Bob is here · Seasons · Archmage /art/favicon-turn.svg")
	ada.setHidden(false)
	ada.waitForTab("Seasons · Archmage /art/favicon.svg")
	require.False(t, evaluate[bool](ada, "!!document.querySelector('.waitline .btn.main')"))
	require.True(t, evaluate[bool](ada, "!!document.querySelector('.askline')"), "the match can start")
	ada.checkPage("ready to start")
}

// requireAbove requires that the strip has content and lies above another element without covering it.
func (p *person) requireAbove(strip, what string) {
	p.t.Helper()
	box := p.placeOf(fmt.Sprintf("document.querySelector('%s')", strip))
	require.Greater(p.t, box[3], box[1], "%s is empty", strip)
	require.LessOrEqual(
		p.t,
		box[3],
		p.placeOf(fmt.Sprintf("document.querySelector('%s')", what))[1]+1,
		"%s lies over %s",
		strip,
		what,
	)
}
