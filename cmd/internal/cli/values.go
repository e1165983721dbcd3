package cli

import (
	"fmt"

	"github.com/agnivade/levenshtein"
	"github.com/spf13/pflag"
)

// InvalidValue says that a flag does not take a value, and what it takes instead. label
// is what the user has written: the flag, a variable of the environment, or a line of a file.
func InvalidValue(label string, flag *pflag.Flag, value string, err error) error {
	want, known := wantedValues[flag.Value.Type()]
	if !known {
		want = err.Error()
	}
	return fmt.Errorf("%s is %q, %s", label, value, want)
}

// wantedValues says what flags of the standard types take. The error of another type
// says it itself.
var wantedValues = map[string]string{
	"bool":     "want true or false",
	"duration": "want a time like 500ms, 10s, 5m or 1h",
	"float64":  "want a number",
	"int":      "want a whole number",
	"int64":    "want a whole number",
	"uint":     "want a whole number, at least 0",
	"uint64":   "want a whole number, at least 0",
}

// FlagNames returns the names of all flags of a set.
func FlagNames(set *pflag.FlagSet) (names []string) {
	set.VisitAll(func(flag *pflag.Flag) {
		if !flag.Hidden {
			names = append(names, flag.Name)
		}
	})
	return names
}

// Nearest returns the word that a misspelt text probably stands for, "" if it resembles
// none of them.
func Nearest(text string, words []string) (nearest string) {
	least := min(4, (len(text)+1)/2)
	for _, word := range words {
		if d := levenshtein.ComputeDistance(text, word); d < least {
			nearest, least = word, d
		}
	}
	return nearest
}
