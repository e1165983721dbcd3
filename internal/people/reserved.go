package people

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"archmage/internal/coded"
)

// staffWords name those who run a server, in English and French. No name may contain one
// as a word.
var staffWords = []string{
	"admin", "administrator", "administrateur", "administratrice",
	"moderator", "modérateur", "modératrice",
	"operator", "opérateur", "opératrice",
	"Archmage",
}

// staffNames are the names that may be part of others, but not a whole name.
var staffNames = []string{
	"mod", "modo", "owner", "propriétaire", "official", "officiel", "root", "server", "serveur",
	"staff", "support", "system", "système", "team", "the team", "équipe", "l'équipe",
}

// newName returns the name that a person wants as it is shown. It fails with CodeBadName,
// and with CodeNameReserved for a name that only the operator may give; more are the names of the
// server and of its bots, or nil.
func newName(name string, more func() []string) (string, error) {
	name, err := checkNewName(name)
	if err == nil && (isReserved(name) || more != nil && looksLikeOne(name, more())) {
		err = errNameReserved()
	}
	return name, err
}

// checkNewName is checkName for a name that nobody has yet. Names are parts of paths, so it
// also refuses what browsers and proxies take for another path.
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

// isReserved reports whether a name looks like one of those who run the server.
func isReserved(name string) bool {
	words := strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for _, word := range words {
		if looksLikeOne(word, staffWords) || looksLikeOne(strings.TrimRightFunc(word, unicode.IsDigit), staffWords) {
			return true
		}
	}
	whole := strings.Join(words, " ")
	return looksLikeOne(whole, staffNames)
}

// looksLikeOne reports whether a text looks like one of the names, accents apart.
func looksLikeOne(text string, names []string) bool {
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
