package eventtables

import (
	"context"
	"encoding/json"
	"errors"

	"archmage/internal/archive"
	"archmage/internal/daily"
	"archmage/internal/daily/dealer"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/store"
)

// Days implements [dealer.Tables]. Its rooms are in no list, nobody can watch, and only the person of the try enters.
// It is safe for concurrent use.
type Days struct {
	rooms Rooms
	store Store
}

var _ dealer.Tables = (*Days)(nil)

// NewDays returns the tables of the deals of the day whose rooms are in a database.
func NewDays(rooms Rooms, db Store) *Days { return &Days{rooms, db} }

// Open implements [dealer.Tables].
func (d *Days) Open(ctx context.Context, table *dealer.Table) error {
	deal := daily.MatchDeal(table.Day, table.Deal.ID)
	body := &room.OpenEvent{
		Settings: room.Settings{Game: table.Deal.Game, Seats: table.Deal.Seats},
		Event: room.Event{
			ID: deal.Event, Title: table.Day.String(), Round: deal.Round, Deal: &table.Seed,
			HiddenUntil: table.Day.Ends().UnixMilli(),
			Expected: []room.Expected{
				{Person: table.Person.ID, Name: people.CleanName(table.Person.Name)},
			},
		},
	}
	for len(body.Event.Expected) < table.Deal.Seats {
		body.Event.Expected = append(body.Event.Expected, room.Expected{Bot: table.Deal.Bot})
	}
	return d.rooms.OpenEvent(ctx, table.Room, body)
}

// Close implements [dealer.Tables].
func (d *Days) Close(ctx context.Context, id string) error { return d.rooms.CloseEvent(ctx, id) }

// Result implements [dealer.Tables]. The id of the match is that of the room.
func (d *Days) Result(ctx context.Context, id string) (*dealer.Result, error) {
	m, err := d.store.Match(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil //nolint:nilnil // the match is not over
	} else if err != nil {
		return nil, err
	}
	var summary archive.Summary
	if err := json.Unmarshal(m.Summary, &summary); err != nil {
		return nil, err
	}
	result := &dealer.Result{Ended: m.Ended}
	if summary.Outcome != nil && len(summary.Seats) > 0 && summary.Seats[0].Lost == "" {
		result.Points, result.Place = &summary.Seats[0].Total, &summary.Seats[0].Rank
	}
	return result, nil
}
