package lobby

import (
	"context"
	"encoding/json"
	"errors"
	"net/netip"
	"time"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/store"
)

// directory answers from the log what rooms there are, and who is connected to them. It loads no
// room.
type directory struct {
	log        Log
	random     func([]byte)
	attendance func(room string) Attendance
}

// ListQuery selects rooms. Zero fields do not restrict the list.
type ListQuery struct {
	Game     string
	Statuses []room.Status
	// Listed keeps only the rooms that are in the public list; Member keeps only the rooms of that
	// person.
	Listed bool
	Member string
	// After is where the page begins: the Next of the page before.
	After string
	// Limit is at least 1.
	Limit int
}

// RoomInfo is the entry of a room in a list.
type RoomInfo struct {
	ID     string      `json:"id"`
	Game   string      `json:"game"`
	Status room.Status `json:"status"`
	Listed bool        `json:"listed"`
	Host   string      `json:"host"`
	// Summary has the names, ids and bots by seat, and says whether spectators may watch.
	Summary json.RawMessage `json:"summary"`
	// Created is when the room was opened. Lists do not show the time of the last write, which
	// would show secret declarations.
	Created time.Time `json:"created"`
	// Progress is absent if no match is played, or if the people who ask may not know it.
	Progress *MatchProgress `json:"progress,omitempty"`
	Attendance
	// Owner is the id of the node that has the room, "" for none.
	Owner string `json:"-"`
}

// Attendance says who is connected to a room.
type Attendance struct {
	// Here are the seats whose players are connected; Watchers is the number of people without a
	// seat.
	Here     []game.Seat `json:"here"`
	Watchers int         `json:"watchers"`
}

// Connection is a person's connection to a room.
type Connection struct {
	Room    string
	Person  people.Person
	Address netip.Addr
}

// RoomPage is a page of a list of rooms, the room opened last first.
type RoomPage struct {
	Rooms []RoomInfo `json:"rooms"`
	// Next is where the next page begins, "" if there is none.
	Next string `json:"next"`
}

// List returns rooms from the log. It fails with coded.Malformed for a query that cannot be
// answered.
func (d *directory) List(ctx context.Context, query ListQuery) (RoomPage, error) {
	ask := store.ListQuery{
		Game: query.Game, Listed: query.Listed, Member: query.Member, After: store.Cursor(query.After), Limit: query.Limit,
	}
	for _, status := range query.Statuses {
		ask.Statuses = append(ask.Statuses, store.Status(status))
	}
	page, err := d.log.List(ctx, ask)
	if err != nil {
		return RoomPage{}, badQuery(err)
	}
	list := RoomPage{Rooms: []RoomInfo{}, Next: string(page.Next)}
	for i := range page.Items {
		list.Rooms = append(list.Rooms, d.roomInfo(&page.Items[i], query.Member != ""))
	}
	return list, nil
}

// roomInfo returns the list entry of a room: for people who have a seat there if mine is true, else
// for others.
func (d *directory) roomInfo(r *store.Room, mine bool) RoomInfo {
	return RoomInfo{
		ID: r.Head.Room, Game: r.Game, Status: room.Status(r.Status), Listed: r.Listed, Host: r.Host,
		Summary: r.Summary, Created: r.Created,
		Progress: progressOf(r, mine), Attendance: d.attendance(r.Head.Room), Owner: r.Owner,
	}
}

// Attendance returns who is connected to a room: nobody if the room is not in memory.
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

func badQuery(err error) error {
	if errors.Is(err, store.ErrInvalid) {
		return coded.Errorf(coded.Malformed, "that is not a list that can be shown")
	}
	return err
}

// progressOf returns what a list says of a room's match: to its players if players is true, else to
// others.
func progressOf(r *store.Room, players bool) *MatchProgress {
	var kept storedProgress
	if r.Status != store.StatusPlaying || json.Unmarshal(r.Progress, &kept) != nil {
		return nil
	}
	if players {
		return kept.Players
	}
	return kept.Spectators
}
