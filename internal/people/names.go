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

// maxMarks is how many marks a name or a line may put on one character: enough for every
// language, and too few to cover the lines above and below.
const maxMarks = 2

// CleanLine returns a line of text, as of a chat, as Clean does, without piled-up marks.
func CleanLine(text string) string {
	return Clean(withoutPiles(text))
}

// withoutPiles returns the text with at most maxMarks marks on one character.
func withoutPiles(text string) string {
	marks := 0
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Cf, r):
			// It shows nothing, so marks around it are on the same character.
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

// CleanName returns the name as it is shown, cut to MaxName characters.
func CleanName(name string) string {
	runes := []rune(wholeName(name))
	return strings.TrimSpace(string(runes[:min(len(runes), MaxName)]))
}

// wholeName returns a name cleaned, without invisible characters and piled-up marks, in
// the form NFKC, which writes equivalent characters in one way.
func wholeName(name string) string {
	return CleanLine(strings.Map(func(r rune) rune {
		if isInvisible(r) {
			return -1
		}
		return r
	}, norm.NFKC.String(name)))
}

// cleanAbout returns a text in the form NFKC, without piled-up marks and invisible
// characters but for those that join two others, as in emoji of several people.
func cleanAbout(text string) string {
	runes := []rune(norm.NFKC.String(text))
	shows := func(i int) bool {
		return i >= 0 && i < len(runes) && !unicode.IsSpace(runes[i]) && (!isInvisible(runes[i]) || isJoiner(runes[i]))
	}
	var kept []rune
	for i, r := range runes {
		if !isInvisible(r) || isJoiner(r) && len(kept) > 0 && shows(i-1) && (isEmojiStyle(r) || shows(i+1)) {
			kept = append(kept, r)
		}
	}
	return CleanLine(string(kept))
}

func isInvisible(r rune) bool { return unicode.In(r, invisible...) || r == brailleBlank }

// isJoiner reports whether a character says how those around it are drawn: the joiners of
// Persian, of scripts of India and of emoji, and whether an emoji has colours.
func isJoiner(r rune) bool { return r == '\u200c' || r == '\u200d' || isEmojiStyle(r) }

func isEmojiStyle(r rune) bool { return r == '\ufe0e' || r == '\ufe0f' }

// invisible are characters that show nothing by themselves.
var invisible = []*unicode.RangeTable{
	unicode.Cf,
	unicode.Variation_Selector,
	unicode.Other_Default_Ignorable_Code_Point,
}

// brailleBlank is a Braille pattern without dots.
const brailleBlank = '\u2800'

// checkName returns the name as it is shown. It fails with CodeBadName if that is empty
// or longer than MaxName characters.
func checkName(name string) (string, error) {
	if name = wholeName(name); name == "" || utf8.RuneCountInString(name) > MaxName {
		return "", coded.Errorf(CodeBadName, "a name has 1 to %d characters", MaxName)
	}
	return name, nil
}

// GiveName gives a person a neutral name, as in "Player 48213". It fails with
// CodeNoPerson and CodeNotStored.
func (p *Accounts) GiveName(ctx context.Context, id string) (Person, error) {
	for tries := 0; ; tries++ {
		n, _ := rand.Int(rand.Reader, big.NewInt(90_000)) // it never fails
		renamed, err := p.rename(ctx, id, fmt.Sprintf("Player %d", 10_000+n.Int64()))
		switch code := coded.Of(err); {
		case code == CodeNoIdentity:
			return renamed, coded.Errorf(CodeNoPerson, "there is no such person")
		case code != CodeNameTaken || tries == 10:
			return renamed, err
		}
	}
}
