package lobby

import (
	"cmp"
	"context"
	"runtime/debug"
	"slices"
	"sync/atomic"
	"time"

	"go.uber.org/zap"
	"golang.org/x/time/rate"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/notices"
	"archmage/internal/room"
	"archmage/internal/store"
	"archmage/internal/stream"
)

// liveRoom is a room in memory. One goroutine owns it; others use ask and tell.
type liveRoom struct {
	id    string
	lobby *Lobby
	log   *zap.Logger
	// inbox is for what the players ask and what the server does, others for what
	// those without a seat ask: however much that is, players do not wait for it.
	inbox, others chan func(*liveRoom)
	// seated are the ids of those who have a seat and, as the last one, of the host; othersRate bounds what those
	// without one may change; nil means no bound.
	seated     atomic.Pointer[[]string]
	othersRate *rate.Limiter
	// ended is closed when the goroutine has ended.
	ended chan struct{}
	// here is who is connected, for lists; nil for nobody.
	here atomic.Pointer[Attendance]

	// lease is that of this node, nil for a server that runs alone. lost is closed when
	// it has passed.
	lease Lease
	lost  <-chan struct{}

	// Only the goroutine uses the fields below.

	head   store.Head
	table  *room.Table
	stream *stream.Stream
	// frozen: the room accepts no more commands.
	frozen bool

	// subs are the subscriptions; remove makes another list.
	subs     []*subscription
	presence presence
	// paceRoom bounds the frames of the room; roomDue is when the next is sent, if
	// there is news of it.
	paceRoom pacer
	roomDue  time.Time
	// late is what spectators know of the room, listed what they knew when the list of
	// rooms was stored last.
	late, listed *stream.Room
	// awaited is whom the room waits for, as it was stored last.
	awaited *notices.Table
	chat    chat
	bots    map[game.Seat]botTurn
	// clock is the players' time as it was sent last.
	clock []seatClock

	// fullSince is since when the match could start by itself, zero if it cannot.
	fullSince time.Time
	// idleSince is when something last happened.
	idleSince time.Time
	// retry is when the room tries again to store what could not be stored.
	retry  time.Time
	timer  *time.Timer
	ending bool
	// dropped: the room is not this node's any more.
	dropped bool
}

// inboxSize and othersSize bound how many functions can wait for a room.
const (
	inboxSize  = 64
	othersSize = 16
)

// hasSeat reports whether a person has a seat, or is nobody: the server.
func (r *liveRoom) hasSeat(person string) bool {
	seated := r.seated.Load()
	return person == "" || seated != nil && slices.Contains(*seated, person)
}

// host returns the id of the host.
func (r *liveRoom) host() string {
	seated := r.seated.Load()
	if seated == nil {
		return ""
	}
	return (*seated)[len(*seated)-1]
}

// ask runs do in the room's goroutine, for a person or, if that is "", for the
// server, and waits for it. It fails with errBusy if too many wait already, and
// with errAsleep if the room leaves memory first.
func (r *liveRoom) ask(ctx context.Context, person string, do func(*liveRoom) error) error {
	inbox := r.others
	if r.hasSeat(person) {
		inbox = r.inbox
	}
	done := make(chan error, 1)
	select {
	case <-r.ended:
		return errAsleep
	default:
	}
	select {
	case inbox <- func(r *liveRoom) { done <- r.guard(func() error { return do(r) }) }:
	default:
		return errBusy
	}
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	case <-r.ended:
		// It may have been done just before the end.
		select {
		case err := <-done:
			return err
		default:
			return errAsleep
		}
	}
}

// mayChange refuses a change of somebody without a seat, as those share a rate, if
// there are too many.
func (r *liveRoom) mayChange(person string) error {
	if r.othersRate != nil && !r.hasSeat(person) && !r.othersRate.Allow() {
		return coded.Errorf(CodeTooFast, "too much goes on in this room; try again in a moment")
	}
	return nil
}

// tell runs do in the room's goroutine, and waits only until there is room in the
// inbox.
func (r *liveRoom) tell(do func(*liveRoom)) {
	guarded := func(r *liveRoom) { _ = r.guard(func() error { do(r); return nil }) }
	select {
	case r.inbox <- guarded:
	case <-r.ended:
	}
}

// run owns the room until it leaves memory or the server stops.
func (r *liveRoom) run() {
	defer close(r.ended)
	defer r.lobby.forget(r)
	r.timer = time.NewTimer(0)
	defer r.timer.Stop()
	for !r.ending {
		select {
		case do := <-r.inbox: // before all others
			r.handle(do)
			_ = r.guard(func() error { r.tidy(); return nil })
			continue
		default:
		}
		select {
		case do := <-r.inbox:
			r.handle(do)
		case do := <-r.others:
			r.handle(do)
		case <-r.timer.C:
			_ = r.guard(func() error { r.onTime(); return nil })
		case <-r.lost:
			r.drop()
		case <-r.lobby.live.Done():
			r.stopped()
		}
		_ = r.guard(func() error { r.tidy(); return nil })
	}
	r.handOver()
	r.endAll(CodeBusy)
}

// handle does what somebody asks of the room, unless another node may have it: then
// the ask ends with the room.
func (r *liveRoom) handle(do func(*liveRoom)) {
	if !r.holds() {
		r.drop()
		return
	}
	r.idleSince = time.Now()
	do(r)
}

// guard calls do. If it panics, guard freezes the room, whose log stays as it is.
func (r *liveRoom) guard(do func() error) (err error) {
	defer func() {
		if value := recover(); value != nil {
			r.logPanic("a room has frozen", value)
			r.freeze()
			err = errFrozen
		}
	}()
	return do()
}

// logPanic logs a panic that was recovered, with its stack.
func (r *liveRoom) logPanic(message string, value any, more ...zap.Field) {
	r.log.Error(message, append(more, zap.Any("panic", value), zap.ByteString("stack", debug.Stack()))...)
}

// freeze makes the room accept no more commands, and ends all subscriptions. The
// room stays in memory for a while, so that not every client loads it again.
func (r *liveRoom) freeze() {
	r.frozen = true
	r.here.Store(nil)
	clear(r.bots)
	r.endAll(CodeFrozen)
}

// endAll ends every subscription for a reason.
func (r *liveRoom) endAll(code coded.Code) {
	for _, sub := range r.subs {
		sub.End(code)
	}
}

// leave makes the room leave memory at once, for a reason after which clients connect
// again. What they were shown is remembered.
func (r *liveRoom) leave(code coded.Code) {
	r.ending = true
	r.lobby.remember(r.head)
	r.endAll(code)
}

// carryOut decides what a command changes, stores that, and only then changes the
// table and sends the frames.
func (r *liveRoom) carryOut(c *room.Command) error {
	if r.frozen {
		return errFrozen
	}
	if r.ending {
		return errMoved
	}
	r.lobby.complete(c)
	r.prepare(c)
	if err := cmp.Or(r.checkLate(c), r.checkHere(c)); err != nil {
		return err
	}
	change, err := room.Decide(r.table, c)
	if err != nil || change.Entry == nil {
		return err
	}
	m := moment(change.Next, change.Effects)
	if m.Room != nil {
		r.roomDue = r.paceRoom.next(time.Now(), len(r.subs), 1)
		m.Gather = !r.roomDue.IsZero()
	}
	head, err := r.store(&change, &m)
	if !r.holds() {
		r.drop()
		return errMoved
	}
	if err != nil {
		return r.notStored(&change, err)
	}
	r.head, r.table = head, change.Next
	if _, ok := c.Body.(*room.Claim); ok {
		r.presence.lastHere[c.By.ID] = time.Now()
	}
	r.show(m, change.Effects)
	r.tellSender(c.By.ID)
	return nil
}

// refuse refuses a seat to somebody whom the host has blocked: as it would be refused
// to anybody, or else as if somebody had just taken it.
func (r *liveRoom) refuse(c *room.Command) error {
	if r.frozen {
		return errFrozen
	}
	r.lobby.complete(c)
	if err := cmp.Or(r.checkLate(c), r.checkHere(c)); err != nil {
		return err
	}
	if _, err := room.Decide(r.table, c); err != nil {
		return err
	}
	return errTaken
}

// tellSender shows the person who has changed the room that change, before it is
// acknowledged, although the others are told later.
func (r *liveRoom) tellSender(person string) {
	if person == "" || !r.stream.Untold() {
		return
	}
	for _, sub := range r.subs {
		if sub.person.ID == person {
			r.stream.TellRoom(sub.Subscription)
		}
	}
}

// store stores a change that leads to a moment, with what spectators then know of
// the room if that is not what the list of rooms says.
func (r *liveRoom) store(change *room.Change, m *stream.Moment) (store.Head, error) {
	late := r.stream.After(m, change.Entry.At)
	var listed *store.Meta
	if change.Effects.Room || !late.Room.Same(r.listed) {
		listed = meta(&late.Room.Info, change.Next.Persons())
	}
	b := batch(r.table, change, &late, listed)
	b.Progress, b.Awaiting = r.progress(change), r.awaiting(change)
	head, err := r.lobby.log.Append(r.lobby.storing, r.head, b)
	if b.Match != nil && b.Match.Rated != nil {
		r.lobby.options.Rated()
	}
	if err == nil {
		r.listed = late.Room
	}
	return head, err
}

// doOwn carries out a command that comes from the room itself, and reports
// whether it could.
func (r *liveRoom) doOwn(body room.Action) bool {
	if err := r.carryOut(&room.Command{Body: body}); err != nil {
		r.retry = time.Now().Add(retryAfter)
		return false
	}
	return true
}

// retryAfter is how long a room waits before it tries again what could not be
// stored.
const retryAfter = time.Second

// show sends everybody what has happened.
func (r *liveRoom) show(m stream.Moment, effects room.Effects) {
	r.stream.Show(m, time.Now().UnixMilli())
	if r.noteLate() || effects.Room {
		r.noteSeats()
		r.placeAll()
		r.sendPresence()
	}
	r.sendClock()
	r.askBots()
}

// noteLate notes what spectators know of the room, and reports whether that is
// new.
func (r *liveRoom) noteLate() bool {
	before := r.late
	r.late = r.stream.Room(game.NoSeat)
	return !r.late.Same(before)
}

// prepare completes a command with what the room knows of the people in it.
func (r *liveRoom) prepare(c *room.Command) {
	removal, ok := c.Body.(*room.Remove)
	if !ok {
		return
	}
	removal.Called = r.chat.nameOf(removal.Player)
	for _, sub := range r.subs {
		if sub.person.ID == removal.Player {
			removal.Called = sub.person.Name
		}
	}
}

// checkLate refuses what somebody without a seat asks for where the answer would
// tell what the person may not know yet: that a seat was left, or that a match is
// over.
func (r *liveRoom) checkLate(c *room.Command) error {
	if c.By.ID == "" || r.table.SeatOf(c.By.ID) != game.NoSeat {
		return nil
	}
	switch body := c.Body.(type) {
	case *room.Claim:
		if r.late.Status == room.StatusPlaying || r.late.Status == room.StatusFinished {
			return room.ErrTooLate
		}
	case *room.AskSeat:
		if seat := int(body.Seat); seat >= 0 && seat < len(r.late.Seats) && (!r.late.Seats[seat].Free || !r.table.Playing()) {
			return errTaken
		}
	}
	return nil
}

// checkHere keeps a seat from going to somebody who is not there: only who watches
// asks for one, and is let in.
func (r *liveRoom) checkHere(c *room.Command) error {
	asks := ""
	switch body := c.Body.(type) {
	case *room.AskSeat:
		asks = c.By.ID
	case *room.Reply:
		if p := r.table.Play; body.Agree && p != nil && p.Proposal != nil && p.Proposal.Number == body.Proposal {
			asks = p.Proposal.Person
		}
	}
	if asks != "" && r.presence.connections[asks] == 0 {
		return coded.Errorf(room.CodeNotHere, "who asks for the seat is not in the room")
	}
	return nil
}

// noteSeats tells the other goroutines who has a seat; the host counts as such.
func (r *liveRoom) noteSeats() {
	seated := append(r.table.Persons(), r.table.Host)
	r.seated.Store(&seated)
}

// moment returns what the stream needs to know of a table after a change.
func moment(t *room.Table, effects room.Effects) stream.Moment {
	m := stream.Moment{Events: effects.Events, Undo: t.CanUndo(), Watchable: t.Settings.Spectators}
	if effects.Room {
		m.Room = stream.NewRoom(t.Info())
	}
	if p := t.Play; p != nil {
		m.Match, m.Number, m.Turn, m.EventCount, m.DecisionID = p.Match, t.Matches, p.Turn, p.Events, p.DecisionID
		m.Delay, m.HiddenUntil, m.OpenHands = p.Delay, t.HiddenUntil(), p.OpenHands
	}
	return m
}

// tidy is done after everything that happens in the room.
func (r *liveRoom) tidy() {
	left := false
	for _, sub := range r.subs {
		if sub.Over() {
			r.remove(sub)
			left = true
		}
	}
	if left {
		r.presenceChanged()
	}
	if !r.frozen {
		r.noteAbsent()
		r.noteFull()
	}
	r.schedule()
}
