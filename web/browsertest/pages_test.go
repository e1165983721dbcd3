package browsertest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// The pages outside of a match, as different visitors see them.
func TestPages(t *testing.T) {
	t.Parallel()
	pages := []struct{ name, path, english, french, german string }{
		{"home", "/", "A table in the clearing", "Une table dans la clairière", "Ein Tisch auf der Lichtung"},
		{
			"tables",
			"/tables",
			"Private tables are in no list.",
			"Les tables privées ne sont dans aucune liste.",
			"Private Tische stehen in keiner Liste.",
		},
		{"all rules", "/rules", "Rules and cards", "Règles et cartes", "Regeln und Karten"},
		{
			"open a file",
			"/open",
			"Open a match from a file",
			"Ouvrir une partie depuis un fichier",
			"Partie aus einer Datei öffnen",
		},
		{"rules of Seasons", "/rules/seasons", "Rules of Seasons", "Règles de Seasons", "Regeln von Seasons"},
		{"rules of SpellBook", "/rules/spellbook", "Rules of SpellBook", "Règles de SpellBook", "Regeln von SpellBook"},
		{"cards of Seasons", "/gallery/seasons", "Cards of Seasons", "Cartes de Seasons", "Karten von Seasons"},
		{
			"cards of SpellBook",
			"/gallery/spellbook",
			"Spells of SpellBook",
			"Sorts de SpellBook",
			"Zauber von SpellBook",
		},
		{
			"imprint",
			"/imprint",
			"It has not written an imprint yet.",
			"Il n’a pas encore écrit ses mentions légales.",
			"Er hat noch kein Impressum geschrieben.",
		},
		{"privacy", "/privacy", "There are no advertisements", "Il n’y a pas de publicité", "Es gibt keine Werbung"},
	}
	narrow := phone.in("de-DE")
	narrow.width = 360
	dark := desk
	dark.dark = true
	for _, visitor := range []struct {
		name string
		at   device
		lang string
		// loads opens each page by its URL instead of a link on the previous page.
		loads bool
		// rules are the accessibility rules that only this visitor's pages might violate.
		rules []string
	}{
		{"at a desk", desk, "en", true, nil},
		{"at night", dark, "en", false, []string{"color-contrast", "link-in-text-block"}},
		{"with a phone in French", phone.in("fr-FR"), "fr", false, append(slices.Clone(elsewhere), "color-contrast")},
		{"with a narrow phone in German", narrow, "de", false, slices.Clone(elsewhere)},
	} {
		t.Run(visitor.name, func(t *testing.T) {
			p := newPerson(t, "visitor", shared.server(t).url, visitor.at)
			for i, page := range pages {
				if i == 0 || visitor.loads {
					p.open(page.path)
				} else {
					left := evaluate[string](p, "document.title")
					p.follow(page.path)
					p.waitUntil("see another page", fmt.Sprintf("document.title !== %q", left))
				}
				want := map[string]string{"en": page.english, "fr": page.french, "de": page.german}
				p.waitForText(want[visitor.lang])
				p.checkAll(page.name, visitor.rules...)
			}
			require.NotEqual(
				t,
				"none",
				evaluate[string](p, `getComputedStyle(document.querySelector('#g-water').ownerSVGElement).display`),
				"a hidden drawing lends no gradient",
			)
		})
	}
}

// The pages of an unknown address and of a deleted table say so.
func TestNothingThere(t *testing.T) {
	t.Parallel()
	p := newPerson(t, "visitor", shared.server(t).url, desk)
	p.open("/r/00000000-0000-4000-8000-000000000000")
	p.waitForText("There is no such table")
	require.False(t, p.has("button", "Try again"))
	p.checkAccess("no table")
	p.click("link", "^Start page$")
	p.waitForText("A table in the clearing")
}

// An unknown address gets the server's own page, in the visitor's language, with status 404.
func TestUnknownAddress(t *testing.T) {
	t.Parallel()
	p := newPerson(t, "visitor", shared.server(t).url, phone.in("fr-FR"))
	p.open("/somewhere/else")
	p.waitForText("Cette page n’existe pas.")
	require.Equal(t, []string{"GET " + p.origin + "/somewhere/else is answered 404"}, p.problems.found())
	p.checkAll("nothing")
	p.click("link", "^Accueil$")
	p.waitForText("Une table dans la clairière")
}
