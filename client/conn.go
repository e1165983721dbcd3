package client

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"archmage/internal/coded"
	"archmage/internal/work"
)

// Options of a connection. The zero value is right for most clients.
type Options struct {
	// CountOnly makes the connection keep no documents and only count events, which saves memory in
	// load tests.
	CountOnly bool
	// OnFrame is called with every frame, in order, by the goroutine that reads. OnFrame must
	// neither keep nor change data.
	OnFrame func(data []byte)
	// OnChange is called after every snapshot and update, by the goroutine that reads, with the
	// state and the length of the frame in bytes. OnChange must neither keep the state nor use the
	// connection.
	OnChange func(s *State, bytes int)
	// NetDial opens the TCP connection; nil means a net.Dialer.
	NetDial func(ctx context.Context, network, addr string) (net.Conn, error)
	// Sequence and Seq identify the last frame of the room that the client has already received.
	Sequence string
	Seq      uint64
}

// ErrClosed is the error when a connection ends before a command is answered. The command may have
// been carried out. It can be sent again, with the same id, after Reconnect.
var ErrClosed = errors.New("client: the connection is closed")

const (
	handshakeTimeout = 10 * time.Second
	writeTimeout     = 10 * time.Second
	// maxFrame is the longest frame of the server, in bytes.
	maxFrame = 1 << 20
	// bufferSize is the size of a connection's buffers, in bytes. It is small because a load test
	// has thousands of connections.
	bufferSize = 1 << 10
)

// buffers has the write buffers. All connections share them, because each writes rarely.
var buffers sync.Pool

// Conn is a person's connection to a room. Its methods are safe for use from many goroutines,
// except Reconnect and UseNode.
type Conn struct {
	base, room, token string
	options           Options

	mu    sync.Mutex
	state State
	link  *link
	// changed is closed when the next frame has arrived; nil if no goroutine waits.
	changed chan struct{}
	// The id of a command is prefix, which no other connection has, and the next number after
	// lastID.
	prefix string
	lastID uint64
}

// Dial connects to a room with a token. It returns after the frames welcome and room. If the room moves
// to another node meanwhile, it connects again. It fails with a *coded.Error if the server refuses.
func Dial(ctx context.Context, base, token, room string, options Options) (*Conn, error) {
	c := &Conn{
		base: base, room: room, token: token, options: options,
		prefix: strconv.FormatUint(rand.Uint64(), 36) + "-",
	}
	c.state.Sequence, c.state.Seq = options.Sequence, options.Seq
	err := c.connect(ctx)
	if err != nil {
		var bye *Bye
		c.Inspect(func(s *State) { bye = s.Bye })
		if bye == nil || bye.RetryAfter == nil {
			return nil, err
		}
		if err := work.Sleep(ctx, time.Duration(*bye.RetryAfter)*time.Millisecond); err != nil {
			return nil, err
		}
		err = c.connect(ctx)
	}
	if err != nil {
		return nil, err
	}
	return c, nil
}

// Reconnect connects again after the connection was lost or closed, and goes on after the last
// frame.
func (c *Conn) Reconnect(ctx context.Context) error {
	c.Close()
	return c.connect(ctx)
}

// UseNode makes the next Reconnect use another node, with the URL base.
func (c *Conn) UseNode(base string) { c.base = base }

func (c *Conn) connect(ctx context.Context) error {
	dialer := websocket.Dialer{
		HandshakeTimeout: handshakeTimeout, ReadBufferSize: bufferSize, WriteBufferSize: bufferSize,
		WriteBufferPool: &buffers, NetDialContext: c.options.NetDial,
	}
	header := http.Header{}
	if c.token != "" {
		header.Set("Authorization", "Bearer "+c.token)
	}
	socket, response, err := dialer.DialContext( //nolint:bodyclose // the dialer has closed the connection
		ctx,
		"ws"+strings.TrimPrefix(c.base, "http")+"/ws/"+url.PathEscape(c.room),
		header,
	)
	if errors.Is(err, websocket.ErrBadHandshake) && response != nil {
		body, _ := io.ReadAll(response.Body) // the dialer has read the first bytes of the body
		return refusal(response.StatusCode, body)
	} else if err != nil {
		return err
	}
	socket.SetReadLimit(maxFrame)
	l := &link{socket: socket, pending: map[string]chan error{}, done: make(chan struct{})}
	c.mu.Lock()
	c.link, c.state.Bye, c.state.Err, c.state.Room = l, nil, nil, Room{}
	greeting := hello{Type: "hello", V: Version, Sequence: c.state.Sequence, Seq: c.state.Seq}
	c.mu.Unlock()
	go c.read(l)
	if err := l.writeJSON(greeting); err != nil {
		c.Close()
		return err
	}
	if err := c.Wait(ctx, func(s *State) bool { return s.Room.ID != "" }); err != nil {
		c.Close()
		return err
	}
	return nil
}

// Close ends the connection and waits until its goroutine has ended.
func (c *Conn) Close() {
	c.mu.Lock()
	l := c.link
	c.mu.Unlock()
	if l != nil {
		_ = l.socket.Close()
		<-l.done
	}
}

// Wait waits until a condition is true. It evaluates the condition now and after every frame. The
// condition must not keep the state. When the connection has ended, Wait fails with ErrClosed,
// which wraps a *coded.Error with the code of the bye frame if there was one.
func (c *Conn) Wait(ctx context.Context, condition func(*State) bool) error {
	for {
		c.mu.Lock()
		if condition(&c.state) {
			c.mu.Unlock()
			return nil
		}
		l := c.link
		if c.changed == nil {
			c.changed = make(chan struct{})
		}
		changed := c.changed
		isOver := l.isOver()
		err := c.state.endError()
		c.mu.Unlock()
		if isOver {
			return err
		}
		select {
		case <-changed:
		case <-l.done:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// endError returns the error with which the connection has ended.
func (s *State) endError() error {
	switch {
	case s.Bye != nil:
		return fmt.Errorf("%w: %w", ErrClosed, coded.Errorf(s.Bye.Code, "the server has ended the connection"))
	case s.Err != nil:
		return fmt.Errorf("%w: %w", ErrClosed, s.Err)
	}
	return ErrClosed
}

// Inspect calls inspect with the state. inspect must not keep the state.
func (c *Conn) Inspect(inspect func(*State)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	inspect(&c.state)
}

// Done returns a channel that is closed when the current connection has ended.
func (c *Conn) Done() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.link.done
}
