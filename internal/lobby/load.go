package lobby

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"go.uber.org/zap"
	"golang.org/x/time/rate"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/lobby/directory"
	"archmage/internal/lobby/roomlog"
	"archmage/internal/people/notify"
	"archmage/internal/room"
	"archmage/internal/store"
	"archmage/internal/stream"
)

// build loads a room, but does not start its goroutine. If it cannot read the log, it returns a frozen room and
// leaves the log unchanged.
func (l *Lobby) build(id string) (*liveRoom, error) {
	r := &liveRoom{
		id:        id,
		lobby:     l,
		log:       l.options.Logger.With(zap.String("room", id)),
		inbox:     make(chan func(*liveRoom), inboxSize),
		visitors:  make(chan func(*liveRoom), visitorsSize),
		leavers:   newLeavers(),
		ended:     make(chan struct{}),
		idleSince: time.Now(),
	}
	r.bots = roomBots{room: r, turns: map[game.Seat]botTurn{}}
	r.presence = newPresence(r)
	r.shares.room, r.compensation.room, r.clock.room, r.chat.room, r.autoStart.room = r, r, r, r, r
	if per := l.options.VisitorsRate; per > 0 {
		r.visitorsRate = rate.NewLimiter(rate.Limit(per), visitorsBurst)
	}
	if err := l.leaseRoom(r); err != nil {
		return nil, err
	}
	var err error
	r.guard(func(r *liveRoom) {
		if err = r.begin(); err == nil {
			r.clock.send()
			r.bots.updateTurns()
		}
	})
	var unreadable roomlog.UnreadableError
	var owned *store.OwnedError
	switch {
	case errors.As(err, &owned):
		if node, ok := l.lookUpNode(l.storeCtx, id, owned.Owner); ok {
			return nil, &ElsewhereError{Room: id, Node: node}
		}
		return nil, errBusy // The owner has just died.
	case !r.holds():
		return nil, errBusy
	case r.frozen:
		return r, nil
	case errors.Is(err, store.ErrNotFound):
		return nil, directory.ErrNoRoom(id)
	case errors.As(err, &unreadable):
		r.log.Error("unreadable room log", zap.Error(err))
		r.freeze()
		return r, nil
	case err != nil:
		l.loadFailures.log(r.log, err)
		return nil, errBusy
	}
	return r, nil
}

// loadFailures logs failures to load rooms at a limited rate. While the disk is full, clients ask for a room
// some hundred times a second.
type loadFailures struct {
	pace rate.Sometimes
	// suppressed counts the failures since the last log line.
	suppressed atomic.Int64
}

// firstFailures is the number of failures that are logged one by one. failureInterval is the minimum
// time between two later lines.
const (
	firstFailures   = 5
	failureInterval = 10 * time.Second
)

func (u *loadFailures) log(logger *zap.Logger, err error) {
	u.suppressed.Add(1)
	u.pace.Do(func() {
		logger.Error("loading a room failed", zap.Error(err), zap.Int64("others", u.suppressed.Swap(0)-1))
	})
}

// begin loads the room and its match for the current rules, and gives players their time back.
func (r *liveRoom) begin() error {
	if _, err := r.load(0); err != nil {
		return err
	}
	lastEntry, unloaded := r.table.At, r.table.Unloaded
	if err := r.upgrade(); err != nil {
		return err
	}
	return r.compensation.compensateUnloaded(lastEntry, unloaded)
}

// visitorsBurst is the number of changes that persons without a seat can make in a room without a
// pause.
const visitorsBurst = 30

// load makes this process the owner of the room and builds the room from its log. It returns the data of the
// entry with number wanted, nil if the log does not have it.
func (r *liveRoom) load(wanted uint64) (found []byte, err error) {
	ctx, log := r.lobby.storeCtx, r.lobby.log
	head, err := log.TakeOver(ctx, r.id, r.lobby.options.NodeID)
	if err != nil {
		return nil, err
	}
	r.head.Seq = max(r.head.Seq, r.lobby.lastShown.entry(r.id))
	if err := checkLost(head, r.head.Seq); err != nil {
		r.lobby.lastShown.forget(r.id)
		return nil, err
	}
	r.head = head
	var t *room.Table
	s := stream.New(strconv.FormatUint(head.Epoch, 36))
	now := r.lobby.clock.now()
	for step, err := range roomlog.Steps(ctx, log, r.lobby.games, r.id) {
		if err != nil {
			return nil, err
		}
		t = step.Table
		m := moment(t, step.Effects)
		switch {
		case step.Spectators != nil:
			s.Restore(*step.Spectators, &m, now)
		case step.Entry == nil:
			continue
		case step.Entry.Seq == wanted:
			found = step.Entry.Data
		}
		next := s.Next(m, now)
		s.Show(&next)
	}
	if t.Last != head.Seq {
		return nil, roomlog.Unreadable(fmt.Errorf("the log ends with entry %d, not %d", t.Last, head.Seq))
	}
	if err := r.chat.load(ctx, log, r.id, s); err != nil {
		return nil, err
	}
	if r.lastAwaited, err = r.lobby.storedAwaited(ctx, r.id); err != nil {
		return nil, err
	}
	s.Release(now)
	r.table, r.stream, r.lastListed = t, s, nil
	r.publishSeats()
	r.lobby.lastShown.forget(r.id)
	return found, nil
}

// storedAwaited returns the stored list of players for whom a room waits.
func (l *Lobby) storedAwaited(ctx context.Context, id string) (*notify.Table, error) {
	if l.options.Notifier == nil {
		return &notify.Table{}, nil
	}
	stored, err := l.log.PendingTurn(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return &notify.Table{}, nil
	} else if err != nil {
		return nil, err
	}
	table, err := notify.Decode(stored.Data)
	if err != nil {
		return nil, roomlog.Unreadable(err)
	}
	return table, nil
}

// lastShown has the last entry that was shown to clients, for each room that was unloaded before it
// was known whether that entry was stored.
type lastShown struct {
	mu      sync.Mutex
	entries map[string]uint64
}

// maxShown is the maximum number of rooms in lastShown, and in skipMemory.
const maxShown = 1 << 16

// remember adds the last entry of a room that was shown, for the next time the room is loaded.
func (s *lastShown) remember(head store.Head) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.entries) >= maxShown {
		clear(s.entries)
	}
	s.entries[head.Room] = head.Seq
}

// entry returns the number of the last entry of a room that was shown, 0 if that is unknown.
func (s *lastShown) entry(room string) uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.entries[room]
}

func (s *lastShown) forget(room string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.entries, room)
}

// checkLost returns an error if the log ends before an entry that was stored and shown. That can happen if the
// database was replaced by a replica without the last writes.
func checkLost(head store.Head, shown uint64) error {
	if head.Seq >= shown {
		return nil
	}
	return roomlog.Unreadable(
		fmt.Errorf(
			"the log ends with entry %d, but entry %d was stored and shown: the database has lost writes",
			head.Seq,
			shown,
		),
	)
}

// upgrade converts a match from an earlier version of the rules to the current version. load has
// checked that the entries lead to the stored states.
func (r *liveRoom) upgrade() error {
	t := r.table
	if !t.Playing() {
		return nil
	}
	m := t.Play.Match
	version := m.Rules.Info().Version
	switch current := m.RulesVersion(); {
	case current == version:
		return nil
	case current > version:
		return roomlog.Unreadable(fmt.Errorf("the match needs rules version %d, here is version %d", current, version))
	}
	state, err := m.State.AppendBinary(nil)
	if err != nil {
		return roomlog.Unreadable(err)
	}
	c := &room.Command{At: r.lobby.clock.now(), Body: &room.Upgrade{Version: version, State: state}}
	change, err := room.Decide(t, c)
	if err != nil {
		return roomlog.Unreadable(err)
	}
	next := r.stream.Next(moment(change.Next, change.Effects), c.At)
	head, err := r.store(&change, &next.Spectators)
	if err != nil {
		return err
	}
	r.head, r.table = head, change.Next
	r.stream.Show(&next)
	return nil
}

// notStored handles a write that failed, or possibly failed. It loads the room again to see whether the log has
// the entry, and returns nil if it does. This is the only read for which a room's goroutine waits.
func (r *liveRoom) notStored(change *room.Change, failure error) error {
	e := change.Entry
	r.log.Error("storing an entry failed", zap.String("kind", string(e.Body.Kind())), zap.Error(failure))
	if errors.Is(failure, store.ErrFenced) {
		room, err := r.lobby.log.Room(r.lobby.storeCtx, r.id)
		if err == nil {
			err = checkLost(room.Head, r.head.Seq)
		}
		if errors.As(err, &roomlog.UnreadableError{}) {
			r.log.Error("room log is too short", zap.Error(err))
			r.freeze()
			return errFrozen
		}
		r.unload(r.fencedCode())
		return errBusy
	}
	found, err := r.reload(r.head.Seq + 1)
	if err != nil {
		return err
	}
	if string(found) == string(e.Encode()) || hasStarted(r.table, e) {
		return nil
	}
	return errNotStored
}

// reload loads the room again and shows it to all clients. Writes of this room that are still in flight can
// then no longer be stored. reload returns the data of the entry with number wanted, nil if the log does not
// have it.
func (r *liveRoom) reload(wanted uint64) ([]byte, error) {
	found, err := r.load(wanted)
	if err == nil {
		err = r.upgrade()
	}
	var unreadable roomlog.UnreadableError
	switch {
	case errors.As(err, &unreadable):
		r.log.Error("unreadable room log", zap.Error(err))
		r.freeze()
		return nil, errFrozen
	case err != nil:
		r.log.Error("reloading a room failed", zap.Error(err))
		r.unload(coded.Busy)
		return nil, errUnknown
	}
	r.clock.sent, r.presence.sent = nil, [2][]byte{}
	for _, sub := range r.subs {
		r.stream.Transfer(sub.Subscription, r.table.SeatOf(sub.person.ID))
	}
	r.placeAll()
	r.presence.send()
	r.clock.send()
	r.bots.updateTurns()
	return found, nil
}

// hasStarted reports whether e started the match of the table. The log does not have such an entry, because a
// snapshot replaces it.
func hasStarted(t *room.Table, e *room.Entry) bool {
	b, ok := e.Body.(*room.MatchStarted)
	return ok && t.Play != nil && t.Play.Match.ID == b.Match
}
