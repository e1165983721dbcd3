package puzzle

import "slices"

// The themes say which kind of question a puzzle asks. They are known before it is answered, so they say nothing of
// the best answer.
const (
	ThemeDraft = "draft" // which cards to take before the match
	ThemeDice  = "dice"  // which die to take, or whether to roll it again
	ThemeTurn  = "turn"  // what to do in the turn
	ThemeCard  = "card"  // how to carry out a card or a spell
)

// Themes returns the themes in the order in which clients list them.
func Themes() []string { return []string{ThemeTurn, ThemeCard, ThemeDice, ThemeDraft} }

// kindsOf has the kinds of decisions of each theme, in all games. All other kinds are of [ThemeCard].
var kindsOf = map[string][]string{
	ThemeDraft: {"draft", "split"},
	ThemeDice:  {"die", "reroll"},
	ThemeTurn:  {"turn", "action"},
}

// ThemeOf returns the theme of a kind of decisions.
func ThemeOf(kind string) string {
	for theme, kinds := range kindsOf {
		if slices.Contains(kinds, kind) {
			return theme
		}
	}
	return ThemeCard
}
