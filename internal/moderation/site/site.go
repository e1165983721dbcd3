// Package site keeps the host's texts about the server: its name, a welcome, the imprint,
// a text about privacy, and its languages. The settings of the program fix some of them.
// The others are stored, and can be changed while the server runs.
package site

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"archmage/internal/coded"
	"archmage/internal/people"
	"archmage/internal/store"
)

// ProgramName is the name of a server to which its host has given none.
const ProgramName = "Archmage"

// CodeFixed: the part cannot be set, as a setting of the program fixes it.
const CodeFixed coded.Code = "fixed"

// Part names one of the host's texts.
type Part string

// The parts. Name and Languages are the same in all languages.
const (
	Name      Part = "name"
	Languages Part = "languages"
	Welcome   Part = "welcome"
	Imprint   Part = "imprint"
	Privacy   Part = "privacy"
)

// Parts returns every part.
func Parts() []Part { return []Part{Name, Languages, Welcome, Imprint, Privacy} }

// MaxLength returns the greatest length of the text, in characters.
func (p Part) MaxLength() int {
	switch p {
	case Name:
		return people.MaxName
	case Welcome:
		return 1000
	}
	return 8000
}

// SupportedLanguages returns the codes of the client's languages. The first is the language of a
// server whose host has chosen none.
func SupportedLanguages() []string { return people.Languages() }

// Texts are a text by language; "" stands for all languages without their own.
type Texts map[string]string

// In returns the text for readers of a language, or one in another language if it is
// missing.
func (t Texts) In(lang string) string {
	text := cmp.Or(t[lang], t[""])
	for _, other := range slices.Sorted(maps.Keys(t)) {
		text = cmp.Or(text, t[other])
	}
	return text
}

// Words are all texts of the host at one time. They never change.
type Words struct {
	// Name is "" if the host has given none. Languages are those that the client offers,
	// the host's own first.
	Name                      string
	Languages                 []string
	Welcome, Imprint, Privacy Texts
	// Tag differs between different words.
	Tag string
}

// DisplayName returns the name of the server.
func (w *Words) DisplayName() string { return cmp.Or(w.Name, ProgramName) }

// Lang returns the host's own language. It is used where the reader is not known.
func (w *Words) Lang() string { return w.Languages[0] }

// Texts returns a part as it is set.
func (w *Words) Texts(part Part) Texts {
	switch part {
	case Name:
		return single(w.Name)
	case Languages:
		return single(strings.Join(w.Languages, " "))
	case Welcome:
		return w.Welcome
	case Imprint:
		return w.Imprint
	}
	return w.Privacy
}

func single(text string) Texts {
	if text == "" {
		return nil
	}
	return Texts{"": text}
}

// Store is where the host's texts are kept.
type Store interface {
	SetSiteText(ctx context.Context, text store.SiteText) error
	SiteTexts(ctx context.Context) ([]store.SiteText, error)
}

// Site has the texts of a server's host. It is safe for use from many goroutines.
type Site struct {
	store Store
	fixed map[Part]Texts
	now   atomic.Pointer[Words]
}

// New returns the Site with the stored texts and the fixed ones, which come first. store
// is nil for a server that stores nothing.
func New(ctx context.Context, store Store, fixed map[Part]Texts) (*Site, error) {
	s := &Site{store: store, fixed: fixed}
	return s, s.Reload(ctx)
}

// Words returns the present texts.
func (s *Site) Words() *Words { return s.now.Load() }

// Fixed reports whether a setting of the program fixes a part.
func (s *Site) Fixed(part Part) bool { return len(s.fixed[part]) > 0 }

// Reload reads the stored texts again.
func (s *Site) Reload(ctx context.Context) error {
	parts := map[Part]Texts{}
	if s.store != nil {
		list, err := s.store.SiteTexts(ctx)
		if err != nil {
			return err
		}
		for _, text := range list {
			part := Part(text.Part)
			if parts[part] == nil {
				parts[part] = Texts{}
			}
			parts[part][text.Lang] = text.Text
		}
	}
	maps.Copy(parts, s.fixed)
	languages := SupportedLanguages()
	if chosen := parts[Languages][""]; chosen != "" {
		languages = strings.Fields(chosen)
	}
	words := &Words{
		Name:      parts[Name][""],
		Languages: languages,
		Welcome:   parts[Welcome],
		Imprint:   parts[Imprint],
		Privacy:   parts[Privacy],
	}
	data, err := json.Marshal(words)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(data)
	words.Tag = base64.RawURLEncoding.EncodeToString(sum[:9])
	s.now.Store(words)
	return nil
}

// LangOf returns the language in which a part is set: the given one or, for a text without
// one, the host's own. A name and the list of languages have none.
func (s *Site) LangOf(part Part, lang string) string {
	if part == Name || part == Languages {
		return lang
	}
	return cmp.Or(lang, s.Words().Lang())
}

// Check returns a text as it is stored, or an error with CodeFixed or coded.Malformed if
// it cannot be set.
func (s *Site) Check(part Part, lang, text string) (string, error) {
	if !slices.Contains(Parts(), part) {
		return "", coded.Malformedf("unknown text %.20q", part)
	}
	if s.Fixed(part) {
		return "", coded.Errorf(CodeFixed, "this text is set by a server flag; remove the flag first")
	}
	plain := part == Name || part == Languages
	if plain && lang != "" || !plain && !slices.Contains(SupportedLanguages(), lang) {
		return "", coded.Malformedf("%s cannot be set in the language %.20q", part, lang)
	}
	text = cleanText(text, part)
	if utf8.RuneCountInString(text) > part.MaxLength() {
		return "", coded.Malformedf("%s has at most %d characters", part, part.MaxLength())
	}
	if part == Languages {
		return checkLanguages(text)
	}
	return text, nil
}

// Set stores a text that Check has returned; an empty one removes it. It fails with
// people.CodeNotStored.
func (s *Site) Set(ctx context.Context, part Part, lang, text string) error {
	if err := s.store.SetSiteText(ctx, store.SiteText{Part: string(part), Lang: lang, Text: text}); err != nil {
		return fmt.Errorf("%w (%w)", coded.Errorf(people.CodeNotStored, "that could not be stored; try again"), err)
	}
	return s.Reload(ctx)
}

// cleanText returns a text in the form NFC, without characters that change how the text
// around them is shown; a name is one line, and no text has two blank lines in a row.
func cleanText(text string, part Part) string {
	text = norm.NFC.String(strings.ToValidUTF8(text, ""))
	if part == Name || part == Languages {
		return people.Clean(strings.Join(strings.Fields(text), " "))
	}
	var lines []string
	for line := range strings.Lines(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)) {
		if line = people.Clean(line); line != "" || len(lines) > 0 && lines[len(lines)-1] != "" {
			lines = append(lines, line)
		}
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// checkLanguages returns a list of languages, each once. It returns "" for all known
// languages in their usual order.
func checkLanguages(text string) (string, error) {
	var list []string
	for _, lang := range strings.Fields(text) {
		if !slices.Contains(SupportedLanguages(), lang) {
			return "", coded.Malformedf("unsupported language %.20q", lang)
		}
		if !slices.Contains(list, lang) {
			list = append(list, lang)
		}
	}
	if slices.Equal(list, SupportedLanguages()) {
		list = nil
	}
	return strings.Join(list, " "), nil
}
