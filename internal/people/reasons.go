package people

import (
	"slices"
	"strings"
	"unicode/utf8"

	"archmage/internal/coded"
)

// Reason says why somebody is reported, banned or removed. Clients say it in the
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

// CheckReason refuses what is neither a reason nor "".
func CheckReason(reason string) error {
	if reason != "" && !slices.Contains(Reasons(), Reason(reason)) {
		return coded.Errorf(coded.Malformed, "there is no reason %.20q", reason)
	}
	return nil
}

// MaxWords is how many characters somebody may write about somebody else, or to
// everybody.
const MaxWords = 400

// CheckWords returns words as they are stored: on one line, without what changes how the
// text around them is shown. It fails with coded.Malformed if they have more characters
// than that.
func CheckWords(words string, most int) (string, error) {
	words = Clean(strings.Join(strings.Fields(words), " "))
	if utf8.RuneCountInString(words) > most {
		return "", coded.Errorf(coded.Malformed, "a text has at most %d characters", most)
	}
	return words, nil
}

// Languages returns those of the client, by their codes.
func Languages() []string { return []string{"en", "fr"} }
