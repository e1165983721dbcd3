package people

import (
	"slices"
	"strings"
	"unicode/utf8"

	"archmage/internal/coded"
)

// Reason is the code of a reason for a report, a ban or a removal. Clients translate it.
type Reason string

// The reasons.
const (
	ReasonInsult   Reason = "insult"   // insults, threats, hate
	ReasonSpam     Reason = "spam"     // advertisements, floods
	ReasonName     Reason = "name"     // a name that offends or deceives
	ReasonStalling Reason = "stalling" // leaving, or making others wait
	ReasonCheating Reason = "cheating" // playing unfairly
	ReasonOther    Reason = "other"
)

// Reasons returns every reason.
func Reasons() []Reason {
	return []Reason{ReasonInsult, ReasonSpam, ReasonName, ReasonStalling, ReasonCheating, ReasonOther}
}

// CheckReason returns coded.Malformed unless the argument is a Reason or "".
func CheckReason(reason string) error {
	if reason != "" && !slices.Contains(Reasons(), Reason(reason)) {
		return coded.Malformedf("there is no reason %.20q", reason)
	}
	return nil
}

// MaxTextLength bounds the texts of reports, of moderators and of the server's notice, in
// characters.
const MaxTextLength = 400

// CheckText returns a text in the form in which it is stored: on one line, and cleaned as by
// Clean. It fails with coded.Malformed if the result has more than limit characters.
func CheckText(text string, limit int) (string, error) {
	text = Clean(strings.Join(strings.Fields(text), " "))
	if utf8.RuneCountInString(text) > limit {
		return "", coded.Malformedf("a text has at most %d characters", limit)
	}
	return text, nil
}

// Languages returns the codes of the client's languages.
func Languages() []string { return []string{"en", "fr", "de"} }
