package lobby

import (
	"time"

	"archmage/internal/game"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/stream"
)

// subscription is a stream's subscription with its person.
type subscription struct {
	*stream.Subscription
	person people.Person
	room   *liveRoom
}

// Close implements Subscription.
func (s *subscription) Close() {
	s.room.tell(func(r *liveRoom) {
		if _, ok := r.subs[s]; ok {
			r.remove(s)
			r.presenceChanged()
		}
	})
}

// watch subscribes a person to the room.
func (r *liveRoom) watch(person people.Person, resume stream.Resume) (*subscription, error) {
	if r.frozen {
		return nil, errFrozen
	}
	if !r.admits(person.ID) {
		return nil, errNoSpectators
	}
	r.welcomeBack(person.ID)
	if r.frozen {
		return nil, errFrozen
	}
	sub := &subscription{Subscription: stream.NewSubscription(), person: person, room: r}
	r.subs[sub] = struct{}{}
	r.presence.add(person.ID)
	r.presenceChanged()
	here := r.presence.sent
	if !r.presence.due.IsZero() {
		here = r.presenceFrame()
	}
	r.stream.Current(r.clockFrame(), here)
	r.stream.Join(sub.Subscription, r.table.SeatOf(person.ID), resume)
	return sub, nil
}

// admits reports whether a person may be in the room: players always, others
// before a match, or if spectators are allowed.
func (r *liveRoom) admits(person string) bool {
	t := r.table
	return t.Settings.Spectators || t.SeatOf(person) != game.NoSeat || !t.InMatch()
}

// remove takes a subscription out of the room.
func (r *liveRoom) remove(sub *subscription) {
	delete(r.subs, sub)
	r.presence.remove(sub.person.ID)
	r.stream.Leave(sub.Subscription)
	sub.End("")
}

// placeAll moves subscriptions to the seats that their people have now, and ends
// those of people who may no longer watch.
func (r *liveRoom) placeAll() {
	r.stream.Current(r.clockFrame(), r.presence.sent)
	for sub := range r.subs {
		switch {
		case sub.Over():
			r.remove(sub)
		case !r.admits(sub.person.ID):
			sub.End(CodeNoSpectators)
			r.remove(sub)
		default:
			r.stream.Move(sub.Subscription, r.table.SeatOf(sub.person.ID))
		}
	}
}

// welcomeBack gives a seat back to a player who was absent, and restarts clocks
// that stood still while the server was stopped. Errors are ignored: the player's
// next command does the same.
func (r *liveRoom) welcomeBack(person string) {
	seat := r.table.SeatOf(person)
	if seat == game.NoSeat {
		return
	}
	if r.table.Stopped {
		_ = r.carryOut(&room.Command{Kind: room.KindContinue})
	}
	if r.table.Seats[seat].Away != 0 {
		_ = r.carryOut(&room.Command{Kind: room.KindBack, Seat: seat})
	}
	if t := r.table; t.Playing() && t.BotOf(seat) != "" && t.LostOf(seat) == "" {
		_ = r.carryOut(&room.Command{Kind: room.KindReturn, Seat: seat})
	}
}

// seatClock is a seat's time: what was left when it last stood still, and since
// when it runs.
type seatClock struct{ bank, since int64 }

// sendClock sends the players' time, if there is a limit and anything has changed
// but the time itself.
func (r *liveRoom) sendClock() {
	t := r.table
	if !r.timed() {
		r.clock = nil
		r.stream.Clock(nil)
		return
	}
	same := len(r.clock) == len(t.Seats)
	for i := range t.Seats {
		same = same && r.clock[i] == seatClock{t.Seats[i].Bank, t.Seats[i].Since}
	}
	if same {
		return
	}
	r.clock = r.clock[:0]
	for i := range t.Seats {
		r.clock = append(r.clock, seatClock{t.Seats[i].Bank, t.Seats[i].Since})
	}
	r.stream.Clock(r.clockFrame())
}

// timed reports whether the players' time is limited.
func (r *liveRoom) timed() bool {
	return r.table.Settings.Clock.Mode != room.ClockNone && r.table.Play != nil
}

// clockFrame returns the players' time as it is now, nil if there is no limit.
func (r *liveRoom) clockFrame() []byte {
	if !r.timed() {
		return nil
	}
	return clockFrameOf(r.table, time.Now().UnixMilli())
}
