package stream

import (
	"bytes"
	"sync"

	"archmage/internal/coded"
	"archmage/internal/game"
)

// CodeSlow ends a subscription whose client reads too slowly: come back and go
// on from what was read last.
const CodeSlow coded.Code = "slow"

// queuedFrames is how many frames a slow client may be behind.
const queuedFrames = 96

// Subscription is somebody's watch on a stream, and the one way by which a connection
// is sent something: frames come in order, in a queue that grows with what is in it.
// Seat, PushRoom and EndFor are for the owner of the stream.
type Subscription struct {
	seat game.Seat
	// room is the last frame of the room that it was sent.
	room []byte

	mu    sync.Mutex
	queue [][]byte
	// ready is called when there is something to take; waiting: it is to be called.
	ready   func()
	waiting bool
	over    bool
	code    coded.Code
	reason  string
}

// NewSubscription returns a subscription that nothing was sent to yet.
func NewSubscription() *Subscription {
	return &Subscription{seat: game.NoSeat, ready: func() {}}
}

// Seat is the seat that the subscription watches from, or game.NoSeat.
func (s *Subscription) Seat() game.Seat { return s.seat }

// Notify has ready called whenever frames can be taken, or the subscription has ended.
// It may not block.
func (s *Subscription) Notify(ready func()) {
	s.mu.Lock()
	s.ready = ready
	s.unlock(len(s.queue) > 0 || s.over)
}

// unlock ends a change; due: ready is to be called.
func (s *Subscription) unlock(due bool) {
	ready := s.ready
	s.mu.Unlock()
	if due {
		ready()
	}
}

// Flush says that the frames that were pushed so far are to be taken now, so that those
// that belong together are taken together. It reports whether the subscription goes on.
func (s *Subscription) Flush() bool {
	s.mu.Lock()
	due, open := s.waiting, !s.over
	s.waiting = false
	s.unlock(due)
	return open
}

// Take takes the frames that are queued, and reports whether more may come. The memory
// of free is used for the queue.
func (s *Subscription) Take(free [][]byte) (frames [][]byte, open bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	frames, s.queue = s.queue, free[:0]
	return frames, !s.over
}

// Ended returns why the subscription is over: CodeSlow, or what End was told. It
// may be called once Take has said that nothing more comes.
func (s *Subscription) Ended() coded.Code { return s.code }

// Reason returns the reason that EndFor was told, or "". It may be called as Ended
// may.
func (s *Subscription) Reason() string { return s.reason }

// Over reports whether the subscription has ended.
func (s *Subscription) Over() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.over
}

// End ends the subscription with a code, "" if its client wants it. What is
// queued can still be taken.
func (s *Subscription) End(code coded.Code) { s.EndFor(code, "") }

// EndFor is End with a further reason.
func (s *Subscription) EndFor(code coded.Code, reason string) {
	s.mu.Lock()
	s.unlock(s.end(code, reason))
}

// end reports whether the subscription goes on until now.
func (s *Subscription) end(code coded.Code, reason string) bool {
	if s.over {
		return false
	}
	s.over, s.code, s.reason, s.waiting = true, code, reason, false
	return true
}

// PushRoom queues a frame of the room, unless it was the last one.
func (s *Subscription) PushRoom(frame []byte) {
	if frame != nil && !bytes.Equal(s.room, frame) {
		s.room = frame
		s.Push(frame)
	}
}

// Push queues a frame until Flush, or ends the subscription if the queue is full.
func (s *Subscription) Push(frame []byte) {
	s.mu.Lock()
	switch {
	case s.over:
	case len(s.queue) < queuedFrames:
		s.queue, s.waiting = append(s.queue, frame), true
	default:
		s.unlock(s.end(CodeSlow, ""))
		return
	}
	s.mu.Unlock()
}

// Answer queues the answer to a command with that id: ok, or why it is refused.
func (s *Subscription) Answer(id string, refusal *coded.Error) {
	frame := okFrame{"ok", id}.encode()
	if refusal != nil {
		frame = encode(rejectFrame{"reject", id, refusal.Code, refusal.Message})
	}
	s.Push(frame)
}
