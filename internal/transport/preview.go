package transport

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"archmage/internal/people"
)

// matchPage sends the page of a match, with the preview that other sites show of a link
// to it. A match that not everybody may see yet has no preview.
func (s *pagesAPI) matchPage(w http.ResponseWriter, r *http.Request) {
	id := chi.URLParam(r, "match")
	preview, err := s.archive.Preview(r.Context(), people.Person{}, id)
	if err != nil {
		s.sendFile(w, r, indexName)
		return
	}
	name := s.pageOr(replayName(preview.Game))
	if name != indexName {
		// The page's script asks for these before anything else (web/static/replay/session.js).
		at := "/api/matches/" + id
		s.askForAnswers(w, r, []string{at, at + "/timeline", at + "/steps?as=all&from=0"}, nil)
	}
	s.sendPage(w, r, name, &linkHead{
		Title:   preview.Title,
		Text:    preview.Text,
		Path:    "/m/" + id,
		Picture: "/api/matches/" + id + "/picture.png",
		Hidden:  !preview.Listed,
	})
}
