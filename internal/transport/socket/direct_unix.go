//go:build unix

package socket

import (
	"net"
	"syscall"
)

// direct writes to a connection without blocking.
type direct struct {
	raw syscall.RawConn
	// data has the bytes to write. written is the number of bytes that were written. They are
	// fields so that a write allocates nothing.
	data    []byte
	written int
	try     func(fd uintptr) bool
}

// newDirect returns nil for a connection that cannot be written to without blocking, as with TLS or
// a pipe.
func newDirect(conn net.Conn) *direct {
	socket, ok := conn.(syscall.Conn)
	if !ok {
		return nil
	}
	raw, err := socket.SyscallConn()
	if err != nil {
		return nil
	}
	d := &direct{raw: raw}
	d.try = func(fd uintptr) bool {
		n, err := syscall.Write(int(fd), d.data)
		if err == nil {
			d.written = n
		}
		return true
	}
	return d
}

// write returns the number of bytes that it has written. It never blocks. It hides errors, because
// the write of the remaining bytes returns them.
func (d *direct) write(data []byte) int {
	d.data, d.written = data, 0
	_ = d.raw.Write(d.try)
	d.data = nil
	return d.written
}
