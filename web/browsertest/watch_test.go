package browsertest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Matches with spectators appear in the list of matches to watch, which updates itself. A name opens the
// table from that player's side. The overlay for broadcasts has no tools, shows all seats alike with names
// and clocks, and is named as a stream.
func TestWatchPage(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	eve := newPerson(t, "Eve", origin, desk)
	eve.open("/watch")
	eve.waitForText("Nothing can be watched at the moment.")
	ada := newVisitor(t, "Ada", origin, desk)
	link := ada.openTable(spellbookDoor)
	ada.click("checkbox", "^List this table, so that anybody can join or watch$")
	ada.checkAccess("the table is listed")
	ada.waitForText("Anybody can find this table on the home page.")
	ada.click("button", "^Change$")
	ada.waitUntil(
		"see in the settings that the table is listed",
		"page.isListed()",
	)
	require.True(t, evaluate[bool](ada, "page.choose('select[id$=-clock]', 'bank')"))
	ada.click("button", "^Use these settings$")
	bob := newSeatedPerson(t, "Bob", origin, link, desk)
	startMatch(ada, bob)
	eve.waitForText("Ada and Bob")
	eve.waitUntil(
		"a small picture of the table is drawn",
		"page.pictured('main[data-game=spellbook] .sb-opp').length === 2",
	)
	require.Equal(
		t,
		[]string{"Ada", "Bob"},
		evaluate[[]string](
			eve,
			"page.picturedTexts('.sb-opp h2, .sb-opp .name').slice(0, 2)",
		),
	)
	eve.checkAll("what can be watched")
	eve.click("link", "^Bob", ".sides")
	eve.waitForPath("^" + ada.path() + "$")
	eve.waitForRole("button", "^Go back through the match$")
	require.Equal(t, "1", evaluate[string](eve, "document.querySelector('.top .follow select').value"))

	bob.menu("^People$")
	bob.waitForText("Watching: ")
	eve.resize(1920, 1080)
	eve.open(ada.path() + "?view=stream")
	eve.waitUntil(
		"the overlay is shown",
		"page.shown('body.equal main.grid') && page.hidden('.tools', '.side')",
	)
	require.Equal(
		t,
		[]string{"Ada", "Bob"},
		evaluate[[]string](
			eve,
			"page.texts('.turnclock span:not(.seat)')",
		),
	)
	require.Regexp(t, "^SpellBook.+", plain(evaluate[string](eve, "document.querySelector('.where').innerText")))
	require.True(t, evaluate[bool](eve, "page.alikeAndInSight('.sb-opp')"), "both seats are alike and in sight")
	bob.waitForText("(stream)")
	eve.picture("overlay")
}
