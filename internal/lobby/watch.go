package lobby

import (
	"archmage/internal/game"
)

// Resume says what a client has seen of a room: the life and seq of the last
// frame it got.
type Resume struct {
	Life uint64
	Seq  uint64
}

// watch asks the room for a subscription.
type watch struct {
	user   User
	resume Resume
	reply  chan watched
}

type watched struct {
	sub *Subscription
	err error
}

func (m watch) handle(a *actor) {
	var sub *Subscription
	err := a.guard(func() (err error) {
		sub, err = a.watch(m.user, m.resume)
		return err
	})
	m.reply <- watched{sub, err}
}

func (a *actor) watch(user User, resume Resume) (*Subscription, error) {
	if !a.admits(user) {
		return nil, errorf(CodeNoSpectators, "the host lets nobody watch")
	}
	a.welcomeBack(user)
	sub := &Subscription{
		frames: make(chan []byte, queuedFrames), user: user, seat: a.table.seatOf(user.ID), room: a.room,
	}
	a.subs[sub] = struct{}{}
	a.crowd = nil
	a.here[user.ID]++
	a.tellCrowd(sub)
	a.place(sub, resume)
	if a.table.settings.Clock.Mode != ClockNone && a.table.match != nil && a.seesClock(sub) {
		sub.push(encode(a.clockFrame()))
	}
	for _, line := range a.lastChat(sub) {
		sub.push(encode(chatFrame{Type: "chat", ChatLine: line}))
	}
	return sub, nil
}

// admits reports whether somebody may be in the room: those with a seat
// always, the others before a match, or if spectators are allowed. Of a frozen
// room whose match cannot be read there is nothing to see but that.
func (a *actor) admits(user User) bool {
	t := a.table
	return t.settings.Spectators || t.seatOf(user.ID) != game.NoSeat || t.status == StatusOpen || t.status == StatusSeated ||
		a.frozen != nil && t.match == nil
}

// unwatch ends a subscription.
type unwatch struct{ sub *Subscription }

func (m unwatch) handle(a *actor) {
	_ = a.guard(func() error {
		if _, ok := a.subs[m.sub]; ok {
			a.remove(m.sub)
			a.tellCrowd(nil)
		}
		return nil
	})
}

// remove takes a subscription out of the room.
func (a *actor) remove(sub *Subscription) {
	delete(a.subs, sub)
	a.crowd = nil
	if a.here[sub.user.ID]--; a.here[sub.user.ID] == 0 {
		delete(a.here, sub.user.ID)
	}
	if to := a.audiences[sub.seat]; to != nil {
		delete(to.subs, sub)
	}
	sub.end("")
}

// place puts a subscription into the audience of its person's seat and shows
// it the match, unless it has seen all of it.
func (a *actor) place(sub *Subscription, resume Resume) {
	seat := a.table.seatOf(sub.user.ID)
	if old := a.audiences[sub.seat]; old != nil && sub.seat != seat {
		delete(old.subs, sub)
	}
	if sub.seat != seat && seat != game.NoSeat {
		for i := range a.held {
			sub.push(encode(chatFrame{Type: "chat", ChatLine: a.held[i].ChatLine}))
		}
	}
	if sub.seat != seat {
		sub.seat, a.crowd = seat, nil
	}
	to := a.audiences[seat]
	if to == nil {
		to = &audience{seat: seat, subs: map[*Subscription]struct{}{}}
		a.audiences[seat] = to
	}
	if _, ok := to.subs[sub]; ok {
		return
	}
	alone := len(to.subs) == 0
	to.subs[sub] = struct{}{}
	if !a.mayLook(to) {
		return
	}
	if alone {
		// What has happened while nobody watched is in the snapshot.
		if to.look(a.sightOf(to), nil) == nil && to.missed {
			to.seq++
		}
		to.missed = false
	}
	if resume != (Resume{Life: a.life(seat), Seq: to.seq}) {
		sub.push(a.snapshot(to))
	}
}

// placeAll moves everybody whose seat has changed to the right audience, and
// sends those away who may no longer watch.
func (a *actor) placeAll() {
	for sub := range a.subs {
		if sub.cut {
			a.remove(sub)
			continue
		}
		if !a.admits(sub.user) {
			sub.end(CodeNoSpectators)
			a.remove(sub)
			continue
		}
		a.place(sub, Resume{})
	}
}

// welcomeBack gives a seat back to a player who was absent, and lets clocks run
// again that stood still while the server was stopped.
func (a *actor) welcomeBack(user User) {
	seat := a.table.seatOf(user.ID)
	if seat == game.NoSeat || a.frozen != nil {
		return
	}
	// What cannot be stored now happens with the player's next intent.
	if a.table.paused {
		_ = a.carryOut(&Entry{Kind: KindResume})
	}
	if s := &a.table.seats[seat]; a.table.playing() && s.Bot != "" && s.Lost == "" {
		_ = a.carryOut(&Entry{Kind: KindReturn, Seat: seat})
	}
}
