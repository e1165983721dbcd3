package browsertest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// The table shows the old crystals, cards, season and dice until the scene that changes them, while the next
// question is already open. A key shows everything, and an answer counts at any time.
func TestStoryHoldsOldValues(t *testing.T) {
	t.Parallel()
	ada := newStagedPerson(t, desk.moving(), framesScript)
	e := ada.openStagedMatch("seasons-story")
	// The scenes are loaded with the first press, and an update before that is not held back.
	ada.press(kb.Shift)
	ada.eventually("load the scenes", func() error {
		for _, part := range []string{"/scenes.css", "/stage-", "/scenes-"} {
			if !evaluate[bool](ada, fmt.Sprintf("frames.hasLoaded(%q)", part)) {
				return fmt.Errorf("%s is missing", part)
			}
		}
		if left := ada.problems.loading(); len(left) > 0 {
			return fmt.Errorf("these are under way: %v", left)
		}
		return nil
	})
	ada.nextFrame()

	// answer sends an answer, and returns the changes until the last one has been seen.
	answer := func(i int, last string, during func()) []string {
		asked := ada.question()
		evaluate[bool](ada, "frames.start(), true")
		ada.sendAnswer(asked, e.Answers[i].Answer)
		ada.waitForQuestion("go on", func(q question) bool { return q.Asked && q.Key != asked.Key })
		if during != nil {
			during()
		}
		ada.eventually("see "+last, func() error {
			if evaluate[bool](ada, fmt.Sprintf("frames.has(%q)", last)) {
				return nil
			}
			return fmt.Errorf("only %q", evaluate[[]string](ada, "frames.seen()"))
		})
		return evaluate[[]string](ada, "frames.stop()")
	}
	inOrder := func(changes []string, want ...string) {
		t.Helper()
		at := -1
		for _, one := range want {
			next := slices.Index(changes, one)
			require.Greater(t, next, at, "%q comes too early or never: %q", one, changes)
			at = next
		}
	}

	// Kairn takes 4 crystals from the other player.
	answer(0, "question Choose an energy to give up", nil)
	attack := answer(1, "rival 26", nil)
	inOrder(attack, "question What will you do?", "rival 29", "rival 28", "rival 27", "rival 26")
	// Syllas makes the other player sacrifice a card.
	lost := answer(2, "cards 2", nil)
	require.NotContains(t, lost, "cards 3", "a card disappears and comes back: %q", lost)
	inOrder(lost, "question What will you do?", "cards 2")
	// The season token moves, Figrim takes a crystal, and the dice of the next round are thrown.
	season := answer(4, "dice seen", nil)
	inOrder(season, "question Take a die", "season Spring", "rival 25", "own 25", "dice seen")
	told := slices.IndexFunc(season, func(change string) bool { return strings.HasPrefix(change, "log Round 5") })
	require.True(t, told < 0 || told > slices.Index(season, "own 25"), "the log tells it first: %q", season)
}
