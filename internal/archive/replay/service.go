package replay

import (
	"container/list"
	"context"
	"fmt"
	"sync"

	"archmage/internal/coded"
	"archmage/internal/work"
)

// Limits of a [Service].
const (
	// DefaultBytes is the usual limit on the memory that cached results take, in bytes.
	DefaultBytes = 64 << 20
	// maxWaiting is the maximum number of computations that wait or run.
	maxWaiting = 128
)

// Service computes what is costly to compute about matches, and caches the results that were used last. It
// computes each value once, however many callers request it, and only a few at the same time, so that moves in
// live matches do not wait. It is safe for concurrent use.
type Service struct {
	// slots has an element for each computation that runs.
	slots    chan struct{}
	maxBytes int

	mu      sync.Mutex
	cache   map[string]*list.Element
	order   *list.List // of *cached, in order of use, the latest first
	size    int
	running map[string]*computation
	// computed counts the computations since the start.
	computed int
}

type cached struct {
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

// NewService returns a service that runs at most parallel computations at the same time and caches about that
// many bytes of results.
func NewService(parallel, bytes int) *Service {
	return &Service{
		slots: make(chan struct{}, parallel), maxBytes: bytes,
		cache: map[string]*list.Element{}, order: list.New(), running: map[string]*computation{},
	}
}

// Get returns the cached value of a key. If there is none, it calls compute and caches the result; size is
// about the number of bytes that the value takes. Get fails with the error of compute or ctx, or with
// coded.Busy if too many computations are waiting. A computation goes on if its callers give up.
func (s *Service) Get(ctx context.Context, key string, compute func() (value any, size int, err error)) (any, error) {
	return s.get(ctx, key, true, compute)
}

// get is Get with a choice: slot is false for a computation that is part of another one and needs no slot of
// its own.
func (s *Service) get(ctx context.Context, key string, slot bool, compute func() (any, int, error)) (any, error) {
	s.mu.Lock()
	if element, ok := s.cache[key]; ok {
		s.order.MoveToFront(element)
		defer s.mu.Unlock()
		return element.Value.(*cached).value, nil
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

// run waits for a slot if slot is true, computes, and caches the result. The processor time is charged to ctx,
// the context of the first caller (package work).
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
			s.store(key, c.value, size)
		}
		close(c.done)
	}()
	work.Do(ctx, func() { c.value, size, c.err = compute() })
}

func (s *Service) store(key string, value any, size int) {
	if element, ok := s.cache[key]; ok {
		s.drop(element)
	}
	s.cache[key] = s.order.PushFront(&cached{key, value, size})
	s.size += size
	for s.size > s.maxBytes {
		s.drop(s.order.Back())
	}
}

func (s *Service) drop(element *list.Element) {
	dropped := s.order.Remove(element).(*cached)
	delete(s.cache, dropped.key)
	s.size -= dropped.size
}

// Stats returns the number of cached bytes, and of computations since the start.
func (s *Service) Stats() (size, computed int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.size, s.computed
}
