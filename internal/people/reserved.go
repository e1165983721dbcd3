package people

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"archmage/internal/coded"
)

// staffWords are words for the staff of a server, in every language. No name can contain one of
// them as a word.
var staffWords = []string{
	"admin", "administrator", "administrateur", "administratrice",
	"moderator", "modérateur", "modératrice",
	"operator", "opérateur", "opératrice",
	"Administratorin", "Moderatorin", "Betreiber", "Betreiberin",
	"Archmage",
}

// staffNames are words that cannot be a whole name, but can be part of one.
var staffNames = []string{
	"mod", "modo", "owner", "propriétaire", "official", "officiel", "root", "server", "serveur",
	"staff", "support", "system", "système", "team", "the team", "équipe", "l'équipe",
	"das Team", "offiziell", "Leitung",
}

// newName returns the normalized form of the name that a person has chosen. It fails with
// CodeBadName, and with CodeNameReserved for a name that only the operator can give. reserved returns
// the names of the server and of its bots; it can be nil.
func newName(name string, reserved func() []string) (string, error) {
	name, err := checkNewName(name)
	if err == nil && (isReserved(name) || reserved != nil && looksLikeAny(name, reserved())) {
		err = errNameReserved()
	}
	return name, err
}

// checkNewName is checkName for a new name. Names are parts of paths, so it also refuses names that
// browsers and proxies would read as another path.
func checkNewName(name string) (string, error) {
	name, err := checkName(name)
	switch {
	case err != nil:
		return "", err
	case strings.Trim(name, ".") == "" || strings.ContainsAny(name, `/\`):
		return "", coded.Errorf(CodeBadName, `a name has no / or \, and more than dots`)
	}
	return name, nil
}

// isReserved reports whether a name looks like a name of the server's staff.
func isReserved(name string) bool {
	words := strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for _, word := range words {
		if looksLikeAny(word, staffWords) || looksLikeAny(strings.TrimRightFunc(word, unicode.IsDigit), staffWords) {
			return true
		}
	}
	whole := strings.Join(words, " ")
	return looksLikeAny(whole, staffNames)
}

// looksLikeAny reports whether a text looks like one of the names. It ignores accents and
// punctuation.
func looksLikeAny(text string, names []string) bool {
	skeleton := plainSkeleton(text)
	return skeleton != "" &&
		slices.ContainsFunc(names, func(name string) bool { return plainSkeleton(name) == skeleton })
}

// plainSkeleton returns the skeleton of a name without accents and punctuation.
func plainSkeleton(name string) string {
	return Skeleton(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.M, r) || unicode.IsPunct(r) {
			return -1
		}
		return r
	}, norm.NFKD.String(name)))
}
