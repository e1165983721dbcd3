// Package site has what the host says about the server: its name, logo and colour, a welcome, a page about the
// club, the imprint, a text about privacy, its languages, who can create an account, and whether the club has a
// chat. Settings of the program can fix
// some of these texts. All other texts are stored, and can be changed while the server runs. The package must
// not import transport, a room or the lobby. Start reading at [Site.Words].
package site

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
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

// CodeFixed: a setting of the program fixes that part of the site.
const CodeFixed coded.Code = "fixed"

// Part is the kind of one of the host's texts.
type Part string

// The parts. Only Welcome, About, Imprint and Privacy are written in languages. The text of Accounts is a
// people.Admission, that of ClubChat is Off or "", that of ClubLink is the address where else the club talks, that
// of LogoPart is a PNG file in base64, and that of ColourPart is the name of one of the Colours.
const (
	Name      Part = "name"
	Languages Part = "languages"
	Accounts  Part = "accounts"
	Welcome   Part = "welcome"
	About     Part = "about"
	Imprint   Part = "imprint"
	Privacy   Part = "privacy"
	ClubChat  Part = "club_chat"
	ClubLink  Part = "club_link"

	LogoPart   Part = "logo"
	ColourPart Part = "colour"
)

// Off is the text of ClubChat if the club has no chat, and On the word for "" in requests.
const (
	Off = "off"
	On  = "on"
)

// Parts returns all parts.
func Parts() []Part {
	return []Part{
		Name, LogoPart, ColourPart, Languages, Accounts, Welcome, About, Imprint, Privacy, ClubChat, ClubLink,
	}
}

// hasLanguage reports whether the text of a part is written in a language.
func (p Part) hasLanguage() bool {
	return p == Welcome || p == About || p == Imprint || p == Privacy
}

// MaxLength returns the maximum length of the text, in characters.
func (p Part) MaxLength() int {
	switch p {
	case Name:
		return people.MaxName
	case Welcome:
		return 1000
	case ClubLink:
		return 200
	case LogoPart:
		return base64.StdEncoding.EncodedLen(MaxLogoUpload)
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
	// About is the page about the club.
	About Texts
	// Logo is nil if the club has none. Colour is "" or the name of one of the Colours.
	Logo   *Logo
	Colour string
	// Admission says who can create an account.
	Admission people.Admission
	// IsClubChatOff is true if the club has no chat. ClubLink is where else the club talks, "" for nowhere.
	IsClubChatOff bool
	ClubLink      string
	// Tag is different for different texts.
	Tag string
}

// DisplayName returns the name of the server.
func (w *Words) DisplayName() string { return cmp.Or(w.Name, ProgramName) }

// Lang returns the host's own language, for readers whose language is unknown.
func (w *Words) Lang() string { return w.Languages[0] }

// LogoAddress returns the path of the logo, which is different for different logos, or "" if there is none.
func (w *Words) LogoAddress() string {
	if w.Logo == nil {
		return ""
	}
	sum := sha256.Sum256(w.Logo.PNG)
	return "/" + LogoFile + "?" + base64.RawURLEncoding.EncodeToString(sum[:6])
}

// LogoFile and IconFile are the paths of the logo and of its square form, without the leading slash.
const (
	LogoFile = "site/logo.png"
	IconFile = "site/icon.png"
)

// ColourRGB returns the colour of the club as "#rrggbb", or "" if it has none.
func (w *Words) ColourRGB() string {
	if colour, ok := w.ClubColour(); ok {
		return colour.Hex()
	}
	return ""
}

// ClubColour returns the colour of the club, if it has one.
func (w *Words) ClubColour() (colour Colour, ok bool) {
	for _, each := range Colours() {
		if each.Name == w.Colour {
			return each, true
		}
	}
	return Colour{}, false
}

// Texts returns the texts of a part. The text of LogoPart is the address of the logo.
func (w *Words) Texts(part Part) Texts {
	switch part {
	case Name:
		return single(w.Name)
	case Languages:
		return single(strings.Join(w.Languages, " "))
	case Accounts:
		return single(string(w.Admission))
	case ClubChat:
		if w.IsClubChatOff {
			return single(Off)
		}
		return nil
	case ClubLink:
		return single(w.ClubLink)
	case Welcome:
		return w.Welcome
	case About:
		return w.About
	case Imprint:
		return w.Imprint
	case ColourPart:
		return single(w.Colour)
	case LogoPart:
		return single(w.LogoAddress())
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
		Admission: people.Admission(parts[Accounts][""]),
		Welcome:   parts[Welcome],
		About:     parts[About],
		Logo:      s.logo(parts[LogoPart][""]),
		Colour:    parts[ColourPart][""],
		Imprint:   parts[Imprint],
		Privacy:   parts[Privacy],

		IsClubChatOff: parts[ClubChat][""] == Off,
		ClubLink:      parts[ClubLink][""],
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

// logo returns the logo of a stored text. It is decoded only if it has changed.
func (s *Site) logo(text string) *Logo {
	if words := s.current.Load(); words != nil && words.Logo != nil && words.Logo.text == text {
		return words.Logo
	}
	return logoOf(text)
}

// LangOf returns the language of a new text: the given one or, if that is "", the host's own. Some parts
// have no language.
func (s *Site) LangOf(part Part, lang string) string {
	if !part.hasLanguage() {
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
	hasLanguage := part.hasLanguage()
	if !hasLanguage && lang != "" || hasLanguage && !slices.Contains(SupportedLanguages(), lang) {
		return "", coded.Malformedf("%s cannot be set in the language %.20q", part, lang)
	}
	text = cleanText(text, part)
	if utf8.RuneCountInString(text) > part.MaxLength() {
		return "", coded.Malformedf("%s has at most %d characters", part, part.MaxLength())
	}
	switch part {
	case Languages:
		return checkLanguages(text)
	case Accounts:
		return checkAdmission(text)
	case ClubChat:
		return checkSwitch(text)
	case ClubLink:
		return checkLink(text)
	case LogoPart:
		return checkLogo(text)
	case ColourPart:
		return checkColour(text)
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
	if !part.hasLanguage() {
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

// Anybody is the word for people.AdmitAnybody in settings and requests.
const Anybody = "anybody"

// checkAdmission returns the text of a people.Admission.
func checkAdmission(text string) (string, error) {
	switch people.Admission(text) {
	case Anybody, people.AdmitAnybody:
		return string(people.AdmitAnybody), nil
	case people.AdmitInvited, people.AdmitNobody:
		return text, nil
	}
	return "", coded.Malformedf("accounts are %.20q, want %s, %s or %s",
		text, Anybody, people.AdmitInvited, people.AdmitNobody)
}

// checkSwitch returns "" or Off.
func checkSwitch(text string) (string, error) {
	switch text {
	case "", On:
		return "", nil
	case Off:
		return text, nil
	}
	return "", coded.Malformedf("%.20q, want %s or %s", text, On, Off)
}

// checkLink returns an error unless the text is empty or an address of a page with https.
func checkLink(text string) (string, error) {
	if text == "" {
		return "", nil
	}
	link, err := url.Parse(text)
	isPage := err == nil && link.Scheme == "https" && link.Host != "" && link.User == nil
	if !isPage || strings.ContainsAny(text, " \"'<>\\") {
		return "", coded.Malformedf("%.40q is not an address that begins with https://", text)
	}
	return link.String(), nil
}

// checkColour returns an error unless the text is empty or the name of one of the Colours.
func checkColour(text string) (string, error) {
	isKnown := slices.ContainsFunc(Colours(), func(each Colour) bool { return each.Name == text })
	if text != "" && !isKnown {
		return "", coded.Malformedf("unknown colour %.20q", text)
	}
	return text, nil
}
