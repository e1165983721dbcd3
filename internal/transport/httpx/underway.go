package httpx

import (
	"net/netip"
	"sync"

	"archmage/internal/work"
)

// WideShare is how many times as much as one IPv6 /64 its /48 may do, which many providers
// give to one customer.
const Prefix48Share = 8

// wideBits is the length of the prefix of a wide network.
const prefix48Bits = 48

// Wide returns the IPv6 /48 of an address, and false for other addresses.
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

// UnderWay counts what addresses have under way. An IPv6 /48 has WideShare times as much as an
// address.
type InFlight struct {
	// most is how much one address may have under way, and mostInAll all of them together.
	// 0 means no limit.
	maxPerAddress, maxTotal int

	mu                      sync.Mutex
	perAddress, perPrefix48 map[netip.Addr]int
	total                   int
}

// NewUnderWay returns a count that bounds what one address has under way, and what all of them have
// together. 0 means no limit.
func NewInFlight(most, mostInAll int) *InFlight {
	return &InFlight{maxPerAddress: most, maxTotal: mostInAll, perAddress: map[netip.Addr]int{}, perPrefix48: map[netip.Addr]int{}}
}

// Begin counts one for an address until end is called, or returns false if that is one too
// many. end may be called in either case.
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
