package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// Without a network both games are played to the end against a bot. A tab that is killed in the middle loses
// nothing, and two tabs cannot play the same match.
func TestOfflineMatch(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, game string }{
		{"seasons", "^Seasons$"},
		{"spellbook", "^SpellBook$"},
	} {
		t.Run(test.name, func(t *testing.T) {
			tunnel := newLine(t, shared.server(t).url)
			p := newPerson(t, "Ada", tunnel.url, desk.keeping())
			p.open("/offline")
			p.waitForText("Everything is on this device")
			p.waitUntilOffline()
			p.checkAll("before the first match")

			p.problems.expectCut(true)
			tunnel.cut()
			tab := p.openSecondTab("Ada's second tab")
			tab.problems.expectCut(true)
			tab.open("/offline")
			tab.click("radio", test.game)
			tab.click("radio", "^Easy$")
			tab.click("button", "^Start$")
			link := tab.waitForPath("^/offline/[0-9a-f]+$")
			tab.waitForRole("region", "^Your question and your hand$")
			first := newMatch(5, tab)
			first.play(6)
			first.playUntilAsked(tab)
			tab.checkAccess("at the table")
			question := tab.table().Question

			p.open(link)
			p.waitForText("This match is open in another tab")
			tab.problems.stop()
			// The tab is closed without a chance to do anything.
			require.NoError(t, chromedp.Cancel(tab.ctx))
			p.open(link)
			p.waitForRole("region", "^Your question and your hand$")
			p.waitForText(question)
			m := newMatch(6, p)
			m.playUntil("the end", m.over)
			p.waitForRole("heading", "Archmage|tie")
			p.checkAll("at the end")
			p.open("/offline")
			p.waitForText("over ·")
			p.checkAll("with a match")
			require.False(t, p.has("alert", ""))
			tunnel.mend()
		})
	}
}
