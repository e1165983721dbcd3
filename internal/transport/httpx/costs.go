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

// The cost of a request is known only after it was answered. The address is charged then, so its
// budget can be overdrawn. While it is overdrawn, costly requests of the address are refused. All
// other requests are limited by their number.

// Cost is the processor time that is reserved for a costly request while it is answered. The
// reservations limit the number of such requests that run at the same time.
type Cost time.Duration

func (p Cost) microseconds() int { return int(time.Duration(p).Microseconds()) }

const (
	// Light is the cost of requests that take some milliseconds. Heavy is the cost of requests
	// that replay a long match or search for a move.
	Light = Cost(20*time.Millisecond + reservedBytes*byteCost)
	Heavy = Cost(250*time.Millisecond + reservedBytes*byteCost)
	// reservedBytes is the number of bytes of the answer that a Cost includes.
	reservedBytes = 500e3
	// byteCost is the processor time that a sent byte counts for: 20 MB count as one second.
	byteCost = 50 * time.Nanosecond
	// requestCPU is added to the measured time of every request.
	requestCPU = time.Millisecond
	// unmeasuredFactor scales the measured time, which leaves out garbage collection and the
	// network work of the operating system.
	unmeasuredFactor = 1.4
)

// microsecondsPerSecond converts seconds to the unit of the budgets of costs.
const microsecondsPerSecond = 1e6

// ChargeBytes charges an address for n bytes that were sent to it.
func (l *Limiter) ChargeBytes(addr netip.Addr, n int) {
	l.Charge(Costs, addr, time.Duration(n)*byteCost)
}

// ChargingContext returns a context that charges an address for the processor time that package
// work measures in it.
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

// costlyKey is the key of the *atomic.Bool of a ChargingContext. Reserve sets it to true for a
// costly request.
type costlyKey struct{}

// chargeCPU charges addresses for the processor time and the sent bytes of their requests.
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

// Costly returns an endpoint that reserves the cost while do answers a request.
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

// ReservePassword reserves an attempt to sign in with a name and a password. The caller calls release
// with whether the password was wrong. It fails with CodeManyPasswords if too many were wrong.
func (s *Base) ReservePassword(w http.ResponseWriter, name string) (release func(wrong bool), err error) {
	release, wait, ok := s.Limiter.ReservePassword(people.Skeleton(name))
	if !ok {
		s.refused(w, limitPasswords, wait)
		return nil, coded.Errorf(CodeManyPasswords, "too many wrong passwords for this name; try again later")
	}
	return release, nil
}

// Reserve reserves the cost of a request until release is called. It fails with coded.TooFast if
// the budget of the address is used up, and with coded.Busy if the shared budget is.
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
	release, wait, ok = reserveBoth(
		release,
		func() (func(), time.Duration, bool) { return s.Limiter.ReserveShared(addr, p) },
	)
	if !ok {
		s.refused(w, limitShared, wait)
		return nil, coded.Errorf(coded.Busy, "the server has too much to do; try again in a moment")
	}
	if costly, ok := r.Context().Value(costlyKey{}).(*atomic.Bool); ok {
		costly.Store(true)
	}
	return release, nil
}

// The names of limits in metrics. The names of budgets are in Budget.String.
const (
	limitShared    = "costly_together"
	limitInFlight  = "under_way"
	limitPasswords = "passwords"
)

const (
	// RefusedPause is the delay of the refusal of a client that makes too many requests, so that a
	// client that retries in a loop costs little.
	RefusedPause = time.Second
	// maxDelayedPerAddress and maxDelayedTotal limit the number of refusals that are delayed at
	// the same time, for one address and for all addresses. Each delayed refusal takes memory.
	// Further refusals are sent without a delay.
	maxDelayedPerAddress = 16
	maxDelayedTotal      = 1000
)

// errTooManyRequests returns the refusal of a client that makes too many requests, after
// RefusedPause unless too many refusals are delayed already.
func (s *Base) errTooManyRequests(r *http.Request) error {
	end, ok := s.Limiter.delayedRefusals.Begin(s.ClientAddr(r))
	defer end()
	if ok {
		_ = work.Sleep(r.Context(), RefusedPause) // returns early if the client disconnects
	}
	return errTooFast()
}

func errTooFast() error { return coded.Errorf(coded.TooFast, "too many requests in a short time") }

// LimitRequests limits the rate of requests from one address and the number of its requests in
// flight, and charges the address for their cost.
func (s *Base) LimitRequests(next http.Handler) http.Handler {
	return s.limitInFlight(s.Limiter.requests, s.LimitSockets(next))
}

// LimitSockets is LimitRequests without the limit on requests in flight. WebSockets have separate
// limits, and a WebSocket that is passed on to another node is in flight as long as it is open.
func (s *Base) LimitSockets(next http.Handler) http.Handler {
	return s.limitRate(Requests, s.chargeCPU(next))
}

// LimitFiles limits the rate of requests for files from one address, and the number of these requests
// in flight.
func (s *Base) LimitFiles(next http.Handler) http.Handler {
	return s.limitInFlight(s.Limiter.files, s.limitRate(Files, next))
}

// limitInFlight refuses a request, without a delay, if its address has too many in flight.
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

// Allow takes 1 from a budget of the client's address. If the budget is used up, it sets the header
// Retry-After and returns false.
func (s *Base) Allow(w http.ResponseWriter, r *http.Request, b Budget) bool {
	wait, ok := s.Limiter.Take(b, s.ClientAddr(r))
	if !ok {
		s.refused(w, b.String(), wait)
	}
	return ok
}

// refused counts a refusal by a limit in the metrics and sets the header Retry-After.
func (s *Base) refused(w http.ResponseWriter, limit string, wait time.Duration) {
	s.Refused.WithLabelValues(limit).Inc()
	w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
}

// CountChange counts a request that stores a change. It fails with coded.TooFast if the person or
// the address has made too many.
func (s *Base) CountChange(w http.ResponseWriter, r *http.Request, person people.Person) error {
	if wait, ok := s.Limiter.TakeChange(person.ID, s.ClientAddr(r)); !ok {
		s.refused(w, Changes.String(), wait)
		return coded.Errorf(coded.TooFast, "too many changes in a short time; try again in a moment")
	}
	return nil
}

// CheckSpace fails with CodeNoSpace while the disk is nearly full.
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
