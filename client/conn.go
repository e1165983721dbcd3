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
)

// Options of a connection. The zero value is right for most.
type Options struct {
	// CountOnly keeps no documents, and only counts events. It saves memory in load
	// tests.
	CountOnly bool
	// OnFrame is called with every frame as it came, in order, by the goroutine that
	// reads. It must neither keep nor change the frame.
	OnFrame func(data []byte)
	// OnChange is called with the state after every snapshot and update, and the length
	// of the frame in bytes, by the goroutine that reads. It must neither keep the state
	// nor use the connection.
	OnChange func(s *State, bytes int)
	// NetDial opens the connection below the WebSocket; nil means a net.Dialer.
	NetDial func(ctx context.Context, network, addr string) (net.Conn, error)
	// Sequence and Seq say up to where the client has already seen the room's frames.
	Sequence string
	Seq      uint64
}

// ErrClosed says that a connection ended before a command was answered. Whether the
// command was carried out is not known: it can be sent again, with the same id, after
// Reconnect.
var ErrClosed = errors.New("client: the connection is closed")

const (
	handshakeTimeout = 10 * time.Second
	writeTimeout     = 10 * time.Second
	// maxFrame bounds a frame of the server, in bytes.
	maxFrame = 1 << 20
	// bufferSize is the size of a connection's buffers, in bytes. It is small as a load
	// test has thousands of them.
	bufferSize = 1 << 10
)

// buffers are the write buffers. All connections share them, as each seldom writes.
var buffers sync.Pool

// Conn is a person's connection to a room. Its methods may be called from many
// goroutines at once, except Reconnect and UseNode.
type Conn struct {
	base, room, token string
	options           Options

	mu    sync.Mutex
	state State
	link  *link
	// changed is closed when the next frame has come; nil if no goroutine waits.
	changed chan struct{}
	// The id of a command is prefix, which no other connection of this person has, and a
	// number.
	prefix string
	lastID    uint64
}

// Dial connects to a room with a token. It returns after the welcome and the room
// frame. If the server refuses, the error is a *coded.Error.
func Dial(ctx context.Context, base, token, room string, options Options) (*Conn, error) {
	c := &Conn{
		base: base, room: room, token: token, options: options,
		prefix: strconv.FormatUint(rand.Uint64(), 36) + "-",
	}
	c.state.Sequence, c.state.Seq = options.Sequence, options.Seq
	if err := c.connect(ctx); err != nil {
		return nil, err
	}
	return c, nil
}

// Reconnect connects again after the connection was lost or closed, and goes on
// where the last frame left off.
func (c *Conn) Reconnect(ctx context.Context) error {
	c.Close()
	return c.connect(ctx)
}

// UseNode makes the next Reconnect go to another node, at base.
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
		body, _ := io.ReadAll(response.Body) // the dialer keeps the first bytes of the body
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

// Wait waits until a condition holds. It evaluates the condition after every frame; the
// condition must not keep the state. When the connection is over, Wait fails with
// ErrClosed, together with a *coded.Error with the code of the bye frame if one came.
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
		news := c.changed
		over := l.isOver()
		err := c.state.endError()
		c.mu.Unlock()
		if over {
			return err
		}
		select {
		case <-news:
		case <-l.done:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// why returns the error with which the connection has ended.
func (s *State) endError() error {
	switch {
	case s.Bye != nil:
		return fmt.Errorf("%w: %w", ErrClosed, coded.Errorf(s.Bye.Code, "the server has ended the connection"))
	case s.Err != nil:
		return fmt.Errorf("%w: %w", ErrClosed, s.Err)
	}
	return ErrClosed
}

// Look calls a function with the state, which it must not keep.
func (c *Conn) Inspect(see func(*State)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	see(&c.state)
}

// Done returns a channel that is closed when the present connection is over.
func (c *Conn) Done() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.link.done
}
