package people

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"archmage/internal/coded"
)

// MaxName is the length of a person's name, in characters.
const MaxName = 32

// Clean returns the text without outer white space and without characters that
// change how the text around them is shown: control characters, line ends and
// marks that change the direction of writing.
func Clean(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == utf8.RuneError || unicode.In(r, unicode.Bidi_Control, unicode.Zl, unicode.Zp) {
			return -1
		}
		return r
	}, text))
}

// CleanName returns the name as it is shown: cleaned, and cut to MaxName
// characters.
func CleanName(name string) string {
	runes := []rune(Clean(name))
	return strings.TrimSpace(string(runes[:min(len(runes), MaxName)]))
}

// checkName returns the name as it is shown, or CodeBadName if nothing of it
// is.
func checkName(name string) (string, error) {
	if name = CleanName(name); name == "" {
		return "", coded.Errorf(CodeBadName, "a name has 1 to %d characters", MaxName)
	}
	return name, nil
}
