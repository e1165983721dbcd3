package people

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCleanName(t *testing.T) {
	for name, want := range map[string]string{
		" Ann\n": "Ann", "A\x00nn": "Ann", "\u202eAnn": "Ann", "Zoé 🧙": "Zoé 🧙", "\xff": "", " \u2028 ": "",
		strings.Repeat("é", MaxName+1):             strings.Repeat("é", MaxName),
		strings.Repeat("x", MaxName-1) + " second": strings.Repeat("x", MaxName-1),
	} {
		require.Equal(t, want, CleanName(name), "%q", name)
	}
}

// No name looks empty, like another one, or covers the lines around it.
func TestNamesAreWhatTheyLookLike(t *testing.T) {
	for name, want := range map[string]string{
		"A\u200bn\u200dn\u00ad\ufeff":  "Ann",    // spaces without width, a soft hyphen
		"\u3164\u115f\u2800\U000e0041": "",       // fillers, a blank and a tag
		"\uff21\uff4e\uff4e":           "Ann",    // full width
		"e\u0301":                      "\u00e9", // one character for both
		"x\u0300\u0301\u0302\u0303y":   "x\u0300\u0301y",
		"\u0e01\u0e34\u0e48":           "\u0e01\u0e34\u0e48", // Thai needs two marks
		"\u2764\ufe0f":                 "\u2764",
	} {
		require.Equal(t, want, CleanName(name), "%q", name)
	}
}
