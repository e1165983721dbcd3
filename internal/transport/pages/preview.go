package pages

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"archmage/internal/people"
)

// matchPage sends the page of a match, with the head for previews of links. A match that is not
// public yet has no preview.
func (s *Pages) matchPage(w http.ResponseWriter, r *http.Request) {
	id := chi.URLParam(r, "match")
	preview, err := s.archive.Preview(r.Context(), people.Person{}, id)
	if err != nil {
		s.sendPage(w, r, nil, indexName)
		return
	}
	s.sendPageAbout(w, r, subject{Match: id}, &linkHead{
		Title:   preview.Title,
		Text:    preview.Text,
		Path:    "/m/" + id,
		Picture: "/api/matches/" + id + "/picture.png",
		Hidden:  !preview.Listed,
	}, replayName(preview.Game))
}
