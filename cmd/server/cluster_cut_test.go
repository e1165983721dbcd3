package main

import (
	"context"
	"net"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// wire is a TCP proxy that can be interrupted.
type wire struct {
	listener        net.Listener
	network, target string

	mu sync.Mutex
	// silent stops all data in both directions without closing connections. refusing closes new connections.
	silent, refusing bool
	changed          *sync.Cond
	open             map[net.Conn]struct{}
}

// newWire returns a wire to an address, which must not be in use yet. The end of the test closes it.
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

// addr returns the address to connect to.
func (w *wire) addr() string { return w.listener.Addr().String() }

// cut closes all connections. With refuse, new ones are closed too until mend is called.
func (w *wire) cut(refuse bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.refusing, w.silent = refuse, false
	for conn := range w.open {
		_ = conn.Close()
	}
	w.changed.Broadcast()
}

// silence stops all data until mend is called, without closing connections.
func (w *wire) silence() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.silent = true
}

// mend ends cut and silence.
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

// keep registers a connection and returns a function that closes it.
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
