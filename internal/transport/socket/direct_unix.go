//go:build unix

package socket

import (
	"net"
	"syscall"
)

// direct writes to a connection as much as the operating system takes at once.
type direct struct {
	raw syscall.RawConn
	// data is what is to be written, written how many bytes of it were. They are fields
	// so that a write allocates nothing.
	data    []byte
	written int
	try     func(fd uintptr) bool
}

// newDirect returns nil for a connection that cannot be written to without waiting:
// one that is encrypted here, or a pipe.
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

// write returns how many bytes were written. It never waits. It does not return an error:
// the write of the rest will.
func (d *direct) write(data []byte) int {
	d.data, d.written = data, 0
	_ = d.raw.Write(d.try)
	d.data = nil
	return d.written
}
