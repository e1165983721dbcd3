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

// directory says of rooms what the log knows, and who is connected to them. It wakes none.
type directory struct {
	log        Log
	random     func([]byte)
	attendance func(room string) Attendance
}

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

// Connection is somebody's connection to a room.
type Connection struct {
	Room    string
	Person  people.Person
	Address netip.Addr
}

// RoomPage is a part of the list of rooms, the one opened last first.
type RoomPage struct {
	Rooms []RoomInfo `json:"rooms"`
	// Next is where the next page begins, or "".
	Next string `json:"next"`
}

// List returns rooms as the log knows them. It fails with
// coded.Malformed for a query that cannot be answered.
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

// roomInfo returns what the list says of a room, to somebody who has a seat there
// or to others.
func (d *directory) roomInfo(r *store.Room, mine bool) RoomInfo {
	return RoomInfo{
		ID: r.Head.Room, Game: r.Game, Status: room.Status(r.Status), Listed: r.Listed, Host: r.Host,
		Summary: r.Summary, Created: r.Created,
		Progress: progressOf(r, mine), Attendance: d.attendance(r.Head.Room), Owner: r.Owner,
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

func badQuery(err error) error {
	if errors.Is(err, store.ErrInvalid) {
		return coded.Errorf(coded.Malformed, "that is not a list that can be shown")
	}
	return err
}

// progressOf returns what a list says of the match of a room to its players, or
// to others.
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
