package browsertest

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

// A line of the club's chat arrives live. People mute each other in their browsers and report lines, a moderator hears
// of a report on any page and removes the line for everybody, and an owner switches the chat off.
func TestClubChat(t *testing.T) {
	t.Parallel()
	server := startOperated(t)
	ada := newPerson(t, "Ada", server.url, desk)
	ada.createAccountWithPasskey()
	// Members can write on the page of a new server, too.
	ada.follow("/")
	ada.waitForText("Open a table and send its link")
	ada.waitForRole("textbox", "^Say something to everybody$")
	ada.checkAll("a new server")
	bob := newPerson(t, "Bob", server.url, phone)
	bob.createAccountWithPasskey()
	ada.follow("/")
	ada.waitForText("Bob is here")
	bob.follow("/bench")
	bob.waitForText("Nothing was said this week.")
	bob.checkAll("an empty bench")

	// A line that is stored leaves the field and arrives at the other page.
	ada.fill("^Say something to everybody$", "Who brings the cake? "+server.url+"/rules https://evil.example/x")
	ada.press("\r")
	ada.waitForText("Who brings the cake?")
	ada.eventually("have an empty field", func() error {
		if text := evaluate[string](ada, "document.querySelector('.sayline input').value"); text != "" {
			return errors.New(text)
		}
		return nil
	})
	bob.waitForText("Who brings the cake?")
	require.Equal(
		t,
		[]string{"/rules"},
		evaluate[[]string](bob, "[...document.querySelectorAll('.clubchat li a')].map((a) => a.getAttribute('href'))"),
		"links to other servers are plain text",
	)
	bob.fill("^Say something to everybody$", "a rude line")
	bob.press("\r")
	ada.waitForText("a rude line")
	ada.checkAll("lines on the start page")
	bob.checkAll("lines on the bench")

	// Muting is for this browser alone.
	ada.click("button", "^Bob: what to do about “a rude line”$")
	ada.checkAll("what to do about a line")
	ada.click("button", "^Mute for me$")
	ada.waitForText("A line of a person whom you have muted")
	ada.waitForNoText("a rude line")
	ada.click("button", "^Show$")
	ada.waitForText("a rude line")

	// The moderator is on a page without anything live.
	server.runAdmin(t, "role", "Ada", "owner")
	odile := newPerson(t, "Odile", server.url, desk)
	odile.createAccountWithPasskey()
	server.runAdmin(t, "role", "Odile", "moderator")
	odile.open("/rules")
	odile.click("button", "^I have read it$")
	odile.waitForNoText("You are a moderator of this server now.")
	ada.click("button", "^Bob: what to do about “a rude line”$")
	ada.click("button", "^Report$")
	ada.waitForText("Report a line of Bob")
	ada.click("radio", "insults, threats or hate")
	ada.click("button", "^Report$", "dialog")
	ada.waitForText("Thank you. The moderators will look at it.")
	ada.press("\u001b")
	odile.waitForRole("link", "^1 report to look at$")
	odile.checkAll("a mark for a report")
	odile.click("link", "^1 report to look at$")
	odile.waitForText("Bob, for a line on the bench")
	odile.waitForText("a rude line")
	odile.click("radio", "^Remove the line ")
	odile.click("button", "^Remove the line$")
	odile.waitForText("There are none.")
	ada.waitForText("A line was removed by a moderator")
	bob.waitForText("A line was removed by a moderator")
	bob.waitForNoText("a rude line")

	// The owner switches it off.
	ada.open("/host")
	ada.click("checkbox", "^The club has a bench$")
	bob.waitForText("There is no bench here for you to read.")
	bob.checkAll("no bench")
}

// While a member types on the start page, the field stays where it is, although people come above it.
func TestFieldStaysWhilePeopleCome(t *testing.T) {
	t.Parallel()
	server := startPublic(t)
	ada := newPerson(t, "Ada", server.url, desk)
	ada.createAccountWithPasskey()
	ada.follow("/")
	ada.fill("^Say something to everybody$", "Who brings")
	place := func() float64 {
		ada.nextFrame()
		return evaluate[float64](ada, "document.querySelector('.sayline input').getBoundingClientRect().top")
	}
	// Browsers scroll by whole device pixels, which are 4 CSS pixels wide in tests.
	const pixel = 1 / coarse
	before := place()
	for _, name := range []string{"Bob", "Eve"} {
		one := newPerson(t, name, server.url, desk)
		one.createAccountWithPasskey()
		one.follow("/")
		ada.waitForText(name + " is here")
		require.InDelta(t, before, place(), pixel, "%s has come", name)
	}
	ada.typeText(" the cake?")
	require.Equal(t, "Who brings the cake?", evaluate[string](ada, "document.querySelector('.sayline input').value"))
	ada.checkAll("a line half written")
}
