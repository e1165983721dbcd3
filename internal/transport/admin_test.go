package transport

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/lobby"
	"archmage/internal/transport/httpx"
)

func (d *testHandler) askAdmin(method, path string, head ...string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	d.admin.ServeHTTP(w, request(method, path, "", append([]string{"Host", "localhost"}, head...)...))
	return w
}

func TestHealth(t *testing.T) {
	d := newTestHandler(t, nil)
	both := func(path string) []*httptest.ResponseRecorder {
		return []*httptest.ResponseRecorder{d.ask("GET", path, ""), d.askAdmin("GET", path)}
	}
	healthy := func(path string) {
		for _, w := range both(path) {
			require.Equal(t, health{"ok"}, read[health](t, w, http.StatusOK))
			require.Equal(t, "no-store", w.Header().Get("Cache-Control"))
		}
	}
	unready := func(code coded.Code) {
		for _, w := range both("/readyz") {
			refused(t, w, http.StatusServiceUnavailable, code)
		}
		healthy("/healthz")
	}
	healthy("/healthz")
	healthy("/readyz")
	d.rooms.err = errors.New("the disk is on fire")
	unready(coded.Busy)
	require.Contains(t, d.logged.String(), "on fire")
	d.rooms.err = nil
	healthy("/readyz")
	d.server.Stop()
	unready(lobby.CodeClosing)
	_, auth := d.newPerson("Ann")
	refused(t, d.ask("GET", "/ws/a-room", "", "Authorization", auth), http.StatusServiceUnavailable, lobby.CodeClosing)
}

func TestMetrics(t *testing.T) {
	more := prometheus.NewCounter(prometheus.CounterOpts{Name: "archmage_more_total", Help: "More."})
	d := newTestHandler(t, func(o *Options) {
		o.Collectors = []prometheus.Collector{more}
		o.Limits.Rooms = 1
	})
	more.Add(3)
	_, auth := d.newPerson("Ann")
	room := d.newRoom(auth, "")
	d.ask("POST", "/api/rooms", `{"settings":{"game":"toy","seats":2}}`, "Authorization", auth)
	d.ask("GET", "/api/rooms/"+room+"/events", "", "Authorization", auth)
	d.ask("GET", "/app.js", "")
	d.ask("GET", "/made/up/by/somebody", "")
	d.ask("GET", "/api/made/up/by/somebody", "")
	d.ask("BREW", "/app.js", "")
	d.ask("GET", "/ws/"+room, "")

	w := d.askAdmin("GET", "/metrics")
	require.Equal(t, http.StatusOK, w.Code)
	body := w.Body.String()
	for _, line := range []string{
		"archmage_more_total 3",
		"archmage_connections 0",
		"archmage_rooms 1",
		`archmage_refused_total{limit="rooms"} 1`,
		`archmage_requests_total{method="POST",route="/api/me",status="201"} 1`,
		`archmage_requests_total{method="POST",route="/api/rooms",status="429"} 1`,
		`archmage_requests_total{method="GET",route="/api/rooms/{room}/events",status="200"} 1`,
		`archmage_requests_total{method="GET",route="static",status="200"} 1`,
		`archmage_requests_total{method="GET",route="static",status="404"} 1`,
		`archmage_requests_total{method="GET",route="/api/*",status="404"} 1`,
		`archmage_requests_total{method="other",route="static",status="405"} 1`,
		`archmage_requests_total{method="GET",route="/ws/{room}",status="401"} 1`,
		"archmage_request_seconds_count 9",
	} {
		require.Contains(t, body, "\n"+line+"\n")
	}
	require.Contains(t, body, "go_goroutines")
	require.Contains(t, body, "process_resident_memory_bytes")
	require.NotContains(t, body, "somebody")
	require.NotContains(t, body, room)
	// The public address has none of these paths.
	for _, path := range []string{"/metrics", "/debug/pprof/", "/backup"} {
		refused(t, d.ask("GET", path, ""), http.StatusNotFound, coded.NotFound)
	}
}

func TestProfiles(t *testing.T) {
	d := newTestHandler(t, nil)
	for _, path := range []string{
		"/debug/pprof/", "/debug/pprof/goroutine?debug=1", "/debug/pprof/cmdline", "/debug/pprof/symbol",
	} {
		require.Equal(t, http.StatusOK, d.askAdmin("GET", path).Code, path)
	}
	require.Contains(t, d.askAdmin("GET", "/debug/pprof/goroutine?debug=1").Body.String(), "goroutine profile:")
	refused(t, d.askAdmin("GET", "/nothing"), http.StatusNotFound, coded.NotFound)
	refused(t, d.askAdmin("GET", "/backup"), http.StatusMethodNotAllowed, httpx.CodeBadMethod)
}

func TestBackup(t *testing.T) {
	scratch := t.TempDir()
	var failure error
	var names []string
	during := func() {}
	d := newTestHandler(t, func(o *Options) {
		o.Scratch = scratch
		o.Backup = func(_ context.Context, path string) error {
			names = append(names, path)
			during()
			if failure != nil {
				return failure
			}
			return os.WriteFile(path, []byte("everything"), 0o600)
		}
	})
	w := d.askAdmin("POST", "/backup")
	require.Equal(t, http.StatusOK, w.Code)
	require.Equal(t, "everything", w.Body.String())
	require.Equal(t, "10", w.Header().Get("Content-Length"))
	require.Equal(t, `attachment; filename="rooms.db"`, w.Header().Get("Content-Disposition"))
	require.True(t, strings.HasPrefix(names[0], scratch))

	// Only one backup runs at a time.
	during = func() {
		during = func() {}
		refused(t, d.askAdmin("POST", "/backup"), http.StatusServiceUnavailable, coded.Busy)
	}
	require.Equal(t, http.StatusOK, d.askAdmin("POST", "/backup").Code)

	failure = errors.New("no space left")
	refused(t, d.askAdmin("POST", "/backup"), http.StatusInternalServerError, coded.Internal)
	failure = nil

	// A page in a browser cannot request a backup.
	for _, head := range [][]string{
		{"Origin", "http://example.com"},
		{"Sec-Fetch-Site", "same-origin"},
		{"Sec-Fetch-Site", "none"},
	} {
		refused(t, d.askAdmin("POST", "/backup", head...), http.StatusForbidden, httpx.CodeBadOrigin)
	}
	require.Len(t, names, 3)

	// No temporary file is left.
	left, err := os.ReadDir(scratch)
	require.NoError(t, err)
	require.Empty(t, left)

	none := newTestHandler(t, nil)
	refused(t, none.askAdmin("POST", "/backup"), http.StatusNotFound, coded.NotFound)
}

// A page whose host name points to the admin address cannot read anything there.
func TestAdminKnowsItsNames(t *testing.T) {
	d := newTestHandler(t, func(o *Options) { o.AdminHosts = []string{"archmage"} })
	ask := func(path, host string) *httptest.ResponseRecorder {
		r := request("GET", path, "", "Host", host)
		w := httptest.NewRecorder()
		d.server.Admin().ServeHTTP(w, r)
		return w
	}
	for _, path := range []string{"/healthz", "/readyz", "/metrics", "/rooms", "/bans", "/debug/pprof/cmdline"} {
		for _, host := range []string{
			"127.0.0.1:9090", "[::1]:9090", "10.1.2.3", "localhost:9090", "LocalHost", "archmage:9090",
		} {
			w := ask(path, host)
			require.NotEqual(t, http.StatusForbidden, w.Code, "%s %s", host, path)
			require.Equal(t, "nosniff", w.Header().Get("X-Content-Type-Options"))
		}
		for _, host := range []string{
			"rebound.example:9090", "localhost.rebound.example", "127.0.0.1.rebound.example", "",
		} {
			refused(t, ask(path, host), http.StatusForbidden, httpx.CodeBadHost)
		}
	}
}

// If a token is set, only the health checks work without it.
func TestAdminToken(t *testing.T) {
	d := newTestHandler(t, func(o *Options) { o.AdminToken = "open sesame" })
	for _, path := range []string{"/metrics", "/rooms", "/bans", "/debug/pprof/cmdline", "/nothing"} {
		refused(t, d.askAdmin("GET", path), http.StatusUnauthorized, httpx.CodeBadToken)
		refused(t, d.askAdmin("GET", path, "Authorization", "Bearer open"), http.StatusUnauthorized, httpx.CodeBadToken)
		require.NotEqual(
			t,
			http.StatusUnauthorized,
			d.askAdmin("GET", path, "Authorization", "Bearer open sesame").Code,
			path,
		)
	}
	require.Equal(t, http.StatusOK, d.askAdmin("GET", "/healthz").Code)
}

// The duration of a profile is limited.
func TestProfilesAreBounded(t *testing.T) {
	d := newTestHandler(t, nil)
	for _, path := range []string{"/debug/pprof/profile", "/debug/pprof/trace", "/debug/pprof/heap"} {
		for _, seconds := range []string{"61", "1e9", "-1", "NaN", "x"} {
			refused(t, d.askAdmin("GET", path+"?seconds="+seconds), http.StatusBadRequest, coded.Malformed)
		}
	}
}
