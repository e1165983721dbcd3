package api

import (
	"context"
	"errors"

	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/lobby"
	"archmage/internal/lobby/directory"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/transport/httpx"
)

// nameRemover removes names from finished matches.
type nameRemover interface {
	// RemoveName removes the name of a deleted person from all matches.
	RemoveName(ctx context.Context, person string) error
}

// Eraser deletes people: their accounts, seats and connections, and their names in finished
// matches.
type Eraser struct {
	accounts *people.Accounts
	rooms    occupiedRooms
	archive  nameRemover
	signals  Signals
	// appointments is nil if this server has none.
	appointments Appointments
	log          *zap.Logger
}

// occupiedRooms are the rooms in which a deleted person may have a seat.
type occupiedRooms interface {
	roomList
	commander
}

// DeletePerson cancels the appointments that a person has planned, deletes the person and the person's bots, gives
// up their seats and ends their connections. If seats or names cannot be removed now, it logs that, and
// FinishErasures removes them later.
func (e *Eraser) DeletePerson(ctx context.Context, id string) error {
	if e.appointments != nil {
		// It comes first, because the notices have the planner's name.
		if err := e.appointments.CancelAllOf(ctx, id); err != nil {
			e.log.Warn("appointments of a deleted person are not cancelled", zap.String("person", id), zap.Error(err))
		}
	}
	deleted, err := e.accounts.Delete(ctx, id)
	if err != nil {
		return err
	}
	ended := 0
	for _, id := range deleted {
		// The connections end first, so that the bye frame has this reason and not the loss of a
		// seat.
		ended += e.signals.EndConnectionsOf(ctx, id)
		if err := e.erase(ctx, id); err != nil {
			e.log.Warn("a deleted person is not erased everywhere yet", zap.String("person", id), zap.Error(err))
		}
	}
	e.log.Info("a person is removed", zap.String("person", id), zap.Int("connections", ended))
	return nil
}

// FinishErasures removes the seats and names of deleted people that DeletePerson could not remove, as
// after a crash. It returns the number of people who are now erased completely.
func (e *Eraser) FinishErasures(ctx context.Context) (erasedCount int, err error) {
	list, err := e.accounts.PendingErasures(ctx)
	for _, id := range list {
		if failed := e.erase(ctx, id); failed != nil {
			err = errors.Join(err, failed)
			continue
		}
		erasedCount++
	}
	return erasedCount, err
}

// erase removes the seats of a deleted person and the person's name in matches.
func (e *Eraser) erase(ctx context.Context, id string) error {
	if err := e.leaveRooms(ctx, people.Person{ID: id}); err != nil {
		return err
	}
	if err := e.archive.RemoveName(ctx, id); err != nil {
		return err
	}
	return e.accounts.EndErasure(ctx, id)
}

// leaveRooms gives up the seats of a person. After an error it goes on with the other rooms.
func (e *Eraser) leaveRooms(ctx context.Context, person people.Person) (failed error) {
	query := directory.ListQuery{
		Member:   person.ID,
		Limit:    httpx.MaxPage,
		Statuses: []room.Status{room.StatusOpen, room.StatusSeated, room.StatusPlaying},
	}
	for {
		page, err := e.rooms.List(ctx, query)
		if err != nil {
			return errors.Join(failed, err)
		}
		for i := range page.Rooms {
			if err := e.rooms.Do(ctx, page.Rooms[i].ID, person, "", &room.Leave{}); isTemporary(err) {
				failed = errors.Join(failed, err)
			}
		}
		if query.After = page.Next; page.Next == "" {
			return failed
		}
	}
}

// isTemporary reports whether a room may accept the command later. After any other error the person
// has no seat in the room, or the room cannot change any more.
func isTemporary(err error) bool {
	switch coded.Of(err) {
	case "":
		return err != nil
	case coded.Busy, lobby.CodeNotStored, lobby.CodeClosing, lobby.CodeRestart:
		return true
	}
	return false
}
