package lobby

import (
	"context"
	"runtime/debug"
	"time"

	"go.uber.org/zap"

	"archmage/internal/eventlog"
	"archmage/internal/game"
)

// Room is the handle of a room that is in memory. Its methods may be called
// from any goroutine; they talk to the one goroutine that owns the room.
type Room struct {
	ID    string
	inbox chan message
	// gone is closed when the goroutine has ended.
	gone chan struct{}
}

// message is something for the room's goroutine to do.
type message interface{ handle(*actor) }

// inboxSize bounds how much can wait for a room.
const inboxSize = 64

// send puts a message into the room's inbox, or returns CodeBusy.
func (r *Room) send(m message) error {
	select {
	case <-r.gone:
		return errGone
	default:
	}
	select {
	case r.inbox <- m:
		return nil
	default:
		return errorf(CodeBusy, "the room has too much to do; try again")
	}
}

// errGone says that the room has left memory; the directory finds it again.
var errGone = errorf(CodeNoRoom, "the room is asleep")

// await waits for a reply to a message that was sent.
func await[T any](ctx context.Context, r *Room, reply <-chan T) (T, error) {
	var none T
	select {
	case value := <-reply:
		return value, nil
	case <-ctx.Done():
		return none, ctx.Err()
	case <-r.gone:
		// The reply may have come just before the end.
		select {
		case value := <-reply:
			return value, nil
		default:
			return none, errGone
		}
	}
}

// actor is the room as its goroutine owns it.
type actor struct {
	lobby *Lobby
	room  *Room
	log   *zap.Logger
	ctx   context.Context

	head  eventlog.Head
	table *table
	// spare is a state whose memory the next copy of the table uses.
	spare game.State
	// frozen says why the room takes nothing any more, or is nil.
	frozen error

	subs map[*Subscription]struct{}
	// here counts each person's subscriptions.
	here      map[string]int
	audiences map[game.Seat]*audience
	// common is what all but spectators who watch with a delay were shown.
	common common
	// events are the last of the current match.
	events []game.Event
	late   delayed
	chat   map[string][]time.Time
	// held are the lines of the chat that spectators read later.
	held []storedLine
	bots map[game.Seat]botTurn
	// absent is since when each player has not been connected.
	absent map[string]time.Time
	// crowd is who watches without a seat, nil when it must be counted anew;
	// crowdDue is when everybody is told of it, zero if they know.
	crowd    *crowd
	crowdDue time.Time
	// quiet is since when nothing has happened.
	quiet time.Time
	// retry is when the room tries by itself again what could not be stored.
	retry  time.Time
	timer  *time.Timer
	ending bool
	// What everybody was told last: the room, as those who watch with a delay
	// see it, and the clocks.
	toldRoom, toldLate []byte
	toldClock          []seatClock
}

// run owns the room until it goes to sleep or the server stops.
func (a *actor) run() {
	defer close(a.room.gone)
	defer a.lobby.forget(a.room)
	a.timer = time.NewTimer(0)
	defer a.timer.Stop()
	for !a.ending {
		select {
		case m := <-a.room.inbox:
			a.quiet = time.Now()
			m.handle(a)
		case <-a.timer.C:
			_ = a.guard(a.onTime)
		case <-a.ctx.Done():
			_ = a.guard(a.stop)
			a.ending = true
		}
		_ = a.guard(a.tidy)
	}
	for sub := range a.subs {
		sub.end(CodeBusy)
	}
}

// guard keeps a panic inside this room: the room freezes, its log is kept.
func (a *actor) guard(do func() error) (err error) {
	defer func() {
		if value := recover(); value != nil {
			a.log.Error("a room has frozen", zap.Any("panic", value), zap.ByteString("stack", debug.Stack()))
			a.freeze()
			err = a.frozen
		}
	}()
	return do()
}

// freeze makes the room take nothing any more. What it shows stays; once
// nobody is there it leaves memory, and whoever comes next loads it anew.
func (a *actor) freeze() {
	a.frozen = errorf(CodeFrozen, "the room has met an error of the server; its log is kept")
	a.table.status = StatusFrozen
	a.spare = nil
	clear(a.bots)
	defer func() { _ = recover() }()
	a.tellRoom(nil)
}

// do asks the room to carry out an entry.
type do struct {
	entry *Entry
	reply chan error
}

func (m do) handle(a *actor) {
	m.reply <- a.guard(func() error { return a.carryOut(m.entry) })
}

// carryOut does what an entry says: on a copy of the table first, then in the
// log, and only when it is stored for everybody.
func (a *actor) carryOut(e *Entry) error {
	if a.frozen != nil {
		return a.frozen
	}
	if a.table.done(request{e.By, e.Intent}) {
		return nil
	}
	if e.Kind == KindStart {
		seed := a.lobby.newSeed()
		e.Seed = &seed
	}
	e.At = time.Now().UnixMilli()
	next := a.table.copy(a.spare)
	a.spare = nil
	if err := next.fold(e); err != nil {
		if next.match != nil {
			a.spare = next.match.state
		}
		return err
	}
	return a.append(next, e)
}

// swap makes the changed copy the table.
func (a *actor) swap(next *table) {
	a.spare = nil
	if next.matches != a.table.matches {
		a.newMatch()
	} else if a.table.match != nil {
		a.spare = a.table.match.state
	}
	a.table = next
}

// newMatch forgets what was seen of the match before.
func (a *actor) newMatch() {
	a.events, a.late, a.common = nil, delayed{}, common{}
	a.audiences = map[game.Seat]*audience{}
}

// life names what an audience's seq counts in: one match, in one stay of the
// room in memory, as seen from one seat.
func (a *actor) life(seat game.Seat) uint64 {
	return a.head.Epoch<<16 | uint64(a.table.matches)&0x1fff<<3 | uint64(seat+1)
}
