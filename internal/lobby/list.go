package lobby

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
	"archmage/internal/room"
	"archmage/internal/store"
)

// ListQuery asks for rooms. What is zero does not narrow the list.
type ListQuery struct {
	Game     string
	Statuses []room.Status
	// Listed keeps only the rooms that stand in the public list, Member only
	// those of that person.
	Listed bool
	Member string
	// After is where the page begins: RoomPage.Next of the one before.
	After string
	// Limit is at least 1.
	Limit int
}

// RoomInfo is what the list of rooms says of one.
type RoomInfo struct {
	ID     string      `json:"id"`
	Game   string      `json:"game"`
	Status room.Status `json:"status"`
	Listed bool        `json:"listed"`
	Host   string      `json:"host"`
	// Summary has the names, ids and bots by seat, and whether one may watch.
	Summary json.RawMessage `json:"summary"`
	// Created is when the room was opened. The time of its last write is not
	// shown: it would show secret declarations.
	Created time.Time `json:"created"`
	// Progress is absent unless a match is played, and if those who ask may not
	// know it.
	Progress *MatchProgress `json:"progress,omitempty"`
	Attendance
	// Owner is the node that has the room, "" for none.
	Owner string `json:"-"`
}

// Attendance is who is connected to a room.
type Attendance struct {
	// Here are the seats whose players are connected, Watchers is how many people
	// are without a seat.
	Here     []game.Seat `json:"here"`
	Watchers int         `json:"watchers"`
}

// RoomPage is a part of the list of rooms, the one opened last first.
type RoomPage struct {
	Rooms []RoomInfo `json:"rooms"`
	// Next is where the next page begins, or "".
	Next string `json:"next"`
}

// List returns rooms as the log knows them; it wakes none. It fails with
// coded.Malformed for a query that cannot be answered.
func (l *Lobby) List(ctx context.Context, query ListQuery) (RoomPage, error) {
	ask := store.ListQuery{
		Game: query.Game, Listed: query.Listed, Member: query.Member, After: store.Cursor(query.After), Limit: query.Limit,
	}
	for _, status := range query.Statuses {
		ask.Statuses = append(ask.Statuses, store.Status(status))
	}
	page, err := l.log.List(ctx, ask)
	if err != nil {
		return RoomPage{}, badQuery(err)
	}
	list := RoomPage{Rooms: []RoomInfo{}, Next: string(page.Next)}
	for i := range page.Items {
		list.Rooms = append(list.Rooms, l.roomInfo(&page.Items[i], query.Member != ""))
	}
	return list, nil
}

// roomInfo returns what the list says of a room, to somebody who has a seat there
// or to others.
func (l *Lobby) roomInfo(r *store.Room, mine bool) RoomInfo {
	return RoomInfo{
		ID: r.Head.Room, Game: r.Game, Status: room.Status(r.Status), Listed: r.Listed, Host: r.Host,
		Summary: r.Summary, Created: r.Created,
		Progress: progressOf(r, mine), Attendance: l.Attendance(r.Head.Room), Owner: r.Owner,
	}
}

// Attendance returns who is connected to a room: nobody, if it is not in memory.
func (l *Lobby) Attendance(id string) Attendance {
	l.mu.Lock()
	r := l.rooms[id]
	l.mu.Unlock()
	if r != nil {
		if here := r.here.Load(); here != nil {
			return *here
		}
	}
	return Attendance{Here: []game.Seat{}}
}

// MatchQuery asks for archived matches. What is zero does not narrow the list.
type MatchQuery struct {
	Game string
	// Person keeps only the matches in which that person held a seat, Listed
	// those whose table was in the public list.
	Person string
	Listed bool
	// With keeps only those of Person's matches in which that person held a seat
	// too.
	With string
	// Owner keeps only the matches that the person has brought as files.
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
	// Rated: the match counts for ratings.
	Rated bool               `json:"rated"`
	Seats []match.SeatResult `json:"seats"`
	// Outcome is absent if the match was abandoned.
	Outcome *game.Outcome `json:"outcome,omitempty"`
	// Origin is the moment of another match with which this one began, absent if it
	// began with a seed. Such a match is never rated.
	Origin *match.Origin `json:"origin,omitempty"`
	// File is there if somebody has brought the match as a file.
	File *FileInfo `json:"file,omitempty"`
}

// PlayerInfo is the player who started a match at a seat.
type PlayerInfo struct {
	// Person is "" for a bot of the server. All are "" for a person who was
	// deleted.
	Person string `json:"person"`
	Name   string `json:"name"`
	// Kind is what the person is now: a guest, an account, or a bot that belongs
	// to an account.
	Kind people.Kind `json:"kind"`
	Bot  string      `json:"bot"`
	// Face is the one that an account has chosen now. Clients ask for faces by names.
	Face string `json:"-"`
}

// MatchPage is a part of the archived matches, the latest first.
type MatchPage struct {
	Matches []MatchInfo `json:"matches"`
	Next    string      `json:"next"`
}

// Matches returns the archived matches that a person may see, also those of
// deleted rooms. The zero Person sees what everybody may see. It fails like
// List. A page may be shorter than the limit and still have a next one.
func (l *Lobby) Matches(ctx context.Context, by people.Person, query MatchQuery) (MatchPage, error) {
	page, err := l.log.Matches(ctx, store.MatchQuery{
		Game: query.Game, Person: query.Person, With: query.With, Owner: query.Owner, Listed: query.Listed || query.Person == "" && query.Owner == "",
		After: store.Cursor(query.After), Limit: query.Limit,
	})
	if err != nil {
		return MatchPage{}, badQuery(err)
	}
	page.Items = slices.DeleteFunc(page.Items, func(m store.Match) bool { return !visibleTo(&m, by) })
	infos, err := l.matchInfos(ctx, page.Items)
	if err != nil {
		return MatchPage{}, err
	}
	return MatchPage{Matches: infos, Next: string(page.Next)}, nil
}

// Match returns an archived match. It fails with CodeNoMatch.
func (l *Lobby) Match(ctx context.Context, by people.Person, id string) (MatchInfo, error) {
	m, err := l.match(ctx, by, id)
	if err != nil {
		return MatchInfo{}, err
	}
	infos, err := l.matchInfos(ctx, []store.Match{m})
	if err != nil {
		return MatchInfo{}, err
	}
	return infos[0], nil
}

// Record returns the record of an archived match as a file. It fails with
// CodeNoMatch.
func (l *Lobby) Record(ctx context.Context, by people.Person, id string) ([]byte, error) {
	record, err := l.recordOf(ctx, by, id)
	if err != nil {
		return nil, err
	}
	return record.Encode(), nil
}

// recordOf returns the record of an archived match with the names of those
// players who are still known. It fails with CodeNoMatch.
func (l *Lobby) recordOf(ctx context.Context, by people.Person, id string) (*match.Record, error) {
	info, err := l.Match(ctx, by, id)
	if err != nil {
		return nil, err
	}
	record, err := l.record(ctx, id)
	if err != nil {
		return nil, err
	}
	for i := range record.Seats {
		record.Seats[i].Name = info.Players[i].Name
	}
	return record, nil
}

// record returns the record of an archived match as it is stored.
func (l *Lobby) record(ctx context.Context, id string) (*match.Record, error) {
	packed, err := l.log.Record(ctx, id)
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

// RemoveName removes the name of somebody who is gone from the archived matches; the
// seats are nameless already.
func (l *Lobby) RemoveName(ctx context.Context, person string) error {
	query := store.MatchQuery{Person: person, Limit: store.MaxPage}
	for {
		page, err := l.log.Matches(ctx, query)
		if err != nil {
			return err
		}
		for i := range page.Items {
			var s matchSummary
			if err := json.Unmarshal(page.Items[i].Summary, &s); err != nil {
				return err
			}
			for j := range s.Players {
				if s.Players[j].Person == person {
					s.Players[j].Name = ""
				}
			}
			if err := l.log.SetSummary(ctx, page.Items[i].ID, encode(s)); err != nil {
				return err
			}
		}
		if query.After = page.Next; page.Next == "" {
			return nil
		}
	}
}

func (l *Lobby) match(ctx context.Context, by people.Person, id string) (store.Match, error) {
	m, err := l.log.Match(ctx, id)
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

// visibleTo reports whether a person may see a match: its players may at once,
// others when spectators with a delay have seen the end.
func visibleTo(m *store.Match, by people.Person) bool {
	// Of a summary, most of which is the outcome, no more is read here.
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

// matchInfos returns what the archive keeps with the names of those players who
// are still known.
func (l *Lobby) matchInfos(ctx context.Context, matches []store.Match) ([]MatchInfo, error) {
	infos := []MatchInfo{}
	var ids []string
	for i := range matches {
		m := &matches[i]
		var s matchSummary
		if err := json.Unmarshal(m.Summary, &s); err != nil {
			return nil, err
		}
		info := MatchInfo{
			ID: m.ID, Room: m.Room, Game: m.Game, Version: m.Version, Options: s.Options, Started: m.Started.UnixMilli(),
			Ended: m.Ended.UnixMilli(), Listed: m.Listed, Seats: s.Seats, Outcome: s.Outcome,
			Origin: s.Origin, File: s.File, Rated: s.Rated,
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
	known, err := l.log.Known(ctx, ids)
	if err != nil {
		return nil, err
	}
	for i := range infos {
		for j := range infos[i].Players {
			if p := &infos[i].Players[j]; p.Person != "" {
				if identity, ok := known[p.Person]; ok {
					p.Kind, p.Face = people.Kind(identity.Kind), identity.Face
				} else {
					*p = PlayerInfo{}
				}
			}
		}
	}
	return infos, nil
}

func badQuery(err error) error {
	if errors.Is(err, store.ErrInvalid) {
		return coded.Errorf(coded.Malformed, "that is not a list that can be shown")
	}
	return err
}
