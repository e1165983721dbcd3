package site

import (
	"embed"
	"fmt"
	"path"
	"strings"
)

// defaultFiles are the texts of pages that the host has not written, as texts/PART.LANG.txt.
//
//go:embed texts/*.txt
var defaultFiles embed.FS

// defaults has the texts of the embedded files, by part.
var defaults = func() map[Part]Texts {
	all := map[Part]Texts{}
	for _, part := range []Part{Imprint, Privacy} {
		all[part] = Texts{}
		for _, lang := range SupportedLanguages() {
			text, err := defaultFiles.ReadFile(path.Join("texts", fmt.Sprintf("%s.%s.txt", part, lang)))
			if err != nil {
				panic(err) // the files are part of the program
			}
			all[part][lang] = strings.TrimSpace(string(text))
		}
	}
	return all
}()

// Defaults returns the texts of a part that are shown until the host writes others, nil if it has none.
func Defaults(part Part) Texts { return defaults[part] }

// Page returns the texts of a page: those of the host or, if there are none, the default.
func (w *Words) Page(part Part) Texts {
	if texts := w.Texts(part); len(texts) > 0 {
		return texts
	}
	return defaults[part]
}
