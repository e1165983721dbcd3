package cli

import (
	"fmt"

	"github.com/agnivade/levenshtein"
	"github.com/spf13/pflag"
)

// InvalidValue returns an error with the invalid value of a flag and the values that the flag accepts. label names
// the source of the value: the flag, an environment variable or a setting of a file. err is the error of the
// flag's type.
func InvalidValue(label string, flag *pflag.Flag, value string, err error) error {
	want, ok := wantedValues[flag.Value.Type()]
	if !ok {
		want = err.Error()
	}
	return fmt.Errorf("%s is %q, %s", label, value, want)
}

// wantedValues describes the values that pflag's own types accept. For other types, InvalidValue uses the text of
// err.
var wantedValues = map[string]string{
	"bool":     "want true or false",
	"duration": "want a time like 500ms, 10s, 5m or 1h",
	"float64":  "want a number",
	"int":      "want a whole number",
	"int64":    "want a whole number",
	"uint":     "want a whole number, at least 0",
	"uint64":   "want a whole number, at least 0",
}

// FlagNames returns the names of the visible flags of a set.
func FlagNames(set *pflag.FlagSet) (names []string) {
	set.VisitAll(func(flag *pflag.Flag) {
		if !flag.Hidden {
			names = append(names, flag.Name)
		}
	})
	return names
}

// Nearest returns the word that is most similar to text, or "" if no word is similar enough for a misspelling.
func Nearest(text string, words []string) (nearest string) {
	least := min(4, (len(text)+1)/2)
	for _, word := range words {
		if d := levenshtein.ComputeDistance(text, word); d < least {
			nearest, least = word, d
		}
	}
	return nearest
}
