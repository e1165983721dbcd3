package httpx

import (
	"net/netip"
	"time"
)

// sharedBudget limits the processor time of the costly requests of all addresses together, so that
// some is left for moves.
//
// While the use is below uncontested, requests of all addresses are answered. Above it, the requests
// of an IPv6 /48 are refused once the /48 has used the budget of one address. A client with many
// addresses therefore cannot use up the whole budget.
type sharedBudget struct {
	// all is the budget of all addresses together. uncontested is a part of that budget.
	all, uncontested *limiters[struct{}]
	// fair has a budget for each /48. An IPv4 address needs none, because it has its own in
	// Limiter.
	fair *limiters[netip.Addr]
}

// uncontestedShare is the part of the shared budget that is open to every address.
const uncontestedShare = 0.5

func newSharedBudget(l *Limits) sharedBudget {
	bound := l.sharedAllowance()
	t := sharedBudget{
		all:         newLimiters[struct{}](bound),
		uncontested: newLimiters[struct{}](bound.times(uncontestedShare)),
		fair:        newLimiters[netip.Addr](l.perAddress()[Costs]),
	}
	// A small debt is soon paid off, so that costly requests are not refused for long.
	t.all.maxDebt, t.uncontested.maxDebt, t.fair.maxDebt = t.all.burst, t.uncontested.burst, t.fair.burst
	return t
}

// charge takes n microseconds of processor time from the budget, for a request of an address.
func (t *sharedBudget) charge(addr netip.Addr, n int) {
	t.all.charge(struct{}{}, n)
	t.uncontested.charge(struct{}{}, n)
	if wide, ok := Prefix48(addr); ok {
		t.fair.charge(wide, n)
	}
}

// reserve reserves n microseconds for an address until release is called. If less is left, it returns
// the time to wait, and false.
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
