package browsertest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// The pages outside of a match, as each kind of visitor sees them.
func TestPages(t *testing.T) {
	t.Parallel()
	pages := []struct{ name, path, english, french string }{
		{"home", "/", "A table in the clearing", "Une table dans la clairière"},
		{"tables", "/tables", "Private tables are in no list.", "Les tables privées ne sont dans aucune liste."},
		{"all rules", "/rules", "Rules and cards", "Règles et cartes"},
		{"open a file", "/open", "Open a match from a file", "Ouvrir une partie depuis un fichier"},
		{"rules of Seasons", "/rules/seasons", "Rules of Seasons", "Règles de Seasons"},
		{"rules of SpellBook", "/rules/spellbook", "Rules of SpellBook", "Règles de SpellBook"},
		{"cards of Seasons", "/gallery/seasons", "Cards of Seasons", "Cartes de Seasons"},
		{"cards of SpellBook", "/gallery/spellbook", "Spells of SpellBook", "Sorts de SpellBook"},
	}
	dark := desk
	dark.dark = true
	for _, visitor := range []struct {
		name   string
		at     device
		french bool
		// loads: each page is loaded by its address, and not reached from the one before.
		loads bool
		// rules are those of accessibility that this visitor's pages might break alone.
		rules []string
	}{
		{"at a desk", desk, false, true, nil},
		{"at night", dark, false, false, []string{"color-contrast", "link-in-text-block"}},
		{"with a phone in French", phone.in("fr-FR"), true, false, append(slices.Clone(elsewhere), "color-contrast")},
	} {
		t.Run(visitor.name, func(t *testing.T) {
			p := newPerson(t, "visitor", shared.server(t).url, visitor.at)
			for i, page := range pages {
				if i == 0 || visitor.loads {
					p.open(page.path)
				} else {
					left := evaluate[string](p, "document.title")
					p.goes(page.path)
					p.untilTrue("see another page", fmt.Sprintf("document.title !== %q", left))
				}
				want := page.english
				if visitor.french {
					want = page.french
				}
				p.sees(want)
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

// The page of an unknown address says so, and so does that of a deleted table.
func TestNothingThere(t *testing.T) {
	t.Parallel()
	p := newPerson(t, "visitor", shared.server(t).url, desk)
	p.open("/r/00000000-0000-4000-8000-000000000000")
	p.sees("There is no such table")
	require.False(t, p.has("button", "Try again"))
	p.checkAccess("no table")
	p.click("link", "^Start page$")
	p.sees("A table in the clearing")
}

// The page of an address at which there is nothing is one of ours, in the
// visitor's language, and its status is 404.
func TestUnknownAddress(t *testing.T) {
	t.Parallel()
	p := newPerson(t, "visitor", shared.server(t).url, phone.in("fr-FR"))
	p.open("/somewhere/else")
	p.sees("Cette page n’existe pas.")
	require.Equal(t, []string{"GET " + p.origin + "/somewhere/else is answered 404"}, p.problems.found())
	p.checkAll("nothing")
	p.click("link", "^Accueil$")
	p.sees("Une table dans la clairière")
}
