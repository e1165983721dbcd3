package people

import (
	"strings"
	"unicode"

	"go.mau.fi/util/confusable"
)

// Look returns what a name looks like: names that a reader may take for one
// another have the same look. It is never shown.
func Look(name string) string {
	look := confusable.Skeleton(CleanName(name))
	look = confusable.Skeleton(strings.ToLower(look))
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return -1
		case r == 'i':
			// A capital I and a small l are the same, and so are I and i.
			return 'l'
		}
		return r
	}, look)
}
