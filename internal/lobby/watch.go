package lobby

import (
	"slices"
	"time"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/stream"
)

// subscription is a stream's subscription with its person, whose name is clean and
// who is not present by an overlay.
type subscription struct {
	*stream.Subscription
	person  people.Person
	overlay bool
	room    *liveRoom
}

// RemovedError is the error for somebody whom the host has removed from the room,
// with the host's reason. It wraps room.ErrRemoved.
type RemovedError struct{ Reason string }

// Error implements error.
func (*RemovedError) Error() string { return room.ErrRemoved.Error() }

// Unwrap returns room.ErrRemoved.
func (*RemovedError) Unwrap() error { return room.ErrRemoved }

// Close implements Subscription.
func (s *subscription) Close() {
	s.room.post(func(r *liveRoom) {
		if slices.Contains(r.subs, s) {
			r.remove(s)
			r.presenceChanged()
		}
	})
}

// watch subscribes a person to the room.
func (r *liveRoom) watch(person people.Person, hello stream.Hello) (*subscription, error) {
	if r.frozen {
		return nil, errFrozen
	}
	if refusal := r.admits(person.ID); refusal != nil {
		if reason := r.table.ReasonFor(person.ID); refusal == room.ErrRemoved && reason != "" {
			return nil, &RemovedError{reason}
		}
		return nil, refusal
	}
	if !hello.Overlay {
		r.welcomeBack(person.ID)
	}
	if r.frozen {
		return nil, errFrozen
	}
	if r.ending {
		return nil, errMoved
	}
	person.Name = people.CleanName(person.Name)
	sub := &subscription{Subscription: stream.NewSubscription(), person: person, overlay: hello.Overlay, room: r}
	r.subs = append(r.subs, sub)
	if sub.overlay {
		r.presence.broadcasts(person.ID, 1)
	} else {
		r.presence.add(person.ID)
	}
	r.presenceChanged()
	here := r.presence.sent
	if !r.presence.due.IsZero() {
		here = r.presenceFrames()
	}
	r.stream.Current(r.clockFrame(), here)
	r.stream.Join(sub.Subscription, r.table.SeatOf(person.ID), hello)
	return sub, nil
}

// admits returns an error if a person may not be in the room. Players always may,
// others before a match or if spectators are allowed, as far as spectators know,
// and unless the host has removed them.
func (r *liveRoom) admits(person string) *coded.Error {
	known := r.public()
	before := known.Status == room.StatusOpen || known.Status == room.StatusSeated
	switch {
	case r.table.SeatOf(person) != game.NoSeat:
		return nil
	case r.table.IsOut(person):
		return room.ErrRemoved
	case !known.Settings.Spectators && !before:
		return errNoSpectators
	}
	return nil
}

// remove takes a subscription out of the room.
func (r *liveRoom) remove(sub *subscription) {
	r.subs = slices.DeleteFunc(slices.Clone(r.subs), func(s *subscription) bool { return s == sub })
	if sub.overlay {
		r.presence.broadcasts(sub.person.ID, -1)
	} else {
		r.presence.remove(sub.person.ID)
	}
	r.stream.Leave(sub.Subscription)
	sub.End("")
}

// placeAll moves subscriptions to the seats that their people have now, and ends
// those of people who may no longer watch.
func (r *liveRoom) placeAll() {
	r.stream.Current(r.clockFrame(), r.presence.sent)
	for _, sub := range r.subs {
		if sub.Over() {
			r.remove(sub)
		} else if refusal := r.admits(sub.person.ID); refusal != nil {
			sub.EndFor(refusal.Code, r.table.ReasonFor(sub.person.ID))
			r.remove(sub)
		} else {
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
		_ = r.carryOut(&room.Command{Body: &room.Continue{}})
	}
	if r.table.Seats[seat].Away != 0 {
		_ = r.carryOut(&room.Command{Body: &room.Back{Seat: seat}})
	}
	if t := r.table; t.Playing() && t.BotOf(seat) != "" && t.LostOf(seat) == "" {
		_ = r.carryOut(&room.Command{Body: &room.Return{Seat: seat}})
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
