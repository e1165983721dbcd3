package people

import (
	"slices"
	"strings"
	"unicode/utf8"

	"archmage/internal/coded"
)

// Reason says why somebody is reported, banned or removed. Clients write it in the
// reader's language.
type Reason string

// The reasons.
const (
	ReasonInsult   Reason = "insult"   // insults, threats, hate
	ReasonSpam     Reason = "spam"     // advertisements, floods
	ReasonName     Reason = "name"     // a name that offends or deceives
	ReasonStalling Reason = "stalling" // leaves, or makes others wait
	ReasonCheating Reason = "cheating" // plays unfairly
	ReasonOther    Reason = "other"
)

// Reasons returns every reason.
func Reasons() []Reason {
	return []Reason{ReasonInsult, ReasonSpam, ReasonName, ReasonStalling, ReasonCheating, ReasonOther}
}

// CheckReason returns an error unless reason is a Reason or "".
func CheckReason(reason string) error {
	if reason != "" && !slices.Contains(Reasons(), Reason(reason)) {
		return coded.Malformedf("there is no reason %.20q", reason)
	}
	return nil
}

// MaxWords bounds the length, in characters, of a text that people write about others or
// to everybody.
const MaxWords = 400

// CheckWords returns words as they are stored: on one line, and cleaned as by Clean. It
// fails with coded.Malformed if they have more than most characters.
func CheckWords(words string, most int) (string, error) {
	words = Clean(strings.Join(strings.Fields(words), " "))
	if utf8.RuneCountInString(words) > most {
		return "", coded.Malformedf("a text has at most %d characters", most)
	}
	return words, nil
}

// Languages returns the codes of the client's languages.
func Languages() []string { return []string{"en", "fr"} }
