package lobby

import (
	"context"
	"errors"
	"slices"
	"time"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/lobby/matchmaking"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/store"
)

// This file gives seats to people who come from a search or an invitation.

// graceTime is the time for which a disconnected player counts as present before a match, because a
// person who has just taken a seat is still opening the page.
const graceTime = time.Minute

var _ matchmaking.Tables = (*Lobby)(nil)

// InMemory reports whether a room is in memory, or another node owns it.
func (l *Lobby) InMemory(r *store.Room) bool {
	return l.IsLoaded(r.Room) || r.Owner != "" && r.Owner != l.options.NodeID
}

// HasDone reports whether the room has recently carried out a person's command with that id.
func (l *Lobby) HasDone(ctx context.Context, id string, by people.Person, command string) (done bool, err error) {
	err = l.ask(
		ctx,
		id,
		by.ID,
		func(r *liveRoom) error { done = r.table.IsCarriedOut(by.ID, shortID(command)); return nil },
	)
	return done, err
}

// errTableChanged means that a table has changed since the search found it.
var errTableChanged = errors.New("the table has changed")

// SeatAt gives a person a seat at a table if the table still fits the search. It reports whether it
// has done so.
func (l *Lobby) SeatAt(ctx context.Context, id string, by people.Person, seating matchmaking.Seating) (bool, error) {
	if err := by.Check(); err != nil {
		return false, err
	}
	err := l.ask(ctx, id, by.ID, func(r *liveRoom) error {
		if !seating.Fits(r.table, slices.ContainsFunc(r.table.Persons(), r.presence.isExpected)) {
			return errTableChanged
		}
		return r.sitDown(by, seating.Command, false)
	})
	switch code := coded.Of(err); {
	case err == nil:
		return true, nil
	case errors.Is(err, errTableChanged), code != "" && code != CodeNotStored && code != CodeClosing:
		return false, nil
	}
	return false, err
}

// sitDown gives a person the reserved seat, or the first free one. blocked is true if the host has blocked the person.
func (r *liveRoom) sitDown(by people.Person, id string, blocked bool) error {
	for i := range r.table.Seats {
		if seat := game.Seat(i); r.table.IsFree(seat) || seat == r.table.Reservations().SeatOf(by.ID) {
			return r.carryOut(
				&room.Command{By: toRoomPerson(by), ID: shortID(id), Blocked: blocked, Body: &room.Claim{Seat: seat}},
			)
		}
	}
	return coded.Errorf(room.CodeTaken, "every seat is taken")
}

// Sit gives a person the first free seat of a room before a match. A person who has a seat keeps it. Sit fails
// as the command room.Claim does.
func (l *Lobby) Sit(ctx context.Context, id string, by people.Person) error {
	if err := by.Check(); err != nil {
		return err
	}
	blocked, err := l.isBlocked(ctx, id, by.ID)
	if err != nil {
		return err
	}
	return l.ask(ctx, id, by.ID, func(r *liveRoom) error {
		if r.table.SeatOf(by.ID) != game.NoSeat {
			return nil
		}
		return r.sitDown(by, "", blocked)
	})
}

// isBlocked reports whether the host of a room has blocked a person.
func (l *Lobby) isBlocked(ctx context.Context, id, person string) (bool, error) {
	r, err := l.load(ctx, id)
	if err != nil {
		return false, err
	}
	host := r.host()
	if host == "" || host == person {
		return false, nil
	}
	blocks, err := l.log.BlocksBetween(ctx, host, []string{person})
	return slices.ContainsFunc(blocks, func(b store.Block) bool { return b.Identity == host }), err
}
