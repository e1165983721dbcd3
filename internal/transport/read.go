package transport

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
	"archmage/internal/transport/httpx"
	"archmage/internal/work"
)

// readAll handles the client's frames, one by one, until the connection ends. A
// connection mostly waits here, with so little on its stack that the collector shrinks
// the stack after a frame.
func (c *conn) readAll() {
	defer c.leave()
	for goesOn := c.end == endNone; goesOn; {
		kind, body, err := c.ws.NextReader()
		c.end, goesOn = c.receive(kind, body, err)
	}
}

// receive reads a frame and does what it asks for. err is the error of waiting for the
// frame. The reply goes out with the frames of the subscription. receive returns false
// and the ending if the connection cannot go on.
func (c *conn) receive(kind int, body io.Reader, err error) (ending, bool) {
	data, end := c.frame(kind, body, err, endFor(CodeIdle))
	if data == nil || c.ctx.Err() != nil {
		return end, false // the server may have sent bye
	}
	arrived := time.Now()
	defer c.server.sockets.buffers.Put(data)
	defer c.sub.Flush()
	f, err := decodeFrame(data.Bytes())
	switch {
	case err != nil && f.ID == "":
		return endMalformed(websocket.CloseInvalidFramePayloadData), false
	case err == nil && f.Type == typeHello:
		return endMalformed(websocket.ClosePolicyViolation), false
	case err == nil && f.Type == typePing:
		c.sub.Push(strict.Encode(pongFrame{Type: "pong", ID: f.ID}))
	default:
		if err == nil {
			err = c.check(f.Type)
		}
		switch line, chats := f.Body.(*chatLine); {
		case err != nil:
			refusal, _ := coded.Refusal(err)
			c.sub.Answer(f.ID, refusal)
		case chats:
			err = c.sub.Say(c.ctx, f.ID, line.Text)
		default:
			err = c.sub.Do(c.ctx, f.ID, f.Body.(room.Action))
		}
		c.count(&f, err, arrived)
	}
	c.wait(c.server.options.Limits.IdleTimeout)
	return endNone, true
}

// decodeFrame reads a frame of a client. It is strict: one JSON object with exactly the
// fields that its type has, each once, none of them null. It fails with coded.Malformed,
// and with room.CodeUnknownCommand for a type that does not exist. With an error, it
// returns what it could read: if that has an id, the frame can be answered.
func decodeFrame(data []byte) (frame, error) {
	var f frame
	fields, ok := strict.ReadObject(data)
	if !ok {
		return f, coded.Malformedf("a frame is one JSON object in UTF-8, with each name once")
	}
	if fields.Has("id") {
		err := fields.Take("id", &f.ID)
		if err == nil && (len(f.ID) == 0 || len(f.ID) > httpx.MaxCommandID) {
			f.ID, err = "", coded.Malformedf("an id has 1 to %d bytes", httpx.MaxCommandID)
		}
		if err != nil {
			return f, err
		}
	}
	if err := fields.Take("type", &f.Type); err != nil {
		return f, err
	}
	var err error
	switch f.Type {
	case typeHello:
		f.Body = new(hello)
		err = fields.Decode(f.Body)
	case typeChat:
		f.Body = new(chatLine)
		err = fields.Decode(f.Body)
	case typePing:
		err = fields.Decode(new(ping))
	default:
		f.Body, err = room.DecodeAction(room.Kind(f.Type), &fields)
	}
	switch {
	case err != nil:
		return f, err
	case f.Type == typeHello && f.ID != "":
		return f, coded.Malformedf("a hello has no id")
	case f.Type != typeHello && f.Type != typePing && f.ID == "":
		return f, coded.Malformedf("a frame of type %q has an id", f.Type)
	}
	return f, nil
}

// goesOn are the kinds of commands, besides answers, that a match in progress needs.
var goesOn = []room.Kind{room.KindUndo, room.KindConcede, room.KindPropose, room.KindReply, room.KindReturn}

// check counts a frame, or refuses it if the person may not write or sends too many.
func (c *conn) check(kind string) error {
	var ok bool
	switch room.Kind(kind) {
	case room.KindAnswer:
		ok = c.server.Limiter.TakeAnswer(c.person.ID, c.room)
	default:
		if err := c.server.CheckSpace(); err != nil && !slices.Contains(goesOn, room.Kind(kind)) {
			return err
		}
		_, ok = c.server.Limiter.TakeChange(c.person.ID, c.addr)
	}
	if !ok {
		c.server.Refused.WithLabelValues(httpx.Changes.String()).Inc()
		return coded.Errorf(coded.TooFast, "too many changes in a short time; try again in a moment")
	}
	if bans := c.server.options.Bans; kind == typeChat && bans != nil {
		return bans.CheckChat(c.person.ID)
	}
	return nil
}

// count counts a frame that was answered, and logs an error that says more than the
// client gets.
func (c *conn) count(f *frame, err error, arrived time.Time) {
	kind, code := f.Type, "ok"
	if f.Body == nil {
		kind = "unknown"
	}
	if err != nil {
		refusal, ok := coded.Refusal(err)
		if code = string(refusal.Code); !ok {
			c.server.Log.Error(
				"a command has failed",
				zap.String("room", c.room),
				zap.String("kind", kind),
				zap.Error(err),
			)
		}
	}
	c.server.metrics.commands.WithLabelValues(kind, code).Inc()
	if slices.Contains(faults, coded.Code(code)) {
		c.server.metrics.failures.WithLabelValues(code).Inc()
	}
	c.server.metrics.commandSeconds.Observe(time.Since(arrived).Seconds())
}

// frame reads a frame into a buffer of the pool, or returns nil and the ending. silence
// is the ending if nothing has come in time.
func (c *conn) frame(kind int, body io.Reader, err error, silence ending) (*bytes.Buffer, ending) {
	limits := &c.server.options.Limits
	if err != nil {
		return nil, c.endAfter(err, silence)
	}
	switch {
	case !c.frames.Allow():
		return nil, endFor(coded.TooFast)
	case kind != websocket.TextMessage:
		return nil, endMalformed(websocket.CloseUnsupportedData)
	}
	c.takeTurn()
	longest := int64(limits.Message)
	if longest == 0 {
		longest = math.MaxInt64 - 1
	}
	// The rest of the frame must come soon.
	c.inFrame = true
	c.wait(limits.WriteTimeout)
	data := c.server.sockets.buffers.Get().(*bytes.Buffer)
	data.Reset()
	n, err := data.ReadFrom(io.LimitReader(body, longest+1))
	c.inFrame = false
	switch {
	case err != nil:
		return nil, c.endAfter(err, endMalformed(websocket.ClosePolicyViolation))
	case n > longest:
		return nil, endMalformed(websocket.CloseMessageTooBig)
	}
	return data, endNone
}

// endAfter returns the ending that follows from an error of reading.
func (c *conn) endAfter(err error, silence ending) ending {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stopped != endNone {
		silence = c.stopped
	}
	return endAfter(err, silence)
}

// takeTurn waits until the frame rate of the client's address allows another frame.
func (c *conn) takeTurn() {
	if wait := c.server.Limiter.Delay(httpx.Frames, c.addr); wait > 0 {
		_ = work.Sleep(c.ctx, wait) // whatever reads or writes next sees that the context has ended
	}
}
