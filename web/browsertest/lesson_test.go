package browsertest

import (
	"slices"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// concepts are the hints that each lesson of Seasons shows, whatever the learner does.
var concepts = []string{"aim", "deal", "choose", "star", "energy", "turn", "die", "pips", "libraries", "score"}

// A shownHint is a hint or a report on the page.
type shownHint struct {
	ID string
	// Go is the button that goes on.
	Go string
}

// hint returns what the guide shows.
func (p *person) hint() shownHint {
	return evaluate[shownHint](p, "guide.shown()")
}

// A newcomer plays the lesson of Seasons to its end. Each hint appears once, covers nothing, and moves nothing.
// After what the bot does, the page says why and waits.
func TestLesson(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		at   device
		// keys means that hints are closed with the Escape key.
		keys bool
	}{{"desk", desk, true}, {"phone", phone, false}} {
		t.Run(test.name, func(t *testing.T) {
			ada := newPerson(t, "Ada", shared.server(t).url, test.at)
			ada.open("/learn/seasons")
			ada.waitForRole("button", "^I see$")
			m := newMatch(9, ada)
			var seen, reports []string
			m.playUntil("the last hint is there", func() bool {
				for {
					// A hint comes with the frame after its question.
					ada.nextFrame()
					ada.nextFrame()
					hint := ada.hint()
					if hint.ID == "" {
						return false
					}
					if first := !slices.Contains(seen, hint.ID) && !slices.Contains(reports, hint.ID); first {
						ada.picture(hint.ID)
						require.Empty(t, evaluate[[]string](ada, coveredByHint), hint.ID)
					}
					place := evaluate[[]float64](ada, "guide.placeOfDice()")
					if ada.hint().ID != hint.ID {
						continue // another one has taken its place
					}
					if hint.Go == "Go on" {
						reports = append(reports, hint.ID)
					} else {
						require.NotContains(t, seen, hint.ID)
						seen = append(seen, hint.ID)
					}
					if hint.ID == "score" {
						return true
					}
					if test.keys {
						ada.waitUntil("be able to close it", "!document.querySelector('.guidestrip[data-early]')")
						ada.press(kb.Escape)
					} else {
						ada.click("button", "^"+hint.Go+"$", ".guide")
					}
					// The bot goes on after the first hints and the reports.
					if hint.Go == "I see" && hint.ID != "aim" && hint.ID != "deal" {
						// The bar rounds the heights of its lines.
						require.InDeltaSlice(t, place, evaluate[[]float64](ada, "guide.placeOfDice()"), 0.5, hint.ID)
					}
				}
			})
			require.Subset(t, seen, concepts)
			require.Contains(t, reports, "bot.star_card")
			require.Contains(t, reports, "bot.summon")
		})
	}
}
