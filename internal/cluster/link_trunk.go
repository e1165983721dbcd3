package cluster

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/lobby"
	"archmage/internal/stream"
)

const (
	// fullTrunk is how many bytes may wait for a node that reads slowly. Then its
	// trunk is cut; those who watch there come back and go on from what they have.
	fullTrunk = 4 << 20
	// busyTrunk is how many may wait while somebody else begins to watch.
	busyTrunk = 1 << 20
	// keptTrunk is the largest buffer that a trunk keeps.
	keptTrunk = 64 << 10
	// presentFor is how long people count as present after their trunk has ended.
	presentFor = 10 * time.Second
)

// trunk carries the frames of one room to one other node: what an audience sees
// once, however many watch there. It is the side of the node that has the room.
type trunk struct {
	room string

	mu sync.Mutex
	// waiting are the messages that are not sent yet.
	waiting []byte
	// cut: nothing more is sent. slow: because too much has waited.
	cut, slow bool
	// abort ends a write that waits for the other node; over is locked while it does,
	// and the trunk has no write any more when it is done.
	abort func()
	over  sync.Mutex
	done  bool
	// wake has an element if there is something to do, drained if there is nothing
	// to send.
	wake, drained chan struct{}
	// watching are the subscriptions by number.
	watching map[uint64]lobby.Subscription
}

var _ stream.Trunk = (*trunk)(nil)

func newTrunk(room string, abort func()) *trunk {
	return &trunk{room: room, abort: abort, wake: make(chan struct{}, 1), drained: make(chan struct{}, 1), watching: map[uint64]lobby.Subscription{}}
}

// Place implements stream.Trunk.
func (t *trunk) Place(number uint64, seat game.Seat) {
	t.send(messagePlace, number, []byte{byte(seatNumber(seat))})
}

// Tell implements stream.Trunk.
func (t *trunk) Tell(number uint64, frame []byte, room bool) {
	if room {
		t.send(messageRoom, number, frame)
	} else {
		t.send(messageFrame, number, frame)
	}
}

// Answer implements stream.Trunk.
func (t *trunk) Answer(number uint64, frame []byte) { t.send(messageAnswer, number, frame) }

// TellAll implements stream.Trunk.
func (t *trunk) TellAll(seat game.Seat, frame []byte, room bool) {
	if room {
		t.send(messageRoomAll, seatNumber(seat), frame)
	} else {
		t.send(messageFrameAll, seatNumber(seat), frame)
	}
}

// End implements stream.Trunk.
func (t *trunk) End(number uint64, code coded.Code, reason string) {
	t.send(messageEnd, number, encode(ending{code, reason}))
}

// send queues a message, or cuts the trunk if too much waits.
func (t *trunk) send(kind byte, number uint64, data []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.cut {
		return
	}
	if len(t.waiting)+len(data) > fullTrunk {
		t.cut, t.slow, t.waiting = true, true, nil
		go t.abortWrite() // which may block, and a room must not
	} else {
		t.waiting = appendMessage(t.waiting, kind, number, data)
	}
	signal(t.wake)
}

func (t *trunk) abortWrite() {
	t.over.Lock()
	defer t.over.Unlock()
	if !t.done {
		t.abort()
	}
}

// finish is called before the answer by which the trunk writes ends.
func (t *trunk) finish() {
	t.over.Lock()
	defer t.over.Unlock()
	t.done = true
}

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// take returns what waits, and whether the trunk is cut. The buffer that was taken
// before is used again.
func (t *trunk) take(used []byte) (waiting []byte, cut bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if cap(used) > keptTrunk {
		used = nil
	}
	waiting, t.waiting = t.waiting, used[:0]
	signal(t.drained)
	return waiting, t.cut
}

// subscription returns the subscription with a number, nil if there is none.
func (t *trunk) subscription(number uint64) lobby.Subscription {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.watching[number]
}

// setSubscription sets it, nil for one that has left.
func (t *trunk) setSubscription(number uint64, sub lobby.Subscription) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if sub == nil {
		delete(t.watching, number)
	} else {
		t.watching[number] = sub
	}
}

// end cuts the trunk. It reports whether that was done because its node was slow.
func (t *trunk) end() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.cut, t.waiting = true, nil
	signal(t.wake)
	return t.slow
}

// write sends what waits until the trunk is cut, ctx ends, or stopping is closed.
func (t *trunk) write(ctx context.Context, w http.ResponseWriter, stopping <-chan struct{}) error {
	control := http.NewResponseController(w)
	var used []byte
	for last := false; ; {
		waiting, cut := t.take(used)
		if cut {
			return nil
		}
		if len(waiting) > 0 {
			if _, err := w.Write(waiting); err != nil {
				return err
			}
			if err := control.Flush(); err != nil {
				return err
			}
		}
		if used = waiting; last {
			return nil
		}
		select {
		case <-t.wake:
		case <-stopping:
			last = true
		case <-ctx.Done():
			return nil
		}
	}
}

// receive lets people of the other node watch and leave, one after the other, until
// the node has nothing more to say.
func (t *trunk) receive(ctx context.Context, rooms *lobby.Lobby, body io.Reader) error {
	from := bufio.NewReaderSize(body, 4<<10)
	for {
		m, err := readMessage(from, longestJoin)
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		switch m.kind {
		case messageJoin:
			if err := t.join(ctx, rooms, m); err != nil {
				return err
			}
		case messageLeave:
			if sub := t.subscription(m.number); sub != nil {
				t.setSubscription(m.number, nil)
				sub.Close()
			}
		default:
			return fmt.Errorf("there is no message %q", m.kind)
		}
	}
}

func (t *trunk) join(ctx context.Context, rooms *lobby.Lobby, m message) error {
	var who joining
	if err := decode(m.data, &who); err != nil {
		return err
	}
	if t.subscription(m.number) != nil {
		return fmt.Errorf("the number %d is taken", m.number)
	}
	if !t.calm(ctx) {
		return nil
	}
	// It is done whether or not the link breaks: a subscription that began is in
	// watching.
	sub, err := rooms.WatchFrom(context.WithoutCancel(ctx), t.room, who.Person, who.Hello, t, m.number)
	if err != nil {
		t.send(messageRefused, m.number, encode(failureOf(err)))
		return nil
	}
	t.setSubscription(m.number, sub)
	t.send(messageJoined, m.number, nil)
	return nil
}

// calm waits until little waits to be sent. It returns false if ctx ends first.
func (t *trunk) calm(ctx context.Context) bool {
	for {
		t.mu.Lock()
		calm := len(t.waiting) < busyTrunk
		t.mu.Unlock()
		if calm {
			return true
		}
		select {
		case <-t.drained:
		case <-ctx.Done():
			return false
		}
	}
}

// leaveLater ends the subscriptions that are left, after presentFor: until then their
// people count as present, because they are about to come back.
func (t *trunk) leaveLater() {
	if len(t.watching) == 0 {
		return
	}
	time.AfterFunc(presentFor, func() {
		for _, sub := range t.watching {
			sub.Close()
		}
	})
}
