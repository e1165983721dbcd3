package pages

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"archmage/internal/moderation/site"
)

// robots keeps crawlers away from the API, except from the pictures of matches, which previews of
// links show.
const robots = `User-agent: *
Allow: /api/matches/*/picture.png
Disallow: /api/
Disallow: /ws/
`

// securityPath is the path of the file with the contact for reports of vulnerabilities (RFC 9116).
const securityPath = "/.well-known/security.txt"

// securityLifetime is the time from the request until the answer expires.
const securityLifetime = 30 * 24 * time.Hour

// mountWellKnown adds robots.txt and security.txt.
func (s *Pages) mountWellKnown(r chi.Router) {
	r.Get("/robots.txt", func(w http.ResponseWriter, _ *http.Request) { sendText(w, robots) })
	r.Get(securityPath, func(w http.ResponseWriter, r *http.Request) {
		words := s.site.Words()
		if s.publicURL == "" || len(words.Texts(site.Imprint)) == 0 {
			s.NotFound(w, r)
			return
		}
		sendText(w, fmt.Sprintf(
			"Contact: %[1]s/imprint\nExpires: %[3]s\nPreferred-Languages: %[4]s\nCanonical: %[1]s%[2]s\n",
			s.publicURL,
			securityPath,
			time.Now().Add(securityLifetime).UTC().Format(time.RFC3339),
			strings.Join(words.Languages, ", "),
		))
	})
}

func sendText(w http.ResponseWriter, text string) {
	w.Header().Set("Content-Type", contentType(".txt"))
	w.Header().Set("Cache-Control", revalidate)
	// An error means that the client has disconnected.
	_, _ = w.Write([]byte(text))
}
