package socket

import (
	"bytes"
	"io"
	"math"
	"slices"
	"time"

	"github.com/gorilla/websocket"
	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/room"
	"archmage/internal/strict"
	"archmage/internal/transport/frame"
	"archmage/internal/transport/httpx"
	"archmage/internal/work"
)

// readAll handles the client's frames, one by one, until the connection ends. A connection mostly
// waits here. So little is on the stack then that the garbage collector shrinks it after a frame.
func (c *conn) readAll() {
	defer c.leave()
	for isOpen := c.end == endNone; isOpen; {
		kind, body, err := c.ws.NextReader()
		c.end, isOpen = c.receive(kind, body, err)
	}
}

// receive reads a frame and carries it out. err is the error of NextReader. The reply is sent with
// the frames of the subscription. receive returns the ending and false if the connection cannot go
// on.
func (c *conn) receive(kind int, body io.Reader, err error) (ending, bool) {
	data, end := c.readFrame(kind, body, err, endingFor(CodeIdle))
	if data == nil || c.ctx.Err() != nil {
		return end, false // the bye frame may have been sent
	}
	arrived := time.Now()
	defer c.sockets.buffers.Put(data)
	defer c.sub.Flush()
	f, err := frame.Decode(data.Bytes())
	switch {
	case err != nil && f.ID == "":
		return malformedEnding(websocket.CloseInvalidFramePayloadData), false
	case err == nil && f.Type == frame.TypeHello:
		return malformedEnding(websocket.ClosePolicyViolation), false
	case err == nil && f.Type == frame.TypePing:
		c.sub.Push(strict.Encode(frame.PongFrame{Type: "pong", ID: f.ID}))
	default:
		if err == nil {
			err = c.checkFrame(f.Type)
		}
		switch line, isChat := f.Body.(*frame.ChatLine); {
		case err != nil:
			refusal, _ := coded.Refusal(err)
			c.sub.Answer(f.ID, refusal)
		case isChat:
			err = c.sub.Say(c.ctx, f.ID, line.Text)
		default:
			err = c.sub.Do(c.ctx, f.ID, f.Body.(room.Action))
		}
		c.countFrame(&f, err, arrived)
	}
	c.extendReadDeadline(c.sockets.limits.IdleTimeout)
	return endNone, true
}

// allowedWhenFull are the kinds of commands, except answers, that a match in progress needs. They
// are carried out even while the disk is nearly full.
var allowedWhenFull = []room.Kind{room.KindUndo, room.KindConcede, room.KindPropose, room.KindReply, room.KindReturn}

// checkFrame counts a frame. It refuses the frame if the person sends too many or may not write in
// the chat.
func (c *conn) checkFrame(kind string) error {
	var ok bool
	switch room.Kind(kind) {
	case room.KindAnswer:
		ok = c.sockets.Limiter.TakeAnswer(c.person.ID, c.room)
	default:
		if err := c.sockets.CheckSpace(); err != nil && !slices.Contains(allowedWhenFull, room.Kind(kind)) {
			return err
		}
		_, ok = c.sockets.Limiter.TakeChange(c.person.ID, c.addr)
	}
	if !ok {
		c.sockets.Refused.WithLabelValues(httpx.Changes.String()).Inc()
		return coded.Errorf(coded.TooFast, "too many changes in a short time; try again in a moment")
	}
	if bans := c.sockets.bans; kind == frame.TypeChat && bans != nil {
		return bans.CheckChat(c.person.ID)
	}
	return nil
}

// countFrame counts an answered frame in the metrics, and logs an error that the client does not
// get.
func (c *conn) countFrame(f *frame.Frame, err error, arrived time.Time) {
	kind, code := f.Type, "ok"
	if f.Body == nil {
		kind = "unknown"
	}
	if err != nil {
		refusal, ok := coded.Refusal(err)
		if code = string(refusal.Code); !ok {
			c.sockets.Log.Error(
				"command failed",
				zap.String("room", c.room),
				zap.String("kind", kind),
				zap.Error(err),
			)
		}
	}
	c.sockets.metrics.commands.WithLabelValues(kind, code).Inc()
	if slices.Contains(serverFaults, coded.Code(code)) {
		c.sockets.metrics.failures.WithLabelValues(code).Inc()
	}
	c.sockets.metrics.commandSeconds.Observe(time.Since(arrived).Seconds())
}

// readFrame reads a frame into a buffer of the pool, or returns nil and the ending. silence is the
// ending after a timeout.
func (c *conn) readFrame(kind int, body io.Reader, err error, silence ending) (*bytes.Buffer, ending) {
	limits := c.sockets.limits
	if err != nil {
		return nil, c.endAfterRead(err, silence)
	}
	switch {
	case !c.frames.Allow():
		return nil, endingFor(coded.TooFast)
	case kind != websocket.TextMessage:
		return nil, malformedEnding(websocket.CloseUnsupportedData)
	}
	c.waitForTurn()
	longest := int64(limits.Message)
	if longest == 0 {
		longest = math.MaxInt64 - 1
	}
	// The rest of the frame must arrive soon.
	c.inFrame = true
	c.extendReadDeadline(limits.WriteTimeout)
	data := c.sockets.buffers.Get().(*bytes.Buffer)
	data.Reset()
	n, err := data.ReadFrom(io.LimitReader(body, longest+1))
	c.inFrame = false
	switch {
	case err != nil:
		return nil, c.endAfterRead(err, malformedEnding(websocket.ClosePolicyViolation))
	case n > longest:
		return nil, malformedEnding(websocket.CloseMessageTooBig)
	}
	return data, endNone
}

// endAfterRead returns the ending that follows from an error of reading.
func (c *conn) endAfterRead(err error, silence ending) ending {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stopReason != endNone {
		silence = c.stopReason
	}
	return endingAfterRead(err, silence)
}

// waitForTurn waits until the frame rate of the client's address allows another frame.
func (c *conn) waitForTurn() {
	if wait := c.sockets.Limiter.Delay(httpx.Frames, c.addr); wait > 0 {
		_ = work.Sleep(c.ctx, wait) // the next read or write notices that the context has ended
	}
}
