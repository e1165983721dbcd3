package transport

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"archmage/internal/coded"
	"archmage/internal/moderation"
	"archmage/internal/people"
	"archmage/internal/site"
)

// hostAPI answers the requests of the host's page, which owners see.
type hostAPI struct{ *core }

// Numbers count what is stored.
type Numbers interface {
	// New returns how much has come since a time and before another one, and All how
	// much there is.
	New(ctx context.Context, since, before time.Time) (Counts, error)
	All(ctx context.Context) (Counts, error)
	// Size is how many bytes the database takes.
	Size(ctx context.Context) (int64, error)
}

// Counts are numbers of what is stored.
type Counts struct {
	Guests   int `json:"guests"`
	Accounts int `json:"accounts"`
	Rooms    int `json:"rooms"`
	Matches  int `json:"matches"`
}

// hostAnswer is what the host of a server sees of it.
type hostAnswer struct {
	Parts  []partAnswer       `json:"parts"`
	Notice *moderation.Notice `json:"notice"`
	// Here is how many people are on the server now, and People are some of them, who
	// came last first.
	Here   int      `json:"here"`
	People []person `json:"people"`
	// Today and Yesterday are numbers of those days, All are those of everything.
	Today     Counts        `json:"today"`
	Yesterday Counts        `json:"yesterday"`
	All       Counts        `json:"all"`
	Storage   storageAnswer `json:"storage"`
}

// partAnswer is something that the host says of the server.
type partAnswer struct {
	Part string `json:"part"`
	// Texts are by language; that of "" is for all languages without their own.
	Texts site.Texts `json:"texts"`
	// Fixed: a setting of the program says it.
	Fixed bool `json:"fixed"`
	// Longest is how many characters a text has at most.
	Longest int `json:"longest"`
}

// storageAnswer says how well what is stored is.
type storageAnswer struct {
	Kind  string `json:"kind"`
	Bytes int64  `json:"bytes"`
	// Free is what is left on the disk, and Floor is below what only matches in progress
	// are stored; 0 where nothing is known of it.
	Free    uint64 `json:"free"`
	Floor   uint64 `json:"floor"`
	Low     bool   `json:"low"`
	Failing bool   `json:"failing"`
}

// mostHere is how many of those who are here are named.
const mostHere = 100

// host sends the host's page. The day in the query is when the host's day began, in
// milliseconds since 1970.
func (s *hostAPI) host(w http.ResponseWriter, r *http.Request) error {
	ctx, now := r.Context(), time.Now()
	day := now.Truncate(24 * time.Hour)
	if text := r.URL.Query().Get("day"); text != "" {
		ms, err := strconv.ParseInt(text, 10, 64)
		if day = time.UnixMilli(ms); err != nil || day.After(now) || now.Sub(day) > 25*time.Hour {
			return coded.Errorf(coded.Malformed, "day is when this day began, in milliseconds since 1970")
		}
	}
	answer := hostAnswer{Here: s.people.CameBy(ctx, people.Person{}), People: []person{}}
	for _, part := range site.Parts() {
		texts := s.options.Site.Words().Texts(part)
		if texts == nil {
			texts = site.Texts{}
		}
		answer.Parts = append(answer.Parts, partAnswer{string(part), texts, s.options.Site.Fixed(part), part.Longest()})
	}
	var err error
	if answer.Notice, err = s.options.Records.Notice(ctx); err != nil {
		return err
	}
	list, err := s.people.Here(ctx, mostHere)
	if err != nil {
		return err
	}
	for _, who := range list {
		answer.People = append(answer.People, asPerson(who))
	}
	if err := s.count(ctx, &answer, day); err != nil {
		return err
	}
	s.writeJSON(w, http.StatusOK, answer)
	return nil
}

// count adds the numbers of the day and of the storage.
func (s *hostAPI) count(ctx context.Context, answer *hostAnswer, day time.Time) (err error) {
	if s.options.Storage != nil {
		storage := s.options.Storage()
		answer.Storage = storageAnswer{Kind: storage.Kind, Free: storage.Free, Floor: storage.Floor, Low: storage.Low, Failing: storage.Failing != nil}
	}
	numbers := s.options.Numbers
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
