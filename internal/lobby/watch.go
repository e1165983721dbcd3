package lobby

import (
	"slices"
	"sync"
	"time"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/stream"
)

// subscription is a person's subscription to a room. An overlay does not make its person present.
type subscription struct {
	*stream.Subscription
	person  people.Person
	by      room.Person // the person in the type that rooms use
	overlay bool
	room    *liveRoom
	// flushed is the time at which the room last let the connection write. Only the room's
	// goroutine uses this field.
	flushed time.Time
}

// subscriptions are the subscriptions of a room. A list is never modified. A change makes a new
// list.
type subscriptions []*subscription

// end ends all subscriptions with a code.
func (list subscriptions) end(code coded.Code) {
	for _, sub := range list {
		sub.End(code)
	}
}

// nameOf returns the name of a person who has a subscription, otherwise "".
func (list subscriptions) nameOf(person string) string {
	for _, sub := range list {
		if sub.person.ID == person {
			return sub.person.Name
		}
	}
	return ""
}

// RemovedError is the error for a person whom the host has removed from the room, with the host's reason. It
// wraps room.ErrRemoved.
type RemovedError struct{ Reason string }

// Error implements error.
func (*RemovedError) Error() string { return room.ErrRemoved.Error() }

// Unwrap returns room.ErrRemoved.
func (*RemovedError) Unwrap() error { return room.ErrRemoved }

// Close implements Subscription. It does not wait for the room.
func (s *subscription) Close() { s.room.leavers.add(s) }

// leavers has the closed subscriptions that the room has still to remove. They do not go through the inbox,
// because a crowd that leaves at the same time would fill it and keep players out.
type leavers struct {
	mu   sync.Mutex
	list []*subscription
	// ready has a value when list is not empty.
	ready chan struct{}
}

func newLeavers() leavers { return leavers{ready: make(chan struct{}, 1)} }

func (l *leavers) add(sub *subscription) {
	l.mu.Lock()
	l.list = append(l.list, sub)
	l.mu.Unlock()
	select {
	case l.ready <- struct{}{}:
	default:
	}
}

// take empties the list.
func (l *leavers) take() []*subscription {
	l.mu.Lock()
	defer l.mu.Unlock()
	list := l.list
	l.list = nil
	return list
}

// removeLeavers removes the subscriptions that were closed.
func (r *liveRoom) removeLeavers() {
	if r.remove(r.leavers.take()) {
		r.presence.update()
	}
}

// watch subscribes a person to the room.
func (r *liveRoom) watch(person people.Person, hello stream.Hello) (*subscription, error) {
	if refusal := r.checkEntry(person.ID); refusal != nil {
		if refusal != room.ErrRemoved {
			return nil, refusal
		}
		if reason := r.table.Removed.Reason(person.ID); reason != "" {
			return nil, &RemovedError{reason}
		}
		return nil, refusal
	}
	if !hello.Overlay {
		r.seatAwaited(person)
		r.welcomeBack(person.ID)
	}
	if r.frozen {
		return nil, errFrozen
	}
	if r.ending {
		return nil, errMoved
	}
	person.Name = people.CleanName(person.Name)
	sub := &subscription{
		Subscription: stream.NewSubscription(),
		person:       person,
		by:           toRoomPerson(person),
		overlay:      hello.Overlay,
		room:         r,
	}
	r.subs = append(r.subs, sub)
	if sub.overlay {
		r.presence.addOverlays(person.ID, 1)
	} else {
		r.presence.add(person.ID)
	}
	r.presence.update()
	presence := r.presence.sent
	if !r.presence.frameAt.IsZero() {
		presence = r.presence.frames()
	}
	r.stream.SetCurrent(r.clock.frame(), presence)
	r.stream.Join(sub.Subscription, r.table.SeatOf(person.ID), hello)
	return sub, nil
}

// checkEntry returns an error if the room is frozen or a person cannot be in it. Players can always enter.
// Other persons can enter unless the host has removed them, or a match without spectators has started. While the
// start of a match is still hidden from spectators, it does not count.
func (r *liveRoom) checkEntry(person string) *coded.Error {
	if r.frozen {
		return errFrozen
	}
	public := r.public()
	beforeMatch := public.Status == room.StatusOpen || public.Status == room.StatusSeated
	switch {
	case r.table.SeatOf(person) != game.NoSeat:
		return nil
	case r.table.Removed.IsOut(person):
		return room.ErrRemoved
	case !public.Settings.Spectators && !beforeMatch:
		return errNoSpectators
	}
	return nil
}

// remove removes the subscriptions in the list that the room still has. It reports whether there were
// any.
func (r *liveRoom) remove(list []*subscription) bool {
	listed := make(map[*subscription]bool, len(list))
	for _, sub := range list {
		listed[sub] = true
	}
	removed := make([]*stream.Subscription, 0, len(list))
	r.subs = slices.DeleteFunc(slices.Clone(r.subs), func(sub *subscription) bool {
		if !listed[sub] {
			return false
		}
		if sub.overlay {
			r.presence.addOverlays(sub.person.ID, -1)
		} else {
			r.presence.remove(sub.person.ID)
		}
		removed = append(removed, sub.Subscription)
		return true
	})
	if len(removed) == 0 {
		return false
	}
	r.stream.Leave(removed...)
	for _, sub := range removed {
		sub.End("")
	}
	return true
}

// placeAll moves all subscriptions to the current seats of their persons, and ends those of persons who can no
// longer watch.
func (r *liveRoom) placeAll() {
	r.stream.SetCurrent(r.clock.frame(), r.presence.sent)
	var leaving []*subscription
	for _, sub := range r.subs {
		if sub.IsOver() {
			leaving = append(leaving, sub)
		} else if refusal := r.checkEntry(sub.person.ID); refusal != nil {
			sub.EndFor(refusal.Code, r.table.Removed.Reason(sub.person.ID))
			leaving = append(leaving, sub)
		} else {
			r.stream.Move(sub.Subscription, r.table.SeatOf(sub.person.ID))
		}
	}
	if leaving != nil {
		r.remove(leaving)
	}
}

// welcomeBack gives the seat back to a player who was absent, and restarts the clocks that were halted while
// the server was stopped. It ignores errors, because the player's next command does the same.
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
