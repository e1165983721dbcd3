package browsertest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A member finds the deals of the day on the start page, begins one, leaves it and goes on.
func TestDailyBefore(t *testing.T) {
	t.Parallel()
	ada := newPerson(t, "Ada", startDaysAhead(t, t.TempDir(), freeAddress(t), 1).url, desk)
	ada.createAccount()
	ada.open("/")
	ada.waitForText("Deal of the day")
	ada.waitForText("Nobody has played today.")
	ada.checkAll("start page")
	ada.click("link", "^Deal of the day")
	ada.waitForPath("^/daily$")
	ada.waitForText("Seasons, alone against a bot")
	ada.checkAll("before the try")
	ada.checkSizes("before the try")
	ada.click("button", "^SpellBook alone$")
	ada.waitForText("alone against the rules of the solo game")
	ada.click("button", "^Play today’s deal$")
	room := ada.waitForPath("^/r/")
	ada.waitForRole("button", "^Menu$")
	ada.follow("/daily")
	ada.waitForRole("button", "^Go on$")
	ada.click("button", "^Go on$")
	require.Equal(t, room, ada.waitForPath("^/r/"))
}

// After the own try the page shows the results of others, the week, and which deals are still open.
func TestDailyAfter(t *testing.T) {
	t.Parallel()
	server := startOperated(t)
	ada := newPerson(t, "Ada", server.url, desk)
	ada.createAccount()
	ada.addScript(dailyScript)
	ada.addScript("navigator.clipboard.writeText = async (text) => { globalThis.shared = text; }")
	ada.open("/")
	ada.waitForText("Seasons: Better than 78 of 100")
	ada.waitForText("2 days in a row")
	ada.open("/daily")
	ada.waitForText("SpellBook, alone against a bot")
	ada.click("button", "^Seasons$")
	ada.waitForText("You won, with 39 points")
	ada.waitForText("Better than 78 of 100")
	ada.waitForRole("link", "^Look at the match of Yusuf$")
	ada.waitForText("gave up")
	ada.waitForText("November 2026: 71 on average, from your best 15 days")
	ada.waitForText("October 2026: 64, from your best day")
	require.Equal(t, 1, evaluate[int](ada, "document.querySelectorAll('.dealweek .vh').length"), "a missed day")
	ada.click("button", "^Share$")
	ada.waitForText("The text is copied.")
	require.Equal(
		t,
		"Deal of the day, 26 November 2026: Seasons\nBetter than 78 of 100\n2 days in a row\n"+server.url+"/daily",
		evaluate[string](ada, "shared"),
	)
	ada.checkAll("after the try")
	ada.picture("after the try")
	ada.checkSizes("after the try")

	night := phone.in("fr-FR")
	night.dark = true
	bea := newPerson(t, "Bea", server.url, night)
	bea.addScript(dailyScript)
	bea.open("/daily")
	bea.click("button", "^Seasons$")
	bea.waitForText("Mieux que 78 sur 100")
	bea.checkAll("in French and in the dark")
	bea.picture("in French and in the dark")
}
