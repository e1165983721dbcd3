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
	"archmage/internal/lobby/club"
	"archmage/internal/lobby/directory"
	"archmage/internal/people/notify"
	"archmage/internal/room"
	"archmage/internal/store"
	"archmage/internal/stream"
)

// liveRoom is a room in memory. One goroutine owns it, and other goroutines use ask and post.
type liveRoom struct {
	id    string
	lobby *Lobby
	log   *zap.Logger
	// inbox takes requests of players and of the server. visitors takes requests of persons without a seat, so
	// that players do not wait for them.
	inbox, visitors chan func(*liveRoom)
	leavers         leavers
	// seated has the ids of the persons with a seat, also a reserved one, and, at the end, of the host.
	// visitorsRate limits the changes of persons without a seat, nil means no limit.
	seated       atomic.Pointer[[]string]
	visitorsRate *rate.Limiter
	// ended is closed when the goroutine has ended.
	ended chan struct{}
	// attendance has the connected persons, for lists. nil means that no client is connected.
	attendance atomic.Pointer[directory.Attendance]
	// occupied has the room with the connected persons, for the club. nil means that no client is connected.
	occupied atomic.Pointer[club.Room]

	// lease is the lease of this node, nil for a server without a cluster. lost is closed when the lease
	// expires.
	lease Lease
	lost  <-chan struct{}

	// Only the room's goroutine uses the fields below.

	head   store.Head
	table  *room.Table
	stream *stream.Stream
	// frozen is true if the room accepts no more commands.
	frozen bool

	subs     subscriptions
	presence presence
	// roomPacer limits the rate of room frames. roomFrameAt is the time of the next one if the room has
	// changed.
	roomPacer   pacer
	roomFrameAt time.Time
	// lastListed is the room as spectators saw it when its list entry was last stored.
	lastListed *stream.Room
	// lastAwaited has the players for whom the room waits, as last stored.
	lastAwaited *notify.Table
	chat        chat
	bots        roomBots
	clock       roomClock

	shares       shares
	compensation compensation

	autoStart autoStart
	// idleSince is the time of the last request.
	idleSince time.Time
	// retryAt is the time of the next attempt after a failed write.
	retryAt time.Time
	// flushAt is the time at which waiting frames are written, zero if there are none.
	flushAt time.Time
	// timer fires at timerAt, unless that is zero.
	timer   *time.Timer
	timerAt time.Time
	ending  bool
	// abandoned is true if this node no longer has the room.
	abandoned bool
}

// inboxSize and visitorsSize are the maximum numbers of functions that wait for a room.
const (
	inboxSize    = 64
	visitorsSize = 16
)

// hasSeat reports whether a person has a seat or is the host. It returns true for "", the server itself.
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

// isHiddenFrom reports whether a person may not know of the room, because somebody else plays a deal of the day there.
// person is "" for the server.
func (r *liveRoom) isHiddenFrom(person string) bool {
	return person != "" && r.table != nil && r.table.SeatOf(person) == game.NoSeat &&
		r.table.Reservations().Excludes(person)
}

// ask runs do in the room's goroutine and waits for the result. person is "" for the server. ask fails with
// directory.CodeNoRoom if the person may not know of the room, with errBusy if too many requests wait, and with
// errUnloaded if the room is unloaded first.
func (r *liveRoom) ask(ctx context.Context, person string, do func(*liveRoom) error) error {
	inbox := r.visitors
	if r.hasSeat(person) {
		inbox = r.inbox
	}
	done := make(chan error, 1)
	select {
	case <-r.ended:
		return errUnloaded
	default:
	}
	select {
	case inbox <- func(r *liveRoom) {
		var err error = errFrozen // in case do panics
		defer func() { done <- err }()
		if r.isHiddenFrom(person) {
			err = directory.ErrNoRoom(r.id)
		} else {
			err = do(r)
		}
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
		// do can have run just before the room ended.
		select {
		case err := <-done:
			return err
		default:
			return errUnloaded
		}
	}
}

// post queues do for the room's goroutine. It blocks while the inbox is full.
func (r *liveRoom) post(do func(*liveRoom)) {
	select {
	case r.inbox <- do:
	case <-r.ended:
	}
}

// run is the room's goroutine. It ends when the room is unloaded or the server stops. If another node can have
// the room, run drops the requests that still wait.
func (r *liveRoom) run() {
	defer close(r.ended)
	defer r.lobby.unregister(r)
	r.timer = time.NewTimer(0)
	defer r.timer.Stop()
	if !r.frozen {
		r.presence.updateAbsent(r.table, r.public())
	}
	for !r.ending {
		if do := r.nextRequest(); r.holds() {
			r.guard(func(r *liveRoom) { r.compensation.compensate() })
			r.guard(do)
		} else {
			r.abandon()
		}
		r.guard((*liveRoom).afterEvent)
	}
	r.handOver()
	r.subs.end(coded.Busy)
}

// nextRequest waits for the next function to run. Requests of players have priority.
func (r *liveRoom) nextRequest() (do func(*liveRoom)) {
	select {
	case do = <-r.inbox:
	default:
		select {
		case do = <-r.inbox:
		case do = <-r.visitors:
		case <-r.leavers.ready:
			do = (*liveRoom).removeLeavers
		case <-r.timer.C:
			r.timerAt = time.Time{}
			return (*liveRoom).onTimer
		case <-r.lost:
			return (*liveRoom).abandon
		case <-r.lobby.liveCtx.Done():
			return (*liveRoom).onShutdown
		}
	}
	r.idleSince = time.Now()
	return do
}

// guard calls do. If do panics, guard freezes the room and leaves its log unchanged.
func (r *liveRoom) guard(do func(*liveRoom)) {
	defer func() {
		if value := recover(); value != nil {
			logPanic(r.log, "panic in a room, room frozen", value)
			r.freeze()
		}
	}()
	do(r)
}

// logPanic logs a recovered panic with its stack.
func logPanic(log *zap.Logger, message string, value any, more ...zap.Field) {
	log.Error(message, append(more, zap.Any("panic", value), zap.ByteString("stack", debug.Stack()))...)
}

// freeze makes the room refuse all commands, and ends all subscriptions. The room stays in memory for a while,
// so that clients that connect again do not load it each time.
func (r *liveRoom) freeze() {
	r.frozen = true
	r.attendance.Store(nil)
	r.publishOccupied()
	clear(r.bots.turns)
	r.subs.end(CodeFrozen)
}

// unload ends the room immediately, and its subscriptions with a code after which clients connect again. The
// lobby remembers the last entry that was shown to them.
func (r *liveRoom) unload(code coded.Code) {
	r.ending = true
	r.lobby.lastShown.remember(r.head)
	r.subs.end(code)
}

// publishSeats updates seated for other goroutines.
func (r *liveRoom) publishSeats() {
	seated := append(r.table.Members(), r.table.Host)
	r.seated.Store(&seated)
}

// crowd is the number of subscriptions above which a separate goroutine writes to the spectators. A write takes
// some microseconds.
const crowd = 16

// afterEvent runs after every request. It has the connections write the frames of their subscriptions.
func (r *liveRoom) afterEvent() {
	// Other rooms whose entries were in the same commit run first, so that all their frames are written
	// together.
	runtime.Gosched()
	due, ended := r.subs.flush(r.lobby.options.FlushInterval)
	if len(ended) > 0 {
		r.remove(ended)
		r.presence.update()
		due, _ = r.subs.flush(r.lobby.options.FlushInterval)
	}
	r.flushAt = due
	if !r.frozen {
		r.autoStart.update()
		r.shares.wakeWaiting()
	}
	r.schedule()
}

// flush has the connections write the frames of their subscriptions. Frames that can wait are written only if
// pause has passed since the last write. flush returns the time at which the next of these are due, zero for
// never, and the subscriptions that have ended.
func (list subscriptions) flush(pause time.Duration) (due time.Time, ended []*subscription) {
	now := time.Now()
	var crowded []*subscription
	for _, sub := range list {
		waiting, open := sub.Waiting()
		next := sub.flushed.Add(pause)
		switch {
		case !open:
			ended = append(ended, sub)
		case waiting == stream.NoneWaiting:
		case waiting == stream.CanWait && now.Before(next):
			if due.IsZero() || next.Before(due) {
				due = next
			}
		case len(list) > crowd && sub.Seat() == game.NoSeat:
			sub.flushed = now
			crowded = append(crowded, sub)
		default:
			sub.flushed = now
			sub.Flush()
		}
	}
	if crowded != nil {
		go flushCrowd(crowded)
	}
	return due, ended
}

// flushCrowd writes to many subscriptions and yields to other goroutines from time to time.
func flushCrowd(subs []*subscription) {
	for i, sub := range subs {
		if i%crowd == 0 {
			runtime.Gosched()
		}
		sub.Flush()
	}
}
