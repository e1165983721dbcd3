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
	eve := watches(t, "Eve", origin, ada.path(), desk)
	bob.holdsTimers(lineStays, true)
	eve.holdsTimers(lineStays, true)
	ada.click("tab", "^Chat")
	ada.fill("^Say something$", "Good luck, Bob!")
	ada.press("\r")
	ada.sees("Good luck, Bob!")
	for _, p := range []*person{bob, eve} {
		becomes(
			p,
			"Good luck, Bob!",
			func() string { return evaluate[string](p, "document.querySelector('.bubble')?.textContent ?? ''") },
		)
	}
	for _, p := range []*person{bob, eve} {
		p.click("tab", "^Chat 1 new line$")
		p.sees("Ada Good luck, Bob!")
	}
	// On a wide screen log and chat are both seen, and what is said has been read.
	eve.resize(1440, 900)
	eve.waitFor("heading", "^Chat$")
	eve.untilTrue(
		"see log and chat together",
		`!!document.querySelector('.loglines')?.checkVisibility()
			&& !!document.querySelector('.chatlog')?.checkVisibility() && !document.querySelector('.tabs')`,
	)
	eve.press("l")
	require.True(t, evaluate[bool](eve, "document.activeElement.matches('.loglines')"), "L leads to the log")
	eve.checkAccess("log and chat together")
	bob.click("button", "^Well played$")
	ada.untilTrue("see the reaction in the chat", "!!document.querySelector('.chatlog .said')")
}

// A move can be taken back, a match can be ended by all together, and the same
// people play again.
func TestUndoAbandonRematch(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	ada, bob, m := pairAtTable(t, origin, origin)
	m.untilAsked(ada)
	m.playUntil(
		"a move can be taken back",
		func() bool { return ada.has("button", "^Undo: .") && !bob.table().mayAct() },
	)
	ada.click("button", "^Undo: .")
	ada.isAsked()
	ada.sees("You took your last answer back.")
	bob.sees("Ada took the last answer back.")

	ada.menu("^End without a result$")
	ada.click("button", "^Propose it$", "dialog")
	ada.sees("You propose to end the match without a result. Waiting for Bob.")
	bob.sees("Ada proposes to end the match without a result.")
	bob.pushes(".strips", "main")
	// The answer is seen beside the chat too.
	ada.click("tab", "^Chat")
	bob.click("button", "^Decline$", ".strips")
	ada.sees("Bob declined: the match goes on.")
	ada.click("tab", "^Log")
	ada.menu("^End without a result$")
	ada.click("button", "^Propose it$", "dialog")
	bob.menu("^Agree$")
	for _, p := range m.players {
		p.sees("The match was ended without a result")
		p.checkPage("after the end")
		p.sees("How it went")
		require.True(t, evaluate[bool](p, `(() => {
			const again = () => document.querySelector('.again').getBoundingClientRect().top;
			const [story, now] = [document.querySelector('.storybox'), again()];
			story.hidden = true;
			const before = again();
			story.hidden = false;
			return before === now;
		})()`), "what to do next moves when the story has come")
	}

	bob.click("button", "^Play again$")
	bob.sees("The table is full")
	ada.sees("Bob wants to play again.")
	ada.seesMatch("Result|The match was ended")
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

// A player who concedes reads and hears who has won, in the next match too; the result is on the start page.
func TestConcede(t *testing.T) {
	t.Parallel()
	ada := comes(t, "Ada", shared.server(t).url, desk)
	ada.click("button", "^Play against bots$", spellbookDoor)
	heard := func() string { return evaluate[string](ada, "document.getElementById('live').textContent") }
	concedes := func() {
		t.Helper()
		ada.waitFor("region", "^Your question and your hand$")
		becomes(ada, false, func() bool { return strings.Contains(heard(), "The match is over") })
		ada.menu("^Concede$")
		ada.click("button", "^Concede$", "dialog")
		// The match is over at once, and everything says so.
		ada.seesMatch(`Alwin is the Archmage.* conceded`)
		becomes(ada, "You conceded. Alwin has won. The match is over.", heard)
	}
	concedes()
	ada.click("button", "^Play again$")
	ada.click("button", "^Start$")
	concedes()
	require.Contains(t, evaluate[string](ada, "document.title"), "Match over")
	require.Equal(
		t,
		"1 2",
		evaluate[string](ada, "[...document.querySelectorAll('.rank .pos')].map((at) => at.textContent).join(' ')"),
	)
	ada.sees("Seed of the match")
	ada.click("link", "^Start page$", "main")
	ada.sees("Your last results")
	ada.sees("conceded")
}

// A second device becomes the same person by a personal link, which works once, after
// it has been asked; who says no stays somebody else.
func TestOtherDevice(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	ada, bob, m := pairAtTable(t, origin, origin)
	m.untilAsked(ada)
	question := ada.table().Question
	ada.menu("^Continue on another device$")
	ada.sees("The link works once")
	link := evaluate[string](ada, "document.querySelector('dialog input.link').value")
	path, ok := strings.CutPrefix(link, origin)
	require.True(t, ok, "the link leads to %s", link)
	ada.press("\u001b")

	room, _, _ := strings.Cut(path, "#")
	mallory := comes(t, "Mallory", origin, desk)
	mallory.open(path)
	mallory.sees("Continue here as Ada?")
	mallory.sees("You are Mallory here now")
	mallory.picture("asked")
	mallory.press("\u001b")
	mallory.waitFor("region", "^Your question and your hand$")
	require.False(t, mallory.table().Asked)

	atPhone := watches(t, "Ada at the phone", origin, path, phone)
	atPhone.sees("Continue here as Ada?")
	atPhone.checkAll("asked whose link it is")
	atPhone.click("button", "^I am Ada, continue$", "dialog")
	atPhone.isAsked()
	require.Equal(t, question, atPhone.table().Question)
	require.Empty(t, evaluate[string](atPhone, "location.hash"))
	// It had no identity before.
	require.Equal(t, []string{"GET " + origin + "/api/me is answered 401"}, atPhone.problems.found())
	require.True(t, ada.table().mayAct(), "the first device plays on")
	newMatch(7, atPhone, bob).play(4)

	mallory.open(room)
	mallory.open(path)
	mallory.sees("This link has been used already")
	require.Empty(t, evaluate[string](mallory, "location.hash"))
	require.Equal(t, []string{"POST " + origin + "/api/me/links/owner is answered 400"}, mallory.problems.found())
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
	bob.sees("The host has removed you from this table.")
	ada.sees("Removed")
	ada.click("button", "^Let back: Bob$")
	bob.reload()
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

// The host removes a player from a match, who is told so; a bot plays on under the
// player's name, and the log names who did what.
func TestRemoveFromMatch(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	ada, bob, m := pairAtTable(t, origin, origin)
	m.play(2)
	ada.menu("^People$")
	ada.click("button", "^Make host: Bob$", "dialog")
	ada.sees("Make Bob the host?")
	ada.press("\u001b")
	ada.click("button", "^Remove: Bob$", "dialog")
	ada.sees("Bob loses this match, which is over then, and leaves the table")
	ada.checkPage("asked whether to remove a player")
	evaluate[bool](
		ada,
		`(() => {
			const select = document.querySelector('dialog:last-of-type select');
			select.value = 'stalling';
			return select.dispatchEvent(new Event('change'));
		})()`,
	)
	ada.click("button", "^Remove$", "dialog:last-of-type footer")
	bob.sees("The host has removed you from this table. Reason: leaving matches or making others wait.")
	bob.checkPage("removed")
	ada.click("button", "^Let back: Bob$", "dialog")
	bob.reload()
	// The log, which says that Ada has won, gives way to the page of the end.
	bob.sees("Ada is the Archmage")
	ada.press("\u001b")
	ada.sees("You are the Archmage")
	ada.sees("Bob left")
}

// Players agree to pause a match and to go on, and see who is asked.
func TestPauseTogether(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	ada, bob, m := pairAtTable(t, origin, origin)
	m.untilAsked(ada)
	ada.menu("^Propose a pause$")
	bob.sees("Ada proposes a pause.")
	bob.checkPage("a pause is proposed")
	bob.click("button", "^Agree$", ".strips")
	for _, p := range m.players {
		p.sees("The match is paused")
		p.checkPage("paused")
	}
	require.False(t, ada.table().Asked, "nothing is asked in a pause")
	bob.click("button", "^Play on$", ".strips")
	ada.sees("Bob wants to play on.")
	ada.click("button", "^Agree$", ".strips")
	bob.sees("The match goes on.")
	m.play(2)
}

// A room that a program opens without options works in a browser.
func TestRoomWithoutOptions(t *testing.T) {
	t.Parallel()
	ada := comes(t, "Ada", shared.server(t).url, desk)
	for _, game := range []string{"seasons", "spellbook"} {
		id := ada.promised(
			fmt.Sprintf(`fetch('/api/rooms', { method: 'POST', headers: { 'Content-Type': 'application/json' },
				body: JSON.stringify({ settings: { game: %q, seats: 2 } }) })
				.then((r) => r.json()).then((room) => room.id)`, game),
		)
		ada.open("/r/" + id)
		ada.sees("One seat is free")
		ada.click("button", "^Bots on all free seats$")
		ada.sees("bot, Rowan the Fox")
		ada.click("button", "^Start$")
		ada.waitFor("region", "^Your question and your hand$")
	}
}

// A guest may just watch; who arrives is heard of; and with full seats the link is
// no longer the thing to press.
func TestArrivals(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	ada := newPerson(t, "Ada", origin, desk)
	ada.noticesPages()
	ada.arrives()
	link := ada.opensTable(seasonsDoor)
	require.NotContains(t, ada.text(), "play with fewer", "Seasons is not played alone")
	require.True(t, evaluate[bool](ada, "!!document.querySelector('.invite .btn.main')"))
	require.False(
		t,
		evaluate[bool](ada, "!!document.querySelector('.askline:not(.listing)')"),
		"nothing is to be done but to invite",
	)
	eve := watches(t, "Eve", origin, link, desk)
	eve.click("button", "^Just watch$")
	eve.sees("You are watching. The host starts the match.")
	eve.checkPage("just watching")

	ada.looksAway(true)
	sitsDown(t, "Bob", origin, link, phone)
	ada.showsTab("Bob is here · Seasons · Archmage /art/favicon-turn.svg")
	ada.looksAway(false)
	ada.showsTab("Seasons · Archmage /art/favicon.svg")
	require.False(t, evaluate[bool](ada, "!!document.querySelector('.invite .btn.main')"))
	require.True(t, evaluate[bool](ada, "!!document.querySelector('.askline:not(.listing)')"), "the match can start")
	ada.checkPage("ready to start")
}

// pushes requires that what is said in one part of the page lies above another part,
// and not over it.
func (p *person) pushes(strip, what string) {
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
