package browsertest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A whole client is small, so that it opens quickly on a phone: what a table of
// one game loads in all, as it comes over the line, but for pictures: nothing waits for
// those, and TestPictures bounds each. Nobody else plays on the server, so that the start
// page shows no live tables, which it draws once nothing else is to be done.
func TestFirstLoadIsSmall(t *testing.T) {
	t.Parallel()
	const limit = 185_000
	for _, test := range []struct{ name, door string }{{"seasons", seasonsDoor}, {"spellbook", spellbookDoor}} {
		t.Run(test.name, func(t *testing.T) {
			ada := comes(t, "Ada", startProgram(t).url, desk.moving())
			ada.click("button", "^Play against bots$", test.door)
			ada.waitFor("region", "^Your question and your hand$")
			loaded := evaluate[int](ada, `[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
				.filter((entry) => entry.initiatorType !== 'img' && !new URL(entry.name).pathname.startsWith('/api/'))
				.reduce((sum, entry) => sum + entry.encodedBodySize, 0)`)
			t.Logf("%d bytes: %s", loaded, evaluate[string](ada, `performance.getEntriesByType('resource').filter((entry) => !entry.name.includes('/api/'))
				.sort((a, b) => b.encodedBodySize - a.encodedBodySize).map((entry) => entry.encodedBodySize + ' ' + new URL(entry.name).pathname).join(', ')`))
			require.Less(t, loaded, limit)
			require.Greater(t, loaded, 10<<10, "so little cannot be all")

			// The page of the table asks for its style sheets at once, and they hold.
			ada.reload()
			ada.waitFor("region", "^Your question and your hand$")
			require.Equal(t, []bool{true, true, true}, evaluate[[]bool](ada, `[...document.querySelectorAll('link[rel=preload][as=style]')]
				.map((asked) => [...document.styleSheets].some(({ href }) => href === asked.href))`))
		})
	}
}
