package browsertest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// coveredByHint names what lies under the hint: beside its thing it must cover nothing
// that is pressed or asked; else it stands beside everything else, inside the bar that it
// belongs to.
const coveredByHint = "guide.covered()"

// A new player learns a game while playing it: hints stand beside the things they
// explain, do not block play, and go away when they are not wanted.
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
			ada.waitFor("button", test.got)
			ada.checkAll("with the first hint")
			require.Empty(t, evaluate[[]string](ada, coveredByHint))
			ada.click("button", test.got)
			m := newMatch(9, ada)
			m.play(6)
			m.playUntil("there is another hint", func() bool { return ada.has("button", test.enough) })
			ada.click("button", test.enough)
			becomes(ada, false, func() bool { return ada.has("button", test.got) })
			for range 4 {
				m.play(1)
				require.False(t, ada.has("button", test.got), "there are hints still")
			}
		})
	}
}
