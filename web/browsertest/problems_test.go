package browsertest

import (
	"fmt"
	"maps"
	"net/url"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/cdp"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/serviceworker"
)

// problems collects problems of a page that a person does not see: errors and warnings in the console,
// exceptions, failed requests, and requests to other servers.
type problems struct {
	// origin is the only allowed origin of requests.
	origin string

	mu       sync.Mutex
	list     []string
	requests map[network.RequestID]request
	// parts are the scripts, style sheets and fonts that are being loaded.
	parts map[network.RequestID]part
	// cut is true while the line to the server is down.
	cut     bool
	stopped bool
	// worker is the registration of the page's service worker, once requested.
	worker serviceworker.RegistrationID
}

type request struct{ method, url string }

// A part is a file being loaded for a document.
type part struct {
	url    string
	loader cdp.LoaderID
}

func newProblems(origin string) *problems {
	return &problems{origin: origin, requests: map[network.RequestID]request{}, parts: map[network.RequestID]part{}}
}

// expectCut sets whether the line is down, so that requests and sockets are expected to fail.
func (p *problems) expectCut(cut bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cut = cut
}

// found returns the problems since the last call.
func (p *problems) found() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	list := p.list
	p.list = nil
	return list
}

// loading returns the URLs of the scripts, style sheets and fonts being loaded.
func (p *problems) loading() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var list []string
	for _, part := range p.parts {
		list = append(list, part.url)
	}
	return list
}

// stop discards all problems and ignores further ones.
func (p *problems) stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stopped, p.list = true, nil
}

func (p *problems) add(format string, args ...any) {
	p.list = append(p.list, fmt.Sprintf(format, args...))
}

// hear handles one event of the browser.
func (p *problems) hear(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stopped {
		return
	}
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		switch e.Type {
		case runtime.ConsoleAPICalledTypeError, runtime.ConsoleAPICalledTypeWarning, runtime.ConsoleAPICalledTypeAssert:
			p.add("console %s: %s", e.Type, consoleText(e.Args))
		}
	case *serviceworker.EventWorkerRegistrationUpdated:
		for _, registration := range e.Registrations {
			if strings.HasPrefix(registration.ScopeURL, p.origin+"/") {
				p.worker = registration.RegistrationID
			}
		}
	case *runtime.EventExceptionThrown:
		p.add("exception: %s", exceptionText(e.ExceptionDetails))
	case *cdplog.EventEntryAdded:
		p.entry(e.Entry)
	case *network.EventRequestWillBeSent:
		p.requests[e.RequestID] = request{e.Request.Method, e.Request.URL}
		p.checkOrigin(e.Request.URL)
		switch e.Type {
		case network.ResourceTypeScript, network.ResourceTypeStylesheet, network.ResourceTypeFont:
			p.parts[e.RequestID] = part{e.Request.URL, e.LoaderID}
		}
	case *page.EventFrameNavigated:
		// When a page is left, the browser does not always report the end of its requests.
		if e.Frame.ParentID == "" {
			maps.DeleteFunc(
				p.parts,
				func(_ network.RequestID, part part) bool { return part.loader != e.Frame.LoaderID },
			)
		}
	case *network.EventLoadingFinished:
		delete(p.parts, e.RequestID)
	case *network.EventWebSocketCreated:
		p.checkOrigin(e.URL)
	case *network.EventResponseReceived:
		r := p.requests[e.RequestID]
		// A match can start while a player's page requests the code, which is then invalid.
		late := e.Response.Status == 400 && r.method == "POST" && strings.HasSuffix(r.url, "/code") &&
			strings.Contains(r.url, "/api/rooms/")
		if e.Response.Status >= 400 && !late {
			p.add("%s %s is answered %d", r.method, r.url, e.Response.Status)
		}
	case *network.EventLoadingFailed:
		delete(p.parts, e.RequestID)
		// Leaving a page cancels its requests.
		if !e.Canceled && !p.cut {
			r := p.requests[e.RequestID]
			p.add("%s %s fails: %s", r.method, r.url, e.ErrorText)
		}
	}
}

// entry handles the browser's own console messages. Messages about requests are ignored, because requests are
// checked themselves.
func (p *problems) entry(entry *cdplog.Entry) {
	switch {
	case entry.Level != cdplog.EntryLevelError && entry.Level != cdplog.EntryLevelWarning:
	case entry.Source == cdplog.EntrySourceNetwork && strings.HasPrefix(entry.Text, "Failed to load resource"):
	case p.cut && strings.HasPrefix(entry.Text, "WebSocket connection to"):
	// On a busy machine it takes longer than those seconds. TestFirstLoadIsSmall checks that all preloads are
	// used.
	case strings.Contains(entry.Text, "preloaded using link preload but not used within a few seconds"):
	default:
		p.add("browser %s (%s): %s %s", entry.Level, entry.Source, entry.Text, entry.URL)
	}
}

func (p *problems) checkOrigin(address string) {
	where, err := url.Parse(address)
	if err != nil {
		p.add("request to %q: %v", address, err)
		return
	}
	switch where.Scheme {
	case "data", "about", "blob":
	default:
		if "http://"+where.Host != p.origin || where.Scheme != "http" && where.Scheme != "ws" {
			p.add("request to %s, which is not the server", address)
		}
	}
}

func consoleText(args []*runtime.RemoteObject) string {
	var parts []string
	for _, arg := range args {
		if arg.Description != "" {
			parts = append(parts, arg.Description)
		} else {
			parts = append(parts, string(arg.Value))
		}
	}
	return strings.Join(parts, " ")
}

func exceptionText(details *runtime.ExceptionDetails) string {
	text := fmt.Sprintf("%s (%s:%d)", details.Text, details.URL, details.LineNumber+1)
	if details.Exception != nil {
		text += ": " + details.Exception.Description
	}
	return text
}
