package browsertest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Alone among bots of their choice, players in both languages ask what the search
// would do, play that, and have the match explained afterwards.
func TestAdviceAndExplanation(t *testing.T) {
	t.Parallel()
	for _, words := range []struct {
		language, character, open, add, start, advice, numbers, expected, region, menu, concede, again, explained, explain, turn, note, try, play string
	}{
		{
			"en-GB", "Hazel the Hare", "^Open a table$", "^Add a bot$", "^Start", "^What would you do\\?$", "^Numbers$", "to win", "^Your question and your hand$", "^Concede$", "^Concede$", "^See it again$",
			"^Explained$", "^Explain this match$", "^Show step", "Small differences say nothing.", "^Try it$", "^Play$",
		},
		{
			"fr-FR", "Hazel le lièvre", "^Ouvrir une table$", "^Ajouter un bot$", "^Commencer", "^Que feriez-vous \\?$", "^Chiffres$", "chances de gagner", "^Votre question et votre main$", "^Abandonner$", "^Abandonner$", "^Revoir la partie$",
			"^Explications$", "^Expliquer cette partie$", "^Passer à l’étape", "Les petits écarts ne disent rien.", "^Essayer$", "^Jouer$",
		},
	} {
		t.Run(words.language, func(t *testing.T) {
			var rules []string
			if words.language != "en-GB" {
				rules = []string{"label-content-name-mismatch", "valid-lang", "html-has-lang"}
			}
			ada := comes(t, "Ada", shared.server(t).url, desk.in(words.language))
			ada.click("button", words.open, seasonsDoor)
			ada.waitForPath("^/r/.+")
			ada.click("button", words.add)
			ada.checkAll("choosing a bot", rules...)
			ada.click("button", words.character)
			ada.seesMatch("bot, .+, (easy|facile)")
			ada.click("button", words.start)
			ada.waitFor("region", words.region)
			m := newMatch(31, ada)
			m.untilAsked(ada)
			ada.click("button", words.advice)
			ada.click("button", words.numbers)
			ada.sees(words.expected)
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
			ada.click("button", words.explain)
			ada.untilTrue("the match is explained", "!!document.querySelector('[data-does=show], .answers')")
			if evaluate[bool](ada, "!document.querySelector('.answers')") {
				ada.click("button", words.turn)
			}
			ada.sees(words.note)
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
			m.untilAsked(ada)
		})
	}
}
