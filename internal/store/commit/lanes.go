// Package commit writes to a database: lanes gather writes into groups, a session makes
// a group in one transaction, and each write of a room names the epoch that the room must
// have, so that whoever has lost it writes nothing more.
package commit

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"
)

// Lanes are the writers of a database. Each takes all the writes that wait for it and
// commits them in one transaction.
type Lanes struct {
	// Moves takes the writes that a room makes while it is played; Others takes
	// all further ones. They may be the same.
	Moves, Others *Lane
	// Pause is the least time between two commits.
	Pause time.Duration
	// Closing is closed when no more writes are taken.
	Closing chan struct{}
	// Orphans counts the rooms that were taken over from nodes that had died.
	Orphans atomic.Uint64
	// problem adds the error that says what to do to one of the database.
	problem func(error) error

	commits atomic.Uint64
	writes  atomic.Uint64
	bytes   atomic.Uint64
	failed  atomic.Uint64
	failing atomic.Pointer[error]
}

// New returns lanes, of which none is there yet.
func New(problem func(error) error) *Lanes {
	return &Lanes{problem: problem, Pause: Pause, Closing: make(chan struct{})}
}

// Stats returns what the writers have done.
func (s *Lanes) Stats() Stats {
	stats := Stats{Commits: s.commits.Load(), Writes: s.writes.Load(), Bytes: s.bytes.Load(), Failed: s.failed.Load(), Orphans: s.Orphans.Load()}
	if err := s.failing.Load(); err != nil {
		stats.Failing = *err
	}
	return stats
}

// Close waits until what is on its way is written.
func (s *Lanes) Close() {
	close(s.Closing)
	<-s.Moves.stopped
	<-s.Others.stopped
}

// Stats counts what the writer has done since the log was opened.
type Stats struct {
	// Commits is the number of transactions, each of which waited once for the
	// disk; Writes is the number of writes in them.
	Commits, Writes uint64
	// Bytes is the length of the data in those writes, without what the database
	// adds to it.
	Bytes uint64
	// Failed is the number of writes that were not made for another reason than
	// their own. Failing is why the last write was not made, nil if it was.
	Failed  uint64
	Failing error
	// Orphans is the number of rooms that were taken over from nodes that had died.
	Orphans uint64
}

// Session is a connection that writes.
type Session interface {
	// begin starts a transaction for a group of writes and returns what they use.
	begin(group []*request) (*Tx, error)
	// commit ends the transaction and waits until it is durable.
	commit() error
	// rollback ends it without a trace, and returns why.
	rollback(why error) error
	// tidy is called after each group.
	tidy()
	close()
}

// MaxGroup bounds the group of writes that are committed together.
const MaxGroup = 2048

// Pause is the least time from one commit to the next while there are many
// writers, so that they share the work of a commit, which is most of the cost of
// a write. After a pause in which no other write came, the next UnpacedGroups groups
// are written without one; after a group of LargeGroup writes, it is twice as long.
const (
	Pause         = 4 * time.Millisecond
	UnpacedGroups = 16
	LargeGroup    = 16
)

// maxTries is how often writes are tried again of which somebody else was faster.
const maxTries = 3

// request is a write that waits for the writer.
type request struct {
	// apply makes the write inside the writer's transaction. A refusal has
	// changed nothing; after any other error the transaction is rolled back.
	// It may be called again then.
	apply func(*Tx) error
	// room is the room whose head must not change meanwhile, or empty.
	room  string
	state atomic.Int32
	err   error
	done  chan error
}

// The states of a request. The goroutine that sets the second or the third
// decides whether it is written.
const (
	requestWaits int32 = iota
	requestTaken
	requestWithdrawn
)

// Write hands a write to the writer of a lane and waits until it is durable or
// refused. room is the room whose head must not change meanwhile, or empty. After a
// context error or ErrClosed it is never written.
func (s *Lanes) Write(ctx context.Context, l *Lane, room string, apply func(*Tx) error) error {
	r := &request{room: room, apply: apply}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("nothing written: %w", err)
	}
	select {
	case <-s.Closing:
		return ErrClosed
	default:
	}
	r.done = make(chan error, 1)
	select {
	case l.queue <- r:
	case <-ctx.Done():
		return fmt.Errorf("nothing written: %w", ctx.Err())
	case <-s.Closing:
		return ErrClosed
	}
	if n := len(l.queue); n >= MaxGroup-1 || n == cap(l.queue) {
		select {
		case l.full <- struct{}{}:
		default:
		}
	}
	select {
	case err := <-r.done:
		return err
	case <-ctx.Done():
		if r.state.CompareAndSwap(requestWaits, requestWithdrawn) {
			return fmt.Errorf("nothing written: %w", ctx.Err())
		}
	case <-l.stopped:
		if r.state.CompareAndSwap(requestWaits, requestWithdrawn) {
			return ErrClosed
		}
	}
	return <-r.done
}

// Lane is a queue of writes with a writer.
type Lane struct {
	queue   chan *request
	full    chan struct{} // with the first of a group, enough wait for a whole one
	stopped chan struct{} // the writer has ended
}

// Add starts a writer on a session. At most size writes wait for it.
func (s *Lanes) Add(on Session, size int) *Lane {
	l := &Lane{queue: make(chan *request, size), full: make(chan struct{}, 1), stopped: make(chan struct{})}
	go (&writer{log: s, lane: l, session: on, timer: time.NewTimer(0)}).run()
	return l
}

// writer is the goroutine that has a connection that writes.
type writer struct {
	log     *Lanes
	lane    *Lane
	session Session
	group   []*request
	// timer ends the pause before the group is written. next is when the next
	// pause ends, unless unpaced says how many more groups go without one.
	timer   *time.Timer
	next    time.Time
	unpaced int
}

// run writes until the log is closed and the queue is empty.
func (w *writer) run() {
	defer close(w.lane.stopped)
	defer w.session.close()
	defer w.timer.Stop()
	for {
		select {
		case r := <-w.lane.queue:
			w.writeGroup(r)
		case <-w.log.Closing:
			for {
				select {
				case r := <-w.lane.queue:
					w.writeGroup(r)
				default:
					return
				}
			}
		}
	}
}

// writeGroup writes the request and all that come by the end of the pause.
func (w *writer) writeGroup(first *request) {
	w.group = append(w.group[:0], first)
	wait := time.Until(w.next)
	if w.unpaced > 0 {
		w.unpaced--
		wait = 0
	}
	if wait > 0 {
		w.gather(wait)
	}
	for len(w.group) < MaxGroup {
		select {
		case r := <-w.lane.queue:
			w.group = append(w.group, r)
			continue
		default:
		}
		break
	}
	if wait > w.log.Pause/2 && len(w.group) < 2 {
		w.unpaced = UnpacedGroups
	}
	w.next = time.Now().Add(w.log.Pause)
	if len(w.group) >= LargeGroup {
		w.next = w.next.Add(w.log.Pause)
	}
	taken := w.group[:0]
	for _, r := range w.group {
		if r.state.CompareAndSwap(requestWaits, requestTaken) {
			taken = append(taken, r)
		}
	}
	w.write(taken)
	clear(w.group)
	w.session.tidy()
}

// gather waits for the end of the pause, or until there is a whole group or the
// log is closed. What comes meanwhile waits in the queue and does not wake it.
func (w *writer) gather(pause time.Duration) {
	w.timer.Reset(pause)
	select {
	case <-w.timer.C:
	case <-w.lane.full:
	case <-w.log.Closing:
	}
}

// write makes the writes in one transaction. If that fails it tries each of them
// alone, so that one that cannot be written does not make others fail.
func (w *writer) write(group []*request) {
	if len(group) == 0 {
		return
	}
	err := w.transact(group)
	for try := 0; try < maxTries && errors.Is(err, ErrConflict); try++ {
		err = w.transact(group)
	}
	var broken ConnectionError
	if err != nil && len(group) > 1 && !errors.As(err, &broken) {
		for i := range group {
			w.write(group[i : i+1])
		}
		return
	}
	if err != nil {
		w.log.failed.Add(uint64(len(group)))
		w.log.failing.Store(&err)
	}
	for _, r := range group {
		if err != nil {
			r.err = err
		}
		r.done <- r.err
	}
}

// transact makes the writes in one transaction and waits until it is durable.
// It sets each request's refusal, or returns why nothing was written.
func (w *writer) transact(group []*request) error {
	tx, err := w.session.begin(group)
	if err != nil {
		return w.log.problem(err)
	}
	undo := func(why error) error {
		why = w.session.rollback(why)
		tx.forget()
		return w.log.problem(why)
	}
	written := 0
	for _, r := range group {
		r.err = r.apply(tx)
		switch {
		case r.err == nil:
			written++
		case !refused(r.err):
			return undo(r.err)
		}
	}
	if written == 0 {
		return undo(nil)
	}
	if len(tx.pending.list) > 0 {
		if err := tx.insert(&tx.pending, tx.trimmed); err != nil {
			return undo(err)
		}
	}
	if err := w.session.commit(); err != nil {
		return undo(err)
	}
	w.log.commits.Add(1)
	w.log.failing.Store(nil)
	w.log.writes.Add(uint64(written))
	w.log.bytes.Add(uint64(tx.written))
	tx.committed()
	return nil
}

// Waiting returns how many writes wait for the writer.
func (l *Lane) Waiting() int { return len(l.queue) }
