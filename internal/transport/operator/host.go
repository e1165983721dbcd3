package operator

import (
	"context"
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
	site    *site.Site
	// storage returns the state of the storage, numbers counts what is stored. Either is nil if it
	// is not known.
	storage func() httpx.Storage
	numbers Numbers
}

// Numbers counts what is stored.
type Numbers interface {
	// New counts what was added at since or later, and before the time before. All counts
	// everything.
	New(ctx context.Context, since, before time.Time) (Counts, error)
	All(ctx context.Context) (Counts, error)
	// Size returns the size of the database in bytes.
	Size(ctx context.Context) (int64, error)
}

// Counts are numbers of stored things.
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
	// Online is how many people are online now. People are at most 100 of them, the latest first.
	Online int            `json:"online"`
	People []httpx.Person `json:"people"`
	// Today and Yesterday count what was added on those days, All counts everything.
	Today     Counts        `json:"today"`
	Yesterday Counts        `json:"yesterday"`
	All       Counts        `json:"all"`
	Storage   StorageAnswer `json:"storage"`
}

// PartAnswer is one of the host's texts about the server.
type PartAnswer struct {
	Part string `json:"part"`
	// Texts are the text by language; "" stands for all languages without a text of their own.
	Texts site.Texts `json:"texts"`
	// Fixed is true if a setting of the program sets the text, so that owners cannot change it.
	Fixed bool `json:"fixed"`
	// Longest is the maximum length of the text, in characters.
	Longest int `json:"longest"`
}

// StorageAnswer is the state of the storage.
type StorageAnswer struct {
	Kind  string `json:"kind"`
	Bytes int64  `json:"bytes"`
	// Free is the free space on the disk in bytes. Below Floor only matches in progress are stored.
	// Both are 0 if they are not known.
	Free    uint64 `json:"free"`
	Floor   uint64 `json:"floor"`
	Low     bool   `json:"low"`
	Failing bool   `json:"failing"`
}

// maxOnline is how many people HostAnswer.People has at most.
const maxOnline = 100

// host sends the contents of the host's page. The parameter day is when the day began in the host's
// time zone, in milliseconds since 1970.
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
		answer.Parts = append(
			answer.Parts,
			PartAnswer{string(part), texts, s.site.IsFixed(part), part.MaxLength()},
		)
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

// count fills in the counts and the storage. day is when the day began.
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
