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
type sharedBudget struct {
	// all is what all addresses may take, and plenty a part of that.
	all, uncontested *limiters[struct{}]
	// fair are the /48s. IPv4 addresses need no such budget: they have one already.
	fair *limiters[netip.Addr]
}

// plentyShare is the part of what all addresses may take together that is for everybody.
const uncontestedShare = 0.5

func newSharedBudget(l *Limits) sharedBudget {
	bound := l.sharedAllowance()
	t := sharedBudget{
		all:         newLimiters[struct{}](bound),
		uncontested: newLimiters[struct{}](bound.times(uncontestedShare)),
		fair:        newLimiters[netip.Addr](l.perAddress()[Costs]),
	}
	// Debts are small, so that a shortage ends soon.
	t.all.maxDebt, t.uncontested.maxDebt, t.fair.maxDebt = t.all.burst, t.uncontested.burst, t.fair.burst
	return t
}

// charge counts microseconds of processor time that an address has taken.
func (t *sharedBudget) charge(addr netip.Addr, n int) {
	t.all.charge(struct{}{}, n)
	t.uncontested.charge(struct{}{}, n)
	if wide, ok := Prefix48(addr); ok {
		t.fair.charge(wide, n)
	}
}

// hold sets microseconds aside for an address until release is called. If less is left, it
// returns how long to wait, and false.
func (t *sharedBudget) reserve(addr netip.Addr, n int) (release func(), wait time.Duration, ok bool) {
	release, wait, ok = t.all.reserve(struct{}{}, n)
	if !ok {
		return release, wait, false
	}
	return reserveBoth(release, func() (func(), time.Duration, bool) {
		if release, wait, ok := t.uncontested.reserve(struct{}{}, n); ok {
			return release, wait, true
		}
		if wide, ok := Prefix48(addr); ok {
			return t.fair.reserve(wide, n)
		}
		return func() {}, 0, true
	})
}
