package main

import (
	"context"
	"net"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// wire is a connection point between two programs that can be cut: whoever connects to
// its address is connected to another one.
type wire struct {
	listener        net.Listener
	network, target string

	mu sync.Mutex
	// silent: nothing goes through, in either direction, and nobody is told.
	// refusing: whoever connects is disconnected.
	silent, refusing bool
	changed          *sync.Cond
	open             map[net.Conn]struct{}
}

// newWire returns a wire to an address, which must not be in use yet. The test ends it.
func newWire(t *testing.T, network, target string) *wire {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	w := &wire{listener: listener, network: network, target: target, open: map[net.Conn]struct{}{}}
	w.changed = sync.NewCond(&w.mu)
	go w.serve()
	t.Cleanup(func() {
		_ = listener.Close()
		w.cut(false)
	})
	return w
}

// addr is where to connect.
func (w *wire) addr() string { return w.listener.Addr().String() }

// cut breaks all connections. refuse: there are no others until mend is called.
func (w *wire) cut(refuse bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.refusing, w.silent = refuse, false
	for conn := range w.open {
		_ = conn.Close()
	}
	w.changed.Broadcast()
}

// hush lets nothing through until mend is called, and does not tell anybody.
func (w *wire) hush() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.silent = true
}

// mend lets everything through again.
func (w *wire) mend() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.silent, w.refusing = false, false
	w.changed.Broadcast()
}

func (w *wire) serve() {
	for {
		conn, err := w.listener.Accept()
		if err != nil {
			return
		}
		go w.connect(conn)
	}
}

func (w *wire) connect(from net.Conn) {
	defer w.keep(from)()
	w.mu.Lock()
	refusing := w.refusing
	w.mu.Unlock()
	if refusing {
		return
	}
	to, err := new(net.Dialer).DialContext(context.Background(), w.network, w.target)
	if err != nil {
		return
	}
	defer w.keep(to)()
	var both sync.WaitGroup
	both.Go(func() { w.copy(to, from) })
	both.Go(func() { w.copy(from, to) })
	both.Wait()
}

// keep notes a connection, and returns what closes it.
func (w *wire) keep(conn net.Conn) func() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.open[conn] = struct{}{}
	return func() {
		_ = conn.Close()
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.open, conn)
	}
}

// copy copies until either side ends, and then ends both.
func (w *wire) copy(to, from net.Conn) {
	defer to.Close()
	defer from.Close()
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		w.mu.Lock()
		for w.silent {
			w.changed.Wait()
		}
		w.mu.Unlock()
		if n > 0 {
			if _, failed := to.Write(buffer[:n]); failed != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}
