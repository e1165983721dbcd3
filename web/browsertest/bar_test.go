package browsertest

import (
	"fmt"
	"testing"
)

// hardQuestions are positions and what leads to the questions with most to say in the bar: what is pressed, and
// words of the question that is put then.
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

// Whatever is asked, on screens of any size, nothing in the bar is cut and nothing hangs out of it.
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
				ada := comesToStaged(t, test.at.in(language), layoutScript)
				for _, one := range hardQuestions {
					ada.sitsAt(one.position)
					ada.reachesHard(one.press, one.english, one.french)
					for _, size := range test.sizes {
						ada.barFits(fmt.Sprintf("%s in %s", one.position, language), size)
					}
					ada.resize(test.at.width, test.at.height)
				}
				// As many choices as a game may offer in the bar.
				evaluate[bool](ada, "page.addPicks(13)")
				for _, size := range test.sizes {
					ada.barFits("13 choices in "+language, size)
				}
			})
		}
	}
}

// reachesHard presses things until a question is put.
func (p *person) reachesHard(press []string, questions ...string) {
	p.t.Helper()
	for _, thing := range press {
		evaluate[bool](p, fmt.Sprintf("(document.querySelector(%q).click(), true)", thing))
	}
	p.untilTrue("be asked "+questions[0], fmt.Sprintf(
		"page.asksOneOf(%q.split('|'))",
		questions[0]+"|"+questions[1],
	))
}

// barFits fails the test if something of the bar is cut on a screen of that size.
func (p *person) barFits(where string, size [2]int64) {
	p.t.Helper()
	p.resize(size[0], size[1])
	p.nextFrame()
	where = fmt.Sprintf("%s at %d x %d", where, size[0], size[1])
	for _, line := range evaluate[[]string](p, "layout.cut()") {
		p.t.Errorf("%s: %s", where, line)
	}
	p.picture(where)
}
