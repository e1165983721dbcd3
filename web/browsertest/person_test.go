package browsertest

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// A person looks at one page of the program and acts on it with mouse, finger
// and keyboard. Each action waits until it is possible, and fails the test if it
// never is. Each person has their own cookies and settings.
type person struct {
	t        *testing.T
	name     string
	ctx      context.Context
	origin   string
	device   device
	problems *problems
	pictures int
	// width and height are the current size of the page.
	width, height int64
	// pressed is the timestamp of the last press, as sent to the browser.
	pressed time.Time
}

// newPerson returns a person with their own browser context, which is closed at
// the end of the test; problems in its pages fail the test.
func newPerson(t *testing.T, name, origin string, at device) *person {
	t.Helper()
	browser, err := shared.chromium(at)
	require.NoError(t, err, "the browser does not start")
	p := newTab(t, browser, name, origin, at, chromedp.WithNewBrowserContext())
	p.addScript(tableScript)
	return p
}

// openSecondTab opens a second tab of the same person's browser.
func (p *person) openSecondTab(name string) *person {
	p.t.Helper()
	tab := newTab(p.t, p.ctx, name, p.origin, p.device)
	tab.addScript(tableScript)
	return tab
}

func newTab(
	t *testing.T,
	parent context.Context,
	name, origin string,
	at device,
	options ...chromedp.ContextOption,
) *person {
	t.Helper()
	p := &person{t: t, name: name, origin: origin, device: at, problems: newProblems(origin)}
	options = append(options, chromedp.WithListener(p.problems.hear))
	var closeTab context.CancelFunc
	p.ctx, closeTab = chromedp.NewContext(parent, options...)
	t.Cleanup(func() {
		if t.Failed() && artifactsAreKept() {
			p.savePictureTo(t.ArtifactDir(), "at the end")
		}
		closeTab()
	})
	require.NoError(t, chromedp.Do(p.ctx), "%s gets no tab", name)
	p.setUp()
	t.Cleanup(p.checkProblems)
	return p
}

// open loads a page of the program by its path.
func (p *person) open(path string) {
	p.t.Helper()
	run(p, "open "+path, chromedp.Navigate(p.origin+path))
}

// follow follows a link within the client, without a new page load, or opens the page if no page of the
// client is open. What the test reads next must not be on the previous page.
func (p *person) follow(path string) {
	p.t.Helper()
	if p.path() == plainPage {
		p.open(path)
		return
	}
	evaluate[bool](p, fmt.Sprintf("page.follow(%q)", path))
}

func (p *person) reload() {
	p.t.Helper()
	run(p, "load the page again", chromedp.Reload())
}

// path returns the path of the current URL.
func (p *person) path() string {
	p.t.Helper()
	return evaluate[string](p, "location.pathname")
}

// waitForPath waits until the path matches a regular expression, and returns it.
func (p *person) waitForPath(pattern string) string {
	p.t.Helper()
	var path string
	p.eventually("the address matches "+pattern, func() error {
		path = p.path()
		if !regexp.MustCompile(pattern).MatchString(path) {
			return fmt.Errorf("it is %s", path)
		}
		return nil
	})
	return path
}

// text returns the visible text of the page with single spaces between words. It does not contain texts that
// are only announced to screen readers.
func (p *person) text() string {
	p.t.Helper()
	return plain(evaluate[string](p, "page.text()"))
}

// plain replaces each run of white space by a single space.
func plain(text string) string { return strings.Join(strings.Fields(text), " ") }

// waitForText waits until the page shows a text.
func (p *person) waitForText(text string) {
	p.t.Helper()
	p.waitForMatch(regexp.QuoteMeta(text))
}

// waitForMatch waits until the text of the page matches a regular expression, and returns the match.
func (p *person) waitForMatch(pattern string) string {
	p.t.Helper()
	expression := regexp.MustCompile(pattern)
	var found string
	p.eventually("see "+pattern, func() error {
		text := p.text()
		if found = expression.FindString(text); found == "" {
			return fmt.Errorf("the page says: %s", shorten(text))
		}
		return nil
	})
	return found
}

// waitForNoText waits until the page no longer shows a text.
func (p *person) waitForNoText(text string) {
	p.t.Helper()
	p.eventually("see no more "+text, func() error {
		if strings.Contains(p.text(), text) {
			return fmt.Errorf("it is still there")
		}
		return nil
	})
}

// press presses keys one after the other. Package kb names the runes of special keys.
func (p *person) press(keys string) {
	p.t.Helper()
	run(p, fmt.Sprintf("press %q", keys), chromedp.KeyEvent(keys))
}

// typeText inserts a text at the focus.
func (p *person) typeText(text string) {
	p.t.Helper()
	command(p, input.InsertText, input.InsertTextParams{Text: text})
}

// checkProblems fails the test if the page had problems that a person does not see.
func (p *person) checkProblems() {
	p.t.Helper()
	for _, problem := range p.problems.found() {
		p.t.Errorf("%s: %s", p.name, problem)
	}
}

// eventually calls try after each change of the page until it succeeds. After patience it fails the test with
// the last error.
func (p *person) eventually(what string, try func() error) {
	p.t.Helper()
	deadline := time.Now().Add(patience)
	for wait := shortest; ; wait = min(2*wait, longest) {
		err := try()
		if err == nil {
			return
		}
		if time.Now().After(deadline) {
			p.t.Fatalf("%s cannot %s: %v", p.name, what, err)
		}
		waitForChange(wait, p)
	}
}

// waitUntil waits until an expression in the page is true. what completes the failure "NAME cannot …".
func (p *person) waitUntil(what, condition string) {
	p.t.Helper()
	p.eventually(what, func() error {
		if !evaluate[bool](p, condition) {
			return fmt.Errorf("the page says: %s", shorten(p.text()))
		}
		return nil
	})
}

// waitForValue waits until read returns the wanted value.
func waitForValue[T comparable](p *person, want T, read func() T) {
	p.t.Helper()
	p.eventually(fmt.Sprintf("see %v", want), func() error {
		if is := read(); is != want {
			return fmt.Errorf("it is %v", is)
		}
		return nil
	})
}

// waitUntilAsked waits until the page asks the person something that can be answered.
func (p *person) waitUntilAsked() {
	p.t.Helper()
	p.eventually("be asked", func() error {
		if now := p.table(); !now.mayAct() {
			return fmt.Errorf("the page says %q", now.Question)
		}
		return nil
	})
}

// The first and the longest time to wait for a change of the page before trying again. The condition can
// become true without a change.
const (
	shortest = 20 * time.Millisecond
	longest  = 160 * time.Millisecond
)

// waitForChange waits until one of the pages has changed or is left, but not longer than most.
func waitForChange(maxWait time.Duration, people ...*person) {
	people[0].t.Helper()
	script := fmt.Sprintf("page.change(%d)", maxWait.Milliseconds())
	gone := make(chan error, len(people))
	for _, p := range people {
		ctx, cancel := context.WithTimeout(p.ctx, patience)
		defer cancel()
		go func() {
			if _, err := chromedp.Run(
				ctx,
				chromedp.Evaluate[string](script, chromedp.EvalAwaitPromise),
			); err != nil &&
				ctx.Err() != nil {
				gone <- fmt.Errorf("the page of %s does not go on: %w", p.name, err)
				return
			}
			gone <- nil
		}()
	}
	if err := <-gone; err != nil {
		people[0].t.Fatal(err)
	}
}

// nextFrame waits until the page has drawn its pending changes.
func (p *person) nextFrame() {
	p.t.Helper()
	p.awaitPromise("page.nextFrame()")
}
