package browsertest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// With the text of the browser twice as large, each kind of question can be answered on a desktop computer and
// on a phone: the page does not scroll sideways, all controls can be scrolled into view and pressed, and the bar
// at the top leaves most of the window to the table.
func TestLargeText(t *testing.T) {
	t.Parallel()
	hand, wide := phone, desk
	hand.largeText, wide.largeText = true, true
	for _, test := range []struct {
		namedDevice
		sizes [][2]int64
	}{
		{namedDevice{"desk", wide}, [][2]int64{{1440, 900}, {1280, 800}}},
		{namedDevice{"phone", hand}, [][2]int64{{390, 844}}},
	} {
		for _, group := range kinds {
			at := test.at
			at.language = group.at.language
			t.Run(test.name+" with the kinds of "+group.name, func(t *testing.T) {
				t.Parallel()
				ada := newStagedPerson(t, at, layoutScript)
				for _, one := range group.list {
					if slices.Contains(similar, one.file) && !thorough() {
						continue
					}
					t.Run(one.file, func(t *testing.T) {
						one.playExample(ada.inTest(t), func(player *person, _ string) {
							player.checkLargeText(one.file, test.sizes)
						})
					})
				}
			})
		}
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			ada := newStagedPerson(t, test.at, layoutScript)
			for _, position := range []string{"seasons-last-year", "seasons-four-crowded", "spellbook-four"} {
				t.Run(position, func(t *testing.T) {
					p := ada.inTest(t)
					p.openStagedMatch(position)
					p.waitForQuestion("be asked", func(q question) bool { return q.Asked })
					p.checkLargeText(position, test.sizes)
				})
			}
		})
	}
}

// checkLargeText checks a table with large text on screens of these sizes.
func (p *person) checkLargeText(position string, sizes [][2]int64) {
	p.t.Helper()
	for _, size := range sizes {
		p.resize(size[0], size[1])
		p.nextFrame()
		where := fmt.Sprintf("%s at %d x %d", position, size[0], size[1])
		p.checkPage(where)
		p.picture(where)
		for _, line := range evaluate[[]string](p, "layout.unreachable()") {
			p.t.Errorf("%s: %s", where, line)
		}
		require.Empty(p.t, evaluate[[]string](p, "layout.coveredTitles()"), where)
		require.Less(p.t, evaluate[float64](p, "layout.top()"), 0.4, "%s: the bar at the top is too high", where)
	}
}

// With large text on a small phone, pages do not scroll sideways: the browser would zoom out, and presses would
// miss. A guest takes the free seat.
func TestLargeTextWaitingRoom(t *testing.T) {
	t.Parallel()
	origin := startProgram(t).url
	ada := newPerson(t, "Ada", origin, desk)
	ada.openStartPage()
	path := ada.openTable(seasonsDoor)
	small := phone
	small.largeText = true
	ben := newPerson(t, "Ben", origin, small)
	for _, page := range []string{"/", "/rules", "/watch", path} {
		ben.open(page)
		ben.waitForRole("navigation", "^Main places$")
		ben.nextFrame()
		ben.picture("large text")
		ben.checkWidth(page)
	}
	ben.takeSeat(path)
	ben.picture("seated")
	ben.checkWidth("seated")
}

// With large text on a small screen, a visitor with a mouse takes the free seat while the field with the name has the
// focus, also when the button is at the lower edge of what the places at the bottom leave free.
func TestLargeTextSitDown(t *testing.T) {
	t.Parallel()
	origin := startProgram(t).url
	ada := newPerson(t, "Ada", origin, desk)
	ada.openStartPage()
	path := ada.openTable(seasonsDoor)
	small := phone
	small.largeText, small.touch = true, false
	ben := newPerson(t, "Ben", origin, small)
	ben.open(path)
	ben.waitForText("invites you")
	ben.fill("What shall we call you", "Ben")
	const button = "document.querySelector('.arrival .btn.main')"
	lower := evaluate[point](ben, `(() => {
		const bar = [...document.querySelectorAll('nav')].find((nav) => getComputedStyle(nav).position === 'fixed');
		const edge = bar.getBoundingClientRect().top;
		scrollBy(0, `+button+`.getBoundingClientRect().bottom - edge);
		const { left, width, bottom } = `+button+`.getBoundingClientRect();
		return { X: left + width / 2, Y: bottom - 4 };
	})()`)
	ben.pressPoint(lower)
	ben.waitForText("I am not ready")
	ben.checkWidth("seated")
}
