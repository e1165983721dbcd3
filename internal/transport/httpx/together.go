package httpx

import (
	"net/netip"
	"time"
)

// together bounds what the costly requests of all addresses take, so that moves find the rest
// of the processor free.
//
// While they take less than plenty, every address is answered. Above that only addresses and
// IPv6 /48s are that have taken less than one address may take. So somebody with many networks
// cannot use up what others need.
type together struct {
	// all is what all addresses may take, and plenty a part of that.
	all, plenty *limiters[struct{}]
	// fair are the /48s. IPv4 addresses need no such budget: they have one already.
	fair *limiters[netip.Addr]
}

// plentyShare is the part of what all addresses may take together that is for everybody.
const plentyShare = 0.5

func newTogether(l *Limits) together {
	bound := l.together()
	t := together{
		all:    newLimiters[struct{}](bound),
		plenty: newLimiters[struct{}](bound.times(plentyShare)),
		fair:   newLimiters[netip.Addr](l.ofAddress()[Costs]),
	}
	// Debts are small, so that a shortage ends soon.
	t.all.mostOwed, t.plenty.mostOwed, t.fair.mostOwed = t.all.burst, t.plenty.burst, t.fair.burst
	return t
}

// charge counts microseconds of processor time that an address has taken.
func (t *together) charge(addr netip.Addr, n int) {
	t.all.charge(struct{}{}, n)
	t.plenty.charge(struct{}{}, n)
	if wide, ok := Wide(addr); ok {
		t.fair.charge(wide, n)
	}
}

// hold sets microseconds aside for an address until release is called. If less is left, it
// returns how long to wait, and false.
func (t *together) hold(addr netip.Addr, n int) (release func(), wait time.Duration, ok bool) {
	release, wait, ok = t.all.hold(struct{}{}, n)
	if !ok {
		return release, wait, false
	}
	return also(release, func() (func(), time.Duration, bool) {
		if release, wait, ok := t.plenty.hold(struct{}{}, n); ok {
			return release, wait, true
		}
		if wide, ok := Wide(addr); ok {
			return t.fair.hold(wide, n)
		}
		return func() {}, 0, true
	})
}
