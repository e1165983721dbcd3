package httpx

import (
	"context"
	"math"
	"net/http"
	"net/netip"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/go-chi/chi/v5/middleware"

	"archmage/internal/coded"
	"archmage/internal/people"
	"archmage/internal/work"
)

// Costs are known when a request has been answered. Its address is charged then, so the
// budget of an address may be overdrawn. While it is, costly requests of the address are
// refused; all others are bounded by their number.

// Price is the processor time that is set aside for a costly request before its cost is
// known. It bounds how many are answered at once.
type Cost time.Duration

func (p Cost) microseconds() int { return int(time.Duration(p).Microseconds()) }

const (
	// Light is for requests that take some milliseconds, Heavy for those that play a long
	// match or search.
	Light = Cost(20*time.Millisecond + reservedBytes*byteCost)
	Heavy = Cost(250*time.Millisecond + reservedBytes*byteCost)
	// bytesSetAside is how many sent bytes are part of a price.
	reservedBytes = 500e3
	// byteCost is the processor time as which a sent byte counts: 20 MB count as much as
	// one second.
	byteCost = 50 * time.Nanosecond
	// requestCPU is what every request costs, besides what is measured.
	requestCPU = time.Millisecond
	// unmeasured is the factor by which a request costs more than the time of its own
	// goroutines: the collector runs, and the system sends and receives.
	unmeasuredFactor = 1.4
)

// microsecondsPerSecond is how many units the budgets of costs have for a second.
const microsecondsPerSecond = 1e6

// ChargeBytes charges an address with bytes that were sent to it.
func (l *Limiter) ChargeBytes(addr netip.Addr, n int) {
	l.Charge(Costs, addr, time.Duration(n)*byteCost)
}

// Measured returns a context that charges an address with the processor time spent for it.
func (l *Limiter) ChargingContext(ctx context.Context, addr netip.Addr) context.Context {
	costly := new(atomic.Bool)
	return work.With(context.WithValue(ctx, costlyKey{}, costly), func(cpu time.Duration) {
		cost := time.Duration(unmeasuredFactor * float64(cpu))
		l.Charge(Costs, addr, cost)
		if costly.Load() {
			l.ChargeShared(addr, cost)
		}
	})
}

// costlyKey is the key of a context of Measured for an *atomic.Bool that is true once the request
// is a costly one.
type costlyKey struct{}

// charged answers requests and charges their addresses with what they cost.
func (s *Base) chargeCPU(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		addr := s.ClientAddr(r)
		ctx := s.Limiter.ChargingContext(r.Context(), addr)
		counting := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
		work.Add(ctx, requestCPU)
		defer func() { s.Limiter.ChargeBytes(addr, counting.BytesWritten()) }()
		next.ServeHTTP(counting, r.WithContext(ctx))
	})
}

// Costly returns an endpoint whose requests are costly.
func (s *Base) Costly(p Cost, do Endpoint) Endpoint {
	return func(w http.ResponseWriter, r *http.Request) error {
		release, err := s.Reserve(w, r, Costs, p)
		if err != nil {
			return err
		}
		defer release()
		return do(w, r)
	}
}

// SetAside sets aside the price of a request until release is called. It refuses the request if
// the address has cost too much, or if all addresses together have.
func (s *Base) Reserve(w http.ResponseWriter, r *http.Request, b Budget, p Cost) (release func(), err error) {
	addr := s.ClientAddr(r)
	release, wait, ok := s.Limiter.Reserve(b, addr, p)
	if !ok {
		s.refused(w, b.String(), wait)
		return nil, s.errTooManyRequests(r)
	}
	if b != Costs {
		return release, nil
	}
	release, wait, ok = reserveBoth(release, func() (func(), time.Duration, bool) { return s.Limiter.ReserveShared(addr, p) })
	if !ok {
		s.refused(w, limitShared, wait)
		return nil, coded.Errorf(coded.Busy, "the server has too much to do; try again in a moment")
	}
	if costly, ok := r.Context().Value(costlyKey{}).(*atomic.Bool); ok {
		costly.Store(true)
	}
	return release, nil
}

// The names of limits in metrics, besides those of budgets.
const (
	limitShared   = "costly_together"
	limitInFlight = "under_way"
)

const (
	// RefusedPause is how long the server waits before it tells a client that it has made too
	// many requests, so that clients in a loop cost little.
	RefusedPause = time.Second
	// refusalsHeld is how many refusals of one address wait that long at the same time, and
	// mostRefusalsHeld those of all addresses. Each takes memory, and further ones are sent at
	// once.
	maxDelayedPerAddress = 16
	maxDelayedTotal      = 1000
)

// errTooManyRequests returns the refusal of a client that makes too many requests, after
// RefusedPause unless too many refusals are held.
func (s *Base) errTooManyRequests(r *http.Request) error {
	end, ok := s.Limiter.delayedRefusals.Begin(s.ClientAddr(r))
	defer end()
	if ok {
		_ = work.Sleep(r.Context(), RefusedPause) // a client that has gone away is refused all the same
	}
	return errTooFast()
}

func errTooFast() error { return coded.Errorf(coded.TooFast, "too many requests in a short time") }

// LimitRequests bounds the rate of requests from one address and how many of them are under
// way, and charges it with what they cost.
func (s *Base) LimitRequests(next http.Handler) http.Handler {
	return s.limitInFlight(s.Limiter.requests, s.LimitSockets(next))
}

// LimitSockets is LimitRequests for WebSockets: they have bounds of their own, and one that is
// passed on to another node is under way as long as it lasts.
func (s *Base) LimitSockets(next http.Handler) http.Handler {
	return s.limitRate(Requests, s.chargeCPU(next))
}

// LimitFiles bounds the rate of requests for files from one address, and how many of them are
// under way.
func (s *Base) LimitFiles(next http.Handler) http.Handler {
	return s.limitInFlight(s.Limiter.files, s.limitRate(Files, next))
}

// bounded refuses a request at once if its address has too many under way.
func (s *Base) limitInFlight(under *InFlight, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		end, ok := under.Begin(s.ClientAddr(r))
		defer end()
		if !ok {
			s.refused(w, limitInFlight, time.Second)
			s.Fail(w, r, errTooFast())
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (s *Base) limitRate(b Budget, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.Allow(w, r, b) {
			s.Fail(w, r, s.errTooManyRequests(r))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// Allow counts one for the client's address. If that is one too many, it sets Retry-After
// and returns false.
func (s *Base) Allow(w http.ResponseWriter, r *http.Request, b Budget) bool {
	wait, ok := s.Limiter.Take(b, s.ClientAddr(r))
	if !ok {
		s.refused(w, b.String(), wait)
	}
	return ok
}

// refused counts a refusal because of a limit, and says how long to wait.
func (s *Base) refused(w http.ResponseWriter, limit string, wait time.Duration) {
	s.Refused.WithLabelValues(limit).Inc()
	w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
}

// CountChange counts a request that changes something for long, or refuses it if there are
// too many of them.
func (s *Base) CountChange(w http.ResponseWriter, r *http.Request, by people.Person) error {
	if wait, ok := s.Limiter.TakeChange(by.ID, s.ClientAddr(r)); !ok {
		s.refused(w, Changes.String(), wait)
		return coded.Errorf(coded.TooFast, "too many changes in a short time; try again in a moment")
	}
	return nil
}

// CheckSpace refuses writes that can wait while hardly any space is left.
func (s *Base) CheckSpace() error {
	if s.options.Storage != nil && s.options.Storage().Low {
		s.Refused.WithLabelValues("space").Inc()
		return coded.Errorf(
			CodeNoSpace,
			"the server has less free space than it keeps for matches in progress: they go on, nothing else does",
		)
	}
	return nil
}
