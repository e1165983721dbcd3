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

// Options say how requests are answered; the zero value is fit for tests.
type Options struct {
	Limits Limits
	Logger *zap.Logger
	// PublicURL is the address that visitors use, as in "https://play.example". It is the
	// server's own origin. If it is "", each request names the origin by its host.
	PublicURL string
	// Origins are further origins, as in "https://play.example", whose pages may use the
	// visitor's cookie. The server's own pages always may.
	Origins []string
	// TrustedProxies are the addresses from which X-Forwarded-For and X-Forwarded-Proto
	// count. From anywhere else they are ignored.
	TrustedProxies []netip.Prefix
	// Secure says when connections count as TLS; "" means SecureAuto.
	Secure Secure
	// Storage returns the state of the storage; nil if that is not known.
	Storage func() Storage
	// Bans are the bans; nil if this server has none.
	Bans *moderation.Bans
}

// Storage is the state of the storage.
type Storage struct {
	// Low is true if so little space is left that only matches in progress and the
	// operator may write.
	Low bool
	// Full is true if so little space is left that nothing can be written.
	Full bool
	// Kind is sqlite or postgresql. Free is how many bytes are left on the disk; Low is
	// true below Floor bytes. Both are 0 where the server cannot know.
	Kind        string
	Free, Floor uint64
	// Failing is the error of the last write, nil if it succeeded.
	Failing error
}

// Secure says when connections count as TLS. If they do, the cookie is for TLS only, and
// browsers are told to use TLS.
type Secure string

// When connections count as TLS.
const (
	SecureAuto   Secure = "auto" // when they come by TLS, here or to a trusted proxy
	SecureAlways Secure = "always"
	SecureNever  Secure = "never"
)

// Base is embedded in every handler: it knows who asks, counts what addresses do, and
// sends answers.
type Base struct {
	People *people.People
	Log    *zap.Logger
	// Refused counts refusals, by limit.
	Refused *prometheus.CounterVec
	// Limiter bounds what people and addresses do.
	Limiter *Limiter

	options *Options
	origins map[string]bool
	// warned is when the server last warned of a proxy, in nanoseconds.
	lastWarning atomic.Int64
}

// New returns the base of handlers for known people. The options must have a Logger.
func New(options *Options, known *people.People) *Base {
	s := &Base{
		options: options, People: known, Log: options.Logger, origins: map[string]bool{},
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

// HandlerOf returns a handler that also sends the error of do.
func (s *Base) HandlerOf(do Endpoint) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := do(w, r); err != nil {
			s.Fail(w, r, err)
		}
	}
}
