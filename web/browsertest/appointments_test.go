package browsertest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// calendarFile is an expression for the calendar file that the page offers.
const calendarFile = `fetch(document.querySelector('.acts a[download]').href).then((r) => r.text())`

// A member plans a match for another day, a guest answers on a phone by the link, and the member changes the time and
// cancels it. The table of another one is opened by one press.
func TestAppointmentPages(t *testing.T) {
	t.Parallel()
	origin := startOperated(t).url
	guest := newPerson(t, "Gus", origin, phone)
	guest.open("/a")
	guest.waitForText("you need an account")

	ada := newPerson(t, "Ada", origin, desk)
	ada.createAccount()
	ada.open("/")
	ada.click("link", "^Plan for another day$")
	ada.waitForText("When?")
	ada.checkAll("plan")
	ada.picture("plan")
	ada.click("radio", "^Everybody here$")
	ada.click("button", "^Plan it$")
	ada.waitForText("You have planned this")
	ada.checkAll("planned")
	ada.picture("planned")
	link := ada.path()
	require.True(t, strings.HasPrefix(link, "/a/"), link)
	require.Len(t, link, len("/a/")+36)

	// The start page has a line, and the page the question.
	guest.open("/")
	guest.waitForText("1 comes")
	guest.picture("start")
	guest.open(link)
	guest.waitForText("Are you coming?")
	guest.checkAll("asked")
	guest.picture("asked")
	guest.click("button", "^Perhaps$")
	guest.waitForText("You come perhaps")
	guest.click("button", "^Yes$")
	guest.waitForText("You come")
	guest.waitForText("2 come")
	guest.checkAll("answered")
	guest.picture("answered")
	file := guest.awaitPromise(calendarFile)
	require.Contains(t, file, "SEQUENCE:0\r\n")
	require.Contains(t, file, "STATUS:CONFIRMED\r\n")
	require.Contains(t, file, link)

	// The planner moves it by a day.
	ada.open(link)
	ada.waitForText("2 come")
	ada.click("button", "^Change$")
	ada.waitForText("Those who come are notified")
	before := evaluate[string](ada, "document.querySelector('#meet-day').value")
	evaluate[any](ada, "document.querySelector('.evening:last-child').click()")
	require.NotEqual(t, before, evaluate[string](ada, "document.querySelector('#meet-day').value"))
	ada.click("button", "^Save the changes$")
	ada.waitForText("You have planned this")
	require.Contains(t, ada.awaitPromise(calendarFile), "SEQUENCE:1\r\n")

	ada.click("button", "^Cancel it$")
	ada.click("button", "^Cancel it$", "dialog")
	ada.waitForText("This appointment is cancelled.")
	guest.open(link)
	guest.waitForText("This appointment is cancelled.")
	require.Contains(t, guest.awaitPromise(calendarFile), "STATUS:CANCELLED\r\n")

	// Another one is opened before its time.
	ada.open("/a?game=spellbook")
	ada.waitForText("When?")
	ada.click("button", "^Plan it$")
	ada.waitForText("You have planned this")
	link = ada.path()
	guest.open(link)
	guest.click("button", "^Yes$")
	guest.waitForText("You come")
	ada.click("button", "^Open the table now$")
	ada.waitUntil("be at the table", "location.pathname.startsWith('/r/')")
	guest.open(link)
	guest.waitForText("The table is open.")
	guest.click("link", "^To the table$")
	require.Equal(t, ada.path(), guest.path())
}
