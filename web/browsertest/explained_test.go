package browsertest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Players in both languages, alone with bots of their choice, ask for a hint, play it, and read an
// explanation of the match afterwards, which the server has made without a request.
func TestAdviceAndExplanation(t *testing.T) {
	t.Parallel()
	for _, words := range []struct {
		language, character, open, add, start, advice, numbers, expected, region, menu, concede, again string
		explained, turn, note, try, play                                                               string
	}{
		{
			language:  "en-GB",
			character: "Hazel the Hare",
			open:      "^With friends$",
			add:       "^Add a bot$",
			start:     "^Start",
			advice:    "^What would you do\\?$",
			numbers:   "^Numbers$",
			expected:  "to win",
			region:    "^Your question and your hand$",
			menu:      "^Concede$",
			concede:   "^Concede$",
			again:     "^See it again$",
			explained: "^Explained$",
			turn:      "^Show step",
			note:      "Small differences say nothing.",
			try:       "^Try it$",
			play:      "^Play$",
		},
		{
			language:  "fr-FR",
			character: "Hazel le lièvre",
			open:      "^Entre amis$",
			add:       "^Ajouter un bot$",
			start:     "^Commencer",
			advice:    "^Que feriez-vous \\?$",
			numbers:   "^Chiffres$",
			expected:  "chances de gagner",
			region:    "^Votre question et votre main$",
			menu:      "^Abandonner$",
			concede:   "^Abandonner$",
			again:     "^Revoir la partie$",
			explained: "^Explications$",
			turn:      "^Passer à l’étape",
			note:      "Les petits écarts ne disent rien.",
			try:       "^Essayer$",
			play:      "^Jouer$",
		},
	} {
		t.Run(words.language, func(t *testing.T) {
			var rules []string
			if words.language != "en-GB" {
				rules = []string{"label-content-name-mismatch", "valid-lang", "html-has-lang"}
			}
			ada := newVisitor(t, "Ada", shared.server(t).url, desk.in(words.language))
			ada.click("button", words.open, seasonsDoor)
			ada.waitForPath("^/r/.+")
			ada.click("button", words.add)
			ada.checkAll("choosing a bot", rules...)
			ada.click("button", words.character)
			ada.waitForMatch("bot, .+, (easy|facile)")
			ada.click("button", words.start)
			ada.waitForRole("region", words.region)
			m := newMatch(31, ada)
			m.playUntilAsked(ada)
			ada.click("button", words.advice)
			ada.click("button", words.numbers)
			ada.waitForText(words.expected)
			require.Positive(
				t,
				evaluate[int](ada, "document.querySelectorAll('main [data-state=selected], main .sel').length"),
				"the board shows what is advised",
			)
			ada.checkAll("with advice", rules...)
			m.play(4)

			ada.menu(words.menu)
			ada.click("button", words.concede, "dialog")
			ada.click("link", words.again)
			page := ada.waitForPath("^/m/.+")
			ada.open(page + "#s=0")
			ada.click("tab", words.explained)
			ada.waitUntil("the match is explained", "!!document.querySelector('[data-does=show], .answers')")
			if evaluate[bool](ada, "!document.querySelector('.answers')") {
				ada.click("button", words.turn)
			}
			ada.waitForText(words.note)
			require.NotZero(t, evaluate[int](ada, "document.querySelectorAll('.chances path').length"))
			require.NotZero(
				t,
				evaluate[int](ada, "document.querySelectorAll('.answers tr.was').length"),
				"what was chosen",
			)
			ada.checkAll("the match explained", rules...)
			ada.click("button", words.try)
			ada.click("button", words.play, "dialog")
			ada.waitForPath("^/r/.+")
			m.playUntilAsked(ada)
		})
	}
}
