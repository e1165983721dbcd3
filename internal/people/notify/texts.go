package notify

import (
	"embed"
	"strings"

	"archmage/internal/texts"
)

//go:embed texts.*.json
var textFiles embed.FS

// DefaultLang is the language for people whose language is not supported.
const DefaultLang = "en"

// messages has the texts of notifications, by language and key.
var messages = texts.MustLoad(textFiles)

// language returns the wanted language if there are texts in it, and DefaultLang otherwise.
func language(wanted string) string {
	if messages[wanted] == nil {
		return DefaultLang
	}
	return wanted
}

// translate returns the text of a key with its placeholders replaced. replacements alternates between the name of
// a placeholder and its value.
func translate(lang, key string, replacements ...string) string {
	return messages.Fill(lang, key, replacements...)
}

// matchLine returns a line with the game and the other people's names. key is the key of the line's text if there
// are any names.
func matchLine(lang, key, game string, names []string) string {
	if len(names) == 0 {
		return translate(lang, "alone", "game", game)
	}
	joined := names[len(names)-1]
	if len(names) > 1 {
		joined = translate(lang, "and", "names", strings.Join(names[:len(names)-1], ", "), "name", joined)
	}
	return translate(lang, key, "game", game, "names", joined)
}
