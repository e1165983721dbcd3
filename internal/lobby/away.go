package lobby

import (
	"time"

	"archmage/internal/game"
	"archmage/internal/room"
)

// awayAfter is how long a player must be disconnected before the room records the player as away,
// and a host before another player becomes host.
const awayAfter = 5 * time.Minute

// isGone reports whether a person is not connected while somebody else watches the room.
func (p *presence) isGone(person string) bool {
	_, absent := p.absent[person]
	return absent && len(p.connections)+len(p.overlays) > 0 && p.connections[person] == 0
}

// willBeAway reports whether the room is going to record that a seat's player is away.
func (p *presence) willBeAway(s *room.Seat) bool { return s.Away == 0 && p.isGone(s.Person) }

// nextHost returns the seat of the first player who is connected, if the host is gone; else
// game.NoSeat.
func (p *presence) nextHost(t *room.Table) game.Seat {
	if p.isGone(t.Host) {
		for i := range t.Seats {
			if p.connections[t.Seats[i].Person] > 0 {
				return game.Seat(i)
			}
		}
	}
	return game.NoSeat
}

// awayTimes returns the times at which players who are gone will count as away.
func (p *presence) awayTimes(t *room.Table) []time.Time {
	var list []time.Time
	for i := range t.Seats {
		if s := &t.Seats[i]; p.willBeAway(s) {
			list = append(list, p.absent[s.Person].Add(awayAfter))
		}
	}
	if p.nextHost(t) != game.NoSeat {
		list = append(list, p.absent[t.Host].Add(awayAfter))
	}
	return list
}

// canStandIn reports whether a bot may play for the seat's player, who is absent while somebody
// else watches. While nobody watches, a match waits.
func (p *presence) canStandIn(t *room.Table, seat game.Seat) bool {
	return t.Settings.Absent == room.AbsentBot && t.Playing() && !t.Play.Paused && t.BotOf(seat) == "" &&
		p.isGone(t.Seats[seat].Person)
}

// standInAt returns when a bot begins to play for an absent player.
func (p *presence) standInAt(t *room.Table, seat game.Seat) time.Time {
	return p.absent[t.Seats[seat].Person].Add(time.Duration(t.Settings.AbsentAfter) * time.Second)
}

// recordAway records the players who have been gone for awayAfter as away. If the host is one of
// them, another player becomes host.
func (p *presence) recordAway(now time.Time) {
	r := p.room
	for i := range r.table.Seats {
		seat, s := game.Seat(i), &r.table.Seats[i]
		if since := p.absent[s.Person]; p.willBeAway(s) && !now.Before(since.Add(awayAfter)) {
			r.doAsServer(&room.Away{Seat: seat, Since: r.lobby.clock.now() - time.Since(since).Milliseconds()})
		}
	}
	if seat := p.nextHost(
		r.table,
	); seat != game.NoSeat &&
		!now.Before(p.absent[r.table.Host].Add(awayAfter)) {
		r.doAsServer(&room.MakeHost{Seat: seat})
	}
}

// storeAbsences stores since when the players of a match have been away, before the room leaves memory.
// It stores nothing for a match with only one person, where nobody else waits.
func (p *presence) storeAbsences() {
	r := p.room
	t := r.table
	if !t.Playing() || len(t.Persons()) < 2 {
		return
	}
	for i := range t.Seats {
		s := &t.Seats[i]
		if since := p.absent[s.Person]; s.Person != "" && s.Away == 0 && !since.IsZero() {
			r.doAsServer(&room.Away{Seat: game.Seat(i), Since: r.lobby.clock.now() - time.Since(since).Milliseconds()})
		}
	}
}
