package transport

import (
	"bytes"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"archmage/internal/people"
)

// matchPage sends the page of a match, with the preview that other sites show of a link
// to it. A match that not everybody may see yet has no preview.
func (s *pagesAPI) matchPage(w http.ResponseWriter, r *http.Request) {
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

// picture sends the picture of a match.
func (s *matchesAPI) picture(w http.ResponseWriter, r *http.Request) error {
	by, err := s.GuestIfAny(r)
	if err != nil {
		return err
	}
	preview, err := s.archive.Preview(r.Context(), by, chi.URLParam(r, "match"))
	if err != nil {
		return err
	}
	data, err := preview.Picture.Data(r.Context())
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", contentType(".png"))
	w.Header().Set("Cache-Control", revalidate)
	w.Header().Set("ETag", `"`+preview.Picture.Tag+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
	return nil
}
