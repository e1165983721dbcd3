package operator

import (
	"context"
	"encoding/base64"
	"net/http"
	"strconv"
	"time"

	"archmage/internal/coded"
	"archmage/internal/moderation"
	"archmage/internal/moderation/site"
	"archmage/internal/people"
	"archmage/internal/transport/httpx"
)

// hostHandler answers the request of the host's page, which only owners see.
type hostHandler struct {
	*httpx.Base
	records *moderation.Records
	// moderation changes the site.
	moderation *moderation.Moderation
	site       *site.Site
	// storage returns the state of the storage. numbers counts the stored people, rooms and
	// matches. One that is not available is nil.
	storage func() httpx.Storage
	numbers Numbers
}

// Numbers counts the stored people, rooms and matches.
type Numbers interface {
	// New counts the additions from since up to, but not including, before. All counts all stored
	// people, rooms and matches.
	New(ctx context.Context, since, before time.Time) (Counts, error)
	All(ctx context.Context) (Counts, error)
	// Size returns the size of the database in bytes.
	Size(ctx context.Context) (int64, error)
}

// Counts has the numbers of stored people, rooms and matches.
type Counts struct {
	Guests   int `json:"guests"`
	Accounts int `json:"accounts"`
	Rooms    int `json:"rooms"`
	Matches  int `json:"matches"`
}

// HostAnswer has the contents of the host's page.
type HostAnswer struct {
	Parts  []PartAnswer       `json:"parts"`
	Notice *moderation.Notice `json:"notice"`
	// Online is the number of people who are online now. People are at most 100 of them, the
	// latest first.
	Online int            `json:"online"`
	People []httpx.Person `json:"people"`
	// Today and Yesterday have the additions of those days. All has the totals.
	Today     Counts        `json:"today"`
	Yesterday Counts        `json:"yesterday"`
	All       Counts        `json:"all"`
	Storage   StorageAnswer `json:"storage"`
}

// PartAnswer is one of the host's texts about the server.
type PartAnswer struct {
	Part string `json:"part"`
	// Texts has the text by language. The key "" is for all languages without a separate text.
	Texts site.Texts `json:"texts"`
	// Fixed is true if a setting of the program sets the text, so that owners cannot change it.
	Fixed bool `json:"fixed"`
	// Longest is the maximum length of the text, in characters.
	Longest int `json:"longest"`
	// Default has the texts that are shown while Texts is empty, by language.
	Default site.Texts `json:"default,omitzero"`
	// Choices lists the allowed texts, if only some are allowed.
	Choices []ChoiceAnswer `json:"choices,omitempty"`
}

// ChoiceAnswer is a colour that the club can choose.
type ChoiceAnswer struct {
	Name string `json:"name"`
	// RGB is like "#1f4a2e".
	RGB string `json:"rgb"`
}

// StorageAnswer is the state of the storage.
type StorageAnswer struct {
	Kind string `json:"kind"`
	// Bytes is the size of the stored data.
	Bytes int64 `json:"bytes"`
	// Free is the free space on the disk in bytes, 0 if it is not known. Floor is the free space below which
	// only matches in progress are stored, 0 if it is not known.
	Free  uint64 `json:"free"`
	Floor uint64 `json:"floor"`
	// Low is true if less than Floor is free. Failing is true if the last write has failed.
	Low     bool `json:"low"`
	Failing bool `json:"failing"`
}

// maxOnline is the maximum number of people in HostAnswer.People.
const maxOnline = 100

// host returns the contents of the host's page: the `parts` of the site's texts, whether each is `fixed` by a
// setting of the program, its `longest` text, the `default` text, and the `choices` of the colour; the `notice`;
// how many people are `online`, and the last 100 `people`; numbers of `today` (since the time `day`), `yesterday`
// and `all`; and the `storage`. Allowed for an owner; to others the address does not exist.
func (s *hostHandler) host(w http.ResponseWriter, r *http.Request) error {
	ctx, now := r.Context(), time.Now()
	day := now.Truncate(24 * time.Hour)
	if text := r.URL.Query().Get("day"); text != "" {
		ms, err := strconv.ParseInt(text, 10, 64)
		if day = time.UnixMilli(ms); err != nil || day.After(now) || now.Sub(day) > 25*time.Hour {
			return coded.Malformedf("day is when this day began, in milliseconds since 1970")
		}
	}
	answer := HostAnswer{Online: s.People.Social.Touch(ctx, people.Person{}), People: []httpx.Person{}}
	for _, part := range site.Parts() {
		texts := s.site.Words().Texts(part)
		if texts == nil {
			texts = site.Texts{}
		}
		answer.Parts = append(answer.Parts, PartAnswer{
			Part:    string(part),
			Texts:   texts,
			Fixed:   s.site.IsFixed(part),
			Longest: part.MaxLength(),
			Default: site.Defaults(part),
			Choices: choicesOf(part),
		})
	}
	var err error
	if answer.Notice, err = s.records.Notice(ctx); err != nil {
		return err
	}
	list, err := s.People.Social.Online(ctx, maxOnline)
	if err != nil {
		return err
	}
	for _, p := range list {
		answer.People = append(answer.People, httpx.AsPerson(p))
	}
	if err := s.count(ctx, &answer, day); err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, answer)
	return nil
}

// choicesOf returns the colours for ColourPart, and nil for other parts.
func choicesOf(part site.Part) (choices []ChoiceAnswer) {
	if part != site.ColourPart {
		return nil
	}
	for _, colour := range site.Colours() {
		choices = append(choices, ChoiceAnswer{colour.Name, colour.Hex()})
	}
	return choices
}

// uploadLogo stores the logo of the club. The body is a PNG, JPEG or WebP file of at most 1 MB, with 32 to 2,048
// pixels on each side. It is scaled to at most 512 × 256 pixels and encoded anew. The act `site` with the part
// `logo` and no `text` removes it. Allowed for an owner.
func (s *hostHandler) uploadLogo(w http.ResponseWriter, r *http.Request) error {
	file, err := httpx.ReadBody(w, r, site.MaxLogoUpload)
	if err != nil {
		return err
	}
	err = s.moderation.Act(r.Context(), moderatorOf(r), moderation.Request{
		Kind: moderation.ActSite,
		Part: site.LogoPart,
		Text: base64.StdEncoding.EncodeToString(file),
	})
	if err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// count fills in the counts and the storage. day is the beginning of the day.
func (s *hostHandler) count(ctx context.Context, answer *HostAnswer, day time.Time) (err error) {
	if s.storage != nil {
		storage := s.storage()
		answer.Storage = StorageAnswer{
			Kind:    storage.Kind,
			Free:    storage.Free,
			Floor:   storage.Floor,
			Low:     storage.Low,
			Failing: storage.Failing != nil,
		}
	}
	numbers := s.numbers
	if numbers == nil {
		return nil
	}
	if answer.Today, err = numbers.New(ctx, day, day.AddDate(0, 0, 2)); err != nil {
		return err
	}
	if answer.Yesterday, err = numbers.New(ctx, day.AddDate(0, 0, -1), day); err != nil {
		return err
	}
	if answer.All, err = numbers.All(ctx); err != nil {
		return err
	}
	answer.Storage.Bytes, err = numbers.Size(ctx)
	return err
}
