package notify

import (
	"embed"
	"strings"

	"archmage/internal/texts"
)

//go:embed texts.*.json
var textFiles embed.FS

// DefaultLang is the language for people whose own language is missing.
const DefaultLang = "en"

// messages are the texts of notices, by language and key.
var messages = texts.MustLoad(textFiles)

// language returns wanted if there are texts in it, and otherwise DefaultLang.
func language(wanted string) string {
	if messages[wanted] == nil {
		return DefaultLang
	}
	return wanted
}

// translate returns a text with its gaps filled, given as name, value, name, value.
func translate(lang, key string, gaps ...string) string {
	return messages.Fill(lang, key, gaps...)
}

// describe returns what a notice is about: the game, and with whom.
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
