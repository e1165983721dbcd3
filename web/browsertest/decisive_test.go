package browsertest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// At the end of a match, the player reads the best and the costliest decision without a press, and a link leads to
// the explanation of the step.
func TestBestAndCostliestDecision(t *testing.T) {
	t.Parallel()
	ada := newStagedPerson(t, desk, layoutScript)
	ada.openStagedMatch("seasons-decisive")
	// Only three spaces end the match before Alwin can summon two cards. The last answer leaves a card in the hand.
	answers := []string{"summon:7", "move:3", "end"}
	for i, option := range answers {
		asked := ada.question()
		ada.sendAnswer(asked, []pick{{Option: option, N: 1}})
		if i+1 < len(answers) {
			ada.waitForQuestion("be asked again", func(q question) bool { return q.Key != asked.Key })
		}
	}
	const top = "document.querySelector('.ranks').getBoundingClientRect().top + scrollY"
	ada.waitUntil("see the end", "!!document.querySelector('.points.decisive') && !!document.querySelector('.ranks')")
	before := evaluate[float64](ada, top)
	text := func(kind string) string {
		return plain(evaluate[string](ada, "document.querySelector('[data-decision="+kind+"]').innerText"))
	}
	ada.waitUntil("see both decisions", "document.querySelectorAll('.decisive a').length === 2")
	require.InDelta(t, before, evaluate[float64](ada, top), 1, "the page does not move")
	require.Regexp(t, `^Your best decision Move the season: .+ \(year III, round 24\), .+\.$`, text("best"))
	require.Regexp(
		t,
		`^Your costliest decision End the turn \(year III, round 24\)\. `+
			`“.+” would have been about \d+ points better\.$`,
		text("costliest"),
	)
	ada.checkAll("the decisions that mattered")
	ada.picture("the decisions that mattered")

	ada.click("link", "^Your best decision")
	require.Regexp(t, "^/m/", ada.waitForPath("^/m/.+"))
	ada.waitUntil("see the answers", "!!document.querySelector('.answers tr.was')")
	require.Equal(t, "#s=1", evaluate[string](ada, "location.hash.split('&')[0]"))
	require.Regexp(t, "^Move the season: .+ chosen", plain(
		evaluate[string](ada, "document.querySelector('.answers tr.was th').innerText"),
	))
	require.Equal(
		t,
		"Ada, step 1",
		plain(evaluate[string](ada, "document.querySelector('.answers caption').innerText")),
	)
	ada.picture("the step of the best decision")
}
