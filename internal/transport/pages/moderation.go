package pages

import (
	"net/http"

	"archmage/internal/moderation"
)

// The paths of the pages of moderators and of the host.
const (
	moderationPage = "/moderation"
	hostPage       = "/host"
)

// hostPage sends owners the host's page, and other people the answer for a page that does not
// exist.
func (s *Pages) hostPage(w http.ResponseWriter, r *http.Request) {
	if m, ok := s.moderatorOf(r); !ok || m.Role != moderation.RoleOwner {
		s.NotFound(w, r)
		return
	}
	s.pageAt(hostPage)(w, r)
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
