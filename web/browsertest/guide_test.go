package browsertest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// coveredByHint names what lies under the hint: beside its thing it must cover nothing
// that is pressed or asked; else it stands beside everything else, inside the bar that it
// belongs to.
const coveredByHint = `(() => {
	const hint = document.querySelector('.guide');
	const place = hint.closest('.guideplace');
	const box = (e) => e.getBoundingClientRect();
	const shared = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom - 1 && b.top < a.bottom - 1;
	const own = box(hint);
	if (!place) {
		const out = own.left < 0 || own.top < 0 || own.right > innerWidth || own.bottom > innerHeight;
		return [...document.querySelectorAll('.ask, .top, .guidering, .thing[data-state=choosable]')]
			.filter((e) => e.checkVisibility({visibilityProperty: true}) && shared(box(e), own))
			.map((e) => e.className).concat(out ? ['the edge of the window'] : []);
	}
	const around = box(place.parentElement);
	const out = own.left < around.left || own.right > around.right
		|| own.top < around.top || own.bottom > around.bottom;
	return [...place.parentElement.children].filter((e) => e !== place && e.checkVisibility() && shared(box(e), own))
		.map((e) => e.className).concat(out ? ['what is around the bar'] : []);
})()`

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
