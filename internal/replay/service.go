package replay

import (
	"container/list"
	"context"
	"fmt"
	"sync"

	"archmage/internal/coded"
	"archmage/internal/work"
)

// CodeBusy: too much is computed at the moment; try again.
const CodeBusy coded.Code = "busy"

// Bounds of a [Service].
const (
	// DefaultBytes is about how much memory what is kept takes.
	DefaultBytes = 64 << 20
	// maxWaiting is how many computations wait for their turn.
	maxWaiting = 128
)

// Service computes what is costly about matches that are shown again, and keeps
// what was used last: each thing is computed once however many ask for it, and
// few at the same time, so that moves in other matches do not wait. It is safe
// for use from many goroutines.
type Service struct {
	// slots holds a token for each computation.
	slots chan struct{}
	bytes int

	mu      sync.Mutex
	kept    map[string]*list.Element
	order   *list.List // of *kept, the one used last first
	size    int
	running map[string]*computation
	// computed counts what has been computed.
	computed int
}

type kept struct {
	key   string
	value any
	size  int
}

// computation is something that is being computed.
type computation struct {
	done  chan struct{}
	value any
	err   error
}

// NewService returns a service that computes so many things at once and keeps
// about that many bytes.
func NewService(atOnce, bytes int) *Service {
	return &Service{
		slots: make(chan struct{}, atOnce), bytes: bytes,
		kept: map[string]*list.Element{}, order: list.New(), running: map[string]*computation{},
	}
}

// Get returns what is kept under a key, or what compute returns with its size in
// bytes, which is then kept. It fails like compute, with the error of the context,
// or with CodeBusy if too many wait already. A computation goes on when those who
// wait for it have left.
func (s *Service) Get(ctx context.Context, key string, compute func() (value any, size int, err error)) (any, error) {
	return s.get(ctx, key, true, compute)
}

// get is Get; a part of another computation needs no slot of its own.
func (s *Service) get(ctx context.Context, key string, slot bool, compute func() (any, int, error)) (any, error) {
	s.mu.Lock()
	if at, ok := s.kept[key]; ok {
		s.order.MoveToFront(at)
		defer s.mu.Unlock()
		return at.Value.(*kept).value, nil
	}
	c, ok := s.running[key]
	if !ok {
		if slot && len(s.running) >= maxWaiting {
			s.mu.Unlock()
			return nil, coded.Errorf(CodeBusy, "too many matches are shown again at the moment; try again")
		}
		c = &computation{done: make(chan struct{})}
		s.running[key] = c
		go s.run(ctx, key, c, slot, compute)
	}
	s.mu.Unlock()
	select {
	case <-c.done:
		return c.value, c.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// run computes, with a slot once there is one, and keeps the result. The context is
// that of whoever asked first, whose work it is (package work).
func (s *Service) run(ctx context.Context, key string, c *computation, slot bool, compute func() (any, int, error)) {
	if slot {
		s.slots <- struct{}{}
		defer func() { <-s.slots }()
	}
	size := 0
	defer func() {
		if value := recover(); value != nil {
			c.err = fmt.Errorf("replay: %v", value)
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.computed++
		delete(s.running, key)
		if c.err == nil {
			s.keep(key, c.value, size)
		}
		close(c.done)
	}()
	work.Do(ctx, func() { c.value, size, c.err = compute() })
}

func (s *Service) keep(key string, value any, size int) {
	if at, ok := s.kept[key]; ok {
		s.drop(at)
	}
	s.kept[key] = s.order.PushFront(&kept{key, value, size})
	s.size += size
	for s.size > s.bytes {
		s.drop(s.order.Back())
	}
}

func (s *Service) drop(at *list.Element) {
	old := s.order.Remove(at).(*kept)
	delete(s.kept, old.key)
	s.size -= old.size
}

// Stats returns how many bytes are kept, and how much has been computed so far.
func (s *Service) Stats() (size, computed int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.size, s.computed
}
