package transport

import (
	"errors"
	"net"
	"time"

	"github.com/gorilla/websocket"
	"go.uber.org/zap"

	"archmage/internal/people"
	"archmage/internal/stream"
)

// write sends everything to the client until the room or the reading goroutine
// ends, and says bye.
func (c *conn) write() {
	defer close(c.written)
	defer c.cancel()
	c.bye(c.guard(c.pump))
}

// pump sends the frames of the subscription, and returns the ending.
func (c *conn) pump() ending {
	frames := c.sub.Frames()
	var ping <-chan time.Time
	if idle := c.server.options.Limits.Idle; idle > 0 {
		// Two pings may get lost.
		ticker := time.NewTicker(idle * 2 / 5)
		defer ticker.Stop()
		ping = ticker.C
	}
	for {
		if len(frames) == 0 || c.out.full() {
			if err := c.flush(); err != nil {
				return c.endUnwritten(err)
			}
		}
		select {
		case frame, ok := <-frames:
			if ok {
				c.send(frame)
				break
			}
			if code := c.sub.Ended(); code != "" {
				if reason := c.sub.Reason(); reason != "" {
					c.explain(&explained{Reason: people.Reason(reason)})
				}
				return endFor(code)
			}
			frames = nil
		case <-c.read:
			for range len(frames) {
				if frame, ok := <-frames; ok {
					c.send(frame)
				}
			}
			return c.end
		case <-c.news:
			c.send(encode(newsFrame{Type: "news"}))
		case <-ping:
			if err := c.ws.WriteControl(websocket.PingMessage, nil, time.Time{}); err != nil {
				return c.endUnwritten(err)
			}
		}
	}
}

// endUnwritten returns the ending of a connection after an error of writing.
func (c *conn) endUnwritten(err error) ending {
	_ = c.ws.Close()
	var broken net.Error
	if errors.As(err, &broken) && broken.Timeout() {
		return endFor(stream.CodeSlow)
	}
	return endNone
}

// payEvery is after how many bytes a connection's address is charged with them.
const payEvery = 64 << 10

// send writes one frame, which goes out with the next flush.
func (c *conn) send(frame []byte) {
	c.out.writeText(frame)
	c.server.metrics.framesOut.Inc()
	c.server.metrics.bytesOut.Add(float64(len(frame)))
	if c.unpaid += len(frame); c.unpaid >= payEvery {
		c.server.accounts.sent.charge(c.addr, float64(c.unpaid))
		c.unpaid = 0
	}
}

// flush sends what was written.
func (c *conn) flush() error {
	if d := c.server.options.Limits.Write; d > 0 {
		return c.out.flush(time.Now().Add(d))
	}
	return c.out.flush(time.Time{})
}

// bye tells the client why the connection ends, if that can still be written, or
// answers when the client has closed it, and stops waiting for its frames.
func (c *conn) bye(end ending) {
	c.server.sockets.leave(c)
	c.mu.Lock()
	why, status := c.why, c.goodbye
	c.mu.Unlock()
	if end != endNone {
		c.server.metrics.cutOff.WithLabelValues(string(end.code)).Inc()
		frame := end.frame()
		frame.Why = why
		c.send(encode(frame))
		status = end.status
	}
	if status != 0 {
		_ = c.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(status, string(end.code)), time.Time{})
	}
	_ = c.flush()
	c.server.log.Debug("a connection ends", zap.String("person", c.person.ID), zap.String("room", c.room), zap.String("code", string(end.code)))
	c.mu.Lock()
	c.closing = true
	_ = c.ws.SetReadDeadline(time.Now().Add(lingerFor))
	c.mu.Unlock()
	c.out.closeWrite()
}
