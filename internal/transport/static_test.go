package transport

import (
	"compress/gzip"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/stretchr/testify/require"

	"archmage/internal/archive"
	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/moderation/site"
	"archmage/internal/room"
	"archmage/internal/transport/httpx"
	"archmage/internal/transport/pages"
)

func TestPages(t *testing.T) {
	d := newTestHandler(t, nil)
	for _, path := range []string{
		"/r/0b9b3a2e", "/gallery/seasons", "/rules/seasons", "/learn/seasons", "/m/0b9b3a2e", "/history",
		"/open", "/index.html",
	} {
		w := d.ask("GET", path, "")
		require.Equal(t, http.StatusOK, w.Code, path)
		require.Equal(t, string(clientFiles["index.html"]), w.Body.String())
		require.Equal(t, "text/html; charset=utf-8", w.Header().Get("Content-Type"))
	}
	w := d.ask("HEAD", "/", "")
	require.Equal(t, http.StatusOK, w.Code)
	require.Empty(t, w.Body.String())
}

// The page of a room preloads what will be shown there.
func TestPagesOfRooms(t *testing.T) {
	files := map[string][]byte{
		"index.html":     []byte("page"),
		"room.html":      []byte("room"),
		"table-toy.html": []byte("table"),
	}
	d := newTestHandler(t, func(o *Options) { o.Static = func() (map[string][]byte, error) { return files, nil } })
	_, auth := d.newPerson("Ann")
	id := d.newRoom(auth, "")
	page := func(id string) string { return d.ask("GET", "/r/"+id, "").Body.String() }
	require.Equal(t, "room", page(id))
	require.Equal(t, "page", page("nowhere"))
	r := d.rooms.rooms[0]
	r.info.Status = room.StatusPlaying
	require.Equal(t, "table", page(id))
	r.info.Game = "other"
	require.Equal(t, "page", page(id))
}

// The worker that runs the rules, and nothing else, may compile WebAssembly; the
// rules are compressed.
func TestTheRulesForBrowsers(t *testing.T) {
	program := append([]byte("\x00asm"), make([]byte, 5000)...)
	d := newTestHandler(t, func(o *Options) {
		o.Static = func() (map[string][]byte, error) {
			return map[string][]byte{
				"index.html":      []byte("page"),
				"wasm/check.js":   []byte("run"),
				"wasm/rules.wasm": program,
			}, nil
		}
	})
	policy := func(path string) string { return d.ask("GET", path, "").Header().Get("Content-Security-Policy") }
	require.Equal(
		t,
		"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
		policy("/wasm/check.js"),
	)
	for _, path := range []string{"/", "/m/x", "/wasm/rules.wasm", "/wasm/other.js"} {
		require.NotContains(t, policy(path), "wasm-unsafe-eval", path)
	}
	w := d.ask("GET", "/wasm/rules.wasm", "", "Accept-Encoding", "gzip")
	require.Equal(t, "application/wasm", w.Header().Get("Content-Type"))
	require.Equal(t, "gzip", w.Header().Get("Content-Encoding"))
	require.Less(t, w.Body.Len(), len(program)/10)
	require.Equal(t, http.StatusNotFound, d.ask("HEAD", "/wasm/wasm_exec.js", "").Code)
}

// A drawing may have a style sheet, but no script. No other file may have a style sheet in it.
func TestDrawingsHaveTheirOwnPolicy(t *testing.T) {
	d := newTestHandler(t, func(o *Options) {
		o.Static = func() (map[string][]byte, error) {
			return map[string][]byte{
				"index.html":   []byte("page"),
				"art/land.svg": []byte("<svg/>"),
				"a.css":        []byte("a{}"),
			}, nil
		}
	})
	policy := func(path string) string { return d.ask("GET", path, "").Header().Get("Content-Security-Policy") }
	require.Equal(
		t,
		"default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
		policy("/art/land.svg"),
	)
	for _, path := range []string{"/", "/a.css"} {
		require.NotContains(t, policy(path), "unsafe-inline", path)
	}
}

func TestFiles(t *testing.T) {
	d := newTestHandler(t, nil)
	for path, kind := range map[string]string{
		"/app.js": "text/javascript; charset=utf-8", "/css/base.css": "text/css; charset=utf-8",
		"/art/pieces.svg": "image/svg+xml", "/app.js.map": "application/json",
		"/app.webmanifest": "application/manifest+json", "/vendor/x/VENDOR.json": "application/json",
		"/vendor/x/LICENSE": "text/plain; charset=utf-8", "/sound/bell.unheard-of": "application/octet-stream",
	} {
		w := d.ask("GET", path, "")
		require.Equal(t, http.StatusOK, w.Code, path)
		require.Equal(t, kind, w.Header().Get("Content-Type"), path)
		require.Equal(t, "no-cache", w.Header().Get("Cache-Control"))
		require.Equal(t, string(clientFiles[path[1:]]), w.Body.String())

		tag := w.Header().Get("ETag")
		require.Regexp(t, `^"[\w-]{16}"$`, tag)
		again := d.ask("GET", path, "", "If-None-Match", `"other", `+tag)
		require.Equal(t, http.StatusNotModified, again.Code)
		require.Empty(t, again.Body.String())
		require.Equal(t, http.StatusOK, d.ask("GET", path, "", "If-None-Match", `"other"`).Code)

		w = d.ask("HEAD", path, "")
		require.Equal(t, http.StatusOK, w.Code)
		require.Empty(t, w.Body.String())
	}
	w := d.ask("PUT", "/app.js", "")
	refused(t, w, http.StatusMethodNotAllowed, httpx.CodeBadMethod)
	require.Equal(t, "GET, HEAD", w.Header().Get("Allow"))
}

func TestFilesThatAreNotThere(t *testing.T) {
	d := newTestHandler(t, nil)
	for _, path := range []string{
		"/favicon.ico", "/css", "/css/", "/../app.js", "/css/../app.js", "/r/", "/r/a/b", "/gallery",
	} {
		refused(t, d.ask("GET", path, ""), http.StatusNotFound, coded.NotFound)
		w := d.ask("GET", path, "", "Accept", "text/html,*/*;q=0.1")
		require.Equal(t, http.StatusNotFound, w.Code)
		require.Equal(t, string(clientFiles["index.html"]), w.Body.String())
		require.NotEmpty(t, w.Header().Get("Content-Security-Policy"))
	}
}

func TestCompression(t *testing.T) {
	d := newTestHandler(t, nil)
	plain := d.ask("GET", "/app.js", "")
	require.Equal(t, "Accept-Encoding", plain.Header().Get("Vary"))
	for accept, want := range map[string]string{
		"gzip": "gzip", "br, GZIP;q=0.5": "br", "br;q=0, GZIP;q=0.5": "gzip", "gzip; q=0": "", "gzip;q=x": "",
		"br": "br", "": "", "gzipped": "",
	} {
		w := d.ask("GET", "/app.js", "", "Accept-Encoding", accept)
		require.Equal(t, want, w.Header().Get("Content-Encoding"), accept)
		if want == "" {
			require.Equal(t, plain.Body.String(), w.Body.String())
			continue
		}
		require.Less(t, w.Body.Len(), plain.Body.Len()/4)
		var reader io.Reader = brotli.NewReader(w.Body)
		if want == "gzip" {
			var err error
			reader, err = gzip.NewReader(w.Body)
			require.NoError(t, err)
		}
		body, err := io.ReadAll(reader)
		require.NoError(t, err)
		require.Equal(t, string(clientFiles["app.js"]), string(body))
		// Another representation, another tag.
		tag := w.Header().Get("ETag")
		require.NotEqual(t, plain.Header().Get("ETag"), tag)
		require.Equal(
			t,
			http.StatusNotModified,
			d.ask("GET", "/app.js", "", "Accept-Encoding", accept, "If-None-Match", tag).Code,
		)
	}
	// A file that does not get smaller is not compressed.
	w := d.ask("GET", "/art/pieces.svg", "", "Accept-Encoding", "gzip")
	require.Empty(t, w.Header().Get("Content-Encoding"))
	require.Empty(t, w.Header().Get("Vary"))
}

func TestGames(t *testing.T) {
	d := newTestHandler(t, nil)
	list := read[[]pages.GameInfo](t, d.ask("GET", "/api/games", ""), http.StatusOK)
	require.Len(t, list, 2)
	toy := list[0]
	require.Equal(t, "toy", toy.ID)
	require.Equal(t, 2, toy.MinSeats)
	require.Equal(t, 4, toy.MaxSeats)
	require.Equal(
		t,
		[]pages.BotInfo{{ID: "random", Label: game.Label{En: "Random", Fr: "Au hasard", De: "Zufällig"}}},
		toy.Bots,
	)
	require.NotEmpty(t, toy.Options)
	require.True(t, toy.HasAnalyst)
	require.Equal(t, pages.GameInfo{
		ID:       "bare",
		Title:    game.Label{En: "Bare", Fr: "Nu", De: "Leer"},
		MinSeats: 1,
		MaxSeats: 2,
		Options:  []pages.OptionInfo{},
		Bots:     []pages.BotInfo{},
	}, list[1])
}

func TestCatalogues(t *testing.T) {
	d := newTestHandler(t, nil)
	w := d.ask("GET", "/api/games/toy/catalogue", "")
	require.Equal(t, http.StatusOK, w.Code)
	require.Equal(t, "application/json", w.Header().Get("Content-Type"))
	require.True(t, strings.HasPrefix(w.Body.String(), `{"cards":[`))
	tag := w.Header().Get("ETag")
	require.NotEmpty(t, tag)
	w = d.ask("GET", "/api/games/toy/catalogue", "", "If-None-Match", tag)
	require.Equal(t, http.StatusNotModified, w.Code)
	require.Equal(
		t,
		"gzip",
		d.ask("GET", "/api/games/toy/catalogue", "", "Accept-Encoding", "gzip").Header().Get("Content-Encoding"),
	)
}

func TestFilesAreReadWhenTheyAreAskedFor(t *testing.T) {
	reads := 0
	d := newTestHandler(t, func(o *Options) {
		o.Static = func() (map[string][]byte, error) { reads++; return clientFiles, nil }
	})
	require.Equal(t, http.StatusOK, d.ask("GET", "/api/games", "").Code)
	require.Zero(t, reads)
	require.Equal(t, http.StatusOK, d.ask("GET", "/", "").Code)
	require.Equal(t, http.StatusOK, d.ask("GET", "/app.js", "").Code)
	require.Equal(t, 1, reads)
}

func TestFilesNamedByTheirContentAreKept(t *testing.T) {
	d := newTestHandler(t, func(o *Options) { o.Hashed = "art/" })
	for path, want := range map[string]string{
		"/art/pieces.svg": "public, max-age=31536000, immutable", "/app.js": "no-cache", "/": "no-cache",
	} {
		w := d.ask("GET", path, "")
		require.Equal(t, want, w.Header().Get("Cache-Control"), path)
		require.NotEmpty(t, w.Header().Get("ETag"))
	}
	require.NotContains(t, d.ask("GET", "/art/nothing.svg", "").Header().Get("Cache-Control"), "immutable")
}

func TestASiteThatCannotBeRead(t *testing.T) {
	_, err := New(nil, nil, nil, Options{})
	require.ErrorContains(t, err, "static files")
	for _, test := range []struct {
		name, why string
		static    func() (map[string][]byte, error)
	}{
		{
			"there is no page",
			"index.html",
			func() (map[string][]byte, error) { return map[string][]byte{"app.js": nil}, nil },
		},
		{"it fails", "permission", func() (map[string][]byte, error) { return nil, fs.ErrPermission }},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := newTestHandler(t, func(o *Options) { o.Static = test.static })
			refused(t, d.ask("GET", "/", ""), http.StatusInternalServerError, coded.Internal)
			refused(t, d.ask("GET", "/app.js", ""), http.StatusInternalServerError, coded.Internal)
			require.Contains(t, d.logged.String(), test.why)
			require.Equal(t, http.StatusOK, d.ask("GET", "/api/games", "").Code)
		})
	}
}

func TestHeaders(t *testing.T) {
	d := newTestHandler(t, nil)
	for _, path := range []string{
		"/", "/app.js", "/nothing", "/api/games", "/api/me", "/api/nothing", "/healthz", "/ws/a-room",
	} {
		h := d.ask("GET", path, "").Header()
		require.Equal(
			t,
			"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "+
				"font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
			h.Get("Content-Security-Policy"),
			path,
		)
		require.Equal(t, "nosniff", h.Get("X-Content-Type-Options"))
		require.Equal(t, "same-origin", h.Get("Referrer-Policy"))
		require.Equal(t, "same-origin", h.Get("Cross-Origin-Opener-Policy"))
		require.Equal(t, "same-origin", h.Get("Cross-Origin-Resource-Policy"))
		require.Contains(t, h.Get("Permissions-Policy"), "camera=()")
		require.Empty(t, h.Get("Strict-Transport-Security"))
		require.NotEmpty(t, h.Get("Cache-Control"), path)
	}
}

// A page preloads the texts in the language of the browser, and the data of the match or the
// account that it shows.
func TestThePagesBringTheirWords(t *testing.T) {
	const words = "words.{{.Lang}}.json"
	files := map[string][]byte{
		"index.html":     []byte("index " + words),
		"room.html":      []byte("room " + words),
		"table-toy.html": []byte("table " + words),
		"match-toy.html": []byte(`match ` + words + ` <a href="/api/matches/{{.Match}}/steps?from=0">`),
		"end-toy.html":   []byte("end " + words),
		"watch.html":     []byte("watch{{if .WithoutQuery}} answers{{end}} " + words),
		"rules.html":     []byte("rules " + words),
		"rules-toy.html": []byte("rules of toy " + words),
		"u.html":         []byte(`profile <a href="/api/people?name={{.Name}}&amp;id={{.Person}}"> ` + words),
		"u-us.html":      []byte("us " + words),
		"notices.html":   []byte("notices " + words),
		"app.js":         []byte("app {{.Lang}}"),
	}
	d := newTestHandler(t, func(o *Options) { o.Static = func() (map[string][]byte, error) { return files, nil } })
	ann, auth := d.newPerson("Ann")
	id := d.newRoom(auth, "")
	d.rooms.matches = []archive.MatchInfo{aMatch("m1", ann.ID, true), aMatch("m2", ann.ID, false)}
	check := func(want, path, languages string) {
		t.Helper()
		page := d.ask("GET", path, "", "Accept-Language", languages)
		require.Equal(t, http.StatusOK, page.Code)
		require.Equal(
			t,
			want,
			strings.TrimSpace(regexp.MustCompile(`(?s)<title>.*>`).ReplaceAllString(page.Body.String(), "")),
		)
		require.Contains(t, page.Header().Values("Vary"), "Accept-Language")
	}
	check("index words.en.json", "/", "")
	check("index words.fr.json", "/history", "nl, FR-ca;q=0.9, en;q=0.8")
	check("index words.fr.json", "/index.html", "fr")
	check("room words.en.json", "/r/"+id, "nl")
	check("room words.de.json", "/r/"+id, "de-AT, en")
	check(`match words.fr.json <a href="/api/matches/m1/steps?from=0">`, "/m/m1", "fr")
	check("index words.fr.json", "/m/m2", "fr")
	d.rooms.rooms[0].info.Status = room.StatusPlaying
	check("table words.fr.json", "/r/"+id, "fr")
	d.rooms.rooms[0].info.Status = room.StatusFinished
	check("end words.fr.json", "/r/"+id, "fr")
	check("watch answers words.fr.json", "/watch", "fr")
	check("watch words.fr.json", "/watch?game=toy", "fr")
	check("rules words.en.json", "/rules", "en")
	check("rules of toy words.fr.json", "/rules/toy", "fr")
	check("rules words.fr.json", "/rules/other", "fr")
	check("us words.en.json", "/u/Ann/us", "en")
	check("notices words.en.json", "/notices/off", "en")
	require.Equal(t, "app {{.Lang}}", d.ask("GET", "/app.js", "").Body.String())
	require.NotContains(t, d.ask("GET", "/app.js", "").Header().Values("Vary"), "Accept-Language")
	nothing := d.ask("GET", "/nothing", "", "Accept", "text/html", "Accept-Language", "fr")
	require.Equal(t, "index words.fr.json", nothing.Body.String())
}

// An unchanged page is not sent again, and a changed one has another ETag.
func TestPagesAreKeptByBrowsers(t *testing.T) {
	d := newTestHandler(t, func(o *Options) {
		o.Static = func() (map[string][]byte, error) {
			return map[string][]byte{"index.html": []byte("{{.Lang}}")}, nil
		}
	})
	tag := d.ask("GET", "/open", "", "Accept-Language", "fr").Header().Get("ETag")
	require.Equal(
		t,
		http.StatusNotModified,
		d.ask("GET", "/open", "", "Accept-Language", "fr", "If-None-Match", tag).Code,
	)
	require.Equal(t, http.StatusOK, d.ask("GET", "/open", "", "Accept-Language", "en", "If-None-Match", tag).Code)
}

// A page preloads requests that need an identity only if the browser has one.
func TestThePagesBringTheirAnswers(t *testing.T) {
	d := newTestHandler(t, func(o *Options) {
		o.Static = func() (map[string][]byte, error) {
			return map[string][]byte{
				"index.html":       []byte("page"),
				"account.html":     []byte("{{if .SignedIn}}</api/account>{{end}}"),
				"leaderboard.html": []byte(`<a href="/api/standings?game={{.FirstGame}}">`),
			}, nil
		}
	})
	asked := func(path string, headers ...string) string { return d.ask("GET", path, "", headers...).Body.String() }
	require.NotContains(t, asked("/account"), "</api/")
	cookie := d.ask("POST", "/api/me", `{"name":"Ann"}`).Result().Cookies()[0]
	require.Contains(t, asked("/account", "Cookie", cookie.String()), "</api/account>")
	require.NotContains(
		t,
		asked("/account", "Cookie", cookie.Name+"=ended"),
		"</api/",
		"who is signed out elsewhere is a new guest first",
	)
	require.Contains(t, asked("/leaderboard"), "/api/standings?game=toy")
}

// Names that people choose are escaped in pages.
func TestNamesAreNoTemplates(t *testing.T) {
	d := newTestHandler(t, func(o *Options) {
		o.Site = fixedSite(t, map[site.Part]site.Texts{site.Name: {"": "{{.Lang}}"}})
	})
	require.Contains(t, d.ask("GET", "/open", "").Body.String(), "<title>{{.Lang}}</title>")
	require.Contains(t, d.ask("GET", "/", "").Body.String(), "{{.Lang}}")
}

func TestListOfSchemas(t *testing.T) {
	files := maps.Clone(clientFiles)
	files["schema/index.json"] = []byte(`{"openapi": "/schema/openapi.json"}`)
	d := newTestHandler(t, func(o *Options) {
		o.Static = func() (map[string][]byte, error) { return files, nil }
	})
	for _, path := range []string{"/schema", "/schema/"} {
		w := d.ask("GET", path, "")
		require.Equal(t, http.StatusOK, w.Code, path)
		require.Equal(t, "application/json", w.Header().Get("Content-Type"))
		require.Equal(t, string(files["schema/index.json"]), w.Body.String())
	}
}
