package browsertest

import (
	"context"
	"io"
	"net"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// A line is a proxy between a browser and the program. After a cut its connections are broken, and new ones
// fail until it is mended.
type line struct {
	// url is the program's address through this line.
	url string

	to       string
	listener net.Listener

	mu    sync.Mutex
	isCut bool
	open  map[net.Conn]struct{}
}

// newLine starts a proxy to a program.
func newLine(t *testing.T, to string) *line {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	l := &line{
		url:      "http://" + listener.Addr().String(),
		to:       strings.TrimPrefix(to, "http://"),
		listener: listener,
		open:     map[net.Conn]struct{}{},
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		l.serve()
	}()
	t.Cleanup(func() {
		require.NoError(t, listener.Close())
		l.cut()
		<-done
	})
	return l
}

// serve accepts connections until the listener is closed, and then waits until all of them have ended.
func (l *line) serve() {
	var connections sync.WaitGroup
	defer connections.Wait()
	for {
		near, err := l.listener.Accept()
		if err != nil {
			return
		}
		connections.Go(func() { l.carry(near) })
	}
}

// carry copies both ways until either end closes.
func (l *line) carry(near net.Conn) {
	far, err := new(net.Dialer).DialContext(context.Background(), "tcp", l.to)
	if err != nil {
		_ = near.Close()
		return
	}
	if !l.hold(near, far) {
		return
	}
	var ways sync.WaitGroup
	for _, way := range [][2]net.Conn{{near, far}, {far, near}} {
		ways.Go(func() {
			// Both ends are closed, however the connection ends.
			_, _ = io.Copy(way[0], way[1])
			_ = near.Close()
			_ = far.Close()
		})
	}
	ways.Wait()
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.open, near)
	delete(l.open, far)
}

// hold records the ends of a connection, or closes them if the line is cut.
func (l *line) hold(ends ...net.Conn) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, end := range ends {
		if l.isCut {
			_ = end.Close()
		} else {
			l.open[end] = struct{}{}
		}
	}
	return !l.isCut
}

func (l *line) cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.isCut = true
	for end := range l.open {
		_ = end.Close()
	}
}

func (l *line) mend() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.isCut = false
}
