package browsertest

import (
	"errors"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// layouts is how often the browser has laid the page out.
func (p *person) layouts() float64 {
	p.t.Helper()
	result, err := chromedp.Call(p.ctx, performance.GetMetrics, cdp.Empty{})
	require.NoError(p.t, err)
	for _, metric := range result.Metrics {
		if metric.Name == "LayoutCount" {
			return metric.Value
		}
	}
	require.Fail(p.t, "the browser does not count layouts")
	return 0
}

// What happens is seen: the scenes of an attack and of a spell that is learned, measured before they are
// drawn, without any layout while they move, and gone with the next press, which does what it means.
func TestStoryIsSeen(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		example string
		// answers of the example are given, the last of which has the scene shown, and then the next one.
		answers int
		// sees is what the scene shows, and said what the bar says.
		sees, said string
		next       pick
	}{
		{"seasons-tokens", 4, ".thread", "Your Kairn the Destroyer: Alwin loses 4 crystals", pick{Option: "end", N: 1}},
		{"spellbook-learn", 5, ".beam", "You learned Abundance", pick{Option: "learn:violet:3", N: 1}},
	} {
		t.Run(test.example, func(t *testing.T) {
			t.Parallel()
			ada := comesToStaged(t, desk.moving(), storyScript)
			command(ada, performance.Enable, performance.EnableParams{})
			e := ada.sitsAt(test.example)
			for _, step := range e.Answers[:test.answers] {
				now := ada.waitForQuestion("be asked", func(q question) bool { return q.Asked })
				ada.answers(now, step.Answer)
				ada.waitForQuestion("go on", func(q question) bool { return q.Key != now.Key })
			}
			ada.untilTrue("see the scene", "story.shows('"+test.sees+"')")
			ada.picture(test.example + " as it is told")
			require.Zero(t, evaluate[int](ada, "story.measuredLate()"), "places are measured while scenes are drawn")
			ada.sees(test.said)
			// Once what the answer itself changed is laid out, nothing is while the scene moves.
			ada.until("see it move without any layout", func() error {
				shown, before := evaluate[bool](ada, "story.shows('"+test.sees+"')"), ada.layouts()
				for range 10 {
					ada.nextFrame()
				}
				if ada.layouts() != before {
					return errors.New("it is laid out")
				}
				if !shown || evaluate[bool](ada, "story.isOver()") {
					return errors.New("the scene is over")
				}
				return nil
			})
			asked := ada.question()
			ada.answers(asked, []pick{test.next})
			ada.waitForQuestion("be heard", func(q question) bool { return q.Key != asked.Key })
			require.True(t, evaluate[bool](ada, "story.isOver()"), "the press does not end the story")
		})
	}
}

// At the end the points are counted on the page, until a key is pressed.
func TestEndIsCounted(t *testing.T) {
	t.Parallel()
	ada := comesToStaged(t, desk.moving(), storyScript)
	ada.sitsAt("seasons-last-turn")
	ada.answers(ada.question(), []pick{{Option: "end", N: 1}})
	ada.untilTrue("see the count", "story.shows('.counting')")
	ada.picture("the end as it is counted")
	ada.press(kb.Escape)
	require.True(t, evaluate[bool](ada, "story.isOver()"), "the key does not end the count")
	ada.sees("Alwin is the Archmage")
}
