package transport

import (
	"time"

	"github.com/gorilla/websocket"
	"go.uber.org/zap"

	"archmage/internal/room"
)

// handle does what a frame asks for; the answer is among the frames of the
// subscription. It returns false and the ending if the connection cannot go on.
func (c *conn) handle(data []byte) (ending, bool) {
	arrived := time.Now()
	defer c.sub.Flush()
	f, err := decodeFrame(data)
	switch {
	case err != nil && f.ID == "":
		return endMalformed(websocket.CloseInvalidFramePayloadData), false
	case err != nil:
		// The frame is refused below.
	case f.Type == typeHello:
		return endMalformed(websocket.ClosePolicyViolation), false
	case f.Type == typePing:
		c.sub.Push(encode(pongFrame{Type: "pong", ID: f.ID}))
		return endNone, true
	default:
		err = c.server.changes.check(c, f.Type)
	}
	line, chats := f.Body.(*chatLine)
	if bans := c.server.options.Bans; err == nil && chats && bans != nil {
		err = bans.CheckChat(c.person.ID)
	}
	switch {
	case err != nil:
		refusal, _ := asCoded(err)
		c.sub.Answer(f.ID, refusal)
	case chats:
		err = c.sub.Say(c.ctx, f.ID, line.Text)
	default:
		err = c.sub.Do(c.ctx, f.ID, f.Body.(room.Action))
	}
	c.count(&f, err, arrived)
	return endNone, true
}

// count counts a frame that was answered, and logs what the client is not told.
func (c *conn) count(f *frame, err error, arrived time.Time) {
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
