package transport

import (
	"net/http"
	"net/netip"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"archmage/internal/work"
)

// accounts bound what each address costs. An address is charged with the cost of its
// requests once that is known. While its account is overdrawn, costly requests of the
// address are refused; all others are bounded by their number.
type accounts struct {
	// cpu is in seconds of one core, sent in bytes.
	cpu, sent *meters[netip.Addr]
	// analyses is in seconds too. The search for an analysis costs more than everything
	// else that a person may ask for, so it has an account of its own.
	analyses *meters[netip.Addr]
}

const (
	// atOnce is the burst of an account, in seconds of its rate.
	atOnce = 15
	// analysesAtOnce is the same for analyses.
	analysesAtOnce = 600
)

func newAccounts(l *Limits) accounts {
	return accounts{
		cpu:      newMeters[netip.Addr](l.AddressCPU, atOnce*l.AddressCPU),
		sent:     newMeters[netip.Addr](l.AddressBytes, atOnce*l.AddressBytes),
		analyses: newMeters[netip.Addr](l.AddressCPU, analysesAtOnce*l.AddressCPU),
	}
}

// price is the time that is set aside for a costly request before its cost is known. It
// bounds how many are answered at once.
type price time.Duration

const (
	// light is for requests that take some milliseconds, heavy for those that play a long
	// match or search.
	light = price(20 * time.Millisecond)
	heavy = price(250 * time.Millisecond)
	// requestCPU is what every request costs, besides what is measured.
	requestCPU = time.Millisecond
	// unmeasured is the factor by which a request costs more than the time of its own
	// goroutines: the collector runs, and the system sends and receives.
	unmeasured = 1.4
	// analysisCPU must be left of an account for another analysis.
	analysisCPU = 10 * time.Second
	// bytesSetAside is how many bytes are set aside for a costly request.
	bytesSetAside = 500e3
)

// charged answers requests and charges their addresses with what they cost.
func (s *core) charged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		addr := s.clientAddr(r)
		ctx := work.With(r.Context(), func(cpu time.Duration) { s.accounts.cpu.charge(addr, unmeasured*cpu.Seconds()) })
		counting := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
		work.Add(ctx, requestCPU)
		defer func() { s.accounts.sent.charge(addr, float64(counting.BytesWritten())) }()
		next.ServeHTTP(counting, r.WithContext(ctx))
	})
}

// costs returns an endpoint whose requests are costly.
func (s *core) costs(p price, do endpoint) endpoint {
	return func(w http.ResponseWriter, r *http.Request) error {
		done, err := s.setAside(w, r, p)
		if err != nil {
			return err
		}
		defer done()
		return do(w, r)
	}
}

// setAside sets aside the price of a request until done is called, or refuses the request
// if the address has cost too much.
func (s *core) setAside(w http.ResponseWriter, r *http.Request, p price) (done func(), err error) {
	addr, cpu := s.clientAddr(r), time.Duration(p).Seconds()
	if !s.allowN(w, r, s.accounts.cpu, "cpu", cpu) {
		return nil, errTooManyRequests(r.Context())
	}
	if !s.allowN(w, r, s.accounts.sent, "sent", bytesSetAside) {
		s.accounts.cpu.charge(addr, -cpu)
		return nil, errTooManyRequests(r.Context())
	}
	return func() {
		s.accounts.cpu.charge(addr, -cpu)
		s.accounts.sent.charge(addr, -bytesSetAside)
	}, nil
}

// wakes returns an endpoint that loads the room of the request, which is costly.
func (s *core) wakes(do endpoint) endpoint {
	return func(w http.ResponseWriter, r *http.Request) error {
		if s.rooms.Awake(chi.URLParam(r, "room")) {
			return do(w, r)
		}
		return s.costs(light, do)(w, r)
	}
}
