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

// maxMarks is how many marks a name may put on one character: enough for every
// language, and too few to cover the lines above and below.
const maxMarks = 2

// CleanName returns the name as it is shown, cut to MaxName characters.
func CleanName(name string) string {
	runes := []rune(wholeName(name))
	return strings.TrimSpace(string(runes[:min(len(runes), MaxName)]))
}

// wholeName returns a name cleaned, without invisible characters and piled-up marks, in
// the form NFKC, which writes equivalent characters in one way.
func wholeName(name string) string {
	marks := 0
	kept := strings.Map(func(r rune) rune {
		switch {
		case unicode.In(r, invisible...) || r == brailleBlank:
			return -1
		case !unicode.Is(unicode.M, r):
			marks = 0
		case marks == maxMarks:
			return -1
		default:
			marks++
		}
		return r
	}, norm.NFKC.String(name))
	return Clean(kept)
}

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
func (p *People) GiveName(ctx context.Context, id string) (Person, error) {
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
