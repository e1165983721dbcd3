package transport

import (
	"time"

	"github.com/gorilla/websocket"
	"go.uber.org/zap"

	"archmage/internal/room"
)

// handle does what a frame asks for, and lets the room answer it. It returns false and
// the ending if the connection cannot go on.
func (c *conn) handle(data []byte) (ending, bool) {
	arrived := time.Now()
	f, err := decodeFrame(data)
	switch {
	case err != nil && f.ID == "":
		return endMalformed(websocket.CloseInvalidFramePayloadData), false
	case err == nil && f.Type == typeHello:
		return endMalformed(websocket.ClosePolicyViolation), false
	case err == nil && f.Type == typePing:
		c.sub.Push(encode(pongFrame{Type: "pong", ID: f.ID}))
		return endNone, true
	}
	if err == nil {
		err = c.allow(&f)
	}
	if err == nil {
		err = c.carryOut(&f)
	} else {
		refusal, _ := asCoded(err)
		c.sub.Answer(f.ID, refusal)
	}
	c.count(&f, err, arrived)
	return endNone, true
}

// allow refuses a frame whose sender changes too much, or may not write.
func (c *conn) allow(f *clientFrame) error {
	if err := c.server.changes.check(c, f.Type); err != nil {
		return err
	}
	if bans := c.server.options.Bans; bans != nil && f.Type == typeChat {
		return bans.CheckChat(c.person.ID)
	}
	return nil
}

// carryOut hands the frame to the room, which answers it.
func (c *conn) carryOut(f *clientFrame) error {
	if line, ok := f.Body.(*chatLine); ok {
		return c.sub.Say(c.ctx, f.ID, line.Text)
	}
	return c.sub.Do(c.ctx, f.ID, f.Body.(room.Action))
}

// count counts a frame that was answered, and logs what the client is not told.
func (c *conn) count(f *clientFrame, err error, arrived time.Time) {
	kind, code := f.Type, "ok"
	if f.Body == nil {
		kind = "unknown"
	}
	if err != nil {
		refusal, ok := asCoded(err)
		if code = string(refusal.Code); !ok {
			c.server.log.Error("a command has failed", zap.String("room", c.room), zap.String("kind", kind), zap.Error(err))
		}
	}
	c.server.metrics.commands.WithLabelValues(kind, code).Inc()
	c.server.metrics.commandSeconds.Observe(time.Since(arrived).Seconds())
}
