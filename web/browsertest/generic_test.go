package browsertest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A game that the client has no folder for is played from the start page to the end, and seen again. The game is
// in cmd/server/stones_test.go.
func TestGameWithoutFolder(t *testing.T) {
	t.Parallel()
	server := launchTestServer(t, t.TempDir(), "WITH_STONES")
	t.Cleanup(server.kill)
	const door = ".d-stones"
	ada := newVisitor(t, "Ada", server.url, phone)
	require.Equal(t, `"Stones"`, evaluate[string](
		ada,
		"getComputedStyle(document.querySelector('.d-stones .pic b'), '::before').content",
	))
	require.False(t, ada.has("link", "Stones by playing"))
	ada.checkAccess("the start page")
	ada.click("button", "^With a bot", door)
	ada.waitForRole("region", "^Your question and your hand$")
	ada.waitForText("Your turn")
	ada.checkAll("a table of the generic board")

	ada.click("button", "^b2, empty$")
	ada.waitForText("Bet 2")
	ada.click("spinbutton", "^Bet$")
	evaluate[bool](ada, "(document.activeElement.select(), true)")
	ada.typeText("7")
	ada.waitForText("Bet 7")
	ada.checkAll("a number as an answer")
	ada.click("button", "^Bet 7$")
	ada.waitUntil("see the stone", "!!document.querySelector('[data-ref=\"board:b2\"] .tint-0')")

	newMatch(14, ada).playToEnd()
	ada.waitForText("Where the points came from")
	ada.waitForText("Played cards")
	ada.checkAll("the end")
	ada.click("link", "^See it again$")
	page := ada.waitForPath("^/m/.+")
	ada.open(page + "#s=1&as=all")
	ada.waitForText("Step 1 of")
	ada.waitForRole("grid", "^Board$")
	ada.checkAll("the replay")

	for path, text := range map[string]string{
		"/history":        "Stones",
		"/rules":          "Stones",
		"/rules/stones":   "There is no summary of these rules.",
		"/gallery/stones": "This game shows no pieces here.",
		"/leaderboard":    "Stones",
	} {
		ada.open(path)
		ada.waitForText(text)
		ada.checkPage(path)
	}
}
