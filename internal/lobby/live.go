package lobby

import (
	"context"
	"runtime"
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

// liveRoom is a room in memory. One goroutine owns it; others use ask and post.
type liveRoom struct {
	id    string
	lobby *Lobby
	log   *zap.Logger
	// inbox is for what the players ask and what the server does, visitors for what
	// those without a seat ask: however much that is, players do not wait for it.
	inbox, visitors chan func(*liveRoom)
	// seated are the ids of those who have a seat and, as the last one, of the host;
	// visitorsRate bounds what those without one may change; nil means no bound.
	seated       atomic.Pointer[[]string]
	visitorsRate *rate.Limiter
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

	subs     subscriptions
	presence presence
	// paceRoom bounds the frames of the room; roomDue is when the next is sent, if
	// there is news of it.
	paceRoom pacer
	roomDue  time.Time
	// listed is what spectators knew of the room when the list of rooms was stored last.
	listed *stream.Room
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

// inboxSize and visitorsSize bound how many functions can wait for a room.
const (
	inboxSize    = 64
	visitorsSize = 16
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
	inbox := r.visitors
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
	case inbox <- func(r *liveRoom) {
		var err error = errFrozen // if do panics
		defer func() { done <- err }()
		err = do(r)
	}:
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

// post runs do in the room's goroutine, and waits only until there is room in the
// inbox.
func (r *liveRoom) post(do func(*liveRoom)) {
	select {
	case r.inbox <- do:
	case <-r.ended:
	}
}

// run owns the room until it leaves memory or the server stops. Once another node may
// have the room, nothing is done any more: what was asked ends with the room.
func (r *liveRoom) run() {
	defer close(r.ended)
	defer r.lobby.forget(r)
	r.timer = time.NewTimer(0)
	defer r.timer.Stop()
	for !r.ending {
		if do := r.next(); r.holds() {
			r.guard(do)
		} else {
			r.drop()
		}
		r.guard((*liveRoom).tidy)
	}
	r.handOver()
	r.subs.end(CodeBusy)
}

// next waits for what the room does next: what players ask comes before all other.
func (r *liveRoom) next() (do func(*liveRoom)) {
	select {
	case do = <-r.inbox:
	default:
		select {
		case do = <-r.inbox:
		case do = <-r.visitors:
		case <-r.timer.C:
			return (*liveRoom).onTime
		case <-r.lost:
			return (*liveRoom).drop
		case <-r.lobby.live.Done():
			return (*liveRoom).stopped
		}
	}
	r.idleSince = time.Now()
	return do
}

// guard calls do. If it panics, guard freezes the room, whose log stays as it is.
func (r *liveRoom) guard(do func(*liveRoom)) {
	defer func() {
		if value := recover(); value != nil {
			logPanic(r.log, "a room has frozen", value)
			r.freeze()
		}
	}()
	do(r)
}

// logPanic logs a panic that was recovered, with its stack.
func logPanic(log *zap.Logger, message string, value any, more ...zap.Field) {
	log.Error(message, append(more, zap.Any("panic", value), zap.ByteString("stack", debug.Stack()))...)
}

// freeze makes the room accept no more commands, and ends all subscriptions. The
// room stays in memory for a while, so that not every client loads it again.
func (r *liveRoom) freeze() {
	r.frozen = true
	r.here.Store(nil)
	clear(r.bots)
	r.subs.end(CodeFrozen)
}

// leave makes the room leave memory at once, for a reason after which clients connect
// again. What they were shown is remembered.
func (r *liveRoom) leave(code coded.Code) {
	r.ending = true
	r.lobby.shown.remember(r.head)
	r.subs.end(code)
}

// publishSeats tells the other goroutines who has a seat; the host counts as such.
func (r *liveRoom) publishSeats() {
	seated := append(r.table.Persons(), r.table.Host)
	r.seated.Store(&seated)
}

// crowd is from how many subscriptions on a goroutine of its own writes to all but players:
// a write takes some microseconds.
const crowd = 16

// tidy is done after everything that happens in the room: what its subscriptions were
// sent is written.
func (r *liveRoom) tidy() {
	// The rooms that the same commit has woken go on first, so that all write together.
	runtime.Gosched()
	if ended := flush(r.subs); len(ended) > 0 {
		for _, sub := range ended {
			r.remove(sub)
		}
		r.presenceChanged()
		flush(r.subs)
	}
	if !r.frozen {
		r.presence.updateAbsent(r.table, r.public())
		r.updateFull()
	}
	r.schedule()
}

// flush has written what subscriptions were sent: to a crowd while the room goes on. It
// returns those that have ended.
func flush(subs []*subscription) (ended []*subscription) {
	crowded := len(subs) > crowd
	for _, sub := range subs {
		open := false
		if crowded && sub.Seat() == game.NoSeat {
			open = !sub.Over()
		} else {
			open = sub.Flush()
		}
		if !open {
			ended = append(ended, sub)
		}
	}
	if crowded {
		go flushCrowd(subs)
	}
	return ended
}

// flushCrowd has written what subscriptions were sent, and lets rooms go on meanwhile.
func flushCrowd(subs []*subscription) {
	for i, sub := range subs {
		if i%crowd == 0 {
			runtime.Gosched()
		}
		sub.Flush()
	}
}
