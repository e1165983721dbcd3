package lobby

import (
	"time"

	"archmage/internal/game"
	"archmage/internal/room"
)

// awayAfter is how long a player is not connected before the room notes that the
// player is away, and a host's role goes to a player who is there.
const awayAfter = 5 * time.Minute

// isGone reports whether a person is not connected although somebody watches.
func (r *liveRoom) isGone(person string) bool {
	return person != "" && len(r.subs) > 0 && r.presence.connections[person] == 0 && !r.presence.absent[person].IsZero()
}

// willBeAway reports whether the room will note that a seat's player is away.
func (r *liveRoom) willBeAway(seat game.Seat) bool {
	s := &r.table.Seats[seat]
	return s.Away == 0 && r.isGone(s.Person)
}

// heir returns the first player who is there while the host is not, or
// game.NoSeat.
func (r *liveRoom) heir() game.Seat {
	if r.isGone(r.table.Host) {
		for i := range r.table.Seats {
			if r.presence.connections[r.table.Seats[i].Person] > 0 {
				return game.Seat(i)
			}
		}
	}
	return game.NoSeat
}

// awayTimes returns the times at which a player counts as away.
func (r *liveRoom) awayTimes() []time.Time {
	var list []time.Time
	for i := range r.table.Seats {
		if r.willBeAway(game.Seat(i)) {
			list = append(list, r.presence.absent[r.table.Seats[i].Person].Add(awayAfter))
		}
	}
	if r.heir() != game.NoSeat {
		list = append(list, r.presence.absent[r.table.Host].Add(awayAfter))
	}
	return list
}

// noteAway notes who has been gone for long enough, and makes another player the
// host in place of one who has.
func (r *liveRoom) noteAway(now time.Time) {
	for i := range r.table.Seats {
		seat := game.Seat(i)
		if since := r.presence.absent[r.table.Seats[i].Person]; r.willBeAway(seat) && !now.Before(since.Add(awayAfter)) {
			r.doOwn(&room.Away{Seat: seat, Since: since.UnixMilli()})
		}
	}
	if seat := r.heir(); seat != game.NoSeat && !now.Before(r.presence.absent[r.table.Host].Add(awayAfter)) {
		r.doOwn(&room.MakeHost{Seat: seat})
	}
}

// keepAway stores since when the players of a match have been away, before the
// room leaves memory. A match of one person waits for nobody.
func (r *liveRoom) keepAway() {
	t := r.table
	if !t.Playing() || len(t.Persons()) < 2 {
		return
	}
	for i := range t.Seats {
		s := &t.Seats[i]
		if since := r.presence.absent[s.Person]; s.Person != "" && s.Away == 0 && !since.IsZero() {
			r.doOwn(&room.Away{Seat: game.Seat(i), Since: since.UnixMilli()})
		}
	}
}
