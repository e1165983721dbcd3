package browsertest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A whole client is small, so that it opens quickly on a phone: what a table of
// one game loads in all, as it comes over the line, but for pictures: nothing waits for
// those, also those of style sheets, and TestPictures bounds each. Nobody else plays on the server, so that the start
// page shows no live tables, which it draws once nothing else is to be done.
func TestFirstLoadIsSmall(t *testing.T) {
	t.Parallel()
	const limit = 185_000
	for _, test := range []struct{ name, door string }{{"seasons", seasonsDoor}, {"spellbook", spellbookDoor}} {
		t.Run(test.name, func(t *testing.T) {
			ada := newPerson(t, "Ada", startProgram(t).url, desk.moving())
			ada.addScript(preloadsScript)
			ada.arrives()
			ada.click("button", "^Play against bots$", test.door)
			ada.waitFor("region", "^Your question and your hand$")
			loaded := evaluate[int](ada, "preloads.bytes()")
			t.Logf("%d bytes: %s", loaded, evaluate[string](ada, "preloads.largest()"))
			require.Less(t, loaded, limit)
			require.Greater(t, loaded, 10<<10, "so little cannot be all")

			// Table, start page and the room before a match use what they ask for at once.
			ada.reload()
			ada.waitFor("region", "^Your question and your hand$")
			ada.usesPreloads()
			ada.open("/")
			ada.usesPreloads()
			ada.opensTable(test.door)
			ada.reload()
			ada.sees("One seat is free")
			ada.usesPreloads()
		})
	}
}

// usesPreloads waits until the page has used all that it had the browser load at once.
func (p *person) usesPreloads() {
	p.t.Helper()
	becomes(p, "[]", func() string { return p.promised("preloads.unused()") })
}
