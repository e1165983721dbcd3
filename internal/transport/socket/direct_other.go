//go:build !unix

package socket

import "net"

// direct does nothing on this system: it is for those where a write to a socket need not
// wait.
type direct struct{}

func newDirect(net.Conn) *direct { return nil }

func (*direct) write([]byte) int { return 0 }
