package replay

import (
	"container/list"
	"context"
	"fmt"
	"sync"

	"archmage/internal/coded"
	"archmage/internal/work"
)

// Bounds of a [Service].
const (
	// DefaultBytes is about how much memory the kept results may take, in bytes.
	DefaultBytes = 64 << 20
	// maxWaiting is how many computations may wait for their turn.
	maxWaiting = 128
)

// Service computes costly things about matches, and keeps the results that were used last. It
// computes each thing once, however many callers ask for it, and few at the same time, so that
// moves in other matches do not wait. It is safe for use from many goroutines.
type Service struct {
	// slots holds a token for each computation that may run.
	slots chan struct{}
	bytes int

	mu      sync.Mutex
	kept    map[string]*list.Element
	order   *list.List // of *kept, the one used last first
	size    int
	running map[string]*computation
	// computed counts the computations since the start.
	computed int
}

type kept struct {
	key   string
	value any
	size  int
}

// computation is a computation that waits or runs.
type computation struct {
	done  chan struct{}
	value any
	err   error
}

// NewService returns a service that runs at most atOnce computations at the same time and keeps
// about that many bytes of results.
func NewService(atOnce, bytes int) *Service {
	return &Service{
		slots: make(chan struct{}, atOnce), bytes: bytes,
		kept: map[string]*list.Element{}, order: list.New(), running: map[string]*computation{},
	}
}

// Get returns the value that is kept under a key. If there is none, it calls compute and keeps its
// value; size is about how many bytes the value takes. It fails with the error of compute or of
// ctx, or with coded.Busy if too many computations wait already. A computation continues if its
// callers give up.
func (s *Service) Get(ctx context.Context, key string, compute func() (value any, size int, err error)) (any, error) {
	return s.get(ctx, key, true, compute)
}

// get is Get. A computation that is part of another one needs no slot of its own (slot is false).
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
			return nil, coded.Errorf(coded.Busy, "too much is computed at the moment; try again")
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

// run waits for a slot if slot is true, computes, and keeps the result. ctx is the context of the
// first caller, to whom the processor time is charged (package work).
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

// Stats returns how many bytes are kept, and how many computations were made since the start.
func (s *Service) Stats() (size, computed int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.size, s.computed
}
