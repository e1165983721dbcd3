package httpx

import (
	"math"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Budget is a kind of use that the server limits for each address. Costs and Analyses are in
// microseconds of processor time. All other budgets are counts.
type Budget int

// The budgets. Limits has their sizes.
const (
	// Requests, Files and Frames follow from Limits.Read.
	Requests Budget = iota
	Files
	Frames
	// Changes follows from Limits.Write.
	Changes
	// Costs and Analyses follow from Limits.Costly. An analysis costs more than all other requests,
	// so it has a budget of its own.
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

// allowance is the limit of a key: perSecond on average, with bursts of the amount for one window. A
// rate of 0 means no limit.
type allowance struct {
	perSecond float64
	window    time.Duration
}

// perWindow returns the allowance of n in each window.
func perWindow(window time.Duration, n int) allowance {
	return allowance{float64(n) / window.Seconds(), window}
}

// times returns the allowance multiplied by n.
func (a allowance) times(n float64) allowance { return allowance{n * a.perSecond, a.window} }

// burst returns the amount that a key may use without waiting after an idle window.
func (a allowance) burst() int {
	return int(min(maxBurst, max(1, math.Round(a.perSecond*a.window.Seconds()))))
}

// maxBurst is more than any budget needs, and fits in an int.
const maxBurst = 1 << 50

// Limiter has the budgets of all clients. Each address and each IPv6 /48 has a budget of each kind.
// Each person has one for changes, and one for answers in each room. It is safe for use from many
// goroutines.
type Limiter struct {
	addresses, prefixes48 [numBudgets]*limiters[netip.Addr]
	shared                sharedBudget
	// requests and files count the requests in flight. delayedRefusals counts the refusals that are
	// delayed.
	requests, files, delayedRefusals *InFlight

	persons *limiters[string]
	// passwords has the wrong passwords of each name.
	passwords *limiters[string]
	answers   *limiters[personInRoom]
	// connection is the limit of the frames of one connection.
	connection allowance
}

type personInRoom struct{ person, room string }

// NewLimiter returns a limiter with full budgets.
func NewLimiter(l *Limits) *Limiter {
	limiter := &Limiter{
		persons:         newLimiters[string](l.changes()),
		passwords:       newLimiters[string](perWindow(passwordsWindow, l.Passwords)),
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

// Take takes 1 from a budget of an address. If less is left, it takes nothing and returns the time to
// wait, and false.
func (l *Limiter) Take(b Budget, addr netip.Addr) (wait time.Duration, ok bool) {
	wait, ok = l.addresses[b].take(addr)
	// A refused request does not count for the /48, so that one address cannot use up the budget of
	// its neighbours.
	if wide, isWide := Prefix48(addr); ok && isWide {
		wait, ok = l.prefixes48[b].take(wide)
	}
	return wait, ok
}

// Delay takes 1 from a budget of an address, even if less is left, and returns the time that the
// caller has to wait.
func (l *Limiter) Delay(b Budget, addr netip.Addr) time.Duration {
	wait := l.addresses[b].delay(addr)
	if wide, ok := Prefix48(addr); ok {
		wait = max(wait, l.prefixes48[b].delay(wide))
	}
	return wait
}

// Charge takes a cost from a budget of an address, even if less is left. The budget is Costs or
// Analyses.
func (l *Limiter) Charge(b Budget, addr netip.Addr, cost time.Duration) {
	n := int(cost.Microseconds())
	l.addresses[b].charge(addr, n)
	if wide, ok := Prefix48(addr); ok {
		l.prefixes48[b].charge(wide, n)
	}
}

// Reserve reserves a cost in a budget of an address until release is called. If less is left, it
// returns the time to wait, and false. The budget is Costs or Analyses.
func (l *Limiter) Reserve(b Budget, addr netip.Addr, p Cost) (release func(), wait time.Duration, ok bool) {
	n := p.microseconds()
	release, wait, ok = l.addresses[b].reserve(addr, n)
	wide, isWide := Prefix48(addr)
	if !ok || !isWide {
		return release, wait, ok
	}
	return reserveBoth(release, func() (func(), time.Duration, bool) { return l.prefixes48[b].reserve(wide, n) })
}

// reserveBoth makes a second reservation. If that fails, it releases the first one, before.
func reserveBoth(
	before func(),
	hold func() (func(), time.Duration, bool),
) (release func(), wait time.Duration, ok bool) {
	more, wait, ok := hold()
	if !ok {
		before()
		return more, wait, false
	}
	return func() { before(); more() }, 0, true
}

// ChargeShared takes the cost of a costly request of an address from the budget that all addresses
// share.
func (l *Limiter) ChargeShared(addr netip.Addr, cost time.Duration) {
	l.shared.charge(addr, int(cost.Microseconds()))
}

// ReserveShared reserves a cost in the budget that all addresses share, until release is called. If
// less is left, it returns the time to wait, and false.
func (l *Limiter) ReserveShared(addr netip.Addr, p Cost) (release func(), wait time.Duration, ok bool) {
	return l.shared.reserve(addr, p.microseconds())
}

// TakeChange counts a change of a person at an address. If the budget of either is used up, it
// returns the time to wait, and false.
func (l *Limiter) TakeChange(person string, addr netip.Addr) (wait time.Duration, ok bool) {
	if wait, ok = l.persons.take(person); !ok {
		return wait, false
	}
	return l.Take(Changes, addr)
}

// ReservePassword reserves an attempt to sign in with a name and a password. The caller calls release
// with the result: only a wrong password counts. If too many were wrong, ReservePassword returns the
// time to wait, and false. It makes no difference whether the name belongs to an account.
func (l *Limiter) ReservePassword(name string) (release func(wrong bool), wait time.Duration, ok bool) {
	free, wait, ok := l.passwords.reserve(name, 1)
	return func(wrong bool) {
		free()
		if wrong {
			l.passwords.charge(name, 1)
		}
	}, wait, ok
}

// TakeAnswer counts an answer of a person in a room. It returns false if the budget is used up.
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

// limiters has a rate limiter for each key. It forgets keys whose budget is full again.
type limiters[K comparable] struct {
	perSecond rate.Limit
	burst     int
	// maxDebt is the amount by which a budget can be overdrawn; 0 means no limit.
	maxDebt int

	mu     sync.Mutex
	keys   map[K]*budget
	purged time.Time
}

// budget is the remaining budget of a key. The limiter's tokens are below 0 if the key was charged
// for more than it had.
type budget struct {
	*rate.Limiter
	// reserved is the sum of the open reservations.
	reserved int
}

const (
	// maxKeys limits the number of keys.
	maxKeys = 100_000
	// purgeInterval is the interval at which keys with a full budget are removed.
	purgeInterval = time.Minute
)

func newLimiters[K comparable](a allowance) *limiters[K] {
	return &limiters[K]{perSecond: rate.Limit(a.perSecond), burst: a.burst(), keys: map[K]*budget{}}
}

// take takes 1 from the budget of a key. If less is left, it takes nothing and returns the time to
// wait, and false.
func (l *limiters[K]) take(key K) (wait time.Duration, ok bool) {
	l.withBudget(key, func(b *budget, now time.Time) {
		if wait = l.wait(b, now, 1); wait == 0 {
			b.ReserveN(now, 1)
		}
	})
	return wait, wait == 0
}

// delay takes 1 from the budget of a key, even if less is left, and returns the time to wait.
func (l *limiters[K]) delay(key K) (wait time.Duration) {
	l.withBudget(key, func(b *budget, now time.Time) { wait = b.ReserveN(now, 1).DelayFrom(now) })
	return wait
}

// charge takes n from the budget of a key, even if less is left, down to a debt of maxDebt.
func (l *limiters[K]) charge(key K, n int) {
	l.withBudget(key, func(b *budget, now time.Time) {
		if l.maxDebt > 0 {
			n = min(n, int(b.TokensAt(now))+l.maxDebt)
		}
		// A reservation cannot be for more than the burst.
		for ; n > 0; n -= l.burst {
			b.ReserveN(now, min(n, l.burst))
		}
	})
}

// reserve reserves n for a key, but at most the burst, until release is called. If less is left, it
// returns the time to wait, and false.
func (l *limiters[K]) reserve(key K, n int) (release func(), wait time.Duration, ok bool) {
	var reserved *budget
	n = min(n, l.burst)
	l.withBudget(key, func(b *budget, now time.Time) {
		if wait = l.wait(b, now, n); wait == 0 {
			b.reserved += n
			reserved = b
		}
	})
	release = func() {
		if reserved != nil {
			l.mu.Lock()
			defer l.mu.Unlock()
			reserved.reserved -= n
		}
	}
	return release, wait, wait == 0
}

// wait returns the time until n is available, or 0 if n is available now.
func (l *limiters[K]) wait(b *budget, now time.Time, n int) time.Duration {
	missing := float64(n+b.reserved) - b.TokensAt(now)
	if missing <= 0 {
		return 0
	}
	return max(1, time.Duration(missing/float64(l.perSecond)*float64(time.Second)))
}

// withBudget calls do with the budget of a key and the time, while it holds the mutex. It does
// nothing if there is no limit.
func (l *limiters[K]) withBudget(key K, do func(b *budget, now time.Time)) {
	if l.perSecond == 0 {
		return
	}
	now := time.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	if now.Sub(l.purged) >= purgeInterval {
		l.forget(now)
	}
	b := l.keys[key]
	if b == nil {
		for other := range l.keys {
			if len(l.keys) < maxKeys {
				break
			}
			delete(l.keys, other)
		}
		b = &budget{Limiter: rate.NewLimiter(l.perSecond, l.burst)}
		l.keys[key] = b
	}
	do(b, now)
}

// forget removes the keys whose budget is full, as a new one is.
func (l *limiters[K]) forget(now time.Time) {
	l.purged = now
	for key, b := range l.keys {
		if b.reserved == 0 && b.TokensAt(now) >= float64(l.burst) {
			delete(l.keys, key)
		}
	}
}
