package transport

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

// deletePerson removes a person and the person's bots. It gives up their seats and ends
// their connections. What cannot be done at once, or not before the program ends, is done by
// FinishErasures.
func (s *accountAPI) deletePerson(ctx context.Context, id string) error {
	gone, err := s.People.Accounts.Delete(ctx, id)
	if err != nil {
		return err
	}
	ended := 0
	for _, id := range gone {
		// First the connections end, so that the person learns this reason and not that a
		// seat is gone.
		ended += s.signals.PersonRemoved(ctx, id)
		if err := s.erase(ctx, id); err != nil {
			s.Log.Warn("a deleted person is not erased everywhere yet", zap.String("person", id), zap.Error(err))
		}
	}
	s.Log.Info("a person is removed", zap.String("person", id), zap.Int("connections", ended))
	return nil
}

// FinishErasures removes the seats and the names in matches of deleted people where that was
// not completed, as after a crash. It returns of how many people nothing is left.
func (s *Server) FinishErasures(ctx context.Context) (done int, err error) {
	list, err := s.account.People.Accounts.PendingErasures(ctx)
	for _, id := range list {
		if failed := s.account.erase(ctx, id); failed != nil {
			err = errors.Join(err, failed)
			continue
		}
		done++
	}
	return done, err
}

// erase removes the seats of a deleted person and the person's name in matches.
func (s *accountAPI) erase(ctx context.Context, id string) error {
	if err := s.leaveRooms(ctx, people.Person{ID: id}); err != nil {
		return err
	}
	if err := s.archive.RemoveName(ctx, id); err != nil {
		return err
	}
	return s.People.Accounts.EndErasure(ctx, id)
}

// leaveRooms gives up the seats of a person. It goes on with other rooms after an error.
func (s *accountAPI) leaveRooms(ctx context.Context, by people.Person) (failed error) {
	query := directory.ListQuery{
		Member:   by.ID,
		Limit:    httpx.MaxPage,
		Statuses: []room.Status{room.StatusOpen, room.StatusSeated, room.StatusPlaying},
	}
	for {
		page, err := s.rooms.List(ctx, query)
		if err != nil {
			return errors.Join(failed, err)
		}
		for i := range page.Rooms {
			if err := s.rooms.Do(ctx, page.Rooms[i].ID, by, "", &room.Leave{}); passes(err) {
				failed = errors.Join(failed, err)
			}
		}
		if query.After = page.Next; page.Next == "" {
			return failed
		}
	}
}

// passes reports whether an error of a room may be gone later. After any other refusal the
// person has no seat there, or the room cannot be changed any more.
func passes(err error) bool {
	switch coded.Of(err) {
	case "":
		return err != nil
	case coded.Busy, lobby.CodeNotStored, lobby.CodeClosing, lobby.CodeRestart:
		return true
	}
	return false
}
