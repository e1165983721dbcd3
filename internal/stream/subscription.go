package stream

import (
	"bytes"
	"sync"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/strict"
)

// CodeSlow: the client read too slowly. The client can try again.
const CodeSlow coded.Code = "slow"

// maxQueue is the maximum number of frames that wait for a slow client.
const maxQueue = 96

// Subscription is the queue of frames for one connection. All frames go through it, in order. The queue grows
// as needed, up to maxQueue. Only the owner of the stream may call Seat and PushRoom. The other methods are safe
// for concurrent use.
type Subscription struct {
	seat game.Seat
	// room is the last frame of the room that was queued.
	room []byte

	mu    sync.Mutex
	queue [][]byte
	// ready is called when frames can be taken. waiting is the urgency of the frames for which ready has not
	// been called yet.
	ready   func()
	waiting Waiting
	over    bool
	code    coded.Code
	reason  string
}

// Waiting is the urgency of the frames of a subscription that have not been announced yet.
type Waiting uint8

// Frames are announced immediately if one of them is due. Frames that can wait are announced later,
// together with the next ones.
const (
	NoneWaiting Waiting = iota
	CanWait
	Due
)

// NewSubscription returns a subscription with an empty queue.
func NewSubscription() *Subscription {
	return &Subscription{seat: game.NoSeat, ready: func() {}}
}

// Seat returns the seat from which the subscription watches, or game.NoSeat.
func (s *Subscription) Seat() game.Seat { return s.seat }

// Notify sets the function that is called when frames can be taken and when the subscription ends. ready must
// not block.
func (s *Subscription) Notify(ready func()) {
	s.mu.Lock()
	s.ready = ready
	s.unlockAndNotify(len(s.queue) > 0 || s.over)
}

// unlockAndNotify releases the lock, and then calls ready if due is true.
func (s *Subscription) unlockAndNotify(due bool) {
	ready := s.ready
	s.mu.Unlock()
	if due {
		ready()
	}
}

// Flush announces the frames that were pushed since the last call (see Notify), so that they are taken
// together. It reports whether the subscription is still open.
func (s *Subscription) Flush() bool {
	s.mu.Lock()
	due, open := s.waiting != NoneWaiting, !s.over
	s.waiting = NoneWaiting
	s.unlockAndNotify(due)
	return open
}

// Waiting returns what Flush would announce, and whether the subscription is still open.
func (s *Subscription) Waiting() (waiting Waiting, open bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.waiting, !s.over
}

// Take empties the queue and returns its frames. open is false if no more frames will come. The queue reuses
// the memory of free.
func (s *Subscription) Take(free [][]byte) (frames [][]byte, open bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	frames, s.queue, s.waiting = s.queue, free[:0], NoneWaiting
	return frames, !s.over
}

// EndCode returns the code with which the subscription has ended: CodeSlow, or the code passed to End. Call it
// only after Take has returned open as false.
func (s *Subscription) EndCode() coded.Code { return s.code }

// Reason returns the reason passed to EndFor, or "". Call it only after Take has returned open as false.
func (s *Subscription) Reason() string { return s.reason }

// IsOver reports whether the subscription has ended.
func (s *Subscription) IsOver() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.over
}

// End ends the subscription with a code, "" if the client has ended it. Queued frames can still be taken.
func (s *Subscription) End(code coded.Code) { s.EndFor(code, "") }

// EndFor is End with a reason for the client in addition to the code.
func (s *Subscription) EndFor(code coded.Code, reason string) {
	s.mu.Lock()
	s.unlockAndNotify(s.end(code, reason))
}

// end ends the subscription and reports whether it was open before.
func (s *Subscription) end(code coded.Code, reason string) bool {
	if s.over {
		return false
	}
	s.over, s.code, s.reason, s.waiting = true, code, reason, NoneWaiting
	return true
}

// PushRoom queues a frame of the room, unless it equals the last one.
func (s *Subscription) PushRoom(frame []byte) {
	if frame != nil && !bytes.Equal(s.room, frame) {
		s.room = frame
		s.Push(frame)
	}
}

// Push queues a frame, which Flush announces. If the queue is full, Push ends the subscription with CodeSlow.
func (s *Subscription) Push(frame []byte) { s.push(frame, Due) }

// maxWaiting is the length of the queue from which on every further frame is due.
const maxWaiting = maxQueue / 4

func (s *Subscription) push(frame []byte, waiting Waiting) {
	s.mu.Lock()
	switch {
	case s.over:
	case len(s.queue) < maxQueue:
		if s.queue = append(s.queue, frame); len(s.queue) >= maxWaiting {
			waiting = Due
		}
		s.waiting = max(s.waiting, waiting)
	default:
		s.unlockAndNotify(s.end(CodeSlow, ""))
		return
	}
	s.mu.Unlock()
}

// Answer queues the reply to the command with the given id: an okFrame if refusal is nil, and a rejectFrame
// otherwise.
func (s *Subscription) Answer(id string, refusal *coded.Error) {
	frame := okFrame{"ok", id}.encode()
	if refusal != nil {
		frame = strict.Encode(rejectFrame{"reject", id, refusal.Code, refusal.Message})
	}
	s.Push(frame)
}
