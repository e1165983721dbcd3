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
// is sent something: frames come in order; when the channel is closed, the
// subscription is over. Seat, PushRoom and EndFor are for the owner of the stream.
type Subscription struct {
	frames chan []byte
	seat   game.Seat
	// room is the last frame of the room that it was sent.
	room []byte

	mu     sync.Mutex
	over   bool
	code   coded.Code
	reason string
}

// NewSubscription returns a subscription that nothing was sent to yet.
func NewSubscription() *Subscription {
	return &Subscription{frames: make(chan []byte, queuedFrames), seat: game.NoSeat}
}

// Seat is the seat that the subscription watches from, or game.NoSeat.
func (s *Subscription) Seat() game.Seat { return s.seat }

// Frames returns the channel of encoded frames. It is closed when the
// subscription ends.
func (s *Subscription) Frames() <-chan []byte { return s.frames }

// Ended returns why the subscription is over: CodeSlow, or what End was told. It
// may be called once Frames is closed and everything in it was read.
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
// queued can still be read.
func (s *Subscription) End(code coded.Code) { s.EndFor(code, "") }

// EndFor is End with a further reason.
func (s *Subscription) EndFor(code coded.Code, reason string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.end(code, reason)
}

func (s *Subscription) end(code coded.Code, reason string) {
	if s.over {
		return
	}
	s.over, s.code, s.reason = true, code, reason
	close(s.frames)
}

// PushRoom queues a frame of the room, unless it was the last one.
func (s *Subscription) PushRoom(frame []byte) {
	if frame != nil && !bytes.Equal(s.room, frame) {
		s.room = frame
		s.Push(frame)
	}
}

// Push queues a frame, or ends the subscription if the queue is full.
func (s *Subscription) Push(frame []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over {
		return
	}
	select {
	case s.frames <- frame:
	default:
		s.end(CodeSlow, "")
	}
}

// Answer queues the answer to a command with that id: ok, or why it is refused.
func (s *Subscription) Answer(id string, refusal *coded.Error) {
	frame := okFrame{"ok", id}.encode()
	if refusal != nil {
		frame = encode(rejectFrame{"reject", id, refusal.Code, refusal.Message})
	}
	s.Push(frame)
}
