// Package site has the host's texts about the server: its name, a welcome, the imprint, a text about
// privacy, and its languages. Settings of the program can fix some of these texts. All other texts
// are stored, and can be changed while the server runs. The package must not import transport, a room
// or the lobby. Start reading at [Site.Words].
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

// ProgramName is the name of a server whose host has not set one.
const ProgramName = "Archmage"

// CodeFixed: the part cannot be set, because a setting of the program fixes it.
const CodeFixed coded.Code = "fixed"

// Part is the kind of one of the host's texts.
type Part string

// The parts. Name and Languages are the same in all languages.
const (
	Name      Part = "name"
	Languages Part = "languages"
	Welcome   Part = "welcome"
	Imprint   Part = "imprint"
	Privacy   Part = "privacy"
)

// Parts returns all parts.
func Parts() []Part { return []Part{Name, Languages, Welcome, Imprint, Privacy} }

// MaxLength returns the maximum length of the text, in characters.
func (p Part) MaxLength() int {
	switch p {
	case Name:
		return people.MaxName
	case Welcome:
		return 1000
	}
	return 8000
}

// SupportedLanguages returns the codes of the client's languages. The first one is the default.
func SupportedLanguages() []string { return people.Languages() }

// Texts has a text by language. The key "" is for all languages without a separate text.
type Texts map[string]string

// In returns the text for readers of a language, or a text in another language if there is none in
// that language.
func (t Texts) In(lang string) string {
	text := cmp.Or(t[lang], t[""])
	for _, other := range slices.Sorted(maps.Keys(t)) {
		text = cmp.Or(text, t[other])
	}
	return text
}

// Words is a snapshot of all texts of the host. It is never changed.
type Words struct {
	// Name is "" if the host has not set one. Languages are the languages that the client offers,
	// the host's language first.
	Name                      string
	Languages                 []string
	Welcome, Imprint, Privacy Texts
	// Tag is different for different texts.
	Tag string
}

// DisplayName returns the name of the server.
func (w *Words) DisplayName() string { return cmp.Or(w.Name, ProgramName) }

// Lang returns the host's own language, for readers whose language is unknown.
func (w *Words) Lang() string { return w.Languages[0] }

// Texts returns the texts of a part.
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

// Store is the part of the database that stores the host's texts.
type Store interface {
	SetSiteText(ctx context.Context, text store.SiteText) error
	SiteTexts(ctx context.Context) ([]store.SiteText, error)
}

// Site has the texts of a server's host. It is safe for concurrent use.
type Site struct {
	store   Store
	fixed   map[Part]Texts
	current atomic.Pointer[Words]
}

// New returns a Site with the stored texts. Texts in fixed take precedence. store is nil for a server that
// stores nothing.
func New(ctx context.Context, store Store, fixed map[Part]Texts) (*Site, error) {
	s := &Site{store: store, fixed: fixed}
	return s, s.Reload(ctx)
}

// Words returns the current texts.
func (s *Site) Words() *Words { return s.current.Load() }

// IsFixed reports whether a setting of the program fixes a part.
func (s *Site) IsFixed(part Part) bool { return len(s.fixed[part]) > 0 }

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
	s.current.Store(words)
	return nil
}

// LangOf returns the language of a new text: the given one or, if that is "", the host's own. A name and the
// list of languages have no language.
func (s *Site) LangOf(part Part, lang string) string {
	if part == Name || part == Languages {
		return lang
	}
	return cmp.Or(lang, s.Words().Lang())
}

// Check returns the stored form of a text. It fails with CodeFixed or coded.Malformed if the text cannot be
// set.
func (s *Site) Check(part Part, lang, text string) (string, error) {
	if !slices.Contains(Parts(), part) {
		return "", coded.Malformedf("unknown text %.20q", part)
	}
	if s.IsFixed(part) {
		return "", coded.Errorf(CodeFixed, "this text is set by a server flag; remove the flag first")
	}
	hasNoLang := part == Name || part == Languages
	if hasNoLang && lang != "" || !hasNoLang && !slices.Contains(SupportedLanguages(), lang) {
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

// Set stores a text that Check has returned. An empty one removes it. It fails with
// people.CodeNotStored.
func (s *Site) Set(ctx context.Context, part Part, lang, text string) error {
	if err := s.store.SetSiteText(ctx, store.SiteText{Part: string(part), Lang: lang, Text: text}); err != nil {
		return fmt.Errorf("%w (%w)", coded.Errorf(people.CodeNotStored, "that could not be stored; try again"), err)
	}
	return s.Reload(ctx)
}

// cleanText normalizes a text to NFC and removes characters that change how surrounding text is shown. A name
// becomes one line. Several blank lines in other texts become one.
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

// checkLanguages returns a list of languages, each once. It returns "" for all supported languages in their
// usual order.
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
