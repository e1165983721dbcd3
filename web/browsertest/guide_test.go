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
		{"seasons", "/learn/seasons", "^Got it$", "^No more hints$", desk.moving()},
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
			m.play(6)
			m.playUntil("there is another hint", func() bool { return ada.has("button", test.enough) })
			ada.click("button", test.enough)
			waitForValue(ada, false, func() bool { return ada.has("button", test.got) })
			for range 4 {
				m.play(1)
				require.False(t, ada.has("button", test.got), "there are hints still")
			}
		})
	}
}
