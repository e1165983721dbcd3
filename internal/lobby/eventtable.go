package lobby

import (
	"context"
	"errors"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/lobby/directory"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/store"
)

// EventTables opens and closes the rooms of the tables of events.
type EventTables struct{ Lobby *Lobby }

// OpenEvent opens the room of a table with a given id, which must be random. It succeeds if there is already a room
// with that id. It fails as [room.OpenEvent] is refused.
func (e EventTables) OpenEvent(ctx context.Context, id string, body *room.OpenEvent) error {
	err := create(ctx, e.Lobby, id, &room.Command{Body: body})
	if errors.Is(err, store.ErrExists) {
		return nil
	}
	return err
}

// CloseEvent closes a table: it abandons a match in progress, and no match starts any more. The room stays. CloseEvent
// succeeds if there is no such room, or its match is over. It fails with CodeNotStored and coded.Busy.
func (e EventTables) CloseEvent(ctx context.Context, id string) error {
	err := e.Lobby.ask(ctx, id, "", func(r *liveRoom) error {
		return r.carryOut(&room.Command{Body: &room.Close{}})
	})
	if code := coded.Of(err); code == directory.CodeNoRoom || code == room.CodeNotPlaying {
		return nil
	}
	return err
}

// HurryEvent says at a table that the time of its round is over, see [room.EndTime]. It succeeds if that was said
// before, if there is no such room, or if no match is played there. It fails with CodeNotStored and coded.Busy.
func (e EventTables) HurryEvent(ctx context.Context, id string) error {
	err := e.Lobby.ask(ctx, id, "", func(r *liveRoom) error {
		return r.carryOut(&room.Command{Body: &room.EndTime{}})
	})
	switch coded.Of(err) {
	case directory.CodeNoRoom, room.CodeNotPlaying, room.CodeEventTable:
		return nil
	}
	return err
}

// AwaitEvent says at a table how long people are awaited, see [room.Await]. It succeeds if there is no such room, or
// its match has begun. It fails with CodeNotStored and coded.Busy.
func (e EventTables) AwaitEvent(ctx context.Context, id string, awaited room.Awaited) error {
	err := e.Lobby.ask(ctx, id, "", func(r *liveRoom) error {
		return r.carryOut(&room.Command{Body: &room.Await{Awaited: awaited}})
	})
	switch coded.Of(err) {
	case directory.CodeNoRoom, room.CodePlaying, room.CodeEventTable:
		return nil
	}
	return err
}

// seatAwaited gives a person who opens the page the seat that an event has reserved. It ignores errors, because the
// person can still sit down with a command.
func (r *liveRoom) seatAwaited(person people.Person) {
	if seat := r.table.Reservations().SeatOf(person.ID); seat != game.NoSeat && !r.frozen && !r.ending {
		_ = r.carryOut(&room.Command{By: toRoomPerson(person), Body: &room.Claim{Seat: seat}})
	}
}
