package people

import (
	"strings"
	"unicode"

	"go.mau.fi/util/confusable"
)

// Look returns the look of a name: names that a reader may take for one another have the
// same look. A look is never shown.
func Look(name string) string {
	look := confusable.Skeleton(CleanName(name))
	look = confusable.Skeleton(strings.ToLower(look))
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return -1
		case r == 'i':
			// A capital I looks like a small l, and names that differ only in case have
			// one look, so i counts as l too.
			return 'l'
		}
		return r
	}, look)
}
