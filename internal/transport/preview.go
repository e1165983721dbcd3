package transport

import (
	"bytes"
	"fmt"
	"html"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"archmage/internal/lobby"
	"archmage/internal/people"
	"archmage/internal/picture"
)

// matchPage sends the page of a match, with what other sites show of a link to
// it. A match that is not everybody's to see yet has no preview: its page looks
// like any other.
func (s *Server) matchPage(w http.ResponseWriter, r *http.Request) {
	files, err := s.static()
	if err != nil {
		s.fail(w, r, err)
		return
	}
	page := files[indexName]
	id := chi.URLParam(r, "match")
	preview, err := s.rooms.Preview(r.Context(), people.Person{}, id)
	if err != nil {
		page.ServeHTTP(w, r)
		return
	}
	w.Header().Set("Content-Type", page.contentType)
	w.Header().Set("Cache-Control", revalidate)
	body := withPreview(page.body, &preview, s.options.Site.called(), s.options.PublicURL, id)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

// ownHead is what a page says of itself, which the preview replaces.
var ownHead = regexp.MustCompile(`(?s)<title>.*?</title>|<meta name="?description"?[^>]*>`)

// withPreview returns the page with a title, and what a link to it says. There
// are links in it only if the server knows its address.
func withPreview(page []byte, preview *lobby.Preview, siteName, publicURL, id string) []byte {
	var head strings.Builder
	meta := func(kind, name, content string) {
		fmt.Fprintf(&head, "<meta %s=%q content=\"%s\">\n", kind, name, html.EscapeString(content))
	}
	fmt.Fprintf(&head, "<title>%s</title>\n", html.EscapeString(preview.Title))
	meta("name", "description", preview.Text)
	if !preview.Listed {
		meta("name", "robots", "noindex")
	}
	meta("property", "og:type", "website")
	meta("property", "og:site_name", siteName)
	meta("property", "og:title", preview.Title)
	meta("property", "og:description", preview.Text)
	if publicURL != "" {
		meta("property", "og:url", publicURL+"/m/"+id)
		meta("property", "og:image", publicURL+"/api/matches/"+id+"/picture.png")
		meta("property", "og:image:width", fmt.Sprint(picture.Width))
		meta("property", "og:image:height", fmt.Sprint(picture.Height))
		meta("property", "og:image:alt", preview.Title)
		meta("name", "twitter:card", "summary_large_image")
	}
	return ownHead.ReplaceAllFunc(page, func(old []byte) []byte {
		if bytes.HasPrefix(old, []byte("<title")) {
			return []byte(head.String())
		}
		return nil
	})
}

// picture sends the picture of a match.
func (s *Server) picture(w http.ResponseWriter, r *http.Request) error {
	who, err := s.guestIfAny(r)
	if err != nil {
		return err
	}
	preview, err := s.rooms.Preview(r.Context(), who, chi.URLParam(r, "match"))
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
