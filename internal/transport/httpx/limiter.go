package httpx

import (
	"math"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Budget is something that the server counts for each address. Budgets of costs are in
// microseconds of processor time, all others in numbers.
type Budget int

// The budgets of the classes, and after them what is counted one by one: guesses, and what
// lasts.
const (
	// Requests, Files and Frames are of the class read.
	Requests Budget = iota
	Files
	Frames
	// Changes is of the class write.
	Changes
	// Costs and Analyses are of the class costly. The search for an analysis costs more
	// than everything else that a person may ask for, so it has a budget of its own.
	Costs
	Analyses

	Guests
	Rooms
	Reports
	Channels
	Codes
	SignIns
	numBudgets
)

// String returns the name of the budget in metrics.
func (b Budget) String() string {
	return [numBudgets]string{
		"requests", "files", "frames", "changes", "costly", "analyses",
		"guests", "rooms", "reports", "channels", "codes", "sign_ins",
	}[b]
}

// allowance is how much a key may do: perSecond in the long run, and at once as much as in
// the window. A rate of 0 means no limit.
type allowance struct {
	perSecond float64
	window    time.Duration
}

// each returns the allowance of n in each window.
func perWindow(window time.Duration, n int) allowance {
	return allowance{float64(n) / window.Seconds(), window}
}

// times returns the allowance of several.
func (a allowance) times(n float64) allowance { return allowance{n * a.perSecond, a.window} }

// burst returns how much may be done at once.
func (a allowance) burst() int {
	return int(min(maxBurst, max(1, math.Round(a.perSecond*a.window.Seconds()))))
}

// maxBurst is a number that no budget needs.
const maxBurst = 1 << 50

// Limiter bounds how much clients do. Each address has a budget of each kind, and so has each
// IPv6 /48; a person has one for changes, and one in each room for answers.
type Limiter struct {
	addresses, prefixes48 [numBudgets]*limiters[netip.Addr]
	shared                sharedBudget
	// requests and files are what addresses have under way, pauses the refusals that are held.
	requests, files, delayedRefusals *InFlight

	persons *limiters[string]
	answers *limiters[personInRoom]
	// connection is what one connection may do.
	connection allowance
}

type personInRoom struct{ person, room string }

// NewLimiter returns a limiter that counts nothing yet.
func NewLimiter(l *Limits) *Limiter {
	limiter := &Limiter{
		persons:         newLimiters[string](l.changes()),
		answers:         newLimiters[personInRoom](l.frames()),
		connection:      l.frames(),
		requests:        NewInFlight(l.InFlightLimit(), 0),
		files:           NewInFlight(FilesShare*l.InFlightLimit(), 0),
		delayedRefusals: NewInFlight(maxDelayedPerAddress, maxDelayedTotal),
	}
	for b, one := range l.perAddress() {
		limiter.addresses[b] = newLimiters[netip.Addr](one)
		limiter.prefixes48[b] = newLimiters[netip.Addr](one.times(Prefix48Share))
	}
	limiter.shared = newSharedBudget(l)
	return limiter
}

// Take counts one for an address. If that is one too many, it counts nothing and returns
// how long to wait, and false.
func (l *Limiter) Take(b Budget, addr netip.Addr) (wait time.Duration, ok bool) {
	wait, ok = l.addresses[b].take(addr)
	// What is refused to an address does not count for its /48, whose other addresses have done
	// nothing.
	if wide, isWide := Prefix48(addr); ok && isWide {
		wait, ok = l.prefixes48[b].take(wide)
	}
	return wait, ok
}

// Delay counts one for an address and returns how long to wait before doing it.
func (l *Limiter) Delay(b Budget, addr netip.Addr) time.Duration {
	wait := l.addresses[b].delay(addr)
	if wide, ok := Prefix48(addr); ok {
		wait = max(wait, l.prefixes48[b].delay(wide))
	}
	return wait
}

// Charge takes a cost from a budget of costs of an address, even if less is left.
func (l *Limiter) Charge(b Budget, addr netip.Addr, cost time.Duration) {
	n := int(cost.Microseconds())
	l.addresses[b].charge(addr, n)
	if wide, ok := Prefix48(addr); ok {
		l.prefixes48[b].charge(wide, n)
	}
}

// Hold sets a price aside in a budget of costs of an address until release is called. If
// less is left, it returns how long to wait, and false.
func (l *Limiter) Reserve(b Budget, addr netip.Addr, p Cost) (release func(), wait time.Duration, ok bool) {
	n := p.microseconds()
	release, wait, ok = l.addresses[b].reserve(addr, n)
	wide, isWide := Prefix48(addr)
	if !ok || !isWide {
		return release, wait, ok
	}
	return reserveBoth(release, func() (func(), time.Duration, bool) { return l.prefixes48[b].reserve(wide, n) })
}

// also sets something more aside, or gives back what was set aside before.
func reserveBoth(before func(), hold func() (func(), time.Duration, bool)) (release func(), wait time.Duration, ok bool) {
	more, wait, ok := hold()
	if !ok {
		before()
		return more, wait, false
	}
	return func() { before(); more() }, 0, true
}

// ChargeTogether takes the cost of a costly request of an address from what all addresses may
// take together.
func (l *Limiter) ChargeShared(addr netip.Addr, cost time.Duration) {
	l.shared.charge(addr, int(cost.Microseconds()))
}

// HoldTogether sets a price aside in what all addresses may take together, until release is
// called. If less is left, it returns how long to wait, and false.
func (l *Limiter) ReserveShared(addr netip.Addr, p Cost) (release func(), wait time.Duration, ok bool) {
	return l.shared.reserve(addr, p.microseconds())
}

// TakeChange counts a change by a person at an address, unless it is one too many for
// either.
func (l *Limiter) TakeChange(person string, addr netip.Addr) (wait time.Duration, ok bool) {
	if wait, ok = l.persons.take(person); !ok {
		return wait, false
	}
	return l.Take(Changes, addr)
}

// TakeAnswer counts an answer of a person in a room, unless it is one too many.
func (l *Limiter) TakeAnswer(person, room string) bool {
	_, ok := l.answers.take(personInRoom{person, room})
	return ok
}

// Connection returns the limiter of one connection's frames.
func (l *Limiter) Connection() *rate.Limiter {
	if l.connection.perSecond == 0 {
		return rate.NewLimiter(rate.Inf, 0)
	}
	return rate.NewLimiter(rate.Limit(l.connection.perSecond), l.connection.burst())
}

// limiters has a rate limiter for each key. It forgets a key that has done nothing for long.
type limiters[K comparable] struct {
	perSecond rate.Limit
	burst     int
	// mostOwed is how much a key may owe at most; 0 means no limit.
	maxDebt int

	mu     sync.Mutex
	keys   map[K]*budget
	purged time.Time
}

// budget is what a key may do. The limiter's tokens are below 0 if the key was charged with
// more than was left.
type budget struct {
	*rate.Limiter
	// held is what is set aside for something that is under way.
	reserved int
}

const (
	// maxKeys bounds how many keys are remembered at once.
	maxKeys = 100_000
	// purgeInterval is how often keys are removed that have done nothing for long.
	purgeInterval = time.Minute
)

func newLimiters[K comparable](a allowance) *limiters[K] {
	return &limiters[K]{perSecond: rate.Limit(a.perSecond), burst: a.burst(), keys: map[K]*budget{}}
}

// take counts one for a key. If less is left, it counts nothing and returns how long to
// wait, and false.
func (l *limiters[K]) take(key K) (wait time.Duration, ok bool) {
	l.withBudget(key, func(one *budget, now time.Time) {
		if wait = l.wait(one, now, 1); wait == 0 {
			one.ReserveN(now, 1)
		}
	})
	return wait, wait == 0
}

// delay counts one for a key and returns how long to wait before doing it.
func (l *limiters[K]) delay(key K) (wait time.Duration) {
	l.withBudget(key, func(one *budget, now time.Time) { wait = one.ReserveN(now, 1).DelayFrom(now) })
	return wait
}

// charge counts n for a key even if less is left, but nothing beyond mostOwed.
func (l *limiters[K]) charge(key K, n int) {
	l.withBudget(key, func(one *budget, now time.Time) {
		if l.maxDebt > 0 {
			n = min(n, int(one.TokensAt(now))+l.maxDebt)
		}
		// A reservation cannot be for more than the burst.
		for ; n > 0; n -= l.burst {
			one.ReserveN(now, min(n, l.burst))
		}
	})
}

// hold sets n aside for a key until release is called, or as much as is allowed at once if
// that is less. If less is left, it returns how long to wait, and false.
func (l *limiters[K]) reserve(key K, n int) (release func(), wait time.Duration, ok bool) {
	var held *budget
	n = min(n, l.burst)
	l.withBudget(key, func(one *budget, now time.Time) {
		if wait = l.wait(one, now, n); wait == 0 {
			one.reserved += n
			held = one
		}
	})
	release = func() {
		if held != nil {
			l.mu.Lock()
			defer l.mu.Unlock()
			held.reserved -= n
		}
	}
	return release, wait, wait == 0
}

// wait returns how long it takes until n may be done, 0 if that is now.
func (l *limiters[K]) wait(one *budget, now time.Time, n int) time.Duration {
	missing := float64(n+one.reserved) - one.TokensAt(now)
	if missing <= 0 {
		return 0
	}
	return max(1, time.Duration(missing/float64(l.perSecond)*float64(time.Second)))
}

// use calls do with the budget of a key, unless there is no limit.
func (l *limiters[K]) withBudget(key K, do func(one *budget, now time.Time)) {
	if l.perSecond == 0 {
		return
	}
	now := time.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	if now.Sub(l.purged) >= purgeInterval {
		l.forget(now)
	}
	one := l.keys[key]
	if one == nil {
		for some := range l.keys {
			if len(l.keys) < maxKeys {
				break
			}
			delete(l.keys, some)
		}
		one = &budget{Limiter: rate.NewLimiter(l.perSecond, l.burst)}
		l.keys[key] = one
	}
	do(one, now)
}

// forget removes the keys that may do as much at once as new ones.
func (l *limiters[K]) forget(now time.Time) {
	l.purged = now
	for key, one := range l.keys {
		if one.reserved == 0 && one.TokensAt(now) >= float64(l.burst) {
			delete(l.keys, key)
		}
	}
}
