package transport

import (
	"errors"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/go-chi/chi/v5/middleware"

	"archmage/internal/coded"
	"archmage/internal/people"
)

const (
	// cookieName is the cookie that holds a browser's token. Under TLS it is hostCookie,
	// which browsers accept only from this host and only by TLS.
	cookieName = "archmage"
	hostCookie = "__Host-archmage"
	// cookieAge is how long a browser keeps the cookie, in seconds: a year.
	cookieAge = 365 * 24 * 60 * 60
)

// guest returns the person who makes a request. It fails with people.CodeNoIdentity
// without a valid token, with moderation.CodeBanned, and with CodeBadOrigin if a page of
// another site makes the request with the visitor's cookie.
func (s *core) guest(r *http.Request) (people.Person, error) {
	session, err := s.session(r)
	if err == nil {
		err = s.checkBan(session.Person, s.clientAddr(r))
	}
	if err != nil {
		return people.Person{}, err
	}
	return session.Person, nil
}

// guestIfAny is guest for requests that need no token: without one, or with one
// that may not be used, it returns the zero Person.
func (s *core) guestIfAny(r *http.Request) (people.Person, error) {
	who, err := s.guest(r)
	var refusal *coded.Error
	if errors.As(err, &refusal) && (refusal.Code == people.CodeNoIdentity || refusal.Code == CodeBadOrigin) {
		return people.Person{}, nil
	}
	return who, err
}

// session returns the session to which the token of a request belongs.
func (s *core) session(r *http.Request) (people.Session, error) {
	if token, ok := bearer(r); ok {
		// No page of another site can send this header.
		return s.people.ByToken(r.Context(), token)
	}
	session, _, err := s.byCookie(r)
	return session, err
}

// byCookie returns the token in a request's cookie and its session.
func (s *core) byCookie(r *http.Request) (session people.Session, token string, err error) {
	if len(r.CookiesNamed(s.cookie(r))) > 0 && !s.originAllowed(r) {
		return people.Session{}, "", errBadOrigin()
	}
	return s.cookieSession(r)
}

// cookieSession is byCookie without the check of the origin.
func (s *core) cookieSession(r *http.Request) (session people.Session, token string, err error) {
	cookies := r.CookiesNamed(s.cookie(r))
	// Another program on the same host may have set a cookie of the same name.
	err = coded.Errorf(people.CodeNoIdentity, "there is no token; ask for one first")
	for _, cookie := range cookies[:min(len(cookies), maxCookies)] {
		if session, err = s.people.ByToken(r.Context(), cookie.Value); err == nil {
			return session, cookie.Value, nil
		}
	}
	return people.Session{}, "", err
}

// maxCookies is how many cookies of the same name are tried.
const maxCookies = 3

// cookie returns the name of the cookie that a request may bring.
func (s *core) cookie(r *http.Request) string {
	if s.overTLS(r) {
		return hostCookie
	}
	return cookieName
}

// bearer returns the token of the Authorization header, if there is one.
func bearer(r *http.Request) (string, bool) {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	return strings.TrimSpace(token), strings.EqualFold(scheme, "Bearer")
}

func errBadOrigin() error {
	return coded.Errorf(CodeBadOrigin, "a page of another site may not do that")
}

// setCookie gives a browser its token.
func (s *core) setCookie(w http.ResponseWriter, r *http.Request, token string) {
	s.putCookie(w, r, "", token, cookieAge)
}

// putCookie gives a browser a cookie whose name ends with suffix. The browser keeps it
// for age seconds.
func (s *core) putCookie(w http.ResponseWriter, r *http.Request, suffix, value string, age int) {
	http.SetCookie(w, &http.Cookie{
		Name: s.cookie(r) + suffix, Value: value, Path: "/", MaxAge: age,
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: s.overTLS(r),
	})
}

// originAllowed reports whether a request may use the visitor's cookie: it comes from a
// page of this server or of an allowed origin, or from no page at all, as with programs
// that are not browsers.
func (s *core) originAllowed(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin == "" {
		// Browsers leave Origin out only where a page reads from its own server, or where
		// somebody opens an address.
		site := r.Header.Get("Sec-Fetch-Site")
		return site == "" || site == "same-origin" || site == "none"
	}
	if s.origins[origin] {
		return true
	}
	if s.options.PublicURL != "" {
		return strings.EqualFold(origin, s.options.PublicURL)
	}
	page, err := url.Parse(origin)
	if err != nil || page.Host == "" || !strings.EqualFold(page.Host, r.Host) {
		return false
	}
	// An attacker who can change the host's pages without TLS must not act through them
	// on the pages with TLS. Behind a proxy that is not declared as trusted, a page with
	// TLS can look like one without.
	return page.Scheme == "https" || page.Scheme == "http" && !s.overTLS(r)
}

// overTLS reports whether the client connects by TLS, to this server or to a trusted
// proxy.
func (s *core) overTLS(r *http.Request) bool {
	switch {
	case s.options.Secure == SecureAlways:
		return true
	case s.options.Secure == SecureNever:
		return false
	case r.TLS != nil || strings.HasPrefix(s.options.PublicURL, "https:"):
		return true
	}
	return s.fromProxy(r) && strings.EqualFold(lastValue(r.Header.Values("X-Forwarded-Proto")), "https")
}

// fromProxy reports whether the request comes from a trusted proxy.
func (s *core) fromProxy(r *http.Request) bool {
	peer := peerAddr(r).WithZone("")
	return slices.ContainsFunc(s.options.TrustedProxies, func(p netip.Prefix) bool { return p.Contains(peer) })
}

// peerAddr returns the address at the other end of a request's connection, or
// the zero Addr if it has none.
func peerAddr(r *http.Request) netip.Addr {
	peer, _ := netip.ParseAddrPort(r.RemoteAddr)
	return peer.Addr().Unmap()
}

// lastValue returns the last of the comma-separated values, which the nearest proxy has
// written.
func lastValue(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	values := strings.Split(lines[len(lines)-1], ",")
	return strings.TrimSpace(values[len(values)-1])
}

// clientAddr returns the address for which a request counts: the client's address as
// trusted proxies give it, or else the address of the connection. An IPv6 address stands
// for its /64, because one household has that many.
func (s *core) clientAddr(r *http.Request) netip.Addr {
	addr := middleware.GetClientIPAddr(r.Context())
	if !addr.IsValid() {
		addr = peerAddr(r)
	}
	return household(addr.WithZone(""))
}

// household returns the address under which limits count an address.
func household(addr netip.Addr) netip.Addr {
	if addr.Is6() {
		prefix, _ := addr.Prefix(64)
		return prefix.Addr()
	}
	return addr
}

func prefixes(list []netip.Prefix) []string {
	var texts []string
	for _, prefix := range list {
		texts = append(texts, prefix.String())
	}
	return texts
}
