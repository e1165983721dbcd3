package transport

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/archive"
	"archmage/internal/archive/replay"
	"archmage/internal/coded"
	"archmage/internal/lobby/directory"
	"archmage/internal/people"
)

// A part of a replay is sent compressed to clients that accept that, and not sent to clients that
// have it.
func TestPartsOfAReplay(t *testing.T) {
	d := newTestHandler(t, nil)
	ann, annAuth := d.newPerson("Ann")
	_, bobAuth := d.newPerson("Bob")
	d.rooms.matches = []archive.MatchInfo{aMatch("m1", ann.ID, true), aMatch("m2", ann.ID, false)}
	for path, tag := range map[string]string{
		"/api/matches/m1/timeline":           "m1-timeline",
		"/api/matches/m1/steps?as=1&from=64": "m1-1 64",
		"/api/matches/m1/steps?as=all":       "m1-all 0",
		"/api/matches/m1/steps?as=spectator": "m1-spectator 0",
	} {
		w := d.ask("GET", path, "")
		require.Equal(t, http.StatusOK, w.Code)
		what := strings.TrimPrefix(tag, "m1-")
		require.Equal(t, `"`+strings.Repeat(what+" ", 100)+`"`, w.Body.String())
		require.Equal(t, `"`+tag+`"`, w.Header().Get("ETag"))
		require.Equal(t, "private, no-cache", w.Header().Get("Cache-Control"))
		require.Empty(t, w.Header().Get("Content-Encoding"))

		packed := d.ask("GET", path, "", "Accept-Encoding", "gzip")
		require.Equal(t, "gzip", packed.Header().Get("Content-Encoding"))
		require.Equal(t, `"`+tag+`-gz"`, packed.Header().Get("ETag"))
		require.Less(t, packed.Body.Len(), 100)

		computed := d.rooms.computedParts
		w = d.ask("GET", path, "", "Accept-Encoding", "gzip", "If-None-Match", packed.Header().Get("ETag"))
		require.Equal(t, http.StatusNotModified, w.Code)
		require.Empty(t, w.Body.String())
		require.Equal(t, computed, d.rooms.computedParts)
	}
	for _, path := range []string{"/timeline", "/steps?as=all", "/steps?as=spectator&from=3"} {
		for _, head := range [][]string{
			nil,
			{"Authorization", bobAuth},
			{"Authorization", bobAuth, "If-None-Match", `"m2-timeline"`},
		} {
			refused(t, d.ask("GET", "/api/matches/m2"+path, "", head...), http.StatusNotFound, archive.CodeNoMatch)
		}
		require.Equal(t, http.StatusOK, d.ask("GET", "/api/matches/m2"+path, "", "Authorization", annAuth).Code)
	}
	for _, query := range []string{"", "?as=2", "?as=all&from=-1", "?as=all&from=x", "?as=None"} {
		refused(t, d.ask("GET", "/api/matches/m1/steps"+query, ""), http.StatusBadRequest, coded.Malformed)
	}
	d.rooms.replayErr = coded.Errorf(replay.CodeNoReplay, "no")
	w := d.ask("GET", "/api/matches/m1/timeline", "")
	refused(t, w, http.StatusGone, replay.CodeNoReplay)
	require.Empty(t, w.Header().Get("ETag"))
}

// Steps of a live match are sent once, to people who may watch it.
func TestStepsOfALiveMatch(t *testing.T) {
	d := newTestHandler(t, nil)
	_, auth := d.newPerson("Ann")
	path := "/api/rooms/" + d.newRoom(auth, "") + "/steps"
	refused(t, d.ask("GET", path, ""), http.StatusUnauthorized, people.CodeNoIdentity)
	refused(
		t,
		d.ask("GET", "/api/rooms/nowhere/steps", "", "Authorization", auth),
		http.StatusNotFound,
		directory.CodeNoRoom,
	)
	for query, step := range map[string]string{"": "-1", "?from=0": "0", "?from=70": "70"} {
		w := d.ask("GET", path+query, "", "Authorization", auth)
		require.Equal(t, strings.Repeat(step+" ", 100), w.Body.String())
		again := d.ask("GET", path+query, "", "Authorization", auth, "If-None-Match", w.Header().Get("ETag"))
		require.Equal(t, http.StatusNotModified, again.Code)
	}
	refused(t, d.ask("GET", path+"?from=-1", "", "Authorization", auth), http.StatusBadRequest, coded.Malformed)
}

// The head of a match's page describes the match, with URLs only if the server has a public URL.
// For a match that is not public it says nothing.
func TestThePreviewOfAMatch(t *testing.T) {
	for _, address := range []string{"", "https://play.example"} {
		d := newTestHandler(t, func(o *Options) { o.PublicURL = address })
		ann, annAuth := d.newPerson("Ann")
		d.rooms.matches = []archive.MatchInfo{aMatch("m1", ann.ID, true), aMatch("m2", ann.ID, false)}
		plain := d.ask("GET", "/m/m2", "", "Authorization", annAuth, "Host", "evil.example").Body.String()
		require.NotContains(t, plain, "og:", "crawlers are nobody, so its page says nothing to anybody")
		require.Equal(t, plain, d.ask("GET", "/m/nothing", "").Body.String())

		page := d.ask("GET", "/m/m1", "", "Host", "evil.example")
		require.Equal(t, http.StatusOK, page.Code)
		require.Equal(t, "no-cache", page.Header().Get("Cache-Control"))
		body := page.Body.String()
		require.Contains(t, body, "<title>&lt;b&gt;&#34;Ann&#34;&lt;/b&gt; won</title>")
		require.Contains(t, body, `<meta property="og:description" content="Bob &amp; 7">`)
		require.Equal(t, 1, strings.Count(body, "<title>"))
		require.NotContains(t, body, "evil")
		require.NotContains(t, body, "noindex")
		link := `<meta property="og:image" content="https://play.example/api/matches/m1/picture.png">`
		require.Equal(t, address != "", strings.Contains(body, link))
		require.Equal(t, address != "", strings.Contains(body, "og:url"))
	}
}
