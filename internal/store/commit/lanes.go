// Package commit writes to a database. A lane collects waiting writes into a group, and a session
// executes the group in one transaction. Each write to a room names the epoch that the room must have,
// so that a process that has lost the room can no longer write to it.
package commit

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"
)

// Lanes has the writers of a database. Each writer takes all the writes that are waiting for it and
// commits them in one transaction.
type Lanes struct {
	// Moves takes the writes of rooms during a match. Others takes all other writes. They can be
	// the same lane.
	Moves, Others *Lane
	// Pause is the least time between two commits of a lane.
	Pause time.Duration
	// Closing is closed when no more writes are accepted.
	Closing chan struct{}
	// OrphanCount counts the rooms that were taken over from dead nodes.
	OrphanCount atomic.Uint64
	// wrapError converts an error of the database to one that says what to do.
	wrapError func(error) error

	commits atomic.Uint64
	writes  atomic.Uint64
	bytes   atomic.Uint64
	failed  atomic.Uint64
}

// New returns Lanes without lanes. The caller sets Moves and Others to lanes from Add.
func New(wrapError func(error) error) *Lanes {
	return &Lanes{wrapError: wrapError, Pause: Pause, Closing: make(chan struct{})}
}

// Stats returns the counts of all writers.
func (s *Lanes) Stats() Stats {
	stats := Stats{
		Commits:     s.commits.Load(),
		Writes:      s.writes.Load(),
		Bytes:       s.bytes.Load(),
		Failed:      s.failed.Load(),
		OrphanCount: s.OrphanCount.Load(),
	}
	for _, lane := range [...]*Lane{s.Moves, s.Others} {
		if err := lane.failing.Load(); err != nil {
			stats.Failing = *err
		}
	}
	return stats
}

// Close refuses further writes and waits for those that are already in a queue.
func (s *Lanes) Close() {
	close(s.Closing)
	<-s.Moves.stopped
	<-s.Others.stopped
}

// Stats counts the work of the writers since the database was opened.
type Stats struct {
	// Commits is the number of transactions. Each transaction waits for the disk once. Writes is
	// the number of writes in all transactions.
	Commits, Writes uint64
	// Bytes is the total length of the written data, without the overhead of the database.
	Bytes uint64
	// Failed is the number of writes that have failed without being refused. Failing is the error
	// of a writer whose last write has failed in this way; nil if there is none. Such a writer
	// tries a test write every ProbeEvery.
	Failed  uint64
	Failing error
	// OrphanCount is the number of rooms that were taken over from dead nodes.
	OrphanCount uint64
}

// Session executes groups of writes on a connection.
type Session interface {
	// begin starts a transaction for a group of writes.
	begin(group []*request) (*Tx, error)
	// commit commits the transaction and returns when it is durable.
	commit() error
	// rollback undoes the transaction after an error. It returns the cause, or an error to return
	// instead.
	rollback(cause error) error
	// tidy is called after each group, for maintenance.
	tidy()
	close()
}

// MaxGroup bounds the number of writes in a transaction.
const MaxGroup = 2048

// Pause is the default of Lanes.Pause. Most of the cost of a write is the commit; under load, the
// pause lets several writes share a commit. If no other write comes during a pause, the next
// UnpacedGroups groups are written without a pause. After a group of at least LargeGroup writes, the
// pause is twice as long.
const (
	Pause         = 4 * time.Millisecond
	UnpacedGroups = 16
	LargeGroup    = 16
)

// ProbeEvery is the interval at which a writer tries a test write after its last write has failed.
const ProbeEvery = 500 * time.Millisecond

// maxTries is the number of times that a group is tried again after ErrConflict.
const maxTries = 3

// request is a write in the queue of a lane.
type request struct {
	// apply makes the write in the writer's transaction. If it returns a refusal, it has changed
	// nothing. After any other error the transaction is rolled back, and apply can be called again.
	apply func(*Tx) error
	// room is the room whose head the write needs, or empty.
	room  string
	state atomic.Int32
	err   error
	done  chan error
	// probe is true for a test write of the writer itself. A test write must not delay other
	// writes while the database cannot be reached.
	probe bool
}

// The states of a request. A waiting request is either taken by the writer or withdrawn by the caller;
// the first one to change the state decides.
const (
	requestWaits int32 = iota
	requestTaken
	requestWithdrawn
)

// Write puts a write into the queue of a lane and waits until it is durable or refused. room is the room
// whose head the write needs, or empty. If Write returns the error of the context or ErrClosed, the
// write is not made, now or later.
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
	full    chan struct{} // signals that a group of MaxGroup writes is waiting
	stopped chan struct{} // closed when the writer has ended
	// failing is the error of the last write; nil if that write succeeded or was refused.
	failing atomic.Pointer[error]
}

// Add starts a writer with a session and a queue for size writes.
func (s *Lanes) Add(session Session, size int) *Lane {
	l := &Lane{queue: make(chan *request, size), full: make(chan struct{}, 1), stopped: make(chan struct{})}
	go (&writer{lanes: s, lane: l, session: session, timer: time.NewTimer(0)}).run()
	return l
}

// writer is the state of a lane's goroutine.
type writer struct {
	lanes   *Lanes
	lane    *Lane
	session Session
	group   []*request
	// timer ends the pause before a group is written. next is the end of the next pause. unpaced
	// is the number of groups that are still written without a pause.
	timer   *time.Timer
	next    time.Time
	unpaced int
	// probe is the time of the next test write, if the last write has failed.
	probe time.Time
}

// run writes groups until the database is closing and the queue is empty.
func (w *writer) run() {
	defer close(w.lane.stopped)
	defer w.session.close()
	defer w.timer.Stop()
	for {
		select {
		case r := <-w.lane.queue:
			w.writeGroup(r)
		case <-w.probeDue():
			w.write([]*request{{apply: touch, done: make(chan error, 1), probe: true}})
			w.session.tidy()
		case <-w.lanes.Closing:
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

// probeDue returns a channel that receives when a test write is due; nil if the last write has not
// failed. A server that is not ready gets no requests, so without test writes it would never find out
// that the database works again.
func (w *writer) probeDue() <-chan time.Time {
	if w.lane.failing.Load() == nil {
		return nil
	}
	return time.After(time.Until(w.probe))
}

// touch makes a test write: it uses up an epoch, so that the commit has to reach the disk. A skipped epoch does
// no harm.
func touch(tx *Tx) error {
	_, err := tx.Exec(`UPDATE epochs SET last = last + 1`)
	return err
}

// writeGroup writes a request together with all requests that come before the end of the pause.
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
	if wait > w.lanes.Pause/2 && len(w.group) < 2 {
		w.unpaced = UnpacedGroups
	}
	w.next = time.Now().Add(w.lanes.Pause)
	if len(w.group) >= LargeGroup {
		w.next = w.next.Add(w.lanes.Pause)
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

// gather waits until the pause ends, a whole group is waiting, or the database is closing. Single writes
// that come meanwhile do not wake the writer.
func (w *writer) gather(pause time.Duration) {
	w.timer.Reset(pause)
	select {
	case <-w.timer.C:
	case <-w.lane.full:
	case <-w.lanes.Closing:
	}
}

// write makes a group of writes in one transaction. If the transaction fails, it makes each write in
// a separate transaction, so that one impossible write does not make others fail.
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
	if err != nil && !isRefusal(err) {
		if !group[0].probe {
			w.lanes.failed.Add(uint64(len(group)))
		}
		w.probe = time.Now().Add(ProbeEvery)
		w.lane.failing.Store(&err)
	}
	for _, r := range group {
		if err != nil {
			r.err = err
		}
		r.done <- r.err
	}
}

// transact makes a group of writes in one transaction and waits until it is durable. It sets the err
// of each request to nil or a refusal. If it returns an error, nothing was written. If the outcome is
// unknown, all writes may have been made.
func (w *writer) transact(group []*request) error {
	tx, err := w.session.begin(group)
	if err != nil {
		return w.lanes.wrapError(err)
	}
	undo := func(cause error) error {
		cause = w.session.rollback(cause)
		tx.reset()
		return w.lanes.wrapError(cause)
	}
	written := 0
	for _, r := range group {
		r.err = r.apply(tx)
		switch {
		case r.err == nil:
			written++
		case !isRefusal(r.err):
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
	w.lanes.commits.Add(1)
	w.lane.failing.Store(nil)
	w.lanes.writes.Add(uint64(written))
	w.lanes.bytes.Add(uint64(tx.bytes))
	tx.applyToRecent()
	return nil
}

// Waiting returns the number of writes in the queue.
func (l *Lane) Waiting() int { return len(l.queue) }
