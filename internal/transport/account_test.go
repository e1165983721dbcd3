package transport

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/archive"
	"archmage/internal/coded"
	"archmage/internal/transport/httpx"
)

// countAnswered repeats a request for a time span, and returns how many of the requests were
// answered.
func countAnswered(t *testing.T, span time.Duration, ask func() *httptest.ResponseRecorder) (done int) {
	for began := time.Now(); time.Since(began) < span; {
		w := ask()
		if w.Code == http.StatusTooManyRequests {
			refused(t, w, http.StatusTooManyRequests, coded.TooFast)
			require.NotEmpty(t, w.Header().Get("Retry-After"))
			continue
		}
		require.Less(t, w.Code, 300)
		done++
	}
	return done
}

// An address gets only its share of processor time and bytes, however much one request costs: a
// burst, and then what the rate allows. Cheap requests and other addresses are still answered.
func TestWhatAnAddressCosts(t *testing.T) {
	const span = 10 * time.Minute
	synctest.Test(t, func(t *testing.T) {
		d := newTestHandler(t, func(o *Options) { limitCosts(o); o.Limits.Rooms = 0 })
		ann, auth := d.newPerson("Ann")
		room := d.newRoom(auth, "")
		d.rooms.matches = []archive.MatchInfo{aMatch("m1", ann.ID, true)}
		limits := httpx.DefaultLimits()
		for name, one := range map[string]struct {
			cpu   time.Duration
			bytes int
			path  []string
		}{
			"hints of half a second": {
				500 * time.Millisecond,
				0,
				[]string{"POST", "/api/rooms/" + room + "/hint"},
			},
			"rooms from late steps": {
				220 * time.Millisecond,
				0,
				[]string{"POST", "/api/rooms/" + room + "/hint"},
			},
			"records of a megabyte and a half": {0, 1_500_000, []string{"GET", "/api/matches/m1/record"}},
		} {
			time.Sleep(time.Hour)
			d.rooms.cpuPerRequest = one.cpu
			d.rooms.records = map[string]string{"m1": strings.Repeat("x", one.bytes)}
			done := countAnswered(t, span, func() *httptest.ResponseRecorder {
				return d.ask(one.path[0], one.path[1], "", "Authorization", auth)
			})
			// 20 MB count as much as a second.
			each := one.cpu.Seconds() + float64(one.bytes)/20e6
			cost := float64(done) * each
			allowed := limits.Costly * (span + httpx.CostsWindow).Seconds()
			require.LessOrEqual(t, cost, allowed+each, name)
			require.Greater(t, cost, 0.6*limits.Costly*span.Seconds(), "%s: what is promised is given", name)
			for d.ask(one.path[0], one.path[1], "", "Authorization", auth).Code == http.StatusOK {
			}
			require.Equal(t, http.StatusOK, d.ask("GET", "/api/me", "", "Authorization", auth).Code, name)
			other := request(one.path[0], one.path[1], "", "Authorization", auth)
			other.RemoteAddr = "192.0.2.77:1"
			require.Equal(t, http.StatusOK, d.serve(other).Code, name)
		}
	})
}

// The reserved cost limits how many costly requests run at the same time.
func TestCostsAreSetAside(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestHandler(t, limitCosts)
		_, auth := d.newPerson("Ann")
		room := d.newRoom(auth, "")
		d.rooms.gate = make(chan struct{})
		codes := make(chan int, 20)
		for range cap(codes) {
			go func() { codes <- d.ask("POST", "/api/rooms/"+room+"/hint", "", "Authorization", auth).Code }()
		}
		time.Sleep(2 * httpx.RefusedPause)
		require.Len(
			t,
			codes,
			cap(
				codes,
			)-int(
				httpx.CostsWindow.Seconds()*httpx.DefaultLimits().Costly/time.Duration(httpx.Heavy).Seconds(),
			),
			"the rest thinks",
		)
		close(d.rooms.gate)
		synctest.Wait()
		require.Len(t, codes, cap(codes))
		// What was set aside is given back.
		require.Equal(t, http.StatusOK, d.ask("POST", "/api/rooms/"+room+"/hint", "", "Authorization", auth).Code)
	})
}

// Analyses have a budget of their own. A client that has used it up waits for the next analysis,
// and for nothing else.
func TestAnalysesOfAnAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestHandler(t, limitCosts)
		ann, auth := d.newPerson("Ann")
		d.rooms.matches = []archive.MatchInfo{aMatch("m1", ann.ID, true)}
		d.rooms.cpuPerRequest = 15 * time.Second
		const span = time.Hour
		done := countAnswered(t, span, func() *httptest.ResponseRecorder {
			time.Sleep(time.Second)
			return d.ask("POST", "/api/matches/m1/analysis", "", "Authorization", auth)
		})
		require.InDelta(
			t,
			httpx.DefaultLimits().Costly*(span+httpx.AnalysesWindow).Seconds(),
			float64(done)*d.rooms.cpuPerRequest.Seconds(),
			2*d.rooms.cpuPerRequest.Seconds(),
		)
		require.Equal(t, http.StatusOK, d.ask("GET", "/api/matches/m1/timeline", "").Code)
	})
}

// The cost of an analysis stays reserved until the analysis has ended.
func TestWaitingAnalysesArePaid(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestHandler(t, limitCosts)
		ann, auth := d.newPerson("Ann")
		d.rooms.matches = []archive.MatchInfo{aMatch("m1", ann.ID, true)}
		d.rooms.keepsAnalysesOpen = true
		ask := func() int {
			return d.ask("POST", "/api/matches/m1/analysis", "", "Authorization", auth).Code
		}
		const most = 6 // 60 s at once, 10 s for each
		for range most {
			require.Equal(t, http.StatusAccepted, ask())
		}
		require.Equal(t, http.StatusTooManyRequests, ask())
		time.Sleep(httpx.AnalysesWindow)
		require.Equal(t, http.StatusTooManyRequests, ask(), "they wait still")
		d.rooms.requesters[0].OnEnd()
		require.Equal(t, http.StatusAccepted, ask())
		require.Equal(t, http.StatusTooManyRequests, ask())
		for _, asker := range d.rooms.requesters {
			require.Equal(t, "192.0.2.1", asker.Network)
		}
	})
}

// All costly requests of an address with an overdrawn budget are refused before any work is done.
func TestAnOverdrawnAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestHandler(t, limitCosts)
		ann, auth := d.newPerson("Ann")
		room := d.newRoom(auth, "")
		d.rooms.matches = []archive.MatchInfo{aMatch("m1", ann.ID, true)}
		addr := d.server.ClientAddr(request("GET", "/", ""))
		d.server.Limiter.Charge(httpx.Costs, addr, time.Hour)
		for path, body := range map[string]string{
			"GET /api/matches/m1/record": "", "GET /api/matches/m1/timeline": "",
			"GET /api/matches/m1/steps?as=all": "",
			"GET /api/matches/m1/analysis":     "", "POST /api/matches/m1/analysis": "",
			"GET /api/matches/m1/picture.png": "",
			"POST /api/matches":               "{}", "GET /api/matches": "", "GET /api/rooms?limit=200": "",
			"POST /api/qr":             `{"text":"a"}`,
			"GET /api/people?name=Ann": "", "GET /api/leaderboard?game=toy": "", "GET /api/account/data": "",
			"POST /api/rooms/" + room + "/hint": "", "GET /api/rooms/" + room + "/steps": "",
			"POST /api/rooms": `{"from":{"match":"m1","step":1,"luck":"same","seat":0}}`,
			"POST /api/play":  `{"id":"1","game":"toy"}`,
		} {
			method, at, _ := strings.Cut(path, " ")
			w := d.ask(method, at, body, "Authorization", auth)
			require.Equal(t, http.StatusTooManyRequests, w.Code, "%s: %s", path, w.Body)
		}
		for _, at := range []string{"/api/me", "/api/rooms", "/api/matches/m1", "/api/games", "/api/invitations"} {
			require.Equal(t, http.StatusOK, d.ask("GET", at, "", "Authorization", auth).Code, at)
		}
	})
}

// Other tests must not depend on how much processor time a machine needs.
func TestASlowMachineIsRefusedNothing(t *testing.T) {
	d := newTestHandler(t, nil)
	g := newTestServer(t, nil)
	for _, s := range []*Server{d.server, g.server} {
		s.Limiter.Charge(httpx.Costs, s.ClientAddr(request("GET", "/", "")), time.Hour)
	}
	require.Equal(t, http.StatusOK, d.ask("POST", "/api/qr", `{"text":"a"}`).Code)
	w := httptest.NewRecorder()
	g.server.Handler().ServeHTTP(w, request("POST", "/api/qr", `{"text":"a"}`))
	require.Equal(t, http.StatusOK, w.Code)
}
