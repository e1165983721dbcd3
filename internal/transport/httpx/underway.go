package httpx

import (
	"net/netip"
	"sync"

	"archmage/internal/work"
)

// WideShare is how many times as much as one IPv6 /64 its /48 may do, which many providers
// give to one customer.
const WideShare = 8

// wideBits is the length of the prefix of a wide network.
const wideBits = 48

// Wide returns the IPv6 /48 of an address, and false for other addresses.
func Wide(addr netip.Addr) (netip.Addr, bool) {
	if !addr.Is6() {
		return netip.Addr{}, false
	}
	prefix, _ := addr.Prefix(wideBits)
	return prefix.Addr(), true
}

// Network returns the widest network that may belong to one customer: the IPv6 /48 of an
// address, or an IPv4 address itself.
func Network(addr netip.Addr) netip.Addr {
	if wide, ok := Wide(addr); ok {
		return wide
	}
	return addr
}

// UnderWay counts what addresses have under way. An IPv6 /48 has WideShare times as much as an
// address.
type UnderWay struct {
	// most is how much one address may have under way, and mostInAll all of them together.
	// 0 means no limit.
	most, mostInAll int

	mu       sync.Mutex
	of, wide map[netip.Addr]int
	all      int
}

// NewUnderWay returns a count that bounds what one address has under way, and what all of them have
// together. 0 means no limit.
func NewUnderWay(most, mostInAll int) *UnderWay {
	return &UnderWay{most: most, mostInAll: mostInAll, of: map[netip.Addr]int{}, wide: map[netip.Addr]int{}}
}

// Begin counts one for an address until end is called, or returns false if that is one too
// many. end may be called in either case.
func (u *UnderWay) Begin(addr netip.Addr) (end func(), ok bool) {
	if u.most == 0 {
		return func() {}, true
	}
	wide, isWide := Wide(addr)
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.of[addr] >= u.most || isWide && u.wide[wide] >= WideShare*u.most ||
		u.mostInAll > 0 && u.all >= u.mostInAll {
		return func() {}, false
	}
	u.of[addr]++
	u.all++
	if isWide {
		u.wide[wide]++
	}
	return func() {
		u.mu.Lock()
		defer u.mu.Unlock()
		work.Decrement(u.of, addr)
		u.all--
		if isWide {
			work.Decrement(u.wide, wide)
		}
	}, true
}
