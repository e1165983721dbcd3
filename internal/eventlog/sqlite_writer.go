package eventlog

import (
	"context"
	"database/sql"
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

// request is a write that waits for the writer.
type request struct {
	// apply makes the write inside the writer's transaction. A refusal has
	// changed nothing; after any other error the transaction is rolled back.
	// It may be called again then.
	apply func(*tables) error
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

// submit hands a write to the writer and waits until it is durable or refused.
// After a context error or ErrClosed it is never written.
func (s *store) submit(ctx context.Context, apply func(*tables) error) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("nothing written: %w", err)
	}
	select {
	case <-s.closing:
		return ErrClosed
	default:
	}
	r := &request{apply: apply, done: make(chan error, 1)}
	select {
	case s.queue <- r:
	case <-ctx.Done():
		return fmt.Errorf("nothing written: %w", ctx.Err())
	case <-s.closing:
		return ErrClosed
	}
	select {
	case err := <-r.done:
		return err
	case <-ctx.Done():
		if r.state.CompareAndSwap(requestWaits, requestWithdrawn) {
			return fmt.Errorf("nothing written: %w", ctx.Err())
		}
	case <-s.stopped:
		if r.state.CompareAndSwap(requestWaits, requestWithdrawn) {
			return ErrClosed
		}
	}
	return <-r.done
}

// writer is the goroutine that has the one connection that writes.
type writer struct {
	log    *store
	tables *tables
	// maxRecent is how many recent entries there are when they are moved.
	maxRecent int
	begin, commit,
	rollback *sql.Stmt
	group []*request
	// timer ends the pause before the group is written. next is when the next
	// pause ends, unless hurry says how many more groups go without one.
	timer *time.Timer
	next  time.Time
	hurry int
}

func newWriter(ctx context.Context, s *store, maxRecent int) (*writer, error) {
	conn, err := s.write.Conn(ctx)
	if err != nil {
		return nil, err
	}
	w := &writer{log: s, maxRecent: maxRecent, timer: time.NewTimer(0)}
	p := preparer{ctx: ctx, conn: conn}
	w.begin = p.prepare("BEGIN IMMEDIATE")
	w.commit = p.prepare("COMMIT")
	w.rollback = p.prepare("ROLLBACK")
	w.tables = newTables(&p, &s.recent)
	if p.err == nil {
		p.err = w.tables.recover()
	}
	if p.err != nil {
		conn.Close()
		return nil, p.err
	}
	return w, nil
}

// run writes until the log is closed and the queue is empty.
func (w *writer) run() {
	defer close(w.log.stopped)
	defer w.tables.conn.Close()
	defer w.timer.Stop()
	for {
		select {
		case r := <-w.log.queue:
			w.writeGroup(r)
		case <-w.log.closing:
			for {
				select {
				case r := <-w.log.queue:
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
		case r := <-w.log.queue:
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
	if w.log.recent.Load().full(w.maxRecent) {
		// After an error it is tried again with the next group.
		_ = w.move()
	}
}

// gather adds what comes during the pause to the group, until the group is full
// or the log is closed.
func (w *writer) gather(pause time.Duration) {
	w.timer.Reset(pause)
	for len(w.group) < maxGroup {
		select {
		case r := <-w.log.queue:
			w.group = append(w.group, r)
		case <-w.timer.C:
			return
		case <-w.log.closing:
			return
		}
	}
}

// write makes the writes in one transaction. If that fails it tries each of them
// alone, so that one that cannot be written does not make others fail.
func (w *writer) write(group []*request) {
	if len(group) == 0 {
		return
	}
	err := w.transact(group)
	if err != nil && len(group) > 1 {
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
	if _, err := w.begin.Exec(); err != nil {
		return storageError(err)
	}
	written := 0
	for _, r := range group {
		r.err = r.apply(w.tables)
		switch {
		case r.err == nil:
			written++
		case !refused(r.err):
			w.undo()
			return storageError(r.err)
		}
	}
	if written == 0 {
		w.undo()
		return nil
	}
	if err := w.tables.flush(); err != nil {
		w.undo()
		return storageError(err)
	}
	if _, err := w.commit.Exec(); err != nil {
		w.undo()
		return storageError(err)
	}
	w.log.commits.Add(1)
	w.log.failing.Store(nil)
	w.log.writes.Add(uint64(written))
	w.log.bytes.Add(uint64(w.tables.written))
	w.tables.committed()
	return nil
}

// undo ends the transaction. The database may have done so itself already,
// which is the only way in which this can fail.
func (w *writer) undo() {
	_, _ = w.rollback.Exec()
	w.tables.forget()
}
