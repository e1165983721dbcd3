package transport

import (
	"io"
	"net"
	"os"
	"sync"
	"time"
)

// memoryConn is one end of a connection in memory. It has a buffer for each direction, as a socket
// has. In a bubble of testing/synctest, its deadlines use the clock of the bubble.
type memoryConn struct{ in, out *memoryPipe }

// newMemoryConns returns both ends of a connection that buffers size bytes in each direction.
func newMemoryConns(size int) (client, server *memoryConn) {
	up, down := newMemoryPipe(size), newMemoryPipe(size)
	return &memoryConn{down, up}, &memoryConn{up, down}
}

// memoryPipe is one direction of a connection.
type memoryPipe struct {
	size int

	mu      sync.Mutex
	changed sync.Cond
	data    []byte
	// ended is true when writing has ended, closed when reading has.
	ended, closed bool
	read, write   memoryDeadline
}

type memoryDeadline struct {
	at    time.Time
	timer *time.Timer
}

func newMemoryPipe(size int) *memoryPipe {
	p := &memoryPipe{size: size}
	p.changed.L = &p.mu
	return p
}

// set sets one of the deadlines.
func (p *memoryPipe) set(d *memoryDeadline, at time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if d.timer != nil {
		d.timer.Stop()
	}
	d.at, d.timer = at, nil
	if !at.IsZero() {
		d.timer = time.AfterFunc(time.Until(at), p.wake)
	}
	p.changed.Broadcast()
}

func (p *memoryPipe) wake() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.changed.Broadcast()
}

func (d *memoryDeadline) over() bool { return !d.at.IsZero() && !time.Now().Before(d.at) }

func (p *memoryPipe) Read(into []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for {
		switch {
		case p.closed:
			return 0, net.ErrClosed
		case p.read.over():
			return 0, os.ErrDeadlineExceeded
		case len(p.data) > 0:
			n := copy(into, p.data)
			p.data = p.data[n:]
			p.changed.Broadcast()
			return n, nil
		case p.ended:
			return 0, io.EOF
		}
		p.changed.Wait()
	}
}

func (p *memoryPipe) Write(data []byte) (written int, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(data) > 0 {
		switch room := p.size - len(p.data); {
		case p.ended:
			return written, net.ErrClosed
		case p.closed:
			return written, io.ErrClosedPipe
		case p.write.over():
			return written, os.ErrDeadlineExceeded
		case room > 0:
			n := min(room, len(data))
			p.data, data, written = append(p.data, data[:n]...), data[n:], written+n
			p.changed.Broadcast()
		default:
			p.changed.Wait()
		}
	}
	return written, nil
}

// end sets ended or closed.
func (p *memoryPipe) end(flag *bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	*flag = true
	p.changed.Broadcast()
}

func (c *memoryConn) Read(into []byte) (int, error)  { return c.in.Read(into) }
func (c *memoryConn) Write(data []byte) (int, error) { return c.out.Write(data) }

func (c *memoryConn) CloseWrite() error {
	c.out.end(&c.out.ended)
	return nil
}

func (c *memoryConn) Close() error {
	_ = c.CloseWrite()
	c.in.end(&c.in.closed)
	_ = c.SetDeadline(time.Time{})
	return nil
}

func (c *memoryConn) SetReadDeadline(at time.Time) error {
	c.in.set(&c.in.read, at)
	return nil
}

func (c *memoryConn) SetWriteDeadline(at time.Time) error {
	c.out.set(&c.out.write, at)
	return nil
}

func (c *memoryConn) SetDeadline(at time.Time) error {
	_ = c.SetReadDeadline(at)
	return c.SetWriteDeadline(at)
}

func (c *memoryConn) LocalAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80} }
func (c *memoryConn) RemoteAddr() net.Addr {
	return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1000}
}

// memoryListener accepts connections in memory.
type memoryListener struct {
	size  int
	conns chan net.Conn
	done  chan struct{}
	once  sync.Once
}

func newMemoryListener(size int) *memoryListener {
	return &memoryListener{size: size, conns: make(chan net.Conn), done: make(chan struct{})}
}

// dial connects to the listener.
func (l *memoryListener) dial() (net.Conn, error) {
	client, server := newMemoryConns(l.size)
	select {
	case l.conns <- server:
		return client, nil
	case <-l.done:
		return nil, net.ErrClosed
	}
}

func (l *memoryListener) Accept() (net.Conn, error) {
	select {
	case conn := <-l.conns:
		return conn, nil
	case <-l.done:
		return nil, net.ErrClosed
	}
}

func (l *memoryListener) Close() error {
	l.once.Do(func() { close(l.done) })
	return nil
}

func (l *memoryListener) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80} }
