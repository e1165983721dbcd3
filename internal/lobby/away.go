package lobby

import (
	"time"

	"archmage/internal/game"
	"archmage/internal/room"
)

// awayAfter is the time after which a disconnected player is recorded as away, and a disconnected host is
// replaced by another player.
const awayAfter = 5 * time.Minute

// isGone reports whether a person is disconnected while another client watches the room.
func (p *presence) isGone(person string) bool {
	_, absent := p.absent[person]
	return absent && len(p.connections)+len(p.overlays) > 0 && p.connections[person] == 0
}

// willBeAway reports whether the room will record that a seat's player is away.
func (p *presence) willBeAway(s *room.Seat) bool { return s.Away == 0 && p.isGone(s.Person) }

// nextHost returns the seat of the first connected player if the host is gone, otherwise game.NoSeat.
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

// awayTimes returns the times at which players who are gone will be recorded as away, or replaced as host.
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

// canStandIn reports whether a bot can play for the seat's player, who is absent while another client watches.
// A match without viewers waits.
func (p *presence) canStandIn(t *room.Table, seat game.Seat) bool {
	return t.Settings.Absent == room.AbsentBot && t.Playing() && !t.Play.Paused && t.BotOf(seat) == "" &&
		p.isGone(t.Seats[seat].Person)
}

// standInAt returns the time at which a bot starts to play for an absent player.
func (p *presence) standInAt(t *room.Table, seat game.Seat) time.Time {
	return p.absent[t.Seats[seat].Person].Add(time.Duration(t.Settings.AbsentAfter) * time.Second)
}

// recordAway records players as away who have been gone for awayAfter. If the host is gone as long, another
// player becomes host.
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

// storeAbsences stores the times since when players of a match are absent, before the room is unloaded. It
// stores nothing for a match with only one person, because no other player waits.
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
