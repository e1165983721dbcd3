package httpx

import (
	"net/netip"
	"sync"

	"archmage/internal/work"
)

// Prefix48Share is the ratio of the limits of an IPv6 /48 to those of a /64. Many providers give one
// customer a /48.
const Prefix48Share = 8

const prefix48Bits = 48

// Prefix48 returns the /48 of an IPv6 address, and false for an IPv4 address.
func Prefix48(addr netip.Addr) (netip.Addr, bool) {
	if !addr.Is6() {
		return netip.Addr{}, false
	}
	prefix, _ := addr.Prefix(prefix48Bits)
	return prefix.Addr(), true
}

// Network returns the widest network that may belong to one customer: the IPv6 /48 of an
// address, or an IPv4 address itself.
func Network(addr netip.Addr) netip.Addr {
	if wide, ok := Prefix48(addr); ok {
		return wide
	}
	return addr
}

// InFlight counts the requests or connections of addresses that are in flight. An IPv6 /48 may have
// Prefix48Share times as many as one address. It is safe for use from many goroutines.
type InFlight struct {
	// maxPerAddress is the limit of one address; 0 means that nothing is limited. maxTotal is the
	// limit of all addresses together; 0 means none.
	maxPerAddress, maxTotal int

	mu                      sync.Mutex
	perAddress, perPrefix48 map[netip.Addr]int
	total                   int
}

// NewInFlight returns an InFlight with a limit for one address and one for all addresses together. If
// maxPerAddress is 0, nothing is limited. If maxTotal is 0, the total is not limited.
func NewInFlight(maxPerAddress, maxTotal int) *InFlight {
	return &InFlight{
		maxPerAddress: maxPerAddress,
		maxTotal:      maxTotal,
		perAddress:    map[netip.Addr]int{},
		perPrefix48:   map[netip.Addr]int{},
	}
}

// Begin counts one for an address until end is called. It returns false if a limit is reached. end
// may be called in either case.
func (u *InFlight) Begin(addr netip.Addr) (end func(), ok bool) {
	if u.maxPerAddress == 0 {
		return func() {}, true
	}
	wide, isWide := Prefix48(addr)
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.perAddress[addr] >= u.maxPerAddress || isWide && u.perPrefix48[wide] >= Prefix48Share*u.maxPerAddress ||
		u.maxTotal > 0 && u.total >= u.maxTotal {
		return func() {}, false
	}
	u.perAddress[addr]++
	u.total++
	if isWide {
		u.perPrefix48[wide]++
	}
	return func() {
		u.mu.Lock()
		defer u.mu.Unlock()
		work.Decrement(u.perAddress, addr)
		u.total--
		if isWide {
			work.Decrement(u.perPrefix48, wide)
		}
	}, true
}
