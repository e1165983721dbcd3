package people

import (
	"context"
	"crypto/rand"
	"fmt"
	"math/big"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"archmage/internal/coded"
)

// MaxName bounds the length of a person's name, in characters.
const MaxName = 32

// Clean returns the text without leading and trailing white space and without characters that
// change how the text around them is shown: control characters, line ends and marks that change
// the direction of writing.
func Clean(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == utf8.RuneError || unicode.In(r, unicode.Bidi_Control, unicode.Zl, unicode.Zp) {
			return -1
		}
		return r
	}, text))
}

// maxMarks is the number of combining marks that a character can have. It is enough for every
// language, and too small for marks that cover the lines above and below.
const maxMarks = 2

// CleanLine is Clean for a line of text, such as a chat line. It also removes piled-up combining
// marks.
func CleanLine(text string) string {
	return Clean(limitMarks(text))
}

// limitMarks returns the text with at most maxMarks combining marks on each character.
func limitMarks(text string) string {
	marks := 0
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Cf, r):
			// An invisible character: the marks before and after it are on the same character.
		case !unicode.Is(unicode.M, r):
			marks = 0
		case marks == maxMarks:
			return -1
		default:
			marks++
		}
		return r
	}, text)
}

// CleanName returns a name in the form in which it is shown, cut to MaxName characters.
func CleanName(name string) string {
	runes := []rune(normalizeName(name))
	return strings.TrimSpace(string(runes[:min(len(runes), MaxName)]))
}

// normalizeName returns a name in the form NFKC, cleaned as by CleanLine, without invisible
// characters.
func normalizeName(name string) string {
	return CleanLine(strings.Map(func(r rune) rune {
		if isInvisible(r) {
			return -1
		}
		return r
	}, norm.NFKC.String(name)))
}

// cleanAbout returns a text in the form NFKC, cleaned as by CleanLine. The only invisible characters
// that it keeps are those between two other characters that they join, as in emoji of several people.
func cleanAbout(text string) string {
	runes := []rune(norm.NFKC.String(text))
	isShown := func(i int) bool {
		return i >= 0 && i < len(runes) && !unicode.IsSpace(runes[i]) && (!isInvisible(runes[i]) || isJoiner(runes[i]))
	}
	var cleaned []rune
	for i, r := range runes {
		if !isInvisible(r) || isJoiner(r) && len(cleaned) > 0 && isShown(i-1) && (isEmojiStyle(r) || isShown(i+1)) {
			cleaned = append(cleaned, r)
		}
	}
	return CleanLine(string(cleaned))
}

func isInvisible(r rune) bool { return unicode.In(r, invisible...) || r == brailleBlank }

// isJoiner reports whether an invisible character changes how its neighbours are drawn: the
// joiners of Persian, Indian scripts and emoji, and the selectors of coloured emoji.
func isJoiner(r rune) bool { return r == '\u200c' || r == '\u200d' || isEmojiStyle(r) }

func isEmojiStyle(r rune) bool { return r == '\ufe0e' || r == '\ufe0f' }

// invisible are the Unicode classes of characters that show nothing by themselves.
var invisible = []*unicode.RangeTable{
	unicode.Cf,
	unicode.Variation_Selector,
	unicode.Other_Default_Ignorable_Code_Point,
}

// brailleBlank is a Braille pattern without dots.
const brailleBlank = '\u2800'

// checkName returns the normalized name. It fails with CodeBadName if the result is empty or
// longer than MaxName characters.
func checkName(name string) (string, error) {
	if name = normalizeName(name); name == "" || utf8.RuneCountInString(name) > MaxName {
		return "", coded.Errorf(CodeBadName, "a name has 1 to %d characters", MaxName)
	}
	return name, nil
}

// GiveNeutralName replaces a person's name by a neutral one such as "Player 48213". It fails
// with CodeNoPerson and CodeNotStored.
func (p *Accounts) GiveNeutralName(ctx context.Context, id string) (Person, error) {
	for tries := 0; ; tries++ {
		n, _ := rand.Int(rand.Reader, big.NewInt(90_000)) // never fails
		renamed, err := p.rename(ctx, id, fmt.Sprintf("Player %d", 10_000+n.Int64()))
		switch code := coded.Of(err); {
		case code == CodeNoIdentity:
			return renamed, coded.Errorf(CodeNoPerson, "there is no such person")
		case code != CodeNameTaken || tries == 10:
			return renamed, err
		}
	}
}
