package notices

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"
)

//go:embed texts.*.json
var textFiles embed.FS

// DefaultLang is the language for people whose own language is missing.
const DefaultLang = "en"

// texts are the words of notices, by language and key.
var texts = readTexts()

func readTexts() map[string]map[string]string {
	files, err := textFiles.ReadDir(".")
	if err != nil {
		panic(err)
	}
	all := map[string]map[string]string{}
	for _, file := range files {
		words := map[string]string{}
		text, err := textFiles.ReadFile(file.Name())
		if err == nil {
			err = json.Unmarshal(text, &words)
		}
		if err != nil {
			panic(fmt.Sprintf("notices: %s: %v", file.Name(), err))
		}
		all[strings.Split(file.Name(), ".")[1]] = words
	}
	return all
}

// language returns wanted if there are texts in it, and otherwise DefaultLang.
func language(wanted string) string {
	if texts[wanted] == nil {
		return DefaultLang
	}
	return wanted
}

// say returns a text with its gaps filled, given as name, value, name, value.
func say(lang, key string, gaps ...string) string {
	for i := 0; i < len(gaps); i += 2 {
		gaps[i] = "{" + gaps[i] + "}"
	}
	return strings.NewReplacer(gaps...).Replace(texts[lang][key])
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
