package lobby

import (
	"reflect"

	"archmage/internal/lobby/club"
	"archmage/internal/room"
)

// Occupied returns the rooms of this process to which people are connected.
func (l *Lobby) Occupied() []club.Room {
	l.mu.Lock()
	defer l.mu.Unlock()
	var list []club.Room
	for _, r := range l.rooms {
		if occupied := r.occupied.Load(); occupied != nil {
			list = append(list, *occupied)
		}
	}
	return list
}

// publishOccupied publishes who is connected to the room for Occupied. It shows the room as spectators see it.
func (r *liveRoom) publishOccupied() {
	before := r.occupied.Load()
	var now *club.Room
	// Whoever plays a deal of the day is shown as online, so that nobody learns who has begun.
	isSecret := r.table != nil && r.table.Event != nil && r.table.Event.HiddenUntil != 0
	if len(r.presence.connections) > 0 && !r.frozen && !isSecret {
		public := r.public()
		now = &club.Room{
			ID: r.id, Game: public.Settings.Game, Status: public.Status,
			Listed: public.IsListed(), CanWatch: public.Settings.Spectators,
		}
		for i := range public.Seats {
			if person := public.Seats[i].Player; r.presence.connections[person] > 0 {
				now.Seated = append(now.Seated, person)
			}
		}
		isSeated := map[string]bool{}
		for _, person := range now.Seated {
			isSeated[person] = true
		}
		for _, sub := range r.subs {
			if person := sub.person.ID; !sub.overlay && !isSeated[person] {
				isSeated[person] = true
				now.Watching = append(now.Watching, person)
			}
		}
	}
	if !reflect.DeepEqual(before, now) {
		r.occupied.Store(now)
		r.lobby.options.Changed(club.Change{
			People: true, Tables: before != nil && before.Listed || now != nil && now.Listed,
		})
	}
}

// reportStored tells the club what a stored change has changed. isListed is true if the list entry of the room
// was written, and hasProgress if the progress of its match was.
func (r *liveRoom) reportStored(before, after *room.Table, isListed, hasProgress bool) {
	if !isListed && !hasProgress {
		return
	}
	change := club.Change{Tables: before.Settings.Listed || after.Settings.Listed}
	for _, table := range []*room.Table{before, after} {
		change.Mine = append(change.Mine, table.Members()...)
	}
	r.lobby.options.Changed(change)
}
