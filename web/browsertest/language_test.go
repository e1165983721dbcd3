package browsertest

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// textFiles are the texts of the client in one language.
var textFiles = []string{"core/texts.%s.json", "games/seasons/texts.%s.json", "games/spellbook/texts.%s.json"}

// texts returns the texts of a language that are long enough to be recognised.
func (p *person) texts(language string) []string {
	p.t.Helper()
	var list []string
	for _, file := range textFiles {
		source, err := os.ReadFile("../static/" + fmt.Sprintf(file, language))
		require.NoError(p.t, err)
		var texts map[string]string
		require.NoError(p.t, json.Unmarshal(source, &texts))
		for _, text := range texts {
			if len(text) > 9 && !strings.Contains(text, "{") {
				list = append(list, plain(text))
			}
		}
	}
	require.NotEmpty(p.t, list)
	return list
}

// checkLanguage fails the test if the page has texts of the other language.
func (p *person) checkLanguage(own, other string) {
	p.t.Helper()
	ours, text := p.texts(own), p.text()
	for _, words := range p.texts(other) {
		if strings.Contains(text, words) && !slices.Contains(ours, words) {
			p.t.Errorf("%s reads %q", p.name, words)
		}
	}
}

// A German browser gets German pages, also while the table waits and during a match.
func TestGerman(t *testing.T) {
	t.Parallel()
	ada := newPerson(t, "Käthe", shared.server(t).url, phone.in("de-DE"))
	ada.resize(360, 740)
	ada.openStartPage()
	ada.checkLanguage("de", "en")
	ada.checkPage("start page in German")
	ada.click("button", "^Mit Freunden", seasonsDoor)
	ada.waitForText("Platz ist frei")
	require.Equal(t, "de", evaluate[string](ada, "document.documentElement.lang"))
	ada.checkLanguage("de", "en")
	ada.checkPage("waiting room in German")
}

// A French browser gets French pages, also during a match, and the language can be changed at any time.
func TestFrench(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, door string }{{"seasons", seasonsDoor}, {"spellbook", spellbookDoor}} {
		t.Run(test.name, func(t *testing.T) {
			ada := newPerson(t, "Adèle", shared.server(t).url, phone.in("fr-FR"))
			ada.openStartPage()
			ada.checkLanguage("fr", "en")
			ada.click("button", "^Avec un bot", test.door)
			ada.waitForRole("region", "^Votre question et votre main$")
			require.Equal(t, "fr", evaluate[string](ada, "document.documentElement.lang"))
			m := newMatch(8, ada)
			m.play(8)
			ada.picture("French")
			ada.checkLanguage("fr", "en")
			question := ada.table().Question
			ada.menu("^Réglages$")
			ada.click("radio", "^English$")
			ada.press("\u001b")
			ada.waitForRole("region", "^Your question and your hand$")
			ada.waitForNoText("Réglages")
			ada.checkLanguage("en", "fr")
			require.NotEqual(t, question, ada.table().Question)
		})
	}
}
