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
	// width and height are the size of the page at this moment.
	width, height int64
	// pressed is when mouse or finger pressed last, as the browser is told.
	pressed time.Time
}

// newPerson returns a person with their own browser context, which is closed at
// the end of the test; problems in its pages fail the test.
func newPerson(t *testing.T, name, origin string, at device) *person {
	t.Helper()
	browser, err := shared.chromium(at.keeps)
	require.NoError(t, err, "the browser does not start")
	p := openTab(t, browser, name, origin, at, chromedp.WithNewBrowserContext())
	p.addScript(tableScript)
	return p
}

// anotherTab is the same person at a second tab of the same browser.
func (p *person) anotherTab(name string) *person {
	p.t.Helper()
	tab := openTab(p.t, p.ctx, name, p.origin, p.device)
	tab.addScript(tableScript)
	return tab
}

func openTab(
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
		if t.Failed() && keepsArtifacts() {
			p.keepPicture(t.ArtifactDir(), "at the end")
		}
		closeTab()
	})
	require.NoError(t, chromedp.Do(p.ctx), "%s gets no tab", name)
	p.setUp()
	t.Cleanup(p.checkProblems)
	return p
}

// open goes to a page of the program, by its path.
func (p *person) open(path string) {
	p.t.Helper()
	run(p, "open "+path, chromedp.Navigate(p.origin+path))
}

// goes follows a link to another page of the program, for which the client does not
// load anything anew, or opens it if no page of the client is open. What is read next must
// not be on the page that is left.
func (p *person) goes(path string) {
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

// path is what the address line says after the server's name.
func (p *person) path() string {
	p.t.Helper()
	return evaluate[string](p, "location.pathname")
}

// waitForPath waits until the address line matches a regular expression, and
// returns it.
func (p *person) waitForPath(pattern string) string {
	p.t.Helper()
	var path string
	p.until("the address matches "+pattern, func() error {
		path = p.path()
		if !regexp.MustCompile(pattern).MatchString(path) {
			return fmt.Errorf("it is %s", path)
		}
		return nil
	})
	return path
}

// text is what the person can read on the page, with every gap between words
// as one plain space. What is only announced is no part of it.
func (p *person) text() string {
	p.t.Helper()
	return plain(evaluate[string](p, "page.text()"))
}

// plain makes one space of each gap between words.
func plain(text string) string { return strings.Join(strings.Fields(text), " ") }

// sees waits until a text is to be read on the page.
func (p *person) sees(text string) {
	p.t.Helper()
	p.seesMatch(regexp.QuoteMeta(text))
}

// seesMatch waits until something on the page matches a regular expression, and
// returns what did.
func (p *person) seesMatch(pattern string) string {
	p.t.Helper()
	expression := regexp.MustCompile(pattern)
	var found string
	p.until("see "+pattern, func() error {
		text := p.text()
		if found = expression.FindString(text); found == "" {
			return fmt.Errorf("the page says: %s", shorten(text))
		}
		return nil
	})
	return found
}

// seesNoMore waits until a text has disappeared.
func (p *person) seesNoMore(text string) {
	p.t.Helper()
	p.until("see no more "+text, func() error {
		if strings.Contains(p.text(), text) {
			return fmt.Errorf("it is still there")
		}
		return nil
	})
}

// press presses keys of the keyboard, one after the other; package kb names the
// runes of keys that write nothing.
func (p *person) press(keys string) {
	p.t.Helper()
	run(p, fmt.Sprintf("press %q", keys), chromedp.KeyEvent(keys))
}

// write writes a text where the keyboard is, in one go.
func (p *person) write(text string) {
	p.t.Helper()
	command(p, input.InsertText, input.InsertTextParams{Text: text})
}

// checkProblems fails the test for what went wrong in the pages unseen.
func (p *person) checkProblems() {
	p.t.Helper()
	for _, problem := range p.problems.found() {
		p.t.Errorf("%s: %s", p.name, problem)
	}
}

// until tries until something holds, again whenever the page has changed, and fails
// the test with what was wrong at the last try if it never does.
func (p *person) until(what string, try func() error) {
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

// untilTrue waits until an expression in the page is true.
func (p *person) untilTrue(what, condition string) {
	p.t.Helper()
	p.until(what, func() error {
		if !evaluate[bool](p, condition) {
			return fmt.Errorf("the page says: %s", shorten(p.text()))
		}
		return nil
	})
}

// becomes waits until what is read of a page is what is wanted.
func becomes[T comparable](p *person, want T, read func() T) {
	p.t.Helper()
	p.until(fmt.Sprintf("see %v", want), func() error {
		if is := read(); is != want {
			return fmt.Errorf("it is %v", is)
		}
		return nil
	})
}

// isAsked waits until the page asks the person something that can be answered.
func (p *person) isAsked() {
	p.t.Helper()
	p.until("be asked", func() error {
		if now := p.table(); !now.mayAct() {
			return fmt.Errorf("the page says %q", now.Question)
		}
		return nil
	})
}

// How long to wait for a page to change before looking again anyway, at first and at
// most: what is waited for need not change the page.
const (
	shortest = 20 * time.Millisecond
	longest  = 160 * time.Millisecond
)

// waitForChange waits until one of the pages has changed or is left for another one, or
// until the time is over.
func waitForChange(most time.Duration, people ...*person) {
	people[0].t.Helper()
	script := fmt.Sprintf("page.change(%d)", most.Milliseconds())
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

// nextFrame waits until the page has drawn what it had to draw.
func (p *person) nextFrame() {
	p.t.Helper()
	p.promised("page.nextFrame()")
}
