package directory

import (
	"context"
	"errors"
	"slices"

	"archmage/internal/coded"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/store"
)

// CheckInvitation returns an error if a person cannot invite another one to a room. It fails with CodeNoRoom,
// with room.CodeNotSeated if the person has no seat there, with room.CodeEventTable if an event has reserved the
// seats, with room.CodeTaken if no seat is free, with room.CodeHasSeat if the other person already has a seat,
// with room.CodeAccounts if the room requires an account that the other person does not have, and with
// CodeNotMet if the two have not played together and do not both have accounts.
func (d *Directory) CheckInvitation(ctx context.Context, id string, by people.Person, other string) error {
	r, err := d.room(ctx, id)
	if err != nil {
		return err
	}
	s, err := ReadSummary(&r)
	if err != nil {
		return err
	}
	switch {
	case !slices.Contains(r.Members, by.ID):
		return coded.Errorf(room.CodeNotSeated, "you have no seat here")
	case s.Event != nil:
		return room.ErrEventTable
	case r.Status != store.StatusOpen:
		return coded.Errorf(room.CodeTaken, "no seat is free")
	case slices.Contains(r.Members, other):
		return coded.Errorf(room.CodeHasSeat, "that person has a seat")
	}
	page, err := d.store.Matches(ctx, store.MatchQuery{Person: by.ID, With: other, Limit: 1})
	if err != nil {
		return err
	}
	known, err := d.store.IdentitiesByID(ctx, []string{other})
	if err != nil {
		return err
	}
	account := people.Kind(known[other].Kind) == people.Account
	switch {
	case len(page.Items) == 0 && !(account && by.Kind == people.Account):
		return coded.Errorf(
			CodeNotMet,
			"you can invite people with whom you have played, and with an account everybody who has one",
		)
	case s.Accounts && !account:
		return room.ErrAccounts
	}
	return nil
}

// OpenRooms returns the rooms with these ids that have a free seat, by id.
func (d *Directory) OpenRooms(ctx context.Context, ids []string) (map[string]RoomInfo, error) {
	var list []RoomInfo
	for _, id := range ids {
		r, err := d.store.Room(ctx, id)
		if errors.Is(err, store.ErrNotFound) {
			continue
		} else if err != nil {
			return nil, err
		}
		if r.Status == store.StatusOpen {
			list = append(list, roomInfo(&r, false))
		}
	}
	d.live.Attend(ctx, list)
	open := map[string]RoomInfo{}
	for i := range list {
		open[list[i].ID] = list[i]
	}
	return open, nil
}
