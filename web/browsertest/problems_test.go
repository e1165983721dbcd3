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

// problems collects the problems of a page that a person does not see: errors and
// warnings in its console, exceptions, failed requests, and requests to other
// servers.
type problems struct {
	// origin is where every request must go.
	origin string

	mu       sync.Mutex
	list     []string
	requests map[network.RequestID]request
	// parts are the scripts, style sheets and typefaces that are under way.
	parts map[network.RequestID]part
	// cut is set while the line to the server is known to be down.
	cut     bool
	stopped bool
	// worker is the registration of the page's service worker, once that is asked
	// for.
	worker serviceworker.RegistrationID
}

type request struct{ method, url string }

// A part is under way for the document of a loader.
type part struct {
	url    string
	loader cdp.LoaderID
}

func newProblems(origin string) *problems {
	return &problems{origin: origin, requests: map[network.RequestID]request{}, parts: map[network.RequestID]part{}}
}

// expectCut says whether the line is down from here on, so that requests and
// sockets may fail.
func (p *problems) expectCut(cut bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cut = cut
}

// found returns what was found since the last call.
func (p *problems) found() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	list := p.list
	p.list = nil
	return list
}

// loading returns the addresses of the scripts, style sheets and typefaces that are under way.
func (p *problems) loading() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var list []string
	for _, part := range p.parts {
		list = append(list, part.url)
	}
	return list
}

// stop makes it forget what was found and find nothing more.
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
		// What a page that is left had under way is not always told to have ended.
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
		// A match may begin while a player's page asks for the code, which ends with it.
		late := e.Response.Status == 400 && r.method == "POST" && strings.HasSuffix(r.url, "/code") &&
			strings.Contains(r.url, "/api/rooms/")
		if e.Response.Status >= 400 && !late {
			p.add("%s %s is answered %d", r.method, r.url, e.Response.Status)
		}
	case *network.EventLoadingFailed:
		delete(p.parts, e.RequestID)
		// A page that is left takes back what it asked for.
		if !e.Canceled && !p.cut {
			r := p.requests[e.RequestID]
			p.add("%s %s fails: %s", r.method, r.url, e.ErrorText)
		}
	}
}

// entry takes what the browser itself writes into the console. What it writes
// about requests is known from the requests.
func (p *problems) entry(entry *cdplog.Entry) {
	switch {
	case entry.Level != cdplog.EntryLevelError && entry.Level != cdplog.EntryLevelWarning:
	case entry.Source == cdplog.EntrySourceNetwork && strings.HasPrefix(entry.Text, "Failed to load resource"):
	case p.cut && strings.HasPrefix(entry.Text, "WebSocket connection to"):
	// A busy machine takes longer than those seconds. TestFirstLoadIsSmall sees that all is used in the end.
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
