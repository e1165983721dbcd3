package httpx

import (
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
	// PlainCookie is the name of the cookie with a browser's token. Over TLS the name is
	// HostCookie, which browsers accept only from this host and only over TLS.
	PlainCookie = "archmage"
	HostCookie  = "__Host-archmage"
	// CookieAge is the time for which a browser keeps the cookie, in seconds: a year.
	CookieAge = 365 * 24 * 60 * 60
)

// RequirePerson returns the person who makes a request. It fails with people.CodeNoIdentity without
// a valid token, with moderation.CodeBanned for a banned person or address, and with CodeBadOrigin
// if a page of another site makes the request with the visitor's cookie.
func (s *Base) RequirePerson(r *http.Request) (people.Person, error) {
	session, err := s.Session(r)
	if err == nil {
		err = s.CheckBan(session.Person, s.ClientAddr(r))
	}
	if err != nil {
		return people.Person{}, err
	}
	return session.Person, nil
}

// PersonIfAny is RequirePerson for requests that need no token. It returns the zero Person if the
// request has no token that may be used.
func (s *Base) PersonIfAny(r *http.Request) (people.Person, error) {
	person, err := s.RequirePerson(r)
	if code := coded.Of(err); code == people.CodeNoIdentity || code == CodeBadOrigin {
		return people.Person{}, nil
	}
	return person, err
}

// Session returns the session to which the token of a request belongs.
func (s *Base) Session(r *http.Request) (people.Session, error) {
	if token, ok := Bearer(r); ok {
		// No page of another site can send this header.
		return s.People.Accounts.SessionByToken(r.Context(), token)
	}
	session, _, err := s.ByCookie(r)
	return session, err
}

// ByCookie returns the token in a request's cookie and its session.
func (s *Base) ByCookie(r *http.Request) (session people.Session, token string, err error) {
	if len(r.CookiesNamed(s.CookieName(r))) > 0 && !s.IsOriginAllowed(r) {
		return people.Session{}, "", ErrBadOrigin()
	}
	return s.CookieSession(r)
}

// CookieSession is ByCookie without the check of the origin.
func (s *Base) CookieSession(r *http.Request) (session people.Session, token string, err error) {
	cookies := r.CookiesNamed(s.CookieName(r))
	// Another program on the same host may have set a cookie of the same name.
	err = coded.Errorf(people.CodeNoIdentity, "there is no token; ask for one first")
	for _, cookie := range cookies[:min(len(cookies), maxCookies)] {
		if session, err = s.People.Accounts.SessionByToken(r.Context(), cookie.Value); err == nil {
			return session, cookie.Value, nil
		}
	}
	return people.Session{}, "", err
}

// maxCookies is the number of cookies of the same name that are tried.
const maxCookies = 3

// CookieName returns the name of the cookie with the token for a request.
func (s *Base) CookieName(r *http.Request) string {
	if s.IsTLS(r) {
		return HostCookie
	}
	return PlainCookie
}

// Bearer returns the token of the Authorization header, if there is one.
func Bearer(r *http.Request) (string, bool) {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	return strings.TrimSpace(token), strings.EqualFold(scheme, "Bearer")
}

// ErrBadOrigin returns the refusal of a request from a page of another site.
func ErrBadOrigin() error {
	return coded.Errorf(CodeBadOrigin, "a page of another site may not do that")
}

// SetCookie gives a browser its token.
func (s *Base) SetCookie(w http.ResponseWriter, r *http.Request, token string) {
	s.PutCookie(w, r, "", token, CookieAge)
}

// PutCookie gives a browser a cookie whose name ends with suffix. The browser keeps it
// for age seconds.
func (s *Base) PutCookie(w http.ResponseWriter, r *http.Request, suffix, value string, age int) {
	http.SetCookie(w, &http.Cookie{
		Name: s.CookieName(r) + suffix, Value: value, Path: "/", MaxAge: age,
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: s.IsTLS(r),
	})
}

// RequirePersonalSession returns the session of a request that programs with an API token may not
// make. It fails as RequirePerson does, and with people.CodeSignIn for an API token.
func (s *Base) RequirePersonalSession(r *http.Request) (people.Session, error) {
	session, err := s.Session(r)
	if err == nil {
		err = s.CheckBan(session.Person, s.ClientAddr(r))
	}
	if err == nil && session.API {
		err = coded.Errorf(people.CodeSignIn, "an API token may not do that; sign in")
	}
	return session, err
}

// IsOriginAllowed reports whether a request may use the visitor's cookie: it comes from a page of
// this server or of an allowed origin, or from a program that is not a browser.
func (s *Base) IsOriginAllowed(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin == "" {
		// Browsers omit Origin only if a page reads from its own server, or if a person opens an
		// address.
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
	return page.Scheme == "https" || page.Scheme == "http" && !s.IsTLS(r)
}

// IsTLS reports whether the client connects over TLS, to this server or to a trusted proxy.
func (s *Base) IsTLS(r *http.Request) bool {
	switch {
	case s.options.Secure == SecureAlways:
		return true
	case s.options.Secure == SecureNever:
		return false
	case r.TLS != nil || strings.HasPrefix(s.options.PublicURL, "https:"):
		return true
	}
	return s.IsFromProxy(r) && strings.EqualFold(lastValue(r.Header.Values("X-Forwarded-Proto")), "https")
}

// IsFromProxy reports whether the request comes from a trusted proxy.
func (s *Base) IsFromProxy(r *http.Request) bool {
	peer := PeerAddr(r).WithZone("")
	return slices.ContainsFunc(s.options.TrustedProxies, func(p netip.Prefix) bool { return p.Contains(peer) })
}

// PeerAddr returns the address at the other end of a request's connection, or
// the zero Addr if it has none.
func PeerAddr(r *http.Request) netip.Addr {
	peer, _ := netip.ParseAddrPort(r.RemoteAddr)
	return peer.Addr().Unmap()
}

// lastValue returns the last of the comma-separated values of a header. The nearest proxy has written
// it.
func lastValue(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	values := strings.Split(lines[len(lines)-1], ",")
	return strings.TrimSpace(values[len(values)-1])
}

// ClientAddr returns the address whose limits apply to a request: the client's address from the
// header of a trusted proxy, or else the peer of the connection. IPv6 addresses count by their /64,
// because one customer has all addresses in it.
func (s *Base) ClientAddr(r *http.Request) netip.Addr {
	addr := middleware.GetClientIPAddr(r.Context())
	if !addr.IsValid() {
		addr = PeerAddr(r)
	}
	return ClientPrefix(addr.WithZone(""))
}

// ClientPrefix returns the address by which limits count a client: the /64 of an IPv6 address, or
// an IPv4 address itself.
func ClientPrefix(addr netip.Addr) netip.Addr {
	if addr.Is6() {
		prefix, _ := addr.Prefix(64)
		return prefix.Addr()
	}
	return addr
}
