package transport

import (
	"crypto/tls"
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/transport/httpx"
)

func TestOrigins(t *testing.T) {
	d := newTestHandler(t, func(o *Options) { o.Origins, o.Limits.Read = []string{"https://friend.example"}, 0 })
	w := d.ask("POST", "/api/me", `{"name":"Ann"}`)
	cookie := "archmage=" + w.Result().Cookies()[0].Value
	tests := []struct {
		name    string
		head    []string
		allowed bool
	}{
		{"no page", nil, true},
		{"own page", []string{"Origin", "http://example.com"}, true},
		{"own page, any case", []string{"Origin", "http://EXAMPLE.com"}, true},
		{"own page behind a proxy that hides TLS", []string{"Origin", "https://example.com"}, true},
		{"own page at a port", []string{"Host", "example.com:8080", "Origin", "http://example.com:8080"}, true},
		{"allowed page", []string{"Origin", "https://friend.example"}, true},
		{"allowed page without TLS", []string{"Origin", "http://friend.example"}, false},
		{"other site", []string{"Origin", "https://evil.example"}, false},
		{"site that ends alike", []string{"Origin", "http://evil-example.com"}, false},
		{"site that begins alike", []string{"Origin", "http://example.com.evil.example"}, false},
		{"own host, other port", []string{"Origin", "http://example.com:8081"}, false},
		{"file or sandbox", []string{"Origin", "null"}, false},
		{"nonsense", []string{"Origin", "http://%zz"}, false},
		{"other scheme", []string{"Origin", "ftp://example.com"}, false},
		{"own page reads", []string{"Sec-Fetch-Site", "same-origin"}, true},
		{"address bar", []string{"Sec-Fetch-Site", "none"}, true},
		{"other site without an origin", []string{"Sec-Fetch-Site", "cross-site"}, false},
		{"neighbour without an origin", []string{"Sec-Fetch-Site", "same-site"}, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			withCookie := append([]string{"Cookie", cookie}, test.head...)
			for _, answer := range []struct {
				method, path, body string
				head               []string
				status             int
			}{
				{"POST", "/api/me", `{"name":"Ann"}`, test.head, http.StatusCreated},
				{"PATCH", "/api/me", `{"name":"Ann"}`, withCookie, http.StatusOK},
				{"POST", "/api/me/links", "", withCookie, http.StatusCreated},
				{"POST", "/api/rooms", `{"settings":{"game":"toy","seats":2}}`, withCookie, http.StatusCreated},
				{"GET", "/api/me", "", withCookie, http.StatusOK},
				{"GET", "/ws/a-room", "", withCookie, http.StatusBadRequest}, // as it is not a WebSocket
			} {
				w := d.ask(answer.method, answer.path, answer.body, answer.head...)
				if test.allowed {
					require.Equal(t, answer.status, w.Code, w.Body.String())
				} else {
					refused(t, w, http.StatusForbidden, httpx.CodeBadOrigin)
				}
			}
		})
	}
	// Browsers do not send a header by themselves, as they do a cookie.
	_, auth := d.newPerson("Robot")
	w = d.ask("PATCH", "/api/me", `{"name":"Ann"}`, "Authorization", auth, "Origin", "https://evil.example")
	require.Equal(t, http.StatusOK, w.Code)
}

// A page that was loaded without TLS may be forged.
func TestAnUnprotectedPageOfAProtectedHost(t *testing.T) {
	d := newTestHandler(t, nil)
	for _, origin := range []struct {
		text   string
		status int
	}{{"http://example.com", http.StatusForbidden}, {"https://example.com", http.StatusCreated}} {
		r := request("POST", "/api/me", `{"name":"Ann"}`, "Origin", origin.text)
		r.TLS = &tls.ConnectionState{}
		require.Equal(t, origin.status, d.serve(r).Code)
	}
}

// An untrusted proxy is logged once, not for every request.
func TestWarnsOfProxies(t *testing.T) {
	d := newTestHandler(t, func(o *Options) { o.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")} })
	for range 3 {
		d.ask("GET", "/api/games", "", "X-Forwarded-For", "192.0.2.7")
	}
	require.Equal(t, 1, strings.Count(d.logged.String(), "--trusted-proxies"), d.logged.String())
}

// With a public URL, pages of other hosts may not use the server, whatever the header Host says.
func TestPublicURL(t *testing.T) {
	d := newTestHandler(t, func(o *Options) { o.PublicURL = "https://play.example" })
	for origin, status := range map[string]int{
		"https://play.example": http.StatusCreated, "http://play.example": http.StatusForbidden,
		"https://example.com": http.StatusForbidden, "https://evil.example": http.StatusForbidden,
	} {
		w := d.ask("POST", "/api/me", `{"name":"Ann"}`, "Origin", origin)
		require.Equal(t, status, w.Code, origin)
	}
	w := d.ask("POST", "/api/me", `{"name":"Ann"}`)
	require.True(t, w.Result().Cookies()[0].Secure)
}

// A cookie of the same name from another program does not lock a person out.
func TestTheFirstCookieThatCounts(t *testing.T) {
	d := newTestHandler(t, nil)
	w := d.ask("POST", "/api/me", `{"name":"Ann"}`)
	own := w.Result().Cookies()[0].Value
	for cookies, status := range map[string]int{
		"archmage=x; archmage=" + own:                         http.StatusOK,
		"archmage=" + own + "; archmage=x":                    http.StatusOK,
		"archmage=x":                                          http.StatusUnauthorized,
		"archmage=a; archmage=b; archmage=c; archmage=" + own: http.StatusUnauthorized, // tried are three
	} {
		require.Equal(t, status, d.ask("GET", "/api/me", "", "Cookie", cookies).Code, cookies)
	}
}

func TestCookiesForTLS(t *testing.T) {
	proxies := []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}
	tests := []struct {
		name    string
		proxies []netip.Prefix
		secure  httpx.Secure
		tls     bool
		proto   []string
		want    bool
	}{
		{"plain", nil, "", false, nil, false},
		{"TLS", nil, httpx.SecureAuto, true, nil, true},
		{"a trusted proxy says so", proxies, httpx.SecureAuto, false, []string{"https"}, true},
		{"a trusted proxy says no", proxies, httpx.SecureAuto, false, []string{"http"}, false},
		{"the client says so, the proxy no", proxies, httpx.SecureAuto, false, []string{"https", "http"}, false},
		{
			name:    "the client says so, the proxy no, in one line",
			proxies: proxies,
			secure:  httpx.SecureAuto,
			proto:   []string{"https, http"},
		},
		{"somebody says so", nil, httpx.SecureAuto, false, []string{"https"}, false},
		{"always", nil, httpx.SecureAlways, false, nil, true},
		{"never", nil, httpx.SecureNever, true, nil, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			d := newTestHandler(t, func(o *Options) { o.TrustedProxies, o.Secure = test.proxies, test.secure })
			r := request("POST", "/api/me", `{"name":"Ann"}`)
			r.Header["X-Forwarded-Proto"] = test.proto
			if test.tls {
				r.TLS = &tls.ConnectionState{}
			}
			w := d.serve(r)
			cookie := w.Result().Cookies()[0]
			require.Equal(t, test.want, cookie.Secure)
			require.Equal(t, test.want, cookie.Name == "__Host-archmage", "no other host can set it")
			require.Equal(t, test.want, w.Header().Get("Strict-Transport-Security") != "")
		})
	}
}

func TestClientAddresses(t *testing.T) {
	trusted := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}
	tests := []struct {
		name    string
		proxies []netip.Prefix
		peer    string
		forward []string
		want    string
	}{
		{"direct", nil, "192.0.2.7:99", nil, "192.0.2.7"},
		{"direct, IPv4 in IPv6", nil, "[::ffff:192.0.2.7]:99", nil, "192.0.2.7"},
		{"direct, IPv6", nil, "[2001:db8:1:2:3:4:5:6]:99", nil, "2001:db8:1:2::"},
		{"direct, IPv6 with a zone", nil, "[fe80::1%eth0]:99", nil, "fe80::"},
		{"no trusted proxy at all", nil, "10.0.0.1:99", []string{"192.0.2.7"}, "10.0.0.1"},
		{"not a trusted proxy", trusted, "192.0.2.9:99", []string{"192.0.2.7"}, "192.0.2.9"},
		{"a trusted proxy", trusted, "10.0.0.1:99", []string{"192.0.2.7"}, "192.0.2.7"},
		{"a trusted proxy, IPv6", trusted, "[fd00::1]:99", []string{"2001:db8:1:2:3:4:5:6"}, "2001:db8:1:2::"},
		{"the client has made something up", trusted, "10.0.0.1:99", []string{"127.0.0.1, 192.0.2.7"}, "192.0.2.7"},
		{"in a line of its own", trusted, "10.0.0.1:99", []string{"127.0.0.1", "192.0.2.7"}, "192.0.2.7"},
		{"two trusted proxies", trusted, "10.0.0.1:99", []string{"127.0.0.1, 192.0.2.7, 10.1.2.3"}, "192.0.2.7"},
		{"with ports", trusted, "10.0.0.1:99", []string{"127.0.0.1:5, 192.0.2.7:1234, 10.1.2.3:99"}, "192.0.2.7"},
		{"with a port, IPv6", trusted, "10.0.0.1:99", []string{"[2001:db8:1:2:3:4:5:6]:443"}, "2001:db8:1:2::"},
		{"nonsense from a trusted proxy", trusted, "10.0.0.1:99", []string{"192.0.2.7, unknown"}, "10.0.0.1"},
		{"a trusted proxy itself", trusted, "10.0.0.1:99", nil, "10.0.0.1"},
		{"no address", nil, "pipe", nil, "invalid IP"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			d := newTestHandler(t, func(o *Options) { o.TrustedProxies = test.proxies })
			r := request("GET", "/healthz", "")
			r.RemoteAddr = test.peer
			r.Header["X-Forwarded-For"] = test.forward
			require.Equal(t, http.StatusOK, d.serve(r).Code)
			require.Contains(t, d.logged.String(), `"addr":"`+test.want+`"`)
		})
	}
}
