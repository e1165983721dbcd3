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

// words are the texts of notices, by language and key.
var words = texts.MustLoad(textFiles)

// language returns wanted if there are texts in it, and otherwise DefaultLang.
func language(wanted string) string {
	if words[wanted] == nil {
		return DefaultLang
	}
	return wanted
}

// say returns a text with its gaps filled, given as name, value, name, value.
func say(lang, key string, gaps ...string) string {
	return words.Fill(lang, key, gaps...)
}

// about returns what a notice is about: the game, and with whom.
func about(lang, key, game string, names []string) string {
	if len(names) == 0 {
		return say(lang, "alone", "game", game)
	}
	all := names[len(names)-1]
	if len(names) > 1 {
		all = say(lang, "and", "names", strings.Join(names[:len(names)-1], ", "), "name", all)
	}
	return say(lang, key, "game", game, "names", all)
}
