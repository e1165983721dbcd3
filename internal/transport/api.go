package transport

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"archmage/internal/room"
	"archmage/internal/transport/httpx"
)

// mountAPI adds the endpoints of the API. Responses are JSON, except a QR code.
func (s *Server) mountAPI(r chi.Router) {
	r.Use(s.LimitRequests)
	s.pages.MountSite(r)
	r.Group(s.mountRest)
}

// mountRest adds the endpoints that are not for banned addresses.
func (s *Server) mountRest(r chi.Router) {
	r.Use(s.RefuseBanned)
	add := func(method, pattern string, do httpx.Endpoint) {
		r.Method(method, pattern, s.HandlerOf(do))
	}
	add(http.MethodPost, "/me", s.signIn.newIdentity)
	add(http.MethodGet, "/me", s.signIn.me)
	add(http.MethodPatch, "/me", s.signIn.changeMe)
	add(http.MethodGet, "/avatars", s.others.avatars)
	add(http.MethodPost, "/me/links", s.signIn.newLink)
	add(http.MethodPost, "/rooms", s.tables.newRoom)
	add(http.MethodGet, "/rooms", s.tables.listRooms)
	inRoom := func(method, pattern string, do httpx.Endpoint) {
		r.With(s.routed).Method(method, pattern, s.HandlerOf(do))
	}
	inRoom(http.MethodGet, "/rooms/{room}/events", s.wakes(s.tables.events))
	inRoom(http.MethodGet, "/rooms/{room}/board", s.wakes(s.tables.board))
	inRoom(http.MethodGet, "/rooms/{room}/steps", s.Costly(httpx.Light, s.tables.liveSteps))
	inRoom(http.MethodPost, "/rooms/{room}/leave", s.wakes(s.tables.does(&room.Leave{})))
	inRoom(http.MethodPost, "/rooms/{room}/rematch", s.wakes(s.tables.does(&room.Rematch{})))
	inRoom(http.MethodPost, "/rooms/{room}/hint", s.Costly(httpx.Heavy, s.tables.hint))
	add(http.MethodPost, "/rooms/{room}/code", s.tables.code)
	add(http.MethodGet, "/codes/{code}", s.tables.findCode)
	add(http.MethodGet, "/matches", s.matches.listMatches)
	add(http.MethodPost, "/matches", s.Costly(httpx.Heavy, s.matches.bringMatch))
	add(http.MethodGet, "/matches/{match}", s.matches.match)
	add(http.MethodDelete, "/matches/{match}", s.matches.forgetMatch)
	add(http.MethodGet, "/matches/{match}/record", s.Costly(httpx.Light, s.matches.record))
	add(http.MethodGet, "/matches/{match}/timeline", s.Costly(httpx.Light, s.matches.timeline))
	add(http.MethodGet, "/matches/{match}/steps", s.Costly(httpx.Light, s.matches.steps))
	add(http.MethodPost, "/matches/{match}/analysis", s.Costly(httpx.Light, s.matches.analyse))
	add(http.MethodGet, "/matches/{match}/analysis", s.Costly(httpx.Light, s.matches.analysis))
	s.pages.MountAPI(r)
	add(http.MethodGet, "/people", s.Costly(httpx.Light, s.others.profile))
	add(http.MethodPost, "/reports", s.others.report)
	add(http.MethodGet, "/news", s.others.news)
	add(http.MethodPost, "/news", s.others.markNewsRead)
	add(http.MethodGet, "/leaderboard", s.Costly(httpx.Light, s.matches.leaderboard))
	add(http.MethodGet, "/standings", s.Costly(httpx.Light, s.matches.standings))
	add(http.MethodGet, "/ratings", s.matches.ratings)
	add(http.MethodGet, "/matches/{match}/ratings", s.matches.matchRatings)
	s.finding.mountFinding(r)
	s.account.mountAccount(r)
	s.signIn.mountSignIn(r)
	s.calls.mountNotices(r)
	s.moderators.mountModeration(r, s.moderators.byRole)
	add(http.MethodGet, "/host", s.Costly(httpx.Light, s.moderators.forOwners(s.host.host)))
}

// wakes returns an endpoint that loads the room of the request, which is costly.
func (s *core) wakes(do httpx.Endpoint) httpx.Endpoint {
	return func(w http.ResponseWriter, r *http.Request) error {
		if s.rooms.IsLoaded(chi.URLParam(r, "room")) {
			return do(w, r)
		}
		return s.Costly(httpx.Light, do)(w, r)
	}
}
