// Package texts loads the texts that the server itself writes, in all its languages, and fills in their values.
// It imports nothing of the project. Start reading at [MustLoad].
package texts

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
)

// Texts has texts by language and key.
type Texts map[string]map[string]string

// MustLoad loads embedded files with names like "heads.en.json". Each is an object of texts by key. MustLoad
// panics if a file cannot be read.
func MustLoad(files fs.ReadFileFS) Texts {
	names, err := fs.Glob(files, "*.*.json")
	if err != nil {
		panic("texts: " + err.Error())
	}
	all := Texts{}
	for _, name := range names {
		words := map[string]string{}
		data, err := files.ReadFile(name)
		if err == nil {
			err = json.Unmarshal(data, &words)
		}
		if err != nil {
			panic(fmt.Sprintf("texts: %s: %v", name, err))
		}
		all[strings.Split(name, ".")[1]] = words
	}
	return all
}

// Fill returns a text in which values replace placeholders. pairs lists placeholders and values alternately:
// "bird", "owl" replaces {bird} by owl. Fill returns "" for an unknown language or key.
func (t Texts) Fill(lang, key string, pairs ...string) string {
	replacements := make([]string, len(pairs))
	for i := 0; i < len(pairs); i += 2 {
		replacements[i], replacements[i+1] = "{"+pairs[i]+"}", pairs[i+1]
	}
	return strings.NewReplacer(replacements...).Replace(t[lang][key])
}
