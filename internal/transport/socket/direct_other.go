//go:build !unix

package socket

import "net"

// direct is not used on this system, which has no write to a socket without blocking.
type direct struct{}

func newDirect(net.Conn) *direct { return nil }

func (*direct) write([]byte) int { return 0 }
