package web

import (
	"context"
	"math"
	"net/http"
	"net/netip"
	"strconv"
	"time"

	"github.com/go-chi/chi/v5/middleware"

	"archmage/internal/coded"
	"archmage/internal/lobby"
	"archmage/internal/people"
	"archmage/internal/sleep"
	"archmage/internal/work"
)

// Costs are known when a request has been answered. Its address is charged then, so the
// budget of an address may be overdrawn. While it is, costly requests of the address are
// refused; all others are bounded by their number.

// Price is the processor time that is set aside for a costly request before its cost is
// known. It bounds how many are answered at once.
type Price time.Duration

const (
	// Light is for requests that take some milliseconds, Heavy for those that play a long
	// match or search.
	Light = Price(20*time.Millisecond + bytesSetAside*byteCost)
	Heavy = Price(250*time.Millisecond + bytesSetAside*byteCost)
	// bytesSetAside is how many sent bytes are part of a price.
	bytesSetAside = 500e3
	// byteCost is the processor time as which a sent byte counts: 20 MB count as much as
	// one second.
	byteCost = 50 * time.Nanosecond
	// requestCPU is what every request costs, besides what is measured.
	requestCPU = time.Millisecond
	// unmeasured is the factor by which a request costs more than the time of its own
	// goroutines: the collector runs, and the system sends and receives.
	unmeasured = 1.4
)

// microsecondsPerSecond is how many units the budgets of costs have for a second.
const microsecondsPerSecond = 1e6

// ChargeBytes charges an address with bytes that were sent to it.
func (l *Limiter) ChargeBytes(addr netip.Addr, n int) {
	l.Charge(Costs, addr, time.Duration(n)*byteCost)
}

// Measured returns a context that charges an address with the processor time spent for it.
func (l *Limiter) Measured(ctx context.Context, addr netip.Addr) context.Context {
	return work.With(ctx, func(cpu time.Duration) {
		l.Charge(Costs, addr, time.Duration(unmeasured*float64(cpu)))
	})
}

// charged answers requests and charges their addresses with what they cost.
func (s *Base) charged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		addr := s.ClientAddr(r)
		ctx := s.Limiter.Measured(r.Context(), addr)
		counting := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
		work.Add(ctx, requestCPU)
		defer func() { s.Limiter.ChargeBytes(addr, counting.BytesWritten()) }()
		next.ServeHTTP(counting, r.WithContext(ctx))
	})
}

// Costly returns an endpoint whose requests are costly.
func (s *Base) Costly(p Price, do Endpoint) Endpoint {
	return func(w http.ResponseWriter, r *http.Request) error {
		release, err := s.SetAside(w, r, Costs, p)
		if err != nil {
			return err
		}
		defer release()
		return do(w, r)
	}
}

// SetAside sets aside the price of a request until release is called, or refuses the
// request if the address has cost too much.
func (s *Base) SetAside(w http.ResponseWriter, r *http.Request, b Budget, p Price) (release func(), err error) {
	release, wait, ok := s.Limiter.Hold(b, s.ClientAddr(r), p)
	if !ok {
		s.refused(w, b, wait)
		return nil, ErrTooManyRequests(r.Context())
	}
	return release, nil
}

// RefusedPause is how long the server waits before it tells a client that it has made too
// many requests, so that clients in a loop cost little.
const RefusedPause = time.Second

// ErrTooManyRequests returns the refusal of a client that makes too many requests,
// after RefusedPause.
func ErrTooManyRequests(ctx context.Context) error {
	_ = sleep.For(ctx, RefusedPause) // a client that has gone away is refused all the same
	return coded.Errorf(lobby.CodeTooFast, "too many requests in a short time")
}

// LimitRequests bounds the rate of requests from one address, and charges it with
// what they cost.
func (s *Base) LimitRequests(next http.Handler) http.Handler {
	return s.limited(Requests, s.charged(next))
}

// LimitFiles bounds the rate of requests for files from one address.
func (s *Base) LimitFiles(next http.Handler) http.Handler {
	return s.limited(Files, next)
}

func (s *Base) limited(b Budget, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.Allow(w, r, b) {
			s.Fail(w, r, ErrTooManyRequests(r.Context()))
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
		s.refused(w, b, wait)
	}
	return ok
}

// refused counts a refusal, and tells the client how long to wait.
func (s *Base) refused(w http.ResponseWriter, b Budget, wait time.Duration) {
	s.Refused.WithLabelValues(b.String()).Inc()
	w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
}

// CountChange counts a request that changes something for long, or refuses it if there are
// too many of them.
func (s *Base) CountChange(w http.ResponseWriter, r *http.Request, by people.Person) error {
	if wait, ok := s.Limiter.TakeChange(by.ID, s.ClientAddr(r)); !ok {
		s.refused(w, Changes, wait)
		return coded.Errorf(lobby.CodeTooFast, "too many changes in a short time; try again in a moment")
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
