package httpx

import (
	"net/http"
	"net/netip"
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/zap"

	"archmage/internal/moderation"
	"archmage/internal/people"
)

// Options configure a Base. Only Logger is required.
type Options struct {
	Limits Limits
	Logger *zap.Logger
	// PublicURL is the address that visitors use, as in "https://play.example", and the server's
	// own origin. If it is "", the header Host of a request gives the origin.
	PublicURL string
	// Origins are further origins, as in "https://play.example", whose pages may use the
	// visitor's cookie. The server's own pages always may.
	Origins []string
	// TrustedProxies are the proxies whose headers X-Forwarded-For and X-Forwarded-Proto count.
	// From other addresses these headers are ignored.
	TrustedProxies []netip.Prefix
	// Secure selects the connections that count as TLS; "" means SecureAuto.
	Secure Secure
	// Storage returns the state of the storage; nil if that is not known.
	Storage func() Storage
	// Bans is nil if this server has no bans.
	Bans *moderation.Bans
}

// Storage is the state of the storage.
type Storage struct {
	// Low is true if so little space is left that only matches in progress and the
	// operator may write.
	Low bool
	// Full is true if so little space is left that nothing can be written.
	Full bool
	// Kind is sqlite or postgresql. Free is the free space on the disk in bytes. Low is true while
	// Free is below Floor. Free and Floor are 0 if they are not known.
	Kind        string
	Free, Floor uint64
	// Failing is the error of the last write, nil if it succeeded.
	Failing error
}

// Secure selects the connections that count as TLS. For these connections, cookies are sent over TLS
// only, and the header Strict-Transport-Security is set.
type Secure string

// The values of Secure.
const (
	SecureAuto   Secure = "auto" // those over TLS, to this server or to a trusted proxy
	SecureAlways Secure = "always"
	SecureNever  Secure = "never"
)

// Base is embedded in every handler. It finds the person who makes a request, enforces the limits,
// and sends answers. It is safe for use from many goroutines.
type Base struct {
	People *people.People
	Log    *zap.Logger
	// Refused counts refusals, by limit.
	Refused *prometheus.CounterVec
	// Limiter has the budgets of people and addresses.
	Limiter *Limiter

	options *Options
	origins map[string]bool
	// lastWarning is the time of the last warning about an untrusted proxy, in nanoseconds since
	// 1970.
	lastWarning atomic.Int64
}

// New returns a Base. The options must have a Logger.
func New(options *Options, persons *people.People) *Base {
	s := &Base{
		options: options, People: persons, Log: options.Logger, origins: map[string]bool{},
		Refused: prometheus.NewCounterVec(prometheus.CounterOpts{
			Namespace: "archmage", Name: "refused_total", Help: "Requests and connections refused, by limit.",
		}, []string{"limit"}),
		Limiter: NewLimiter(&options.Limits),
	}
	for _, origin := range options.Origins {
		s.origins[origin] = true
	}
	return s
}

// Endpoint answers a request, or returns an error for the client.
type Endpoint func(w http.ResponseWriter, r *http.Request) error

// HandlerOf returns the handler of an endpoint. It sends an error of the endpoint with Fail.
func (s *Base) HandlerOf(do Endpoint) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := do(w, r); err != nil {
			s.Fail(w, r, err)
		}
	}
}
