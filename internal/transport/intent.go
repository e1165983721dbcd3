package transport

import (
	"time"

	"github.com/gorilla/websocket"
	"go.uber.org/zap"

	"archmage/internal/lobby"
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
		// Nothing is done.
	case f.Type == typeHello:
		return endMalformed(websocket.ClosePolicyViolation), false
	case f.Type == typePing:
		c.answer(pongFrame{Type: "pong", ID: f.ID})
		return gone, true
	case f.Type == typeChat:
		err = c.server.lobby.Say(c.ctx, c.room, c.user, f.ID, f.Text)
	default:
		err = c.server.lobby.Do(c.ctx, c.room, c.user, f.intent())
	}
	c.settle(&f, err, arrived)
	return gone, true
}

// intent returns what the frame asks of the room.
func (f *clientFrame) intent() lobby.Intent {
	return lobby.Intent{
		ID: f.ID, Kind: lobby.Kind(f.Type), Seat: f.Seat, Other: f.Other, Settings: f.Settings, Bot: f.Bot,
		Ready: f.Ready, Decision: f.Decision, Picks: f.Choice, Secret: f.Secret,
	}
}

// settle tells the client how an intent has ended.
func (c *conn) settle(f *clientFrame, err error, arrived time.Time) {
	kind, code := f.Type, "ok"
	if _, ok := frameFields[kind]; !ok {
		kind = "unknown"
	}
	if err == nil {
		c.answer(okFrame{Type: "ok", ID: f.ID})
	} else {
		refusal, ok := asCoded(err)
		if !ok {
			c.server.log.Error("an intent has failed", zap.String("room", c.room), zap.String("kind", kind), zap.Error(err))
		}
		code = string(refusal.Code)
		c.answer(rejectFrame{Type: "reject", ID: f.ID, Code: refusal.Code, Message: refusal.Message})
	}
	c.server.metrics.intents.WithLabelValues(kind, code).Inc()
	c.server.metrics.intentSeconds.Observe(time.Since(arrived).Seconds())
}
