package transport

import (
	"context"
	"net/http"

	"github.com/go-chi/chi/v5"
	"go.uber.org/zap"

	"archmage/internal/moderation"
	"archmage/internal/people"
	"archmage/internal/transport/httpx"
)

// moderators answers the requests of moderators.
type moderators struct {
	*core
	moderation *moderation.Moderation
}

// moderatorKey is the context key of the moderator who makes a request.
type moderatorKey struct{}

func moderatorOf(r *http.Request) moderation.Moderator {
	return r.Context().Value(moderatorKey{}).(moderation.Moderator)
}

// mountModeration adds the requests of moderators. Anybody else gets the answer that
// there is nothing at the address.
func (s *moderators) mountModeration(r chi.Router, find func(*http.Request) (moderation.Moderator, bool)) {
	r.Route("/moderation", func(r chi.Router) {
		r.Use(func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				m, ok := find(r)
				if !ok {
					s.Fail(w, r, httpx.ErrNothing())
					return
				}
				next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), moderatorKey{}, m)))
			})
		})
		add := func(method, pattern string, do httpx.Endpoint) { r.Method(method, pattern, s.HandlerOf(do)) }
		add(http.MethodGet, "/reports", s.reports)
		add(http.MethodGet, "/acts", s.acts)
		add(http.MethodPost, "/acts", s.act)
		add(http.MethodGet, "/people", s.moderatedPerson)
		add(http.MethodGet, "/rooms", s.moderatedRooms)
		add(http.MethodGet, "/rooms/{room}", s.moderatedRoom)
		add(http.MethodGet, "/bans", s.moderatedBans)
	})
}

// byRole returns the moderator who makes a request from a page.
func (s *moderators) byRole(r *http.Request) (moderation.Moderator, bool) {
	session, err := s.Owner(r)
	if err != nil || session.Kind != people.Account {
		return moderation.Moderator{}, false
	}
	role, err := s.options.Records.Role(r.Context(), session.ID)
	if err != nil {
		s.Log.Error("a role cannot be read", zap.Error(err))
	}
	return moderation.Moderator{Person: session.Person, Role: role}, err == nil && role != moderation.NoRole
}

// forOwners returns an endpoint that only owners may use. Anybody else gets the answer
// that there is nothing at the address.
func (s *moderators) forOwners(do httpx.Endpoint) httpx.Endpoint {
	return func(w http.ResponseWriter, r *http.Request) error {
		if m, ok := s.byRole(r); !ok || m.Role != moderation.RoleOwner {
			return httpx.ErrNothing()
		}
		return do(w, r)
	}
}

// The addresses of the pages of those who keep the peace, and of the host.
const (
	moderationPage = "/moderation"
	hostPage       = "/host"
)

// hostPage sends the host's page to owners, and to others that there is no such page.
func (s *pagesAPI) hostPage(w http.ResponseWriter, r *http.Request) {
	if m, ok := s.moderators.byRole(r); !ok || m.Role != moderation.RoleOwner {
		s.notFound(w, r)
		return
	}
	s.pageAt(hostPage)(w, r)
}

// moderationPage sends the page of moderation to moderators, and to others that there is
// no such page.
func (s *pagesAPI) moderationPage(w http.ResponseWriter, r *http.Request) {
	if _, ok := s.moderators.byRole(r); !ok {
		s.notFound(w, r)
		return
	}
	s.pageAt(moderationPage)(w, r)
}

// act does what a moderator asks for.
func (s *moderators) act(w http.ResponseWriter, r *http.Request) error {
	var body moderation.Request
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	if err := s.moderation.Act(r.Context(), moderatorOf(r), body); err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusCreated, struct{}{})
	return nil
}
