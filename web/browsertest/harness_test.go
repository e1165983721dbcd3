package browsertest

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// These tests check the test helpers: a person sees and presses what a page shows, and every error is
// noticed.

// pageServer serves one page with a content security policy like the program's.
func pageServer(t *testing.T, body, script string) string {
	t.Helper()
	pages := http.NewServeMux()
	pages.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; connect-src *")
		_, _ = io.WriteString(w, `<!doctype html><html lang="en"><title>t</title><body>`+
			body+`<script src="/page.js"></script>`)
	})
	pages.HandleFunc("GET /page.js", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		_, _ = io.WriteString(w, script)
	})
	pages.HandleFunc("GET /favicon.ico", func(http.ResponseWriter, *http.Request) {})
	pages.HandleFunc("GET /fine", func(http.ResponseWriter, *http.Request) {})
	server := httptest.NewServer(pages)
	t.Cleanup(server.Close)
	return server.URL
}

func TestProblemsAreFound(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, script, want string }{
		{"an error in the console", `console.error('bad', 7)`, "console error: \"bad\" 7"},
		{"a warning in the console", `console.warn('odd')`, "console warning"},
		{"an exception", `throw new Error('broken')`, "Error: broken"},
		{"a promise that fails", `Promise.reject(new Error('refused'))`, "Error: refused"},
		{"a page that is missing", `fetch('/missing')`, "/missing is answered 404"},
		{"another server", `fetch('http://127.0.0.1:9/').catch(() => 0)`, "which is not the server"},
		{
			"a socket to another server",
			`try { new WebSocket('ws://127.0.0.1:9/') } catch {}`,
			"which is not the server",
		},
		{
			"what the policy forbids",
			`document.body.insertAdjacentHTML('beforeend', '<p style="color: red">')`,
			"Content Security Policy",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := newPerson(t, "visitor", pageServer(t, "", test.script+";\nfetch('/fine')"), desk)
			p.open("/")
			var all []string
			p.eventually("find "+test.want, func() error {
				all = append(all, p.problems.found()...)
				if text := strings.Join(all, "\n"); !strings.Contains(text, test.want) {
					return io.EOF
				}
				return nil
			})
			// The page and the browser both report some problems.
			p.problems.stop()
		})
	}
}

const smallPage = `<p id="said">nothing</p>
<label>Name <input id="name"></label>
<p hidden>not to be seen</p>
<button id="one">Say <b>one</b></button>
<button disabled>Say two</button>
<div id="far"></div>
<button id="down">Far down</button>`

func TestPersonActs(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, pointer string
		at            device
	}{{"desk", "mouse", desk}, {"phone", "touch", phone}} {
		t.Run(test.name, func(t *testing.T) {
			p := newPerson(t, test.name, pageServer(t, smallPage, smallPageScript), test.at.in("fr-FR"))
			p.open("/")
			p.waitForText("nothing")
			require.NotContains(t, p.text(), "not to be seen")
			p.click("button", "^Say one$")
			p.waitForText("one by " + test.pointer)
			p.waitForNoText("nothing")
			p.click("button", "Far down")
			p.waitForText("down")
			p.fill("Name", "Ada")
			p.waitForText("named Ada")
			p.press("\u001b")
			p.waitForText("escaped in fr-FR")
			require.True(t, p.has("button", "Say two"))
			require.False(t, p.has("button", "three"))
		})
	}
}

// The accessibility check works on pages that the browser does not draw.
func TestAccessIsChecked(t *testing.T) {
	t.Parallel()
	p := newPerson(
		t,
		"visitor",
		pageServer(t, `<main><h1>here</h1><p>pale</p></main>`, `document.querySelector('p').style.color = '#ddd'`),
		desk,
	)
	p.open("/")
	found := p.violations()
	require.Len(t, found, 1)
	require.Equal(t, "color-contrast", found[0].ID)
	require.Contains(t, found[0].Nodes[0].HTML, "pale")
	evaluate[string](p, "document.querySelector('p').style.color = '#555'")
	require.Empty(t, p.violations())
	require.Equal(t, "0", evaluate[string](p, "getComputedStyle(document.documentElement).opacity"))
}

func TestLineIsCutAndMended(t *testing.T) {
	t.Parallel()
	l := newLine(t, pageServer(t, `<p>here</p>`, ""))
	p := newPerson(t, "visitor", l.url, desk)
	p.open("/")
	p.waitForText("here")

	p.problems.expectCut(true)
	l.cut()
	fails := `fetch('/fine').then(() => 'answered', () => 'failed')`
	require.Equal(t, "failed", p.awaitPromise(fails))
	l.mend()
	p.problems.expectCut(false)
	require.Equal(t, "answered", p.awaitPromise(fails))
}
