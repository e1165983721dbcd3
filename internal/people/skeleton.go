package people

import (
	"strings"
	"unicode"

	"go.mau.fi/util/confusable"
)

// Skeleton returns the skeleton of a name. Names that look alike have the same skeleton. It is never
// shown.
func Skeleton(name string) string {
	skeleton := confusable.Skeleton(CleanName(name))
	skeleton = confusable.Skeleton(strings.ToLower(skeleton))
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return -1
		case r == 'i':
			// A capital I looks like a small l. Skeletons ignore case, so i becomes l
			// too.
			return 'l'
		}
		return r
	}, skeleton)
}
