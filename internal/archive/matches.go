package archive

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
	"archmage/internal/people"
	"archmage/internal/store"
	"archmage/internal/strict"
)

// MatchQuery selects archived matches. Zero fields do not restrict the list.
type MatchQuery struct {
	Game string
	// Person keeps only the matches in which that person held a seat. Listed keeps only the matches whose table
	// was in the public list.
	Person string
	Listed bool
	// With keeps only the matches in which this person also held a seat. It needs Person.
	With string
	// Owner keeps only the matches that this person has imported.
	Owner string
	After string
	// Limit is at least 1.
	Limit int
}

// MatchInfo describes an archived match without its record.
type MatchInfo struct {
	ID      string            `json:"id"`
	Room    string            `json:"room"`
	Game    string            `json:"game"`
	Version int               `json:"rules"`
	Options game.MatchOptions `json:"options"`
	Players []PlayerInfo      `json:"players"`
	Started int64             `json:"started"`
	Ended   int64             `json:"ended"`
	Listed  bool              `json:"listed"`
	// Rated is true if the match counts for ratings.
	Rated bool               `json:"rated"`
	Seats []match.SeatResult `json:"seats"`
	// Outcome is absent if the match was abandoned.
	Outcome *game.Outcome `json:"outcome,omitempty"`
	// Origin is the moment of another match from which this one started, absent if it started with a
	// seed. Matches with an Origin are never rated.
	Origin *match.Origin `json:"origin,omitempty"`
	// File is set if a person has imported the match from a file.
	File *FileInfo `json:"file,omitempty"`
}

// PlayerInfo is a player who started a match.
type PlayerInfo struct {
	// Person is the id of the person, "" for a bot of the server. Every field is "" if the person
	// was deleted.
	Person string `json:"person"`
	Name   string `json:"name"`
	// Kind is the current kind of the person: a guest, an account, or a bot that belongs to an account.
	Kind people.Kind `json:"kind"`
	Bot  string      `json:"bot"`
	// Avatar is the avatar that an account has chosen. Clients fetch avatars by name, so it is not sent.
	Avatar string `json:"-"`
}

// MatchPage is a page of archived matches, the latest first.
type MatchPage struct {
	Matches []MatchInfo `json:"matches"`
	Next    string      `json:"next"`
}

// Matches returns the archived matches that a person can see, including those of deleted rooms. The zero Person
// sees public matches. Matches fails with coded.Malformed for an invalid query. A page can be shorter than the
// limit although there is a next one.
func (a *Archive) Matches(ctx context.Context, by people.Person, query MatchQuery) (MatchPage, error) {
	page, err := a.store.Matches(ctx, store.MatchQuery{
		Game:   query.Game,
		Person: query.Person,
		With:   query.With,
		Owner:  query.Owner,
		Listed: query.Listed || query.Person == "" && query.Owner == "",
		After:  store.Cursor(query.After),
		Limit:  query.Limit,
	})
	if err != nil {
		return MatchPage{}, badQuery(err)
	}
	page.Items = slices.DeleteFunc(page.Items, func(m store.Match) bool { return !visibleTo(&m, by) })
	infos, err := a.matchInfos(ctx, page.Items)
	if err != nil {
		return MatchPage{}, err
	}
	return MatchPage{Matches: infos, Next: string(page.Next)}, nil
}

// Match returns an archived match that the person can see. It fails with CodeNoMatch.
func (a *Archive) Match(ctx context.Context, by people.Person, id string) (MatchInfo, error) {
	m, err := a.match(ctx, by, id)
	if err != nil {
		return MatchInfo{}, err
	}
	infos, err := a.matchInfos(ctx, []store.Match{m})
	if err != nil {
		return MatchInfo{}, err
	}
	return infos[0], nil
}

// Record returns the record of an archived match as the content of a file. It fails with CodeNoMatch.
func (a *Archive) Record(ctx context.Context, by people.Person, id string) ([]byte, error) {
	record, err := a.recordOf(ctx, by, id)
	if err != nil {
		return nil, err
	}
	return record.Encode(), nil
}

// recordOf returns the record of an archived match with the names of its players. The names of deleted persons
// are missing. recordOf fails with CodeNoMatch.
func (a *Archive) recordOf(ctx context.Context, by people.Person, id string) (*match.Record, error) {
	info, err := a.Match(ctx, by, id)
	if err != nil {
		return nil, err
	}
	record, err := a.record(ctx, id)
	if err != nil {
		return nil, err
	}
	for i := range record.Seats {
		record.Seats[i].Name = info.Players[i].Name
	}
	return record, nil
}

// record returns the stored record of an archived match.
func (a *Archive) record(ctx context.Context, id string) (*match.Record, error) {
	packed, err := a.store.Record(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return nil, errNoMatch(id)
	} else if err != nil {
		return nil, err
	}
	text, err := match.Unpack(packed)
	if err != nil {
		return nil, err
	}
	return match.Decode(text)
}

// RemoveName removes the name of a deleted person from the summaries of the archived matches.
func (a *Archive) RemoveName(ctx context.Context, person string) error {
	query := store.MatchQuery{Person: person, Limit: store.MaxPage}
	for {
		page, err := a.store.Matches(ctx, query)
		if err != nil {
			return err
		}
		for i := range page.Items {
			var s Summary
			if err := json.Unmarshal(page.Items[i].Summary, &s); err != nil {
				return err
			}
			for j := range s.Players {
				if s.Players[j].Person == person {
					s.Players[j].Name = ""
				}
			}
			if err := a.store.SetSummary(ctx, page.Items[i].ID, strict.Encode(s)); err != nil {
				return err
			}
		}
		if query.After = page.Next; page.Next == "" {
			return nil
		}
	}
}

func (a *Archive) match(ctx context.Context, by people.Person, id string) (store.Match, error) {
	m, err := a.store.Match(ctx, id)
	switch {
	case errors.Is(err, store.ErrNotFound), err == nil && !visibleTo(&m, by):
		return m, errNoMatch(id)
	case errors.Is(err, store.ErrInvalid):
		return m, errNoMatch(id)
	}
	return m, err
}

func errNoMatch(id string) error {
	return coded.Errorf(CodeNoMatch, "there is no finished match %.40q", id)
}

// visibleTo reports whether a person can see a match. Its players can see it immediately, and others after
// delayed spectators have seen the end.
func visibleTo(m *store.Match, by people.Person) bool {
	// Decode only these fields, because most of a summary is the outcome.
	var summary struct {
		Opens int64     `json:"opens"`
		File  *FileInfo `json:"file"`
	}
	if json.Unmarshal(m.Summary, &summary) != nil {
		return false
	}
	now := time.Now().UnixMilli()
	if summary.File != nil && now >= summary.File.Until {
		return false
	}
	return now >= summary.Opens || by.ID != "" && slices.Contains(m.Persons, by.ID)
}

// matchInfos converts rows to MatchInfos with the names of the players. The names of deleted persons are
// missing.
func (a *Archive) matchInfos(ctx context.Context, matches []store.Match) ([]MatchInfo, error) {
	infos := []MatchInfo{}
	var ids []string
	for i := range matches {
		m := &matches[i]
		var s Summary
		if err := json.Unmarshal(m.Summary, &s); err != nil {
			return nil, err
		}
		info := MatchInfo{
			ID:      m.ID,
			Room:    m.Room,
			Game:    m.Game,
			Version: m.Version,
			Options: s.Options,
			Started: m.Started.UnixMilli(),
			Ended:   m.Ended.UnixMilli(),
			Listed:  m.Listed,
			Seats:   s.Seats,
			Outcome: s.Outcome,
			Origin:  s.Origin,
			File:    s.File,
			Rated:   s.Rated,
		}
		for _, p := range s.Players {
			info.Players = append(info.Players, PlayerInfo{Person: p.Person, Name: p.Name, Bot: p.Bot})
			if p.Person != "" && !slices.Contains(ids, p.Person) {
				ids = append(ids, p.Person)
			}
		}
		infos = append(infos, info)
	}
	if len(ids) == 0 {
		return infos, nil
	}
	known, err := a.store.IdentitiesByID(ctx, ids)
	if err != nil {
		return nil, err
	}
	for i := range infos {
		for j := range infos[i].Players {
			if p := &infos[i].Players[j]; p.Person != "" {
				if identity, ok := known[p.Person]; ok {
					p.Kind, p.Avatar = people.Kind(identity.Kind), identity.Avatar
				} else {
					*p = PlayerInfo{}
				}
			}
		}
	}
	return infos, nil
}

// Summary is the description of a match in its row.
type Summary struct {
	Options game.MatchOptions  `json:"options"`
	Players []match.Player     `json:"players"`
	Seats   []match.SeatResult `json:"seats"`
	Outcome *game.Outcome      `json:"outcome,omitempty"`
	// Origin is the moment from which the match started, nil if it started with a seed.
	Origin *match.Origin `json:"origin,omitempty"`
	// File describes the file, nil if the match was not imported.
	File *FileInfo `json:"file,omitempty"`
	// Opens is the time at which the match becomes public, in milliseconds since 1970.
	Opens int64 `json:"opens"`
	// Rated is true if the match counts for ratings.
	Rated bool `json:"rated,omitempty"`
}

// DeleteMatch deletes a finished match with its record. It fails with CodeNoMatch.
func (a *Archive) DeleteMatch(ctx context.Context, id string) error {
	err := a.store.DeleteMatch(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return errNoMatch(id)
	}
	return err
}

func badQuery(err error) error {
	if errors.Is(err, store.ErrInvalid) {
		return coded.Malformedf("invalid cursor or filter")
	}
	return err
}
