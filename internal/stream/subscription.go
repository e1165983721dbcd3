package stream

import (
	"bytes"

	"archmage/internal/coded"
	"archmage/internal/game"
)

// CodeSlow ends a subscription whose client reads too slowly: come back and go
// on from what was read last.
const CodeSlow coded.Code = "slow"

// queuedFrames is how many frames a slow client may be behind.
const queuedFrames = 96

// Subscription is somebody's watch on a stream. Its frames come in order; when
// the channel is closed, the subscription is over. Only Frames and Ended may be
// called by others than the owner of the stream.
type Subscription struct {
	frames chan []byte
	seat   game.Seat
	// room is the last frame of the room that it was sent.
	room []byte
	over bool
	code coded.Code
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

// Over reports whether the subscription has ended.
func (s *Subscription) Over() bool { return s.over }

// End ends the subscription for a reason, "" if its client wants it. What is
// queued can still be read.
func (s *Subscription) End(code coded.Code) {
	if !s.over {
		s.over, s.code = true, code
		close(s.frames)
	}
}

// tellRoom queues a frame of the room, unless it was the last one.
func (s *Subscription) tellRoom(frame []byte) {
	if frame != nil && !bytes.Equal(s.room, frame) {
		s.room = frame
		s.push(frame)
	}
}

// push queues a frame, or ends the subscription if the queue is full.
func (s *Subscription) push(frame []byte) {
	if s.over {
		return
	}
	select {
	case s.frames <- frame:
	default:
		s.End(CodeSlow)
	}
}
