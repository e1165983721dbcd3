package cluster

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/lobby"
	"archmage/internal/room"
	"archmage/internal/stream"
)

// relay is the other side of a trunk: it hands what comes from the node that has a
// room to those who watch the room here.
type relay struct {
	links *Links
	node  Node
	room  string
	// id names the trunk at the other node.
	id string
	// opened is closed once the trunk is there, or failed says why not.
	opened chan struct{}
	failed error
	// up is what is sent to the node; one message at a time, as upTurn says.
	up     *io.PipeWriter
	upTurn sync.Mutex
	cancel context.CancelFunc

	mu sync.Mutex
	// watching are those who watch, by number; last is the last number. audiences are
	// those of them who have a place, by seat.
	watching  map[uint64]*watcher
	audiences map[game.Seat]map[*watcher]struct{}
	last      uint64
	// over: nobody can watch by this trunk any more.
	over bool
}

// watcher is somebody who watches by a relay. It implements lobby.Subscription; the
// relay's mutex guards what is pushed.
type watcher struct {
	*stream.Subscription
	relay  *relay
	number uint64
	// seat is where the watcher has a place; the watcher has none before placed.
	seat   game.Seat
	placed bool
	// asked: the node was asked to let the person watch.
	asked bool
	// answer gets nil once everything at first has come, or why there is nothing to
	// watch.
	answer chan error
	// answered has an element if a command was answered, or the subscription has ended,
	// since the last command.
	answered chan struct{}
	// leave tells the node once that the watcher has left.
	leave sync.Once
}

var _ lobby.Subscription = (*watcher)(nil)

// Do implements lobby.Subscription.
func (w *watcher) Do(ctx context.Context, id string, body room.Action) error {
	return w.ask(ctx, "sub-do", request{ID: id, Kind: body.Kind(), Body: encode(body)})
}

// Say implements lobby.Subscription.
func (w *watcher) Say(ctx context.Context, id, text string) error {
	return w.ask(ctx, "sub-say", request{ID: id, Text: text})
}

// ask asks the node that has the room, and waits until its answer is among the frames.
// While the node cannot be asked, and the relay is not over, ask tries again.
func (w *watcher) ask(ctx context.Context, name string, q request) error {
	r := w.relay
	q.Room, q.Trunk, q.Number = r.room, r.id, w.number
	select {
	case <-w.answered:
	default:
	}
	until := time.Now().Add(moveWithin)
	for {
		err := r.links.call(ctx, r.node, name, &q, nil)
		switch {
		case errors.Is(err, errMoved):
			// Whoever watches comes back, and asks again.
			r.end(lobby.CodeMoved)
			return errClosing
		case w.Over():
			return err
		case !failsThere(err):
			select {
			case <-w.answered:
			case <-ctx.Done():
			}
			return err
		case time.Now().After(until):
			w.Answer(q.ID, errUnreachable)
			return errUnreachable
		}
		select {
		case <-time.After(moveEvery):
		case <-w.answered: // although the node's reply was lost
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Close implements lobby.Subscription.
func (w *watcher) Close() {
	w.relay.mu.Lock()
	w.End("")
	w.relay.mu.Unlock()
	w.relay.leave(w)
}

// errRelayOver says that a relay has ended and another one is needed.
var errRelayOver = errors.New("the relay has ended")

// watch lets somebody watch by the relay.
func (r *relay) watch(ctx context.Context, who joining) (lobby.Subscription, error) {
	w, err := r.add()
	if err != nil {
		return nil, err
	}
	select {
	case <-r.opened:
	case <-ctx.Done():
		r.leave(w)
		return nil, ctx.Err()
	}
	if r.failed != nil {
		return nil, r.failed
	}
	w.asked = true
	if err := r.send(messageJoin, w.number, encode(who)); err != nil {
		r.leave(w)
		return nil, &unreachableError{r.node, err}
	}
	select {
	case err = <-w.answer:
	case <-ctx.Done():
		err = ctx.Err()
	}
	if err != nil {
		r.leave(w)
		return nil, err
	}
	return w, nil
}

// add adds somebody, who gets nothing yet.
func (r *relay) add() (*watcher, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over {
		return nil, errRelayOver
	}
	r.last++
	w := &watcher{Subscription: stream.NewSubscription(), relay: r, number: r.last, answer: make(chan error, 1), answered: make(chan struct{}, 1)}
	r.watching[w.number] = w
	return w, nil
}

// leave takes somebody out, and ends the relay after the last one.
func (r *relay) leave(w *watcher) {
	w.leave.Do(func() {
		r.mu.Lock()
		delete(r.watching, w.number)
		r.place(w, w.seat, false)
		over := r.over
		empty := len(r.watching) == 0
		if empty {
			r.over = true
		}
		r.mu.Unlock()
		if over {
			return
		}
		if w.asked {
			// An error here is ignored: then the trunk has ended.
			_ = r.send(messageLeave, w.number, nil)
		}
		if empty {
			r.links.forget(r)
			_ = r.up.Close()
		}
	})
}

// send sends a message to the node.
func (r *relay) send(kind byte, number uint64, data []byte) error {
	r.upTurn.Lock()
	defer r.upTurn.Unlock()
	_, err := r.up.Write(appendMessage(nil, kind, number, data))
	return err
}

// read hands on what comes until the trunk ends.
func (r *relay) read(body io.Reader) error {
	from := bufio.NewReaderSize(body, 16<<10)
	for {
		m, err := readMessage(from, longestMessage)
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		if err := r.take(m); err != nil {
			return err
		}
	}
}

// take handles a message. Those for somebody who has just left are ignored.
func (r *relay) take(m message) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	w := r.watching[m.number]
	switch m.kind {
	case messageFrameAll, messageRoomAll:
		seat, err := seatOf(m.number)
		if err != nil {
			return err
		}
		for w := range r.audiences[seat] {
			if m.kind == messageRoomAll {
				w.PushRoom(m.data)
			} else {
				w.Push(m.data)
			}
		}
	case messagePlace:
		if len(m.data) != 1 {
			return errors.New("a place without a seat")
		}
		seat, err := seatOf(uint64(m.data[0]))
		if err != nil {
			return err
		}
		if w != nil {
			r.place(w, seat, true)
		}
	case messageFrame:
		if w != nil {
			w.Push(m.data)
		}
	case messageAnswer:
		if w != nil {
			w.Push(m.data)
			signal(w.answered)
		}
	case messageRoom:
		if w != nil {
			w.PushRoom(m.data)
		}
	case messageJoined:
		if w != nil {
			w.settle(nil)
		}
	case messageRefused:
		var why failure
		if err := decode(m.data, &why); err != nil {
			return err
		}
		if w != nil {
			w.settle(why.err())
		}
	case messageEnd:
		var why ending
		if err := decode(m.data, &why); err != nil {
			return err
		}
		if w != nil {
			w.EndFor(why.Code, why.Reason)
			signal(w.answered)
		}
	default:
		return fmt.Errorf("there is no message %q", m.kind)
	}
	return nil
}

// place puts somebody into the audience of a seat, or only takes somebody out.
func (r *relay) place(w *watcher, seat game.Seat, in bool) {
	if w.placed {
		if delete(r.audiences[w.seat], w); len(r.audiences[w.seat]) == 0 {
			delete(r.audiences, w.seat)
		}
	}
	if w.seat, w.placed = seat, in; !in {
		return
	}
	if r.audiences[seat] == nil {
		r.audiences[seat] = map[*watcher]struct{}{}
	}
	r.audiences[seat][w] = struct{}{}
}

// settle answers who wants to watch, once.
func (w *watcher) settle(err error) {
	select {
	case w.answer <- err:
	default:
	}
}

// end ends all who watch, with a code after which they come back.
func (r *relay) end(code coded.Code) {
	r.links.forget(r)
	r.cancel()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.over = true
	for _, w := range r.watching {
		w.settle(&unreachableError{r.node, errRelayOver})
		w.End(code)
		signal(w.answered)
	}
	_ = r.up.CloseWithError(errRelayOver)
}

// size returns how many audiences of the room watch here, and how many connections
// they have.
func (r *relay) size() (audiences, connections int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.audiences), len(r.watching)
}

// isOver reports whether nobody can watch by the relay any more.
func (r *relay) isOver() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.over
}
