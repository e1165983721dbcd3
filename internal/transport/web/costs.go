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
	"archmage/internal/work"
)

// Accounts bound what each address costs. An address is charged with the cost of its
// requests once that is known. While its account is overdrawn, costly requests of the
// address are refused; all others are bounded by their number.
type Accounts struct {
	// CPU is in seconds of one core, Sent in bytes.
	CPU, Sent *Meters[netip.Addr]
	// Analyses is in seconds too. The search for an analysis costs more than everything
	// else that a person may ask for, so it has an account of its own.
	Analyses *Meters[netip.Addr]
}

const (
	// AtOnce is the burst of an account, in seconds of its rate.
	AtOnce = 15
	// AnalysesAtOnce is the same for analyses.
	AnalysesAtOnce = 600
)

func newAccounts(l *Limits) Accounts {
	return Accounts{
		CPU:      NewMeters[netip.Addr](l.AddressCPU, AtOnce*l.AddressCPU),
		Sent:     NewMeters[netip.Addr](l.AddressBytes, AtOnce*l.AddressBytes),
		Analyses: NewMeters[netip.Addr](l.AddressCPU, AnalysesAtOnce*l.AddressCPU),
	}
}

// Price is the time that is set aside for a costly request before its cost is known. It
// bounds how many are answered at once.
type Price time.Duration

const (
	// Light is for requests that take some milliseconds, Heavy for those that play a long
	// match or search.
	Light = Price(20 * time.Millisecond)
	Heavy = Price(250 * time.Millisecond)
	// requestCPU is what every request costs, besides what is measured.
	requestCPU = time.Millisecond
	// unmeasured is the factor by which a request costs more than the time of its own
	// goroutines: the collector runs, and the system sends and receives.
	unmeasured = 1.4
	// bytesSetAside is how many bytes are set aside for a costly request.
	bytesSetAside = 500e3
)

// charged answers requests and charges their addresses with what they cost.
func (s *Base) charged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		addr := s.ClientAddr(r)
		ctx := work.With(r.Context(), func(cpu time.Duration) { s.Accounts.CPU.Charge(addr, unmeasured*cpu.Seconds()) })
		counting := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
		work.Add(ctx, requestCPU)
		defer func() { s.Accounts.Sent.Charge(addr, float64(counting.BytesWritten())) }()
		next.ServeHTTP(counting, r.WithContext(ctx))
	})
}

// Costs returns an endpoint whose requests are costly.
func (s *Base) Costs(p Price, do Endpoint) Endpoint {
	return func(w http.ResponseWriter, r *http.Request) error {
		done, err := s.SetAside(w, r, p)
		if err != nil {
			return err
		}
		defer done()
		return do(w, r)
	}
}

// SetAside sets aside the price of a request until done is called, or refuses the request
// if the address has cost too much.
func (s *Base) SetAside(w http.ResponseWriter, r *http.Request, p Price) (done func(), err error) {
	addr, cpu := s.ClientAddr(r), time.Duration(p).Seconds()
	if !s.AllowN(w, r, s.Accounts.CPU, "cpu", cpu) {
		return nil, ErrTooManyRequests(r.Context())
	}
	if !s.AllowN(w, r, s.Accounts.Sent, "sent", bytesSetAside) {
		s.Accounts.CPU.Charge(addr, -cpu)
		return nil, ErrTooManyRequests(r.Context())
	}
	return func() {
		s.Accounts.CPU.Charge(addr, -cpu)
		s.Accounts.Sent.Charge(addr, -bytesSetAside)
	}, nil
}

// RefusedPause is how long the server waits before it tells a client that it has made too
// many requests, so that clients in a loop cost little.
const RefusedPause = time.Second

// ErrTooManyRequests returns the refusal of a client that makes too many requests,
// after RefusedPause.
func ErrTooManyRequests(ctx context.Context) error {
	timer := time.NewTimer(RefusedPause)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
	return coded.Errorf(lobby.CodeTooFast, "too many requests in a short time")
}

// LimitRequests bounds the rate of requests from one address, and charges it with
// what they cost.
func (s *Base) LimitRequests(next http.Handler) http.Handler {
	return s.limited(s.requests, "requests", s.charged(next))
}

// LimitFiles bounds the rate of requests for files from one address.
func (s *Base) LimitFiles(next http.Handler) http.Handler {
	return s.limited(s.files, "files", next)
}

func (s *Base) limited(m *Meters[netip.Addr], limit string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.Allow(w, r, m, limit) {
			s.Fail(w, r, ErrTooManyRequests(r.Context()))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// Allow counts one request for the client's address. If that is one too many, it sets
// Retry-After and returns false.
func (s *Base) Allow(w http.ResponseWriter, r *http.Request, m *Meters[netip.Addr], limit string) bool {
	return s.AllowN(w, r, m, limit, 1)
}

// AllowN is Allow for a request that counts n times.
func (s *Base) AllowN(w http.ResponseWriter, r *http.Request, m *Meters[netip.Addr], limit string, n float64) bool {
	wait, ok := m.AllowN(s.ClientAddr(r), n)
	if !ok {
		s.Refused.WithLabelValues(limit).Inc()
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	}
	return ok
}
