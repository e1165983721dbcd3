package pages

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"archmage/internal/moderation/site"
)

// robots keeps crawlers from what only programs ask for. The pictures of matches are for previews of
// links.
const robots = `User-agent: *
Allow: /api/matches/*/picture.png
Disallow: /api/
Disallow: /ws/
`

// securityPath is where people who find a hole look for the host (RFC 9116).
const securityPath = "/.well-known/security.txt"

// securityAge is how long the answer of securityPath may be relied on.
const securityLifetime = 30 * 24 * time.Hour

// mountWellKnown adds the files that programs look for at every server.
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
	// An error here is ignored: the client has left.
	_, _ = w.Write([]byte(text))
}
