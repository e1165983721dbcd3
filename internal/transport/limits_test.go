package transport

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/lobby/directory"
	"archmage/internal/room"
	"archmage/internal/stream"
	"archmage/internal/transport/httpx"
)

func TestRequestsOfAnAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestHandler(t, func(o *Options) { o.Limits.Read = 0.2 })
		require.Equal(t, http.StatusOK, d.ask("GET", "/api/games", "").Code)
		for i, path := range []string{"/api/games", "/api/me", "/api/nothing", "/ws/a-room"} {
			asked := time.Now()
			w := d.ask("GET", path, "")
			refused(t, w, http.StatusTooManyRequests, coded.TooFast)
			require.Equal(t, strconv.Itoa(5-i), w.Header().Get("Retry-After"))
			require.Equal(t, httpx.RefusedPause, time.Since(asked), "refusals are slow, so that they cost little")
		}
		// Files cost nothing, and others are not to blame.
		require.Equal(t, http.StatusOK, d.ask("GET", "/app.js", "").Code)
		r := request("GET", "/api/games", "")
		r.RemoteAddr = "192.0.2.2:1"
		require.Equal(t, http.StatusOK, d.serve(r).Code)

		time.Sleep(time.Second)
		require.Equal(t, http.StatusOK, d.ask("GET", "/api/games", "").Code)
		require.Equal(t, http.StatusTooManyRequests, d.ask("GET", "/api/games", "").Code)
	})
}

// Files have a higher limit of their own.
func TestFilesOfAnAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestHandler(t, func(o *Options) { o.Limits.Read = 0.06 })
		for _, path := range []string{"/app.js", "/", "/nothing"} {
			require.NotEqual(t, http.StatusTooManyRequests, d.ask("GET", path, "").Code)
		}
		refused(t, d.ask("GET", "/app.js", ""), http.StatusTooManyRequests, coded.TooFast)
		require.Equal(t, http.StatusOK, d.ask("GET", "/api/games", "").Code)
		time.Sleep(3 * time.Second)
		require.Equal(t, http.StatusOK, d.ask("GET", "/app.js", "").Code)
	})
}

// Loading a room is costly, watching a loaded one is not.
func TestWakingRoomsIsMetered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestHandler(t, limitCosts)
		_, auth := d.newPerson("Ann")
		room := d.newRoom(auth, "")
		events := func() int { return d.ask("GET", "/api/rooms/"+room+"/events", "", "Authorization", auth).Code }
		d.server.Limiter.Charge(httpx.Costs, d.server.ClientAddr(request("GET", "/", "")), httpx.CostsWindow)
		require.Equal(t, http.StatusTooManyRequests, events(), "nobody is there, so it is not in memory")
		d.rooms.with(
			room,
			func(r *fakeRoom) { r.subs = append(r.subs, &fakeSub{Subscription: stream.NewSubscription()}) },
		)
		require.Equal(t, http.StatusOK, events())
	})
}

func TestGuestsOfAnAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestHandler(t, func(o *Options) { o.Limits.Guests = 2 })
		for range 2 {
			require.Equal(t, http.StatusCreated, d.ask("POST", "/api/me", `{"name":"Ann"}`).Code)
		}
		w := d.ask("POST", "/api/me", `{"name":"Ann"}`)
		refused(t, w, http.StatusTooManyRequests, httpx.CodeTooMany)
		require.Equal(t, "1800", w.Header().Get("Retry-After"))
		// Links count too, also those that are not valid.
		refused(
			t,
			d.ask("POST", "/api/me", `{"link":"AAAAAAAAAAAAAAAAAAAAAA"}`),
			http.StatusTooManyRequests,
			httpx.CodeTooMany,
		)
		// An IPv6 address counts with its /64.
		for i := range 4 {
			r := request("POST", "/api/me", `{"name":"Ann"}`)
			r.RemoteAddr = fmt.Sprintf("[2001:db8::%d]:1", i)
			if w := d.serve(r); i < 2 {
				require.Equal(t, http.StatusCreated, w.Code)
			} else {
				refused(t, w, http.StatusTooManyRequests, httpx.CodeTooMany)
			}
		}
	})
}

func TestRoomsOfAnAddress(t *testing.T) {
	d := newTestHandler(t, func(o *Options) { o.Limits.Rooms = 2 })
	_, auth := d.newPerson("Ann")
	open := func() int {
		return d.ask("POST", "/api/rooms", `{"settings":{"game":"toy","seats":2}}`, "Authorization", auth).Code
	}
	require.Equal(
		t,
		[]int{http.StatusCreated, http.StatusCreated, http.StatusTooManyRequests},
		[]int{open(), open(), open()},
	)
}

func TestUnfinishedRoomsOfAHost(t *testing.T) {
	d := newTestHandler(t, func(o *Options) { o.Limits.Hosted = 3 })
	ann, annAuth := d.newPerson("Ann")
	bob, bobAuth := d.newPerson("Bob")
	d.newRoom(bobAuth, "")
	var rooms []string
	for range 3 {
		rooms = append(rooms, d.newRoom(annAuth, ""))
	}
	open := func() *httptest.ResponseRecorder {
		return d.ask("POST", "/api/rooms", `{"settings":{"game":"toy","seats":2}}`, "Authorization", annAuth)
	}
	refused(t, open(), http.StatusTooManyRequests, httpx.CodeTooMany)
	require.Equal(t, directory.ListQuery{
		Member:   ann.ID,
		Limit:    httpx.MaxPage,
		Statuses: []room.Status{room.StatusOpen, room.StatusSeated, room.StatusPlaying},
	}, d.rooms.lists[len(d.rooms.lists)-1])
	d.newRoom(bobAuth, "")
	// Rooms of other hosts do not count, even if Ann has a seat in them.
	d.rooms.with(rooms[0], func(r *fakeRoom) { r.info.Host = bob.ID })
	require.Equal(t, http.StatusCreated, open().Code)
}

func TestWithoutLimits(t *testing.T) {
	d := newTestHandler(t, func(o *Options) {
		o.Limits.Read, o.Limits.Rooms, o.Limits.Hosted, o.Limits.Guests = 0.2, 1, 1, 1
		o.Limits = o.Limits.Unlimited()
	})
	_, auth := d.newPerson("Ann")
	for range 50 {
		d.newPerson("Bob")
		d.newRoom(auth, "")
	}
	// The limits on sizes and times stay.
	refused(
		t,
		d.ask("POST", "/api/me", fmt.Sprintf("%20000s", "{}")),
		http.StatusRequestEntityTooLarge,
		httpx.CodeTooLarge,
	)
	off, on := httpx.DefaultLimits().Unlimited(), httpx.DefaultLimits()
	require.Equal(t, []int{on.Message, on.Body, on.Header}, []int{off.Message, off.Body, off.Header})
	require.Equal(t, on.IdleTimeout, off.IdleTimeout)
}

// Requests that change something count as changes of their person, as frames do.
func TestChangesByRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestHandler(t, func(o *Options) { o.Limits.Read = 0 })
		_, auth := d.newPerson("Ann")
		room := d.newRoom(auth, "")
		for path, body := range map[string]string{
			"POST /api/rooms/" + room + "/leave": "", "POST /api/rooms/" + room + "/rematch": "",
			"PATCH /api/me": `{"name":"Ann"}`, "POST /api/me/links": "", "DELETE /api/matches/m1": "",
			"POST /api/news": `{"number":1}`, "POST /api/matches": "the text", "POST /api/blocks": `{"person":"x"}`,
		} {
			time.Sleep(time.Hour)
			method, at, _ := strings.Cut(path, " ")
			for range changesAtOnce {
				w := d.ask(method, at, body, "Authorization", auth)
				require.NotEqual(t, http.StatusTooManyRequests, w.Code, path)
			}
			w := d.ask(method, at, body, "Authorization", auth)
			refused(t, w, http.StatusTooManyRequests, coded.TooFast)
			require.Equal(t, "1", w.Header().Get("Retry-After"), path)
		}
	})
}
