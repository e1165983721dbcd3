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

// translate returns a text with its placeholders replaced. gaps are pairs of name and value.
func translate(lang, key string, gaps ...string) string {
	return messages.Fill(lang, key, gaps...)
}

// describe returns a line with the game and the other people's names.
func describe(lang, key, game string, names []string) string {
	if len(names) == 0 {
		return translate(lang, "alone", "game", game)
	}
	all := names[len(names)-1]
	if len(names) > 1 {
		all = translate(lang, "and", "names", strings.Join(names[:len(names)-1], ", "), "name", all)
	}
	return translate(lang, key, "game", game, "names", all)
}
