package browsertest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// coveredByHint returns what the hint covers. Next to the element it explains it must cover nothing that can
// be pressed or answered; otherwise it is next to everything else, inside its bar.
const coveredByHint = "guide.covered()"

// A new player learns a game while playing it: hints appear next to the elements they explain, do not block
// play, and can be turned off.
func TestGuidedFirstGame(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, path, got, enough string
		at                      device
	}{
		{"seasons", "/learn/seasons", "^I see$", "^No more hints$", desk.moving()},
		{"spellbook", "/learn/spellbook", "^Compris$", "^Arrêter les conseils$", phone.moving().in("fr-FR")},
	} {
		t.Run(test.name, func(t *testing.T) {
			ada := newPerson(t, "Ada", shared.server(t).url, test.at)
			ada.open(test.path)
			ada.waitForRole("button", test.got)
			ada.checkAll("with the first hint")
			require.Empty(t, evaluate[[]string](ada, coveredByHint))
			ada.click("button", test.got)
			m := newMatch(9, ada)
			// The bot of a lesson waits until the learner has read the first hints, and what it has done.
			playUntil := func(what string, holds func() bool) {
				m.playUntil(what, func() bool {
					if ada.has("button", "^Go on$") {
						ada.click("button", "^Go on$", ".guide")
					}
					if m.actions == 0 && ada.has("button", test.got) {
						ada.click("button", test.got)
					}
					return holds()
				})
			}
			play := func(actions int) {
				until := m.actions + actions
				playUntil("enough actions", func() bool { return m.actions >= until })
			}
			play(6)
			playUntil("there is another hint", func() bool { return ada.has("button", test.enough) })
			// If the hint no longer applies, a report of what the bot has done takes its place.
			waitForValue(ada, false, func() bool {
				if ada.has("button", test.enough) {
					ada.click("button", test.enough)
				}
				if ada.has("button", "^Go on$") {
					ada.click("button", "^Go on$", ".guide")
				}
				return ada.has("button", test.got)
			})
			for range 4 {
				play(1)
				require.False(t, ada.has("button", test.got), "there are hints still")
			}
		})
	}
}
