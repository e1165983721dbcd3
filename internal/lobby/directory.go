package lobby

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"archmage/internal/coded"
	"archmage/internal/eventlog"
)

// ListQuery asks for rooms. What is zero does not narrow the list.
type ListQuery struct {
	Game     string
	Statuses []Status
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
	ID     string `json:"id"`
	Game   string `json:"game"`
	Status Status `json:"status"`
	Listed bool   `json:"listed"`
	Host   string `json:"host"`
	// Summary has the names and bots by seat, and whether one may watch.
	Summary json.RawMessage `json:"summary"`
	// Created is when the room was opened. When it was written to last is not
	// shown: it would tell of secret declarations.
	Created time.Time `json:"created"`
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
	ask := eventlog.ListQuery{
		Game: query.Game, Listed: query.Listed, Member: query.Member, After: eventlog.Cursor(query.After), Limit: query.Limit,
	}
	for _, status := range query.Statuses {
		ask.Statuses = append(ask.Statuses, eventlog.Status(status))
	}
	page, err := l.log.List(ctx, ask)
	if err != nil {
		return RoomPage{}, badQuery(err)
	}
	list := RoomPage{Rooms: []RoomInfo{}, Next: string(page.Next)}
	for _, room := range page.Items {
		list.Rooms = append(list.Rooms, RoomInfo{
			ID: room.Room, Game: room.Game, Status: Status(room.Status), Listed: room.Listed, Host: room.Host,
			Summary: room.Summary, Created: room.Created,
		})
	}
	return list, nil
}

// ResultQuery asks for archived results. What is zero does not narrow them.
type ResultQuery struct {
	Game   string
	Member string
	After  string
	// Limit is at least 1.
	Limit int
}

// ResultInfo is an archived result.
type ResultInfo struct {
	Room    string    `json:"room"`
	Game    string    `json:"game"`
	Time    time.Time `json:"time"`
	Members []string  `json:"members"`
	// Result is a [Result].
	Result json.RawMessage `json:"result"`
}

// ResultPage is a part of the results, the latest first.
type ResultPage struct {
	Results []ResultInfo `json:"results"`
	Next    string       `json:"next"`
}

// Results returns archived results, those of rooms that are gone too. It fails
// like List.
func (l *Lobby) Results(ctx context.Context, query ResultQuery) (ResultPage, error) {
	page, err := l.log.Matches(ctx, eventlog.MatchQuery{
		Game: query.Game, Person: query.Member, After: eventlog.Cursor(query.After), Limit: query.Limit,
	})
	if err != nil {
		return ResultPage{}, badQuery(err)
	}
	list := ResultPage{Results: []ResultInfo{}, Next: string(page.Next)}
	for _, r := range page.Items {
		list.Results = append(list.Results, ResultInfo{
			Room: r.Room, Game: r.Game, Time: r.Ended, Members: r.Persons, Result: r.Summary,
		})
	}
	return list, nil
}

func badQuery(err error) error {
	if errors.Is(err, eventlog.ErrInvalid) {
		return errorf(coded.Malformed, "that is not a list that can be shown")
	}
	return err
}
