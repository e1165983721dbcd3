package operator

import (
	"crypto/subtle"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"archmage/internal/coded"
	"archmage/internal/transport/httpx"
)

// gate refuses requests to the operator's address that do not come from the operator.
type gate struct {
	*httpx.Base
	// hosts are the allowed host names in addition to localhost and IP addresses.
	hosts []string
	// token is the token that requests need, "" for none.
	token string
}

// checkHost refuses requests with a host name that does not belong to the operator's address.
// Otherwise a page could point its own host name to this address, and the operator's browser would
// let the page read the answers (DNS rebinding).
func (s *gate) checkHost(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := (&url.URL{Host: r.Host}).Hostname()
		_, err := netip.ParseAddr(host)
		if err != nil && !strings.EqualFold(host, "localhost") &&
			!slices.Contains(s.hosts, strings.ToLower(host)) {
			s.Fail(
				w,
				r,
				coded.Errorf(
					httpx.CodeBadHost,
					"the admin address does not answer to the name %.80q: use its IP address, or set --admin-hosts",
					host,
				),
			)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// checkToken refuses requests without the token, if there is one.
func (s *gate) checkToken(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token, _ := httpx.Bearer(r)
		if want := s.token; want != "" && subtle.ConstantTimeCompare([]byte(token), []byte(want)) == 0 {
			s.Fail(w, r, coded.Errorf(httpx.CodeBadToken, "this address asks for the token that --admin-token sets"))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// notFromPages refuses requests that web pages make the operator's browser send. Browsers send the
// headers Origin and Sec-Fetch-Site, programs do not. GET requests are allowed from the given
// values of Sec-Fetch-Site; "none" is that of a URL that a person has opened.
func (s *gate) notFromPages(sites ...string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return s.RecoverPanics(s.HandlerOf(func(w http.ResponseWriter, r *http.Request) error {
			site := r.Header.Get("Sec-Fetch-Site")
			opened := r.Method == http.MethodGet && slices.Contains(sites, site)
			if r.Header.Get("Origin") != "" || site != "" && !opened {
				return httpx.ErrBadOrigin()
			}
			next.ServeHTTP(w, r)
			return nil
		}))
	}
}
