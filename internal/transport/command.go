package transport

import (
	"time"

	"github.com/gorilla/websocket"
	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/lobby"
	"archmage/internal/room"
)

// handle does what a frame asks for and answers it. It returns false and the
// ending if the connection cannot go on.
func (c *conn) handle(data []byte) (ending, bool) {
	arrived := time.Now()
	f, err := decodeFrame(data)
	switch {
	case err != nil && f.ID == "":
		return endMalformed(websocket.CloseInvalidFramePayloadData), false
	case err != nil:
		// The frame is rejected below.
	case f.Type == typeHello:
		return endMalformed(websocket.ClosePolicyViolation), false
	case f.Type == typePing:
		c.answer(encode(pongFrame{Type: "pong", ID: f.ID}))
		return endNone, true
	default:
		err = c.carryOut(&f)
	}
	c.settle(&f, err, arrived)
	return endNone, true
}

// carryOut hands the frame to the room, if its sender may change so much.
func (c *conn) carryOut(f *clientFrame) error {
	if err := c.server.changes.check(c, f.Type); err != nil {
		return err
	}
	switch body := f.Body.(type) {
	case *chatLine:
		if bans := c.server.options.Bans; bans != nil {
			if err := bans.CheckChat(c.person.ID); err != nil {
				return err
			}
		}
		return c.server.rooms.Say(c.ctx, c.room, c.person, f.ID, body.Text)
	case room.Action:
		return c.server.rooms.Do(c.ctx, c.room, c.person, f.ID, body)
	}
	return nil
}

// settle sends the client the outcome of a command or of a chat line.
func (c *conn) settle(f *clientFrame, err error, arrived time.Time) {
	kind, code := f.Type, "ok"
	if f.Body == nil {
		kind = "unknown"
	}
	if err == nil {
		c.queue(answer{frame: okFrame{Type: "ok", ID: f.ID}.encode(), done: true})
	} else {
		refusal, ok := asCoded(err)
		if !ok {
			c.server.log.Error("a command has failed", zap.String("room", c.room), zap.String("kind", kind), zap.Error(err))
		}
		if refusal.Code == lobby.CodeClosing && c.server.options.Nodes != nil {
			// The room goes on at another node, to which the client sends it again.
			refusal = coded.Errorf(lobby.CodeBusy, "the room goes to another server; try again")
		}
		code = string(refusal.Code)
		c.answer(encode(rejectFrame{Type: "reject", ID: f.ID, Code: refusal.Code, Message: refusal.Message}))
	}
	c.server.metrics.commands.WithLabelValues(kind, code).Inc()
	c.server.metrics.commandSeconds.Observe(time.Since(arrived).Seconds())
}
