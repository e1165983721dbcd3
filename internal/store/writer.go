package store

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"
)

// maxGroup bounds the group of writes that are committed together.
const maxGroup = 2048

// pause is the least time from one commit to the next while there are many
// writers, so that they share the work of a commit, which is most of the cost of
// a write. After a pause in which no other write came, the next hurried groups
// are written without one; after a group of many writes, it is twice as long.
const (
	pause   = 4 * time.Millisecond
	hurried = 16
	many    = 16
)

// maxTries is how often writes are tried again of which somebody else was faster.
const maxTries = 3

// request is a write that waits for the writer.
type request struct {
	// apply makes the write inside the writer's transaction. A refusal has
	// changed nothing; after any other error the transaction is rolled back.
	// It may be called again then.
	apply func(*tables) error
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

// submitTo hands a write to the writer of a lane and waits until it is durable or
// refused. After a context error or ErrClosed it is never written.
func (s *store) submitTo(ctx context.Context, l *lane, r *request) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("nothing written: %w", err)
	}
	select {
	case <-s.closing:
		return ErrClosed
	default:
	}
	r.done = make(chan error, 1)
	select {
	case l.queue <- r:
	case <-ctx.Done():
		return fmt.Errorf("nothing written: %w", ctx.Err())
	case <-s.closing:
		return ErrClosed
	}
	if n := len(l.queue); n >= maxGroup-1 || n == cap(l.queue) {
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

// lane is a queue of writes with a writer.
type lane struct {
	queue   chan *request
	full    chan struct{} // with the first of a group, enough wait for a whole one
	stopped chan struct{} // the writer has ended
}

// newLane starts a writer on a session. At most size writes wait for it.
func (s *store) newLane(on session, size int) *lane {
	l := &lane{queue: make(chan *request, size), full: make(chan struct{}, 1), stopped: make(chan struct{})}
	go (&writer{log: s, lane: l, session: on, timer: time.NewTimer(0)}).run()
	return l
}

// writer is the goroutine that has a connection that writes.
type writer struct {
	log     *store
	lane    *lane
	session session
	group   []*request
	// timer ends the pause before the group is written. next is when the next
	// pause ends, unless hurry says how many more groups go without one.
	timer *time.Timer
	next  time.Time
	hurry int
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
		case <-w.log.closing:
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
	if w.hurry > 0 {
		w.hurry--
		wait = 0
	}
	if wait > 0 {
		w.gather(wait)
	}
	for len(w.group) < maxGroup {
		select {
		case r := <-w.lane.queue:
			w.group = append(w.group, r)
			continue
		default:
		}
		break
	}
	if wait > pause/2 && len(w.group) < 2 {
		w.hurry = hurried
	}
	w.next = time.Now().Add(pause)
	if len(w.group) >= many {
		w.next = w.next.Add(pause)
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
	case <-w.log.closing:
	}
}

// write makes the writes in one transaction. If that fails it tries each of them
// alone, so that one that cannot be written does not make others fail.
func (w *writer) write(group []*request) {
	if len(group) == 0 {
		return
	}
	err := w.transact(group)
	for try := 0; try < maxTries && errors.Is(err, errConflict); try++ {
		err = w.transact(group)
	}
	var broken connectionError
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
	tables, err := w.session.begin(group)
	if err != nil {
		return w.log.problem(err)
	}
	undo := func(why error) error {
		why = w.session.rollback(why)
		tables.forget()
		return w.log.problem(why)
	}
	written := 0
	for _, r := range group {
		r.err = r.apply(tables)
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
	if err := tables.flush(); err != nil {
		return undo(err)
	}
	if err := w.session.commit(); err != nil {
		return undo(err)
	}
	w.log.commits.Add(1)
	w.log.failing.Store(nil)
	w.log.writes.Add(uint64(written))
	w.log.bytes.Add(uint64(tables.written))
	tables.committed()
	return nil
}
