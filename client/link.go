package client

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"archmage/internal/coded"
)

// link is one WebSocket of a Conn. A Conn has a new one after each Reconnect.
type link struct {
	socket *websocket.Conn
	// writing is locked while a goroutine writes.
	writing sync.Mutex
	// pending has the reply channels of commands without a reply, by id. Conn.mu guards it.
	pending map[string]chan error
	// done is closed when the connection has ended.
	done chan struct{}
}

func (l *link) isOver() bool {
	select {
	case <-l.done:
		return true
	default:
		return false
	}
}

// Send sends a command and waits for the reply. It fails with a *coded.Error if the server refuses
// the command, and with ErrClosed if the connection ends first. After the context has ended, the
// command can be sent again with the same id.
func (c *Conn) Send(ctx context.Context, command Command) error {
	sent, err := c.begin(command)
	if err != nil {
		return err
	}
	select {
	case err := <-sent.reply:
		return err
	case <-ctx.Done():
		c.forget(sent)
		return ctx.Err()
	}
}

// Begin sends a command and returns a channel that gets the error that Send would return.
func (c *Conn) Begin(command Command) (<-chan error, error) {
	sent, err := c.begin(command)
	return sent.reply, err
}

// sentCommand is a command without a reply.
type sentCommand struct {
	link  *link
	id    string
	reply chan error
}

func (c *Conn) begin(command Command) (sentCommand, error) {
	c.mu.Lock()
	l := c.link
	if command.ID == "" {
		command.ID = c.nextID()
	}
	if l.isOver() {
		c.mu.Unlock()
		return sentCommand{}, ErrClosed
	}
	if _, ok := l.pending[command.ID]; ok {
		c.mu.Unlock()
		return sentCommand{}, fmt.Errorf("client: %q has not been answered yet", command.ID)
	}
	sent := sentCommand{l, command.ID, make(chan error, 1)}
	l.pending[sent.id] = sent.reply
	c.mu.Unlock()
	if err := l.writeJSON(command); err != nil {
		c.forget(sent)
		return sentCommand{}, fmt.Errorf("%w: %w", ErrClosed, err)
	}
	return sent, nil
}

// nextID returns an id that no other command has. The caller holds c.mu.
func (c *Conn) nextID() string {
	c.lastID++
	return c.prefix + strconv.FormatUint(c.lastID, 10)
}

// forget stops waiting for the reply to a command.
func (c *Conn) forget(sent sentCommand) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if sent.link.pending[sent.id] == sent.reply {
		delete(sent.link.pending, sent.id)
	}
}

// WriteRaw sends a WebSocket message of any kind, for tests of the server.
func (c *Conn) WriteRaw(kind int, data []byte) error {
	c.mu.Lock()
	l := c.link
	c.mu.Unlock()
	return l.write(kind, data)
}

func (l *link) writeJSON(v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return l.write(websocket.TextMessage, data)
}

func (l *link) write(kind int, data []byte) error {
	l.writing.Lock()
	defer l.writing.Unlock()
	if err := l.socket.SetWriteDeadline(time.Now().Add(writeTimeout)); err != nil {
		return err
	}
	return l.socket.WriteMessage(kind, data)
}

// read reads frames until the connection ends.
func (c *Conn) read(l *link) {
	var err error
	for err == nil {
		var data []byte
		if _, data, err = l.socket.ReadMessage(); err != nil {
			break
		}
		if c.options.OnFrame != nil {
			c.options.OnFrame(data)
		}
		err = c.apply(l, data)
	}
	_ = l.socket.Close()
	c.mu.Lock()
	c.state.Err = err
	for _, reply := range l.pending {
		reply <- c.state.endError()
	}
	l.pending = nil
	close(l.done)
	c.mu.Unlock()
}

// apply applies one frame to the state and wakes the goroutines that wait.
func (c *Conn) apply(l *link, data []byte) error {
	var f frame
	if err := json.Unmarshal(data, &f); err != nil {
		return fmt.Errorf("a frame that cannot be read: %w", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	switch f.Type {
	case "welcome":
		c.state.You, c.state.Limits = f.You, f.Limits
	case "ok":
		l.reply(f.ID, nil)
	case "reject":
		l.reply(f.ID, &coded.Error{Code: f.Code, Message: f.Message})
	case "pong":
		l.reply(f.ID, nil)
	case "bye":
		c.state.Bye = &Bye{f.Code, f.RetryAfter}
	default:
		if err := c.state.apply(&f, data, !c.options.CountOnly); err != nil {
			return err
		}
		if c.options.OnChange != nil && (f.Type == "snapshot" || f.Type == "update") {
			c.options.OnChange(&c.state, len(data))
		}
	}
	if c.changed != nil {
		close(c.changed)
		c.changed = nil
	}
	return nil
}

// reply sends the reply to a command to its channel.
func (l *link) reply(id string, err error) {
	if reply, ok := l.pending[id]; ok {
		delete(l.pending, id)
		reply <- err
	}
}
