package transport

import (
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/moderation/site"
)

func TestRobots(t *testing.T) {
	w := newTestHandler(t, nil).ask("GET", "/robots.txt", "")
	require.Equal(t, http.StatusOK, w.Code)
	require.Equal(t, "text/plain; charset=utf-8", w.Header().Get("Content-Type"))
	require.Contains(t, w.Body.String(), "Disallow: /api/\n")
}

// security.txt names the host's imprint as the contact. Without an imprint there is no such file.
func TestSecurityTxt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		imprint := map[site.Part]site.Texts{site.Imprint: {"": "Odile"}}
		d := newTestHandler(t, func(o *Options) {
			o.Site, o.PublicURL = fixedSite(t, imprint), "https://play.example"
		})
		w := d.ask("GET", "/.well-known/security.txt", "")
		require.Equal(t, http.StatusOK, w.Code)
		require.Equal(t, "text/plain; charset=utf-8", w.Header().Get("Content-Type"))
		require.Equal(t, "Contact: https://play.example/imprint\n"+
			"Expires: "+time.Now().Add(30*24*time.Hour).UTC().Format(time.RFC3339)+"\n"+
			"Preferred-Languages: en, fr, de\n"+
			"Canonical: https://play.example/.well-known/security.txt\n", w.Body.String())
		for _, change := range []func(*Options){
			func(o *Options) { o.Site = fixedSite(t, imprint) },
			func(o *Options) { o.PublicURL = "https://play.example" },
		} {
			w := newTestHandler(t, change).ask("GET", "/.well-known/security.txt", "")
			refused(t, w, http.StatusNotFound, coded.NotFound)
		}
	})
}
