package pages

import (
	"net/http"

	"archmage/internal/moderation"
)

// The addresses of the pages of moderators, and of the host.
const (
	moderationPage = "/moderation"
	hostPage       = "/host"
)

// hostPage sends the host's page to owners, and to others that there is no such page.
func (s *Pages) hostPage(w http.ResponseWriter, r *http.Request) {
	if m, ok := s.moderatorOf(r); !ok || m.Role != moderation.RoleOwner {
		s.NotFound(w, r)
		return
	}
	s.pageAt(hostPage)(w, r)
}

// moderationPage sends the page of moderation to moderators, and to others that there is
// no such page.
func (s *Pages) moderationPage(w http.ResponseWriter, r *http.Request) {
	if _, ok := s.moderatorOf(r); !ok {
		s.NotFound(w, r)
		return
	}
	s.pageAt(moderationPage)(w, r)
}
