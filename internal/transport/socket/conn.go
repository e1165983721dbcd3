package socket

import (
	"context"
	"errors"
	"io"
	"net/netip"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
	"go.uber.org/zap"
	"golang.org/x/time/rate"

	"archmage/internal/coded"
	"archmage/internal/lobby"
	"archmage/internal/people"
	"archmage/internal/stream"
	"archmage/internal/strict"
	"archmage/internal/transport/frame"
	"archmage/internal/transport/httpx"
)

// conn is a WebSocket on which a client watches a room, an event or the club. One goroutine reads the client's frames
// and carries them out in order. Once the client watches, the goroutine that has frames for it, mostly
// the room's, writes as much as the system takes without waiting. If some is left, another
// goroutine writes it and then ends.
type conn struct {
	sockets *Sockets
	ws      *websocket.Conn
	// out is the connection below the WebSocket. It buffers what the WebSocket writes
	// until flush.
	out    *outbox
	person people.Person
	// session is the key of the person's session (people.Session.Key).
	session string
	addr    netip.Addr
	// unchargedBytes is the number of sent bytes for which the address was not charged yet.
	unchargedBytes int
	// room is the id of the room, or noRoom, and event that of the event, or "". hasLeft is true when the connection no
	// longer counts in the room; the mutex of sockets guards it.
	room    string
	event   string
	hasLeft bool
	sub     lobby.Subscription
	// frames limits the rate of the client's frames.
	frames *rate.Limiter

	// readDone is closed when the reading goroutine has ended, with the reason in end.
	readDone chan struct{}
	end      ending
	// writeDone is closed, and ctx canceled, when the last frame is written.
	writeDone chan struct{}
	ctx       context.Context
	cancel    context.CancelFunc

	// wakes counts the calls of wake that are not handled yet. Unless it is 0, a goroutine is
	// writing. It begins at 1, so that no goroutine writes before the client watches.
	wakes atomic.Int32
	// pinger is the timer of the next ping; nil if clients need not send anything.
	pinger *time.Timer
	// hasNews is true until a news frame is sent. pingDue is true until a ping is sent.
	hasNews, pingDue atomic.Bool
	// frameBuffer is reused for the frames of the subscription. Only the goroutine that writes uses
	// it.
	frameBuffer [][]byte

	// watching is true once the hello was accepted. inFrame is true while only a part of a frame
	// has arrived. Only the reading goroutine uses these fields.
	watching, inFrame bool

	mu sync.Mutex
	// readDeadline is zero if there is none. closing is true once it does not change any more.
	// stopReason is set if the server has ended the connection.
	readDeadline time.Time
	closing      bool
	stopReason   ending
	// closeStatus is the status with which the client has closed the connection; 0 if it has not.
	closeStatus int
	// explained is the field why of the bye frame.
	explained *httpx.Explained
}

const (
	// lingerFor is the time that a client has to close its side after the last frame. If the
	// server closed earlier, frames in flight could be lost.
	lingerFor = time.Second
	// lingerBytes is the number of bytes that the client may send in that time.
	lingerBytes = 1 << 20
)

func newConn(s *Sockets, ws *websocket.Conn, out *outbox, session people.Session, addr netip.Addr, room string) *conn {
	c := &conn{
		sockets: s, ws: ws, out: out, person: session.Person, session: session.Key, addr: addr, room: room,
		readDone: make(chan struct{}), writeDone: make(chan struct{}),
	}
	c.wakes.Store(1)
	c.ctx, c.cancel = context.WithCancel(context.Background())
	c.frames = s.Limiter.Connection()
	ws.SetPingHandler(func(data string) error {
		if err := c.handlePing(); err != nil {
			return err
		}
		// It fails only if the client reads nothing, and then the pong does not matter.
		_ = ws.WriteControl(websocket.PongMessage, []byte(data), time.Time{})
		if c.watching {
			c.wake()
		} else {
			_ = out.flush(time.Now().Add(time.Second))
		}
		return nil
	})
	ws.SetPongHandler(func(string) error { return c.handlePing() })
	// The writing goroutine answers, as nothing may follow the answer (RFC 6455, 5.5.1).
	ws.SetCloseHandler(func(status int, _ string) error {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.closeStatus = status
		return nil
	})
	c.extendReadDeadline(s.limits.HelloTimeout)
	return c
}

func (c *conn) presence() presence { return presence{c.person.ID, c.room} }

// run reads the hello. If the client may watch, it starts the goroutines that read and write.
func (c *conn) run() {
	c.end = c.recoverPanics(c.hello)
	if c.sub == nil {
		c.bye(c.end)
		c.linger()
		return
	}
	c.pingRegularly()
	c.sub.Notify(c.wake)
	go c.write()
	// A new goroutine has a small stack. That of this one has grown.
	go c.readAll()
}

// leave cleans up after the reading goroutine, which may have panicked.
func (c *conn) leave() {
	if value := recover(); value != nil {
		c.end = c.logPanic(value)
	}
	if c.pinger != nil {
		c.pinger.Stop()
	}
	close(c.readDone)
	c.wake()
	// The room shows that the person has left before the client has closed its side.
	_ = c.recoverPanics(func() ending { c.sub.Close(); return endNone })
	<-c.writeDone
	c.linger()
}

// linger waits until the client has closed its side, at most for lingerFor, and then forgets the
// connection.
func (c *conn) linger() {
	_, _ = io.CopyN(io.Discard, c.out, lingerBytes)
	c.cancel()
	_ = c.ws.Close()
	c.sockets.remove(c)
	c.sockets.metrics.connections.Dec()
}

// recoverPanics calls do. If do panics, it logs the panic and returns the ending of this
// connection.
func (c *conn) recoverPanics(do func() ending) (end ending) {
	defer func() {
		if value := recover(); value != nil {
			end = c.logPanic(value)
		}
	}()
	return do()
}

// logPanic logs a recovered panic and returns the ending of the connection.
func (c *conn) logPanic(value any) ending {
	c.sockets.Log.Error("a connection has failed", zap.Any("panic", value), zap.ByteString("stack", debug.Stack()))
	return endingFor(coded.Internal)
}

// hello reads the first frame, subscribes to the room, and sends the welcome frame.
func (c *conn) hello() ending {
	kind, body, err := c.ws.NextReader()
	data, end := c.readFrame(kind, body, err, malformedEnding(websocket.ClosePolicyViolation))
	if data == nil {
		return end
	}
	f, err := frame.Decode(data.Bytes())
	c.sockets.buffers.Put(data)
	hello, ok := f.Body.(*frame.Hello)
	switch {
	case ok && hello.V != frame.Version && (err == nil || hello.V != 0):
		return endingFor(CodeUnknownVersion)
	case err != nil && f.Type == "":
		return malformedEnding(websocket.CloseInvalidFramePayloadData)
	case err != nil || !ok:
		return malformedEnding(websocket.ClosePolicyViolation)
	}
	sub, err := c.subscribe(hello)
	if err != nil {
		if removed := (*lobby.RemovedError)(nil); errors.As(err, &removed) {
			c.setReason(&httpx.Explained{Reason: people.Reason(removed.Reason)})
		}
		if errors.As(err, new(*lobby.ElsewhereError)) {
			// Another node has the room.
			return endingFor(lobby.CodeMoved)
		}
		refusal, ok := coded.Refusal(err)
		if !ok {
			c.sockets.Log.Error("a room cannot be watched", zap.String("room", c.room), zap.Error(err))
		}
		return endingFor(refusal.Code)
	}
	c.sub, c.watching = sub, true
	c.extendReadDeadline(c.sockets.limits.IdleTimeout)
	c.send(strict.Encode(WelcomeFrame{
		Type: "welcome", V: frame.Version, You: httpx.AsPerson(c.person), Room: c.room, Now: time.Now().UnixMilli(),
		Limits: frame.WelcomeLimits{Message: c.sockets.limits.Message, Chat: lobby.MaxChat},
	}))
	return endNone
}

// subscribe subscribes to the room, the event or the club. It fails with coded.TooFast if a room or an event would have
// to be loaded and the address has caused too much work.
func (c *conn) subscribe(hello *frame.Hello) (lobby.Subscription, error) {
	ctx := c.sockets.Limiter.ChargingContext(c.ctx, c.addr)
	if c.event != "" {
		return c.subscribeToEvent(ctx)
	}
	if c.room == noRoom {
		sub, err := c.sockets.club.Join(ctx, c.person)
		if err != nil {
			return nil, err
		}
		return sub, nil
	}
	if !c.sockets.rooms.IsLoaded(c.room) {
		release, err := c.reserve()
		if err != nil {
			return nil, err
		}
		defer release()
	}
	return c.sockets.rooms.Watch(
		ctx,
		c.room,
		c.person,
		stream.Hello{Sequence: hello.Sequence, Seq: hello.Seq, Overlay: hello.Overlay},
	)
}

// subscribeToEvent subscribes to the event.
func (c *conn) subscribeToEvent(ctx context.Context) (lobby.Subscription, error) {
	release, err := c.reserve()
	if err != nil {
		return nil, err
	}
	defer release()
	sub, err := c.sockets.events.Watch(ctx, c.event, c.person)
	if err != nil {
		return nil, err
	}
	return sub, nil
}

// reserve reserves the cost of loading a room or an event. It fails with coded.TooFast.
func (c *conn) reserve() (release func(), err error) {
	release, _, ok := c.sockets.Limiter.Reserve(httpx.Costs, c.addr, httpx.Light)
	if !ok {
		c.sockets.Refused.WithLabelValues(httpx.Costs.String()).Inc()
		return nil, coded.Errorf(coded.TooFast, "too many rooms have been loaded for your address")
	}
	return release, nil
}

// handlePing counts a ping or a pong as a frame and extends the read deadline.
func (c *conn) handlePing() error {
	if !c.frames.Allow() {
		return errTooFast
	}
	c.waitForTurn()
	if c.watching && !c.inFrame {
		c.extendReadDeadline(c.sockets.limits.IdleTimeout)
	}
	return nil
}

// extendReadDeadline gives the client the time d to send something; 0 means no limit. A deadline
// that is up to an eighth of d earlier stays, because setting one costs time.
func (c *conn) extendReadDeadline(d time.Duration) {
	until := time.Time{}
	if d > 0 {
		until = time.Now().Add(d)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if early := until.Sub(c.readDeadline); c.closing || early >= 0 && early <= d/8 {
		return
	}
	c.readDeadline = until
	_ = c.ws.SetReadDeadline(until)
}

// stop makes the reading goroutine end the connection.
func (c *conn) stop(reason ending) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.closing {
		c.closing, c.stopReason = true, reason
		_ = c.ws.SetReadDeadline(time.Unix(1, 0))
	}
}

// setReason sets the reason in the bye frame.
func (c *conn) setReason(why *httpx.Explained) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.explained = why
}
