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
	// touch selects touch events instead of the mouse.
	touch    bool
	language string
	dark     bool
	// animates turns animations on. Other devices prefer reduced motion.
	animates bool
	// storesClient is true if the browser stores the client with its service worker. Other devices load it from the
	// server each time.
	storesClient bool
	// largeText doubles the text size of the browser.
	largeText bool
}

var (
	desk  = device{width: 1280, height: 800, language: "en-GB"}
	phone = device{width: 360, height: 740, touch: true, language: "en-GB"}
)

// moving returns the device without the preference for reduced motion.
func (d device) moving() device {
	d.animates = true
	return d
}

// keeping returns the device with a browser that stores the client.
func (d device) keeping() device {
	d.storesClient = true
	return d
}

// in returns the device with another language.
func (d device) in(language string) device {
	d.language = language
	return d
}

// setUp configures the tab as the person's device.
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
	if !p.device.storesClient {
		p.addScript("delete Navigator.prototype.serviceWorker")
	}
	// A browser that has been offered sounds before is not asked again, so that all tables look alike.
	p.addScript(`try { localStorage['archmage.prefs'] ??= '{"offered":true}' } catch {}`)
	// Hints are off for the same reason.
	p.addScript(`try { localStorage['archmage.hints'] ??= 'off' } catch {}`)
	p.addScript(helperScripts())
	p.addScript(deviceScript)
	if p.device.touch {
		p.addScript(fmt.Sprintf("holdTimers(%d, true)", longPress))
	}
	// Each page behaves as if it had the focus.
	command(p, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	scheme, motion := "light", "reduce"
	if p.device.dark {
		scheme = "dark"
	}
	if p.device.animates {
		motion = "no-preference"
	}
	command(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: scheme},
			{Name: "prefers-reduced-motion", Value: motion},
		},
	})
}

// Timers of the client, in milliseconds: the duration of a long press, of a step in a replay, and of a speech
// bubble.
const (
	longPress = 450
	stepStays = 1200
	lineStays = 5000
)

// holdTimers holds, or releases, the timers of this length that the page starts from now on.
func (p *person) holdTimers(milliseconds int, yes bool) {
	p.t.Helper()
	evaluate[bool](p, fmt.Sprintf("holdTimers(%d, %v)", milliseconds, yes))
}

// drawPages makes the browser draw every page that the person opens from now on.
func (p *person) drawPages() {
	p.t.Helper()
	p.addScript("drawPage(true); delete globalThis.drawPage; delete globalThis.seemDrawn;")
}

// addScript adds a script to all pages that the person opens from now on. It runs before the page's own
// scripts.
func (p *person) addScript(source string) {
	p.t.Helper()
	command(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: source})
}

// The device pixels per CSS pixel: as few as possible while the test takes no picture, because drawing is
// most of a page's work.
const (
	coarse = 0.25
	sharp  = 1
)

// resize sets the size of the page in CSS pixels, and waits until its style sheets for this size are applied.
func (p *person) resize(width, height int64) {
	p.t.Helper()
	p.width, p.height = width, height
	command(p, emulation.SetDeviceMetricsOverride, p.metrics(coarse))
	p.awaitPromise("globalThis.page ? page.sized() : Promise.resolve('')")
}

func (p *person) metrics(scale float64) emulation.SetDeviceMetricsOverrideParams {
	return emulation.SetDeviceMetricsOverrideParams{
		Width: p.width, Height: p.height, DeviceScaleFactor: scale, Mobile: p.device.touch,
	}
}

// checkSizes checks the current page on screens of all sizes and takes a picture of each.
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
