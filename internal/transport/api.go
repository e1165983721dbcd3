package transport

import (
	"math"
	"net/http"
	"net/netip"
	"strconv"

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
	r.Use(s.limitRequests, s.refuseBanned)
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
	add(http.MethodGet, "/rooms/{room}/events", s.events)
	add(http.MethodPost, "/rooms/{room}/leave", s.does(room.KindLeave))
	add(http.MethodPost, "/rooms/{room}/rematch", s.does(room.KindRematch))
	add(http.MethodPost, "/rooms/{room}/code", s.code)
	add(http.MethodGet, "/codes/{code}", s.findCode)
	add(http.MethodGet, "/matches", s.listMatches)
	add(http.MethodGet, "/matches/{match}", s.match)
	add(http.MethodGet, "/matches/{match}/record", s.record)
	add(http.MethodPost, "/qr", s.qr)
	add(http.MethodGet, "/people", s.profile)
	s.mountAccount(r)
	s.mountSignIn(r)
}

// limitRequests bounds the rate of requests from one address.
func (s *Server) limitRequests(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.allow(w, r, s.requests, "requests") {
			s.fail(w, r, coded.Errorf(lobby.CodeTooFast, "too many requests in a short time"))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// allow counts one for the client's address. If that is too many, it sets
// Retry-After and returns false.
func (s *Server) allow(w http.ResponseWriter, r *http.Request, m *meters[netip.Addr], limit string) bool {
	wait, ok := m.allow(s.clientAddr(r))
	if !ok {
		s.metrics.refused.WithLabelValues(limit).Inc()
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	}
	return ok
}
