package browsertest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The client is small enough to open quickly on a phone. The test measures everything that a table of one
// game loads, as transferred, except for pictures: nothing waits for those, and TestPictures bounds each. No
// other person plays on the server, so the start page has no live tables, which it draws last.
func TestFirstLoadIsSmall(t *testing.T) {
	t.Parallel()
	const limit = 185_000
	for _, test := range []struct{ name, door string }{{"seasons", seasonsDoor}, {"spellbook", spellbookDoor}} {
		t.Run(test.name, func(t *testing.T) {
			ada := newPerson(t, "Ada", startProgram(t).url, desk.moving())
			ada.addScript(preloadsScript)
			ada.openStartPage()
			ada.click("button", "^Play against bots$", test.door)
			ada.waitForRole("region", "^Your question and your hand$")
			loaded := evaluate[int](ada, "preloads.bytes()")
			t.Logf("%d bytes: %s", loaded, evaluate[string](ada, "preloads.largest()"))
			require.Less(t, loaded, limit)
			require.Greater(t, loaded, 10<<10, "so little cannot be all")

			// The table, the start page and the room before a match use all their preloads.
			ada.reload()
			ada.waitForRole("region", "^Your question and your hand$")
			ada.waitUntilPreloadsUsed()
			ada.open("/")
			ada.waitUntilPreloadsUsed()
			ada.openTable(test.door)
			ada.reload()
			ada.waitForText("One seat is free")
			ada.waitUntilPreloadsUsed()
		})
	}
}

// waitUntilPreloadsUsed waits until the page has used all its preloads.
func (p *person) waitUntilPreloadsUsed() {
	p.t.Helper()
	waitForValue(p, "[]", func() string { return p.awaitPromise("preloads.unused()") })
}
