package lobby

import (
	"context"
	"sync"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/room"
	"archmage/internal/stream"
)

// testTrunk is a trunk whose other end is in the same program.
type testTrunk struct {
	mu    sync.Mutex
	subs  map[uint64]*stream.Subscription
	seats map[uint64]game.Seat
}

var _ stream.Trunk = (*testTrunk)(nil)

func newTestTrunk() *testTrunk {
	return &testTrunk{subs: map[uint64]*stream.Subscription{}, seats: map[uint64]game.Seat{}}
}

// trunked is a subscription whose frames come by a trunk.
type trunked struct {
	*stream.Subscription
	far Subscription
}

func (s *trunked) Close() { s.far.Close() }

func (s *trunked) Do(ctx context.Context, id string, body room.Action) error {
	return s.far.Do(ctx, id, body)
}

func (s *trunked) Say(ctx context.Context, id, text string) error { return s.far.Say(ctx, id, text) }

// watch lets a client watch by the trunk.
func (t *testTrunk) watch(c *client, hello stream.Hello) (Subscription, error) {
	near := stream.NewSubscription()
	t.mu.Lock()
	number := uint64(len(t.subs))
	t.subs[number] = near
	t.mu.Unlock()
	far, err := c.w.lobby.WatchFrom(c.w.ctx, c.w.room, c.person, hello, t, number)
	return &trunked{near, far}, err
}

func (t *testTrunk) Place(number uint64, seat game.Seat) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.seats[number] = seat
}

func (t *testTrunk) Tell(number uint64, frame []byte, room bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.push(t.subs[number], frame, room)
}

func (t *testTrunk) Answer(number uint64, frame []byte) { t.Tell(number, frame, false) }

func (t *testTrunk) TellAll(seat game.Seat, frame []byte, room bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for number, sub := range t.subs {
		if at, placed := t.seats[number]; placed && at == seat {
			t.push(sub, frame, room)
		}
	}
}

func (t *testTrunk) push(sub *stream.Subscription, frame []byte, room bool) {
	if room {
		sub.PushRoom(frame)
	} else {
		sub.Push(frame)
	}
}

func (t *testTrunk) End(number uint64, code coded.Code, reason string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.subs[number].EndFor(code, reason)
}
