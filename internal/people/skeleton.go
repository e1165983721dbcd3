package people

import (
	"strings"
	"unicode"

	"go.mau.fi/util/confusable"
)

// Skeleton returns the skeleton of a name: names that a reader may take for one another have the
// same one. It is never shown.
func Skeleton(name string) string {
	skeleton := confusable.Skeleton(CleanName(name))
	skeleton = confusable.Skeleton(strings.ToLower(skeleton))
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return -1
		case r == 'i':
			// A capital I looks like a small l, and names that differ only in case have
			// one skeleton, so i counts as l too.
			return 'l'
		}
		return r
	}, skeleton)
}
