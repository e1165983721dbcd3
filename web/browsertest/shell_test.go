package browsertest

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// focused is what has the focus: its words or its label.
func (p *person) focused() string {
	p.t.Helper()
	return plain(evaluate[string](p, `(document.activeElement?.ariaLabel || document.activeElement?.tagName) ?? ''`))
}

// A dialog gives the focus back to the menu that opened it, stays when a text is marked
// beyond its edge, and closes with its page.
func TestDialogs(t *testing.T) {
	t.Parallel()
	p := newPerson(t, "visitor", shared.server(t).url, desk)
	p.open("/history")
	p.sees("My matches")
	opened := "document.querySelector('dialog[open]') !== null"
	opens := func() {
		p.click("button", "^Menu$")
		p.click("button", "^Settings of this browser$")
		p.untilTrue("see the settings", opened)
	}
	opens()
	p.press(kb.Escape)
	p.untilTrue("see no dialog", "!("+opened+")")
	require.Equal(t, "Menu", p.focused())

	opens()
	for _, move := range []struct {
		kind input.DispatchMouseEventType
		x, y float64
	}{
		{input.DispatchMouseEventTypeMousePressed, 720, 400},
		{input.DispatchMouseEventTypeMouseMoved, 40, 400},
		{input.DispatchMouseEventTypeMouseReleased, 40, 400},
	} {
		command(p, input.DispatchMouseEvent, input.DispatchMouseEventParams{
			Type: move.kind, X: move.x, Y: move.y, Button: input.MouseButtonLeft, ClickCount: 1,
		})
	}
	p.nextFrame()
	require.True(t, evaluate[bool](p, opened), "letting go outside closes nothing")

	p.goes("/tables")
	p.sees("Private tables are in no list.")
	require.False(t, evaluate[bool](p, opened), "the dialog goes with its page")
}

// A page that the server did not answer for opens by itself once it does.
func TestPageComesBack(t *testing.T) {
	t.Parallel()
	l := newLine(t, shared.server(t).url)
	p := newPerson(t, "visitor", l.url, desk)
	p.open("/rules")
	p.sees("Rules and cards")
	p.problems.expectCut(true)
	l.cut()
	// The modules of the page are there, but nobody says which tables there are.
	p.goes("/gallery/seasons")
	p.sees("This page could not be opened")
	l.mend()
	p.sees("Cards of Seasons")
	p.problems.expectCut(false)
	p.problems.found()
}

// A page whose program cannot run says so, by its style sheet alone.
func TestProgramThatDoesNotBegin(t *testing.T) {
	t.Parallel()
	to, err := url.Parse(shared.server(t).url)
	require.NoError(t, err)
	pass := httputil.NewSingleHostReverseProxy(to)
	blocked := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".js") {
			http.NotFound(w, r)
			return
		}
		r.Host = to.Host
		pass.ServeHTTP(w, r)
	}))
	t.Cleanup(blocked.Close)
	p := newPerson(t, "visitor", blocked.URL, desk)
	p.open("/")
	// Ten seconds of the page's own time, not of the test's.
	evaluate[bool](p, "page.finishAnimations()")
	p.sees("the program cannot run in this browser")
	p.sees("le programme ne peut pas fonctionner dans ce navigateur")
	p.problems.stop()
}

// routes are the patterns of the client's pages, as its router has them.
func routes(t *testing.T) (patterns []string) {
	t.Helper()
	source, err := os.ReadFile("../static/app/app.js")
	require.NoError(t, err)
	for _, found := range regexp.MustCompile(`pattern: /(\^.*\$)/,`).FindAllSubmatch(source, -1) {
		patterns = append(patterns, strings.ReplaceAll(string(found[1]), `\/`, "/"))
	}
	require.Greater(t, len(patterns), 15)
	return patterns
}

// addressOf is an address of the pages that a pattern describes. A page with a part in its
// address that has no value here has to be given one.
func addressOf(t *testing.T, pattern string, values map[string]string) string {
	t.Helper()
	address := strings.TrimSuffix(strings.TrimPrefix(pattern, "^"), "/?$")
	address = strings.TrimSuffix(address, "$")
	address = regexp.MustCompile(`\(\?:(.*)\)\?$`).ReplaceAllString(address, "$1")
	address = regexp.MustCompile(`\(\?<(\w+)>[^)]*\)`).ReplaceAllStringFunc(address, func(part string) string {
		name := regexp.MustCompile(`\w+`).FindString(part)
		require.Contains(t, values, name, pattern)
		return values[name]
	})
	require.Regexp(t, pattern, address)
	return address
}

// everyPage opens each page of the client in turn, for an owner of the server who has an
// account, a table and a match that has ended.
func everyPage(t *testing.T, visit func(p *person, path string)) {
	t.Helper()
	imprint := filepath.Join(t.TempDir(), "imprint.txt")
	require.NoError(t, os.WriteFile(imprint, []byte("Odile Wood"), 0o600))
	server := startOperated(t, "--imprint", imprint)
	juna, odile := newPerson(t, "Juna", server.url, desk), newPerson(t, "Odile", server.url, desk)
	juna.keeps()
	odile.keeps()
	server.operates(t, "role", "Odile", "owner")
	link := odile.opensRoom(map[string]any{"game": "spellbook", "seats": 2})
	juna.commands(link, `"claim", "seat": 1`)
	odile.commands(link, `"start"`)
	values := map[string]string{
		"game": "seasons", "page": "imprint", "act": "off", "name": "Juna", "match": odile.concedes(link),
	}
	odile.open("/")
	odile.click("button", "^I have read it$")
	odile.seesNoMore("You are an owner of this server now.")
	for _, pattern := range routes(t) {
		values["room"] = strings.TrimPrefix(odile.opensRoom(map[string]any{"game": "seasons", "seats": 2}), "/r/")
		visit(odile, addressOf(t, pattern, values))
	}
}

// opensSettled opens a page and waits until it shows what it has.
func (p *person) opensSettled(path string) {
	p.t.Helper()
	p.open(path)
	p.untilTrue("see the page", "!document.querySelector('.loading') && !!document.querySelector('main, .room')")
	p.settles()
}

//go:embed twice.js
var twiceScript string

// Whatever is pressed twice in a moment is done once: what changes something is sent once,
// no row comes twice, and the page goes on.
func TestEveryButtonTwice(t *testing.T) {
	t.Parallel()
	total := 0
	everyPage(t, func(p *person, path string) {
		p.addScript(twiceScript)
		p.opensSettled(path)
		// A lesson opens a table.
		landed := p.path()
		p.problems.found()
		var names []string
		require.NoError(t, json.Unmarshal([]byte(evaluate[string](p, "twice.names()")), &names))
		for _, name := range names {
			total++
			var done struct {
				Doubled, Rows []string
				Failed        string
			}
			said := p.promised(fmt.Sprintf("twice.press(%q)", name))
			require.NoError(t, json.Unmarshal([]byte(said), &done), said)
			what := fmt.Sprintf("%q on %s", name, path)
			require.Empty(t, done.Doubled, what)
			require.Empty(t, done.Rows, what)
			require.Empty(t, done.Failed, what)
			for _, problem := range p.problems.found() {
				// A refusal is said to the person, and some things can be had only by pressing on the right page.
				if !strings.Contains(problem, "is answered 4") {
					t.Errorf("%s: %s", what, problem)
				}
			}
			if p.path() != landed {
				p.opensSettled(landed)
			}
		}
		p.problems.found()
	})
	require.Greater(t, total, 100)
}

// While a dialog is open the page behind it hears no key, and the dialog hears all.
func TestKeysStayInDialogs(t *testing.T) {
	t.Parallel()
	keys := []string{
		kb.ArrowLeft, kb.ArrowRight, kb.ArrowUp, kb.ArrowDown, kb.Home, kb.End, kb.PageUp, kb.PageDown, " ", "\r",
		"e", "u", "t", "h", "l", "?", "1", "5", "9",
	}
	dialogs := 0
	everyPage(t, func(p *person, path string) {
		p.addScript(twiceScript)
		p.opensSettled(path)
		if !evaluate[bool](p, "twice.settings()") {
			return
		}
		dialogs++
		p.untilTrue("see the settings", "!!document.querySelector('dialog[open]')")
		before := evaluate[string](p, "twice.listen()")
		for _, key := range keys {
			p.press(key)
		}
		require.Equal(t, before, evaluate[string](p, "location.href"), path)
		require.Empty(t, evaluate[string](p, "twice.taken()"), path)
		require.True(t, evaluate[bool](p, "twice.radio()"), path)
		p.press(kb.ArrowRight)
		require.True(t, evaluate[bool](p, "twice.moved()"), "the radio buttons of %s hear the arrows", path)
		p.press(kb.ArrowLeft)
		p.press(kb.Escape)
		p.untilTrue("see no dialog", "!document.querySelector('dialog[open]')")
		require.Equal(t, before, evaluate[string](p, "location.href"), path)
	})
	require.Greater(t, dialogs, 12)
}
