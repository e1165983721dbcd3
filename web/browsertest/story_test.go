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

// layouts returns how often the browser has laid out the page.
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

// The scenes of an attack and of a learned spell are visible, measured before they are drawn, need no layout
// while they move, and disappear with the next press, which still has its effect.
func TestStoryIsSeen(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		example string
		// answers is the number of answers of the example to send. The last one shows the scene.
		answers int
		// sees is the text of the scene, and said the text of the bar.
		sees, said string
		next       pick
	}{
		{"seasons-tokens", 4, ".thread", "Your Kairn the Destroyer: Alwin loses 4 crystals", pick{Option: "end", N: 1}},
		{"spellbook-learn", 5, ".beam", "You learned Abundance", pick{Option: "learn:violet:3", N: 1}},
	} {
		t.Run(test.example, func(t *testing.T) {
			t.Parallel()
			ada := newStagedPerson(t, desk.moving(), storyScript)
			command(ada, performance.Enable, performance.EnableParams{})
			e := ada.openStagedMatch(test.example)
			for _, step := range e.Answers[:test.answers] {
				now := ada.waitForQuestion("be asked", func(q question) bool { return q.Asked })
				ada.sendAnswer(now, step.Answer)
				ada.waitForQuestion("go on", func(q question) bool { return q.Key != now.Key })
			}
			ada.waitUntil("see the scene", "story.shows('"+test.sees+"')")
			ada.picture(test.example + " as it is told")
			require.Zero(t, evaluate[int](ada, "story.measuredLate()"), "places are measured while scenes are drawn")
			ada.waitForText(test.said)
			// After the layout of the answer's own changes, the moving scene needs none.
			ada.eventually("see it move without any layout", func() error {
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
			ada.sendAnswer(asked, []pick{test.next})
			ada.waitForQuestion("be heard", func(q question) bool { return q.Key != asked.Key })
			require.True(t, evaluate[bool](ada, "story.isOver()"), "the press does not end the story")
		})
	}
}

// At the end the page counts the points until a key is pressed.
func TestEndIsCounted(t *testing.T) {
	t.Parallel()
	ada := newStagedPerson(t, desk.moving(), storyScript)
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("scenes, and what can have ended them: %s", evaluate[string](ada, "story.history()"))
		}
	})
	ada.openStagedMatch("seasons-last-turn")
	ada.sendAnswer(ada.question(), []pick{{Option: "end", N: 1}})
	ada.waitUntil("see the count", "story.shows('.counting')")
	ada.picture("the end as it is counted")
	ada.press(kb.Escape)
	require.True(t, evaluate[bool](ada, "story.isOver()"), "the key does not end the count")
	ada.waitForText("Alwin is the Archmage")
}
