package socket

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/gorilla/websocket"
	"go.uber.org/zap"

	"archmage/internal/people"
	"archmage/internal/stream"
	"archmage/internal/strict"
	"archmage/internal/transport/httpx"
)

// wake writes what there is to write, unless another goroutine already does. It never
// waits: it starts a goroutine for what the system does not take at once, which ends when
// that is written.
func (c *conn) wake() {
	if c.wakes.Add(1) > 1 {
		return
	}
	done := false
	_ = c.recoverPanics(func() ending { done = c.writeNow(); return endNone })
	if !done {
		go c.write()
	}
}

// writeNow writes until there is nothing more, and returns false if it would have to
// wait. It never ends the connection.
func (c *conn) writeNow() bool {
	for n := int32(1); n > 0; n = c.wakes.Add(-n) {
		if c.out.direct == nil || c.ctx.Err() != nil || c.hasReadEnded() || !c.collect() || !c.out.flushNow() {
			return false
		}
	}
	return true
}

// write sends the client all there is, waiting where it must, until there is nothing
// more. When the room or the reading goroutine has ended, it sends bye.
func (c *conn) write() {
	for n := c.wakes.Load(); n > 0; n = c.wakes.Add(-n) {
		if c.ctx.Err() != nil {
			continue // bye was sent
		}
		var goesOn bool
		end := c.recoverPanics(func() (end ending) { end, goesOn = c.pump(); return end })
		if !goesOn {
			c.bye(end)
			c.cancel()
			close(c.writeDone)
		}
	}
}

// pump sends the frames that the subscription has now, and pings and news that are due.
// If the connection does not go on, it returns the ending.
func (c *conn) pump() (end ending, goesOn bool) {
	unread := c.hasReadEnded()
	open := c.collect()
	if err := c.flush(); err != nil {
		return c.endAfterWrite(err), false
	}
	switch {
	case unread:
		return c.end, false
	case open || c.sub.Ended() == "":
		return endNone, true
	}
	if reason := c.sub.Reason(); reason != "" {
		c.setReason(&httpx.Explained{Reason: people.Reason(reason)})
	}
	return endingFor(c.sub.Ended()), false
}

// unread reports whether the reading goroutine has ended.
func (c *conn) hasReadEnded() bool {
	select {
	case <-c.readDone:
		return true
	default:
		return false
	}
}

// collect adds to the outbox the frames that the subscription has now, and pings and news
// that are due. It reports whether the subscription goes on.
func (c *conn) collect() (open bool) {
	frames, open := c.sub.Take(c.frameBuffer)
	c.frameBuffer = nil
	for _, frame := range frames {
		if c.send(frame); c.out.full() {
			c.out.flushNow()
		}
	}
	if clear(frames); cap(frames) <= maxIdleFrames {
		c.frameBuffer = frames
	}
	if c.hasNews.Swap(false) {
		c.send(strict.Encode(NewsFrame{Type: "news"}))
	}
	if c.pingDue.Swap(false) {
		// It fails only after a close.
		_ = c.ws.WriteControl(websocket.PingMessage, nil, time.Time{})
	}
	return open
}

// maxTaken is for how many frames an idle connection keeps memory.
const maxIdleFrames = 8

// pingRegularly pings the client from now on, unless clients may be silent. Two pings
// may get lost.
func (c *conn) pingRegularly() {
	every := c.sockets.limits.IdleTimeout * 2 / 5
	if every == 0 {
		return
	}
	c.pinger = time.AfterFunc(math.MaxInt64, func() {
		if c.ctx.Err() == nil {
			c.pingDue.Store(true)
			c.wake()
			c.pinger.Reset(every)
		}
	})
	// The timer starts only here, because its function uses c.pinger.
	c.pinger.Reset(every)
}

// endUnwritten returns the ending of a connection after an error of writing.
func (c *conn) endAfterWrite(err error) ending {
	_ = c.ws.Close()
	var broken net.Error
	if errors.As(err, &broken) && broken.Timeout() {
		return endingFor(stream.CodeSlow)
	}
	return endNone
}

// payEvery is how many bytes are sent before the address is charged with them.
const chargeEvery = 64 << 10

// send writes one frame, which goes out with the next flush.
func (c *conn) send(frame []byte) {
	c.out.writeText(frame)
	c.sockets.metrics.framesOut.Inc()
	c.sockets.metrics.bytesOut.Add(float64(len(frame)))
	if c.unchargedBytes += len(frame); c.unchargedBytes >= chargeEvery {
		c.sockets.Limiter.ChargeBytes(c.addr, c.unchargedBytes)
		c.unchargedBytes = 0
	}
}

// flush sends what was written.
func (c *conn) flush() error {
	if d := c.sockets.limits.WriteTimeout; d > 0 {
		return c.out.flush(time.Now().Add(d))
	}
	return c.out.flush(time.Time{})
}

// bye sends the bye frame, if it can still be written, or answers the client's close. It
// then stops waiting for the client's frames.
func (c *conn) bye(end ending) {
	c.sockets.leave(c)
	c.mu.Lock()
	why, status := c.explained, c.closeStatus
	c.mu.Unlock()
	if end != endNone {
		c.sockets.metrics.cutOff.WithLabelValues(string(end.code)).Inc()
		frame := end.frame()
		frame.Explanation = why
		c.send(strict.Encode(frame))
		status = end.status
	}
	if status != 0 {
		_ = c.ws.WriteControl(
			websocket.CloseMessage,
			websocket.FormatCloseMessage(status, string(end.code)),
			time.Time{},
		)
	}
	c.out.writeCloseFrame()
	_ = c.flush()
	c.sockets.Log.Debug(
		"a connection ends",
		zap.String("person", c.person.ID),
		zap.String("room", c.room),
		zap.String("code", string(end.code)),
	)
	c.mu.Lock()
	c.closing = true
	_ = c.ws.SetReadDeadline(time.Now().Add(lingerFor))
	c.mu.Unlock()
	c.out.closeWrite()
}

// outbox is a connection to a client that buffers what is written until flush,
// so that frames that follow each other take one system call. Any goroutine may
// write and flush.
//
// An update and the ok after it cost 5 us of CPU instead of 8 (BenchmarkOutbox).
// Without it a move of four players costs 9 % more in a load test without pauses
// (100 rooms, closed loop), and 1 % more with pauses of 100 ms.
type outbox struct {
	net.Conn
	mu sync.Mutex
	// pending holds what is still to be sent; nil if there is nothing.
	pending *bytes.Buffer
	// last is a close frame. It is held until finish, because nothing may follow it (RFC 6455,
	// 5.5.1), and the library answers what is no frame with one before the bye frame is sent.
	closeFrame []byte
	// bounded is true if the last flush had a deadline.
	hasDeadline bool
	// direct is nil where every write may have to wait.
	direct *direct
}

// fullOutbox is how many bytes an outbox should buffer at most.
const outboxSize = 16 << 10

// outboxes are the buffers of outboxes.
var outboxes = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// Write implements net.Conn. It never fails; flush does.
func (o *outbox) Write(data []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(data) > 0 && data[0] == finalFrame|websocket.CloseMessage {
		o.closeFrame = slices.Clone(data)
		return len(data), nil
	}
	return o.buffer().Write(data)
}

// finalFrame is the bit of a frame that is not continued (RFC 6455, 5.2).
const finalFrame = 0x80

// finish adds the close frame, if there is one. Nothing may be written after it.
func (o *outbox) writeCloseFrame() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closeFrame != nil {
		o.buffer().Write(o.closeFrame)
		o.closeFrame = nil
	}
}

// open returns the buffer for what is to be sent.
func (o *outbox) buffer() *bytes.Buffer {
	if o.pending == nil {
		o.pending = outboxes.Get().(*bytes.Buffer)
	}
	return o.pending
}

// writeText adds a text message, as a server sends it (RFC 6455, 5.2): one frame
// that is not masked.
func (o *outbox) writeText(data []byte) {
	head := [10]byte{finalFrame | websocket.TextMessage}
	size := 2
	switch n := len(data); {
	case n < 126:
		head[1] = byte(n)
	case n <= math.MaxUint16:
		head[1], size = 126, 4
		binary.BigEndian.PutUint16(head[2:], uint16(n))
	default:
		head[1], size = 127, 10
		binary.BigEndian.PutUint64(head[2:], uint64(n))
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	b := o.buffer()
	b.Write(head[:size])
	b.Write(data)
}

// SetWriteDeadline implements net.Conn. It does nothing: Write never blocks, and
// flush takes a deadline.
func (o *outbox) SetWriteDeadline(time.Time) error { return nil }

// full reports whether the outbox should be flushed.
func (o *outbox) full() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.pending != nil && o.pending.Len() >= outboxSize
}

// flush sends what is pending. The zero time means no deadline.
func (o *outbox) flush(until time.Time) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.pending == nil {
		return nil
	}
	if o.hasDeadline || !until.IsZero() {
		o.hasDeadline = !until.IsZero()
		_ = o.Conn.SetWriteDeadline(until)
	}
	_, err := o.Conn.Write(o.pending.Bytes())
	o.empty()
	return err
}

// flushNow sends what the system takes at once, and reports whether that was everything.
func (o *outbox) flushNow() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.pending == nil || o.direct == nil {
		return o.pending == nil
	}
	if o.hasDeadline {
		o.hasDeadline = false
		_ = o.Conn.SetWriteDeadline(time.Time{})
	}
	if o.pending.Next(o.direct.write(o.pending.Bytes())); o.pending.Len() > 0 {
		return false
	}
	o.empty()
	return true
}

// empty gives the buffer back.
func (o *outbox) empty() {
	if o.pending.Cap() <= 4*outboxSize {
		o.pending.Reset()
		outboxes.Put(o.pending)
	}
	o.pending = nil
}

// closeWrite tells the client that nothing more will be sent.
func (o *outbox) closeWrite() {
	if half, ok := o.Conn.(interface{ CloseWrite() error }); ok {
		_ = half.CloseWrite()
	}
}

// outboxWriter is a ResponseWriter that gives a hijacked connection an outbox.
type outboxWriter struct {
	http.ResponseWriter
	out *outbox
}

// Hijack implements http.Hijacker.
func (w *outboxWriter) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, both, err := http.NewResponseController(w.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	w.out = &outbox{Conn: conn, direct: newDirect(conn)}
	return w.out, both, nil
}
