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
	ID string `json:"id"`
	// Room is the id of the room, "" for a match from a file.
	Room string `json:"room"`
	Game string `json:"game"`
	// Version is the version of the game's rules.
	Version int               `json:"rules"`
	Options game.MatchOptions `json:"options"`
	// Players are the people and bots who started the match, by seat.
	Players []PlayerInfo `json:"players"`
	// Started is the time of the start, in milliseconds since 1970. Ended is that of the end.
	Started int64 `json:"started"`
	Ended   int64 `json:"ended"`
	// Listed is true for a match of a public room.
	Listed bool `json:"listed"`
	// Rated is true if the match counts for ratings.
	Rated bool `json:"rated"`
	// Seats has the result of each seat.
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
// sees public matches. Matches fails with coded.Malformed for an invalid query. A page with a next one has as many
// matches as the limit, so that nobody learns how many cannot be seen, unless the person cannot see a great many.
func (a *Archive) Matches(ctx context.Context, by people.Person, query MatchQuery) (MatchPage, error) {
	q := store.MatchQuery{
		Game:   query.Game,
		Person: query.Person,
		With:   query.With,
		Owner:  query.Owner,
		Listed: query.Listed || query.Person == "" && query.Owner == "",
		After:  store.Cursor(query.After),
		Limit:  query.Limit,
	}
	items, next, err := a.visibleMatches(ctx, by, q)
	if err == nil && next != "" && len(items) == query.Limit {
		// There is no next page if the person cannot see any of the remaining matches.
		q.After, q.Limit = next, 1
		var more []store.Match
		if more, _, err = a.visibleMatches(ctx, by, q); len(more) == 0 {
			next = ""
		}
	}
	if err != nil {
		return MatchPage{}, badQuery(err)
	}
	infos, err := a.matchInfos(ctx, items)
	if err != nil {
		return MatchPage{}, err
	}
	return MatchPage{Matches: infos, Next: string(next)}, nil
}

// maxHiddenPages is the number of queries for a list after which its page is shorter than the limit.
const maxHiddenPages = 20

// visibleMatches returns the matches of a query that a person can see, and the cursor after the last one that was read.
func (a *Archive) visibleMatches(
	ctx context.Context, by people.Person, query store.MatchQuery,
) (items []store.Match, next store.Cursor, err error) {
	limit := query.Limit
	for range maxHiddenPages {
		query.Limit = limit - len(items)
		page, err := a.store.Matches(ctx, query)
		if err != nil {
			return nil, "", err
		}
		for i := range page.Items {
			if visibleTo(&page.Items[i], by) {
				items = append(items, page.Items[i])
			}
		}
		query.After = page.Next
		if page.Next == "" || len(items) == limit {
			break
		}
	}
	return items, query.After, nil
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
	record, err := a.record(ctx, by.ID, id)
	if err != nil {
		return nil, err
	}
	for i := range record.Seats {
		record.Seats[i].Name = info.Players[i].Name
	}
	return record, nil
}

// record returns the stored record of an archived match for a person. It fails with CodeDealSecret if the person may
// not know the seed of the match yet.
func (a *Archive) record(ctx context.Context, person, id string) (*match.Record, error) {
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
	record, err := match.Decode(text)
	if err != nil {
		return nil, err
	}
	return record, a.checkDeal(ctx, person, record.Start.Deal)
}

// checkDeal fails with CodeDealSecret if a person may not know the seed of a match yet. deal is nil if no other table
// has it.
func (a *Archive) checkDeal(ctx context.Context, person string, deal *match.Deal) error {
	if deal == nil || a.options.IsDealSecret == nil {
		return nil
	}
	isSecret, err := a.options.IsDealSecret(ctx, person, deal)
	if err == nil && isSecret {
		err = coded.Errorf(CodeDealSecret, "other tables still play with the same deal")
	}
	return err
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
	case errors.Is(err, store.ErrNotFound):
		return m, errNoMatch(id)
	case errors.Is(err, store.ErrInvalid):
		return m, errNoMatch(id)
	case err != nil:
		return m, err
	}
	isVisible, err := a.isVisible(ctx, &m, by)
	if err == nil && !isVisible {
		err = errNoMatch(id)
	}
	return m, err
}

// isVisible reports whether a person can see a match: as visibleTo, and a match of a deal of the day if the person has
// played that deal.
func (a *Archive) isVisible(ctx context.Context, m *store.Match, by people.Person) (bool, error) {
	if visibleTo(m, by) {
		return true, nil
	}
	deal, err := dealOf(m)
	if err != nil || deal == nil || m.Listed || by.ID == "" || a.options.IsDealSecret == nil {
		return false, err
	}
	isSecret, err := a.options.IsDealSecret(ctx, by.ID, deal)
	return !isSecret, err
}

// dealOf returns the deal of a match, or nil.
func dealOf(m *store.Match) (*match.Deal, error) {
	var summary struct {
		Deal *match.Deal `json:"deal"`
	}
	err := json.Unmarshal(m.Summary, &summary)
	return summary.Deal, err
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
	// Deal is what other tables of an event or of a day have too, nil for other matches.
	Deal *match.Deal `json:"deal,omitempty"`
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
