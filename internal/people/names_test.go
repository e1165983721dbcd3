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

// Emoji of several characters are kept in the line of a profile, and single invisible characters are
// removed.
func TestEmojiInTheLineAboutOneself(t *testing.T) {
	for text, want := range map[string]string{
		"\U0001f468\u200d\U0001f469\u200d\U0001f467 us": "\U0001f468\u200d\U0001f469\u200d\U0001f467 us",
		"I \u2764\ufe0f games":                          "I \u2764\ufe0f games",
		"\u0645\u06cc\u200c\u062e":                      "\u0645\u06cc\u200c\u062e", // Persian
		"\u200d\ufe0f a\u200d \u200b\u200db":            "a b",
		"\u2800\u3164":                                  "",
		"x\u0301\u200d\u0301\u200d\u0301\u200d\u0301y":  "x\u0301\u200d\u0301\u200d\u200dy",
	} {
		require.Equal(t, want, cleanAbout(text), "%+q", text)
	}
}

// A chat line has as few marks on a character as a name, and keeps its emoji.
func TestMarksInALine(t *testing.T) {
	require.Equal(t, "x\u0301\u0302y", CleanLine("x\u0301\u0302"+strings.Repeat("\u0303", 60)+"y"))
	family := "\U0001f468\u200d\U0001f469\u200d\U0001f467"
	require.Equal(t, family, CleanLine(" "+family+"\u202e\n"))
	require.Equal(t, "1\ufe0f\u20e3", CleanLine("1\ufe0f\u20e3"))
}
