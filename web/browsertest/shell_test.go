package browsertest

import (
	_ "embed"
	"encoding/json"
	"errors"
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
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// focused returns the text or the label of the focused element.
func (p *person) focused() string {
	p.t.Helper()
	return plain(evaluate[string](p, `(document.activeElement?.ariaLabel || document.activeElement?.tagName) ?? ''`))
}

// A dialog returns the focus to the menu that opened it, stays open when a selection of text ends outside it,
// and closes with its page.
func TestDialogs(t *testing.T) {
	t.Parallel()
	p := newPerson(t, "visitor", shared.server(t).url, desk)
	p.open("/history")
	p.waitForText("My matches")
	opened := "document.querySelector('dialog[open]') !== null"
	opens := func() {
		p.click("button", "^Menu$")
		p.click("button", "^Settings of this browser$")
		p.waitUntil("see the settings", opened)
	}
	opens()
	p.press(kb.Escape)
	p.waitUntil("see no dialog", "!("+opened+")")
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

	p.follow("/tables")
	p.waitForText("Private tables are in no list.")
	require.False(t, evaluate[bool](p, opened), "the dialog goes with its page")
}

// A page that the server did not deliver opens automatically once it can.
func TestPageComesBack(t *testing.T) {
	t.Parallel()
	l := newLine(t, shared.server(t).url)
	p := newPerson(t, "visitor", l.url, desk)
	p.open("/rules")
	p.waitForText("Rules and cards")
	p.problems.expectCut(true)
	l.cut()
	// The modules of the page have loaded, but the list of tables has not.
	p.follow("/gallery/seasons")
	p.waitForText("This page could not be opened")
	l.mend()
	p.waitForText("Cards of Seasons")
	p.problems.expectCut(false)
	p.problems.found()
}

// A page whose scripts cannot run says so by its style sheet alone.
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
	// Finish the ten seconds of the page's animation.
	evaluate[bool](p, "page.finishAnimations()")
	p.waitForText("the program cannot run in this browser")
	p.waitForText("le programme ne peut pas fonctionner dans ce navigateur")
	p.problems.stop()
}

// routes returns the patterns of the client's router.
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

// addressOf returns a path for a pattern, with values for its parameters. It leaves out an optional part whose
// parameter has no value, and fails for another parameter without a value.
func addressOf(t *testing.T, pattern string, values map[string]string) string {
	t.Helper()
	address := strings.TrimSuffix(strings.TrimPrefix(pattern, "^"), "/?$")
	address = strings.TrimSuffix(address, "$")
	optional := regexp.MustCompile(`\(\?:(/\(\?<(\w+)>[^)]*\))\)\?$`)
	if found := optional.FindStringSubmatch(address); found != nil && values[found[2]] == "" {
		address = strings.TrimSuffix(address, found[0])
	}
	address = regexp.MustCompile(`\(\?:(.*)\)\?$`).ReplaceAllString(address, "$1")
	address = regexp.MustCompile(`\(\?<(\w+)>[^)]*\)`).ReplaceAllStringFunc(address, func(part string) string {
		name := regexp.MustCompile(`\w+`).FindString(part)
		require.Contains(t, values, name, pattern)
		return values[name]
	})
	require.Regexp(t, pattern, address)
	return address
}

// everyPage visits each page of the client, as an owner of the server with an account, a table and a finished
// match.
func everyPage(t *testing.T, visit func(p *person, path string)) {
	t.Helper()
	imprint := filepath.Join(t.TempDir(), "imprint.txt")
	require.NoError(t, os.WriteFile(imprint, []byte("Odile Wood"), 0o600))
	server := startOperated(t, "--imprint", imprint)
	juna, odile := newPerson(t, "Juna", server.url, desk), newPerson(t, "Odile", server.url, desk)
	juna.createAccount()
	odile.createAccount()
	server.runAdmin(t, "role", "Odile", "owner")
	link := odile.createRoom(map[string]any{"game": "spellbook", "seats": 2})
	juna.sendCommands(link, `"claim", "seat": 1`)
	odile.sendCommands(link, `"start"`)
	values := map[string]string{
		"game": "seasons", "page": "imprint", "act": "off", "join": "join", "name": "Juna",
		"match": odile.concede(link), "event": "evening", "local": "0a1b",
	}
	odile.stubEvents("planned")
	odile.open("/")
	odile.click("button", "^I have read it$")
	odile.waitForNoText("You are an owner of this server now.")
	for _, pattern := range routes(t) {
		values["room"] = strings.TrimPrefix(odile.createRoom(map[string]any{"game": "seasons", "seats": 2}), "/r/")
		visit(odile, addressOf(t, pattern, values))
	}
}

// openAndWait opens a page and waits until it has loaded everything.
func (p *person) openAndWait(path string) {
	p.t.Helper()
	p.open(path)
	p.waitUntil("see the page", "!document.querySelector('.loading') && !!document.querySelector('main, .room')")
	p.waitUntilLoaded()
}

//go:embed twice.js
var twiceScript string

// Pressing anything twice quickly does it once: changes are sent once, no row appears twice, and the page
// keeps working.
func TestEveryButtonTwice(t *testing.T) {
	t.Parallel()
	total := 0
	everyPage(t, func(p *person, path string) {
		p.addScript(twiceScript)
		p.openAndWait(path)
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
			evaluate[bool](p, fmt.Sprintf("(void twice.press(%q), true)", name))
			var result string
			p.eventually("see what the presses did", func() error {
				// The presses can open another page, which interrupts this.
				var err error
				result, err = try(p, chromedp.Evaluate[string]("globalThis.twice?.result() ?? ''"))
				if err == nil && result == "" {
					err = errors.New("they are not done")
				}
				return err
			})
			require.NoError(t, json.Unmarshal([]byte(result), &done), result)
			what := fmt.Sprintf("%q on %s", name, path)
			require.Empty(t, done.Doubled, what)
			require.Empty(t, done.Rows, what)
			require.Empty(t, done.Failed, what)
			for _, problem := range p.problems.found() {
				// The page shows refusals, and some buttons work only in the right state.
				if !strings.Contains(problem, "is answered 4") {
					t.Errorf("%s: %s", what, problem)
				}
			}
			if p.path() != landed {
				p.openAndWait(landed)
			}
		}
		p.problems.found()
	})
	require.Greater(t, total, 100)
}

// While a dialog is open, it gets all keys and the page behind it none.
func TestKeysStayInDialogs(t *testing.T) {
	t.Parallel()
	keys := []string{
		kb.ArrowLeft, kb.ArrowRight, kb.ArrowUp, kb.ArrowDown, kb.Home, kb.End, kb.PageUp, kb.PageDown, " ", "\r",
		"e", "u", "t", "h", "l", "?", "1", "5", "9",
	}
	dialogs := 0
	everyPage(t, func(p *person, path string) {
		p.addScript(twiceScript)
		p.openAndWait(path)
		if !evaluate[bool](p, "twice.settings()") {
			return
		}
		dialogs++
		p.waitUntil("see the settings", "!!document.querySelector('dialog[open]')")
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
		p.waitUntil("see no dialog", "!document.querySelector('dialog[open]')")
		require.Equal(t, before, evaluate[string](p, "location.href"), path)
	})
	require.Greater(t, dialogs, 12)
}
