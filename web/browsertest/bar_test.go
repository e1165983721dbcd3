package browsertest

import (
	"fmt"
	"testing"
)

// hardQuestions are positions, what to press there, and words of the question that follows. These questions
// have the longest texts in the bar.
var hardQuestions = []struct {
	position        string
	press           []string
	english, french string
}{
	{"seasons-hard-amulet", []string{`.hand [data-ref="card:4"]`}, "on Amulet of Water", "sur Amulette d’eau"},
	{
		"seasons-hard-takeback",
		[]string{`.hand [data-ref="card:17"]`},
		"Take back a magic item",
		"Reprenez un objet magique",
	},
	{"seasons-hard-naria", []string{`.hand [data-ref="card:12"]`}, "What will you do", "Que faites-vous"},
	{"seasons-hard-move", []string{`.hand [data-ref="card:7"]`}, "Move the season token", "Déplacez le jeton Saison"},
}

// Whatever is asked, and whatever the size of the screen, nothing in the bar is clipped or outside it.
func TestBarNeverClips(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		at    device
		sizes [][2]int64
	}{
		{"desk", desk, [][2]int64{{1440, 900}, {1920, 1080}, {1366, 657}, {1093, 614}, {960, 600}}},
		{"phone", phone, [][2]int64{{390, 844}, {844, 390}}},
	} {
		for _, language := range []string{"en-GB", "fr-FR"} {
			t.Run(test.name+" "+language, func(t *testing.T) {
				t.Parallel()
				ada := newStagedPerson(t, test.at.in(language), layoutScript)
				for _, one := range hardQuestions {
					ada.openStagedMatch(one.position)
					ada.clickUntilAsked(one.press, one.english, one.french)
					for _, size := range test.sizes {
						ada.checkBar(fmt.Sprintf("%s in %s", one.position, language), size)
					}
					ada.resize(test.at.width, test.at.height)
				}
				// As many choices as a game can offer in the bar.
				evaluate[bool](ada, "page.addPicks(13)")
				for _, size := range test.sizes {
					ada.checkBar("13 choices in "+language, size)
				}
			})
		}
	}
}

// clickUntilAsked clicks elements until one of the questions is asked.
func (p *person) clickUntilAsked(press []string, questions ...string) {
	p.t.Helper()
	for _, thing := range press {
		evaluate[bool](p, fmt.Sprintf("(document.querySelector(%q).click(), true)", thing))
	}
	p.waitUntil("be asked "+questions[0], fmt.Sprintf(
		"page.asksOneOf(%q.split('|'))",
		questions[0]+"|"+questions[1],
	))
}

// checkBar fails the test if something in the bar is clipped on a screen of this size.
func (p *person) checkBar(where string, size [2]int64) {
	p.t.Helper()
	p.resize(size[0], size[1])
	p.nextFrame()
	where = fmt.Sprintf("%s at %d x %d", where, size[0], size[1])
	for _, line := range evaluate[[]string](p, "layout.cut()") {
		p.t.Errorf("%s: %s", where, line)
	}
	p.picture(where)
}
