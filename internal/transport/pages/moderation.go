package pages

import (
	"net/http"

	"archmage/internal/moderation"
)

// The paths of the pages of moderators and of owners.
const (
	moderationPage = "/moderation"
	hostPage       = "/host"
	invitePage     = "/host/invite"
)

// ownersPage returns a handler that sends owners a page, and other people the answer for a page that
// does not exist.
func (s *Pages) ownersPage(path string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if m, ok := s.moderatorOf(r); !ok || m.Role != moderation.RoleOwner {
			s.NotFound(w, r)
			return
		}
		s.pageAt(path)(w, r)
	}
}

// moderationPage sends moderators their page, and other people the answer for a page that does not
// exist.
func (s *Pages) moderationPage(w http.ResponseWriter, r *http.Request) {
	if _, ok := s.moderatorOf(r); !ok {
		s.NotFound(w, r)
		return
	}
	s.pageAt(moderationPage)(w, r)
}
