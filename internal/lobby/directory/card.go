package directory

import (
	"context"
	"slices"

	"archmage/internal/room"
)

// Card is the view of a room for a person who has its link, with or without a seat.
type Card struct {
	// Game is the id of the game.
	Game   string
	Status room.Status
	// Listed is true if the room is in the public list.
	Listed bool
	// Host is the name of the host, "" if the host has no seat.
	Host string
	// Players has the names by seat, "" for a free seat. Players is nil during a match that
	// spectators cannot watch.
	Players []string
}

// HasStarted reports whether the room's match has started.
func (c *Card) HasStarted() bool {
	return c.Status == room.StatusPlaying || c.Status == room.StatusFinished
}

// Free returns the number of free seats.
func (c *Card) Free() int {
	free := 0
	for _, name := range c.Players {
		if name == "" {
			free++
		}
	}
	return free
}

// Card returns the card of a room. It fails with CodeNoRoom.
func (d *Directory) Card(ctx context.Context, id string) (Card, error) {
	r, err := d.room(ctx, id)
	if err != nil {
		return Card{}, err
	}
	s, err := ReadSummary(&r)
	if err != nil {
		return Card{}, err
	}
	card := Card{Game: r.Game, Status: room.Status(r.Status), Listed: r.Listed}
	if card.HasStarted() && !s.Watch {
		return card, nil
	}
	card.Players = s.Players
	if seat := slices.Index(s.People, r.Host); r.Host != "" && seat >= 0 {
		card.Host = s.Players[seat]
	}
	return card, nil
}
