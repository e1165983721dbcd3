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

// The lengths of pages in the lists.
const (
	defaultPage = 50
	maxPage     = 200
)

// endpoint answers a request, or returns an error for the client.
type endpoint func(w http.ResponseWriter, r *http.Request) error

// endpoint returns a handler that sends the error too.
func (s *Server) endpoint(do endpoint) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := do(w, r); err != nil {
			s.fail(w, r, err)
		}
	}
}

// mountAPI adds the endpoints of the API. Responses are JSON, except a QR code.
func (s *Server) mountAPI(r chi.Router) {
	r.Use(s.limitRequests)
	s.mountSite(r)
	r.Group(s.mountRest)
}

// mountRest adds the endpoints that are not for banned addresses.
func (s *Server) mountRest(r chi.Router) {
	r.Use(s.refuseBanned)
	add := func(method, pattern string, do endpoint) {
		r.Method(method, pattern, s.endpoint(do))
	}
	add(http.MethodPost, "/me", s.newIdentity)
	add(http.MethodGet, "/me", s.me)
	add(http.MethodPatch, "/me", s.rename)
	add(http.MethodPost, "/me/links", s.newLink)
	r.Method(http.MethodGet, "/games", s.games)
	add(http.MethodGet, "/games/{game}/catalogue", s.catalogue)
	add(http.MethodPost, "/rooms", s.newRoom)
	add(http.MethodGet, "/rooms", s.listRooms)
	add(http.MethodGet, "/rooms/{room}/events", s.wakes(s.events))
	add(http.MethodGet, "/rooms/{room}/steps", s.wakes(s.costs(replayCost, s.liveSteps)))
	add(http.MethodPost, "/rooms/{room}/leave", s.wakes(s.does(room.KindLeave)))
	add(http.MethodPost, "/rooms/{room}/rematch", s.wakes(s.does(room.KindRematch)))
	add(http.MethodPost, "/rooms/{room}/hint", s.costs(hintCost, s.wakes(s.hint)))
	add(http.MethodPost, "/rooms/{room}/code", s.code)
	add(http.MethodGet, "/codes/{code}", s.findCode)
	add(http.MethodGet, "/matches", s.listMatches)
	add(http.MethodPost, "/matches", s.costs(bringCost, s.bringMatch))
	add(http.MethodGet, "/matches/{match}", s.match)
	add(http.MethodDelete, "/matches/{match}", s.forgetMatch)
	add(http.MethodGet, "/matches/{match}/record", s.costs(recordCost, s.record))
	add(http.MethodGet, "/matches/{match}/timeline", s.costs(replayCost, s.timeline))
	add(http.MethodGet, "/matches/{match}/steps", s.costs(replayCost, s.steps))
	add(http.MethodPost, "/matches/{match}/analysis", s.costs(bringCost, s.analyse))
	add(http.MethodGet, "/matches/{match}/analysis", s.costs(replayCost, s.analysis))
	add(http.MethodGet, "/matches/{match}/picture.png", s.costs(pictureCost, s.picture))
	add(http.MethodPost, "/qr", s.costs(qrCost, s.qr))
	add(http.MethodGet, "/people", s.costs(profileCost, s.profile))
	add(http.MethodPost, "/reports", s.report)
	add(http.MethodGet, "/news", s.news)
	add(http.MethodPost, "/news", s.told)
	add(http.MethodGet, "/leaderboard", s.costs(leaderCost, s.leaderboard))
	add(http.MethodGet, "/ratings", s.ratings)
	add(http.MethodGet, "/matches/{match}/ratings", s.matchRatings)
	s.mountFinding(r)
	s.mountAccount(r)
	s.mountSignIn(r)
	s.mountNotices(r)
	s.mountModeration(r, s.byRole)
}

// What requests cost beyond the one that every request counts for.
const (
	qrCost     = 4
	recordCost = 4
	replayCost = 1
	// pictureCost is for drawing the picture of a match, leaderCost for a page of the
	// leaderboard.
	pictureCost = 9
	leaderCost  = 1
	// profileCost is for the sums of many matches, historyCost for reading all
	// matches of a person.
	profileCost = 9
	historyCost = 50
	// bringCost is for a match that is played again, to be stored or played on.
	bringCost = 20
	// hintCost is for a hint, about which the server thinks for up to a second.
	hintCost = 9
	// wakeCost is for a room that is not in memory.
	wakeCost = 5
)

// costs is an endpoint whose requests count for more than one.
func (s *Server) costs(more int, do endpoint) endpoint {
	return func(w http.ResponseWriter, r *http.Request) error {
		if !s.allowN(w, r, s.requests, "requests", more) {
			return errTooManyRequests(r.Context())
		}
		return do(w, r)
	}
}

// matchesEach is how many matches of a page count for a request: each has all that
// was played for.
const matchesEach = 10

// costsPage counts a page of a list for more than one request, where it has more than
// each entries.
func (s *Server) costsPage(w http.ResponseWriter, r *http.Request, limit, each int) error {
	if more := (limit - 1) / each; more > 0 && !s.allowN(w, r, s.requests, "requests", more) {
		return errTooManyRequests(r.Context())
	}
	return nil
}

// wakes is an endpoint that loads the room that it is about.
func (s *Server) wakes(do endpoint) endpoint {
	return func(w http.ResponseWriter, r *http.Request) error {
		if s.rooms.Awake(chi.URLParam(r, "room")) {
			return do(w, r)
		}
		return s.costs(wakeCost, do)(w, r)
	}
}

// refusedPause is how long a client waits for the answer that it has made too many
// requests, so that these refusals cost little.
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

// limitRequests bounds the rate of requests from one address.
func (s *Server) limitRequests(next http.Handler) http.Handler {
	return s.limited(s.requests, "requests", next)
}

// limitFiles bounds the rate of requests for files from one address.
func (s *Server) limitFiles(next http.Handler) http.Handler {
	return s.limited(s.files, "files", next)
}

func (s *Server) limited(m *meters[netip.Addr], limit string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.allow(w, r, m, limit) {
			s.fail(w, r, errTooManyRequests(r.Context()))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// allow counts one for the client's address. If that is too many, it sets
// Retry-After and returns false.
func (s *Server) allow(w http.ResponseWriter, r *http.Request, m *meters[netip.Addr], limit string) bool {
	return s.allowN(w, r, m, limit, 1)
}

// allowN is allow for what counts for n.
func (s *Server) allowN(w http.ResponseWriter, r *http.Request, m *meters[netip.Addr], limit string, n int) bool {
	wait, ok := m.allowN(s.clientAddr(r), n)
	if !ok {
		s.metrics.refused.WithLabelValues(limit).Inc()
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	}
	return ok
}
