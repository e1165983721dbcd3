package directory

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

// ListQuery selects rooms. Zero fields do not restrict the list.
type ListQuery struct {
	Game     string
	Statuses []room.Status
	// Listed keeps only the rooms in the public list. Member keeps only the rooms in which that person has a
	// seat.
	Listed bool
	Member string
	// After is the cursor of the page, which is the Next of the page before.
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
	// Summary is a [Summary] as JSON: the names, ids and bots by seat, and some settings.
	Summary json.RawMessage `json:"summary"`
	// Created is the time at which the room was opened. Lists omit the time of the last write, because it would
	// reveal secret answers.
	Created time.Time `json:"created"`
	// Progress is absent if no match is in progress, or if the client cannot see it.
	Progress *MatchProgress `json:"progress,omitempty"`
	Attendance
	// Node is the id of the node that has the room, "" for none.
	Node string `json:"-"`
}

// Attendance lists the persons who are connected to a room.
type Attendance struct {
	// Connected has the seats whose players are connected. SpectatorCount is the number of connected persons without a
	// seat.
	Connected      []game.Seat `json:"connected"`
	SpectatorCount int         `json:"spectatorCount"`
}

// Connection is a person's connection to a room.
type Connection struct {
	Room    string
	Person  people.Person
	Address netip.Addr
}

// RoomPage is a page of a list of rooms, the latest first.
type RoomPage struct {
	Rooms []RoomInfo `json:"rooms"`
	// Next is the cursor of the next page, "" if there is none.
	Next string `json:"next"`
}

// List returns rooms. It fails with coded.Malformed for a query that cannot be answered.
func (d *Directory) List(ctx context.Context, query ListQuery) (RoomPage, error) {
	stored := store.ListQuery{
		Game:   query.Game,
		Listed: query.Listed,
		Member: query.Member,
		After:  store.Cursor(query.After),
		Limit:  query.Limit,
	}
	for _, status := range query.Statuses {
		stored.Statuses = append(stored.Statuses, store.Status(status))
	}
	page, err := d.store.List(ctx, stored)
	if errors.Is(err, store.ErrInvalid) {
		return RoomPage{}, coded.Malformedf("invalid cursor or filter")
	} else if err != nil {
		return RoomPage{}, err
	}
	list := RoomPage{Rooms: []RoomInfo{}, Next: string(page.Next)}
	for i := range page.Items {
		list.Rooms = append(list.Rooms, roomInfo(&page.Items[i], query.Member != ""))
	}
	d.live.Attend(ctx, list.Rooms)
	return list, nil
}

// roomInfo returns the list entry of a room. forMembers is true if the entry is shown to persons who
// have a seat in the room.
func roomInfo(r *store.Room, forMembers bool) RoomInfo {
	return RoomInfo{
		ID: r.Head.Room, Game: r.Game, Status: room.Status(r.Status), Listed: r.Listed, Host: r.Host,
		Summary: r.Summary, Created: r.Created,
		Progress: progressOf(r, forMembers), Attendance: Attendance{Connected: []game.Seat{}}, Node: r.Owner,
	}
}
