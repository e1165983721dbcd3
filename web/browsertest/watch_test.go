package browsertest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// What is played before spectators is in the list of what can be watched, which
// changes by itself; a name opens the table from that side. The overlay of a broadcast has
// no tools, shows all seats alike, with names and clocks, and is named as a stream.
func TestWatchPage(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	eve := newPerson(t, "Eve", origin, desk)
	eve.open("/watch")
	eve.sees("Nothing can be watched at the moment.")
	ada := comes(t, "Ada", origin, desk)
	link := ada.opensTable(spellbookDoor)
	ada.sees("List this table, so that anybody can join or watch?")
	ada.checkAccess("asked whether others may watch")
	ada.click("button", "^Yes, show it$")
	ada.seesNoMore("List this table")
	ada.sees("Anybody can find this table on the home page.")
	ada.click("button", "^Change$")
	ada.untilTrue(
		"see in the settings that the table is listed",
		`[...document.querySelectorAll('dialog .switch')]
			.some((e) => /list of open tables/.test(e.innerText) && e.querySelector('input').checked)`,
	)
	require.True(t, evaluate[bool](ada, `(() => {
		const field = document.querySelector('select[id$=-clock]');
		field.value = 'bank';
		return field.dispatchEvent(new Event('change', {bubbles: true}));
	})()`))
	ada.click("button", "^Use these settings$")
	bob := sitsDown(t, "Bob", origin, link, desk)
	startsMatch(ada, bob)
	eve.sees("Ada and Bob")
	eve.untilTrue(
		"a small picture of the table is drawn",
		`document.querySelector('.tablepicture[data-drawn] iframe')?.contentDocument
			.querySelectorAll('main[data-game=spellbook] .sb-opp').length === 2`,
	)
	require.Equal(
		t,
		[]string{"Ada", "Bob"},
		evaluate[[]string](
			eve,
			`[...document.querySelector('.tablepicture iframe').contentDocument
				.querySelectorAll('.sb-opp h2, .sb-opp .name')]
				.map((e) => e.textContent.trim()).filter(Boolean).slice(0, 2)`,
		),
	)
	eve.checkAll("what can be watched")
	eve.click("link", "^Bob", ".sides")
	eve.waitForPath("^" + ada.path() + "$")
	eve.waitFor("button", "^Go back through the match$")
	require.Equal(t, "1", evaluate[string](eve, "document.querySelector('.top .follow select').value"))

	bob.menu("^People$")
	bob.sees("Watching: ")
	eve.resize(1920, 1080)
	eve.open(ada.path() + "?view=stream")
	eve.untilTrue(
		"the overlay is shown",
		`!!document.querySelector('body.equal main.grid')
			&& !document.querySelector('.tools').checkVisibility()
			&& !document.querySelector('.side').checkVisibility()`,
	)
	require.Equal(
		t,
		[]string{"Ada", "Bob"},
		evaluate[[]string](
			eve,
			"[...document.querySelectorAll('.turnclock span:not(.seat)')].map((e) => e.textContent)",
		),
	)
	require.Regexp(t, "^SpellBook.+", plain(evaluate[string](eve, "document.querySelector('.where').innerText")))
	require.True(t, evaluate[bool](eve, `(() => {
		const [a, b, ...more] = [...document.querySelectorAll('.sb-opp')].map((e) => e.getBoundingClientRect());
		return more.length === 0 && a.width === b.width && b.bottom < innerHeight
			&& document.scrollingElement.scrollHeight <= innerHeight;
	})()`), "both seats are alike and in sight")
	bob.sees("(stream)")
	eve.picture("overlay")
}
