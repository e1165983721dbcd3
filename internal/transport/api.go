package transport

import (
	"context"
	"math"
	"net/http"
	"net/netip"
	"strconv"
	"time"

	"github.com/go-chi/chi/v5"

	"archmage/internal/coded"
	"archmage/internal/lobby"
	"archmage/internal/room"
)

// The numbers of items on a page of a list.
const (
	defaultPage = 50
	maxPage     = 200
)

// endpoint answers a request, or returns an error for the client.
type endpoint func(w http.ResponseWriter, r *http.Request) error

// endpoint returns a handler that also sends the error of do.
func (s *core) endpoint(do endpoint) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := do(w, r); err != nil {
			s.fail(w, r, err)
		}
	}
}

// mountAPI adds the endpoints of the API. Responses are JSON, except a QR code.
func (s *Server) mountAPI(r chi.Router) {
	r.Use(s.limitRequests)
	s.pages.mountSite(r)
	r.Group(s.mountRest)
}

// mountRest adds the endpoints that are not for banned addresses.
func (s *Server) mountRest(r chi.Router) {
	r.Use(s.refuseBanned)
	add := func(method, pattern string, do endpoint) {
		r.Method(method, pattern, s.endpoint(do))
	}
	add(http.MethodPost, "/me", s.signIn.newIdentity)
	add(http.MethodGet, "/me", s.signIn.me)
	add(http.MethodPatch, "/me", s.signIn.changeMe)
	add(http.MethodGet, "/faces", s.others.faces)
	add(http.MethodPost, "/me/links", s.signIn.newLink)
	r.Method(http.MethodGet, "/games", s.games)
	add(http.MethodGet, "/games/{game}/catalogue", s.pages.catalogue)
	add(http.MethodPost, "/rooms", s.tables.newRoom)
	add(http.MethodGet, "/rooms", s.tables.listRooms)
	inRoom := func(method, pattern string, do endpoint) { r.With(s.routed).Method(method, pattern, s.endpoint(do)) }
	inRoom(http.MethodGet, "/rooms/{room}/events", s.wakes(s.tables.events))
	inRoom(http.MethodGet, "/rooms/{room}/board", s.wakes(s.tables.board))
	inRoom(http.MethodGet, "/rooms/{room}/steps", s.costs(light, s.tables.liveSteps))
	inRoom(http.MethodPost, "/rooms/{room}/leave", s.wakes(s.tables.does(&room.Leave{})))
	inRoom(http.MethodPost, "/rooms/{room}/rematch", s.wakes(s.tables.does(&room.Rematch{})))
	inRoom(http.MethodPost, "/rooms/{room}/hint", s.costs(heavy, s.tables.hint))
	add(http.MethodPost, "/rooms/{room}/code", s.tables.code)
	add(http.MethodGet, "/codes/{code}", s.tables.findCode)
	add(http.MethodGet, "/matches", s.matches.listMatches)
	add(http.MethodPost, "/matches", s.costs(heavy, s.matches.bringMatch))
	add(http.MethodGet, "/matches/{match}", s.matches.match)
	add(http.MethodDelete, "/matches/{match}", s.matches.forgetMatch)
	add(http.MethodGet, "/matches/{match}/record", s.costs(light, s.matches.record))
	add(http.MethodGet, "/matches/{match}/timeline", s.costs(light, s.matches.timeline))
	add(http.MethodGet, "/matches/{match}/steps", s.costs(light, s.matches.steps))
	add(http.MethodPost, "/matches/{match}/analysis", s.costs(light, s.matches.analyse))
	add(http.MethodGet, "/matches/{match}/analysis", s.costs(light, s.matches.analysis))
	add(http.MethodGet, "/matches/{match}/picture.png", s.costs(light, s.matches.picture))
	add(http.MethodPost, "/qr", s.costs(light, s.pages.qr))
	add(http.MethodGet, "/people", s.costs(light, s.others.profile))
	add(http.MethodPost, "/reports", s.others.report)
	add(http.MethodGet, "/news", s.others.news)
	add(http.MethodPost, "/news", s.others.markNewsRead)
	add(http.MethodGet, "/leaderboard", s.costs(light, s.matches.leaderboard))
	add(http.MethodGet, "/standings", s.costs(light, s.matches.standings))
	add(http.MethodGet, "/ratings", s.matches.ratings)
	add(http.MethodGet, "/matches/{match}/ratings", s.matches.matchRatings)
	s.finding.mountFinding(r)
	s.account.mountAccount(r)
	s.signIn.mountSignIn(r)
	s.calls.mountNotices(r)
	s.moderators.mountModeration(r, s.moderators.byRole)
	add(http.MethodGet, "/host", s.costs(light, s.moderators.forOwners(s.host.host)))
}

// refusedPause is how long the server waits before it tells a client that it has made too
// many requests, so that clients in a loop cost little.
const refusedPause = time.Second

// errTooManyRequests returns the refusal of a client that makes too many requests,
// after refusedPause.
func errTooManyRequests(ctx context.Context) error {
	timer := time.NewTimer(refusedPause)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
	return coded.Errorf(lobby.CodeTooFast, "too many requests in a short time")
}

// limitRequests bounds the rate of requests from one address, and charges it with
// what they cost.
func (s *core) limitRequests(next http.Handler) http.Handler {
	return s.limited(s.requests, "requests", s.charged(next))
}

// limitFiles bounds the rate of requests for files from one address.
func (s *core) limitFiles(next http.Handler) http.Handler {
	return s.limited(s.files, "files", next)
}

func (s *core) limited(m *meters[netip.Addr], limit string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.allow(w, r, m, limit) {
			s.fail(w, r, errTooManyRequests(r.Context()))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// allow counts one request for the client's address. If that is one too many, it sets
// Retry-After and returns false.
func (s *core) allow(w http.ResponseWriter, r *http.Request, m *meters[netip.Addr], limit string) bool {
	return s.allowN(w, r, m, limit, 1)
}

// allowN is allow for a request that counts n times.
func (s *core) allowN(w http.ResponseWriter, r *http.Request, m *meters[netip.Addr], limit string, n float64) bool {
	wait, ok := m.allowN(s.clientAddr(r), n)
	if !ok {
		s.metrics.refused.WithLabelValues(limit).Inc()
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	}
	return ok
}
