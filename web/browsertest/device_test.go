package browsertest

import (
	"fmt"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
)

// A device is a person's computer or phone.
type device struct {
	width, height int64
	// touch: a phone, whose things are touched instead of clicked.
	touch    bool
	language string
	dark     bool
	// moves: things move on its pages; the owners of others want as little motion as
	// possible.
	moves bool
	// keeps: the browser keeps the client by its service worker; others ask the
	// program each time.
	keeps bool
}

var (
	desk  = device{width: 1280, height: 800, language: "en-GB"}
	phone = device{width: 360, height: 740, touch: true, language: "en-GB"}
)

// moving is the same device without the preference for reduced motion.
func (d device) moving() device {
	d.moves = true
	return d
}

// keeping is the same device with a browser that keeps the client.
func (d device) keeping() device {
	d.keeps = true
	return d
}

// in is the same device in another language.
func (d device) in(language string) device {
	d.language = language
	return d
}

// setUp makes the tab the device of the person.
func (p *person) setUp() {
	p.t.Helper()
	agent := evaluate[string](p, "navigator.userAgent")
	command(p, network.Enable, network.EnableParams{})
	command(p, runtime.Enable, cdp.Empty{})
	command(p, cdplog.Enable, cdp.Empty{})
	command(p, page.Enable, page.EnableParams{})
	p.resize(p.device.width, p.device.height)
	command(p, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: p.device.touch})
	command(p, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{
		UserAgent: agent, AcceptLanguage: p.device.language,
	})
	if !p.device.keeps {
		p.addScript("delete Navigator.prototype.serviceWorker")
	}
	// Who has been offered the sounds before is not asked again, so that all tables look alike.
	p.addScript(`try { localStorage['archmage.prefs'] ??= '{"offered":true}' } catch {}`)
	// Nor is who has declined hints shown any.
	p.addScript(`try { localStorage['archmage.hints'] ??= 'off' } catch {}`)
	p.addScript(helperScripts())
	p.addScript(deviceScript)
	if p.device.touch {
		p.addScript(fmt.Sprintf("holdTimers(%d, true)", longPress))
	}
	// Every page is in front of its own person.
	command(p, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	scheme, motion := "light", "reduce"
	if p.device.dark {
		scheme = "dark"
	}
	if p.device.moves {
		motion = "no-preference"
	}
	command(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: scheme},
			{Name: "prefers-reduced-motion", Value: motion},
		},
	})
}

// Timers of the client, in milliseconds: how long a finger rests for a long press, how long a
// step of a match that is shown again stands, and how long what is said stays at a face.
const (
	longPress = 450
	stepStays = 1200
	lineStays = 5000
)

// holdsTimers keeps the timers of a length that the page starts from here on from running out,
// or lets them.
func (p *person) holdsTimers(milliseconds int, yes bool) {
	p.t.Helper()
	evaluate[bool](p, fmt.Sprintf("holdTimers(%d, %v)", milliseconds, yes))
}

// drawsPages has the browser draw every page that the person opens from here on.
func (p *person) drawsPages() {
	p.t.Helper()
	p.addScript("drawPage(true); delete globalThis.drawPage; delete globalThis.seemDrawn;")
}

// addScript puts a script into every page that the person opens from here on, before
// the page's own.
func (p *person) addScript(source string) {
	p.t.Helper()
	command(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: source})
}

// How many pixels are drawn for a pixel of the page, each way: as few as there
// can be while the test takes no picture, because drawing is most of a page's
// work.
const (
	coarse = 0.25
	sharp  = 1
)

// resize makes the page as large as that, in its pixels.
func (p *person) resize(width, height int64) {
	p.t.Helper()
	p.width, p.height = width, height
	command(p, emulation.SetDeviceMetricsOverride, p.metrics(coarse))
}

func (p *person) metrics(scale float64) emulation.SetDeviceMetricsOverrideParams {
	return emulation.SetDeviceMetricsOverrideParams{
		Width: p.width, Height: p.height, DeviceScaleFactor: scale, Mobile: p.device.touch,
	}
}

// checkSizes checks the page as it is now on screens of every size, and keeps a
// picture of each.
func (p *person) checkSizes(where string) {
	p.t.Helper()
	for _, size := range [][2]int64{{360, 740}, {768, 1024}, {1280, 800}, {1920, 1080}} {
		p.resize(size[0], size[1])
		p.nextFrame()
		at := fmt.Sprintf("%s at %d px", where, size[0])
		p.checkPage(at)
		p.picture(at)
	}
	p.resize(p.device.width, p.device.height)
}
