//go:build screenshots

package browsertest

import (
	"bytes"
	"context"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// showroom is the folder that gets the pictures of the README.
var showroom = os.Getenv("ARCHMAGE_SHOWROOM")

// keep writes a picture of the page into the folder of the README's pictures,
// with so many pixels for each of the page.
func (p *person) keep(name string, scale float64) {
	p.t.Helper()
	// What moves has come to rest, and the mouse is nowhere.
	p.promised(`Promise.all(document.getAnimations().map((a) => a.finished.catch(() => 0))).then(() => '')`)
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	_, err := chromedp.Call(ctx, emulation.SetDeviceMetricsOverride, p.metrics(scale))
	require.NoError(p.t, err)
	p.nextFrame()
	shot, err := chromedp.Call(ctx, page.CaptureScreenshot, page.CaptureScreenshotParams{})
	require.NoError(p.t, err)
	picture, err := png.Decode(bytes.NewReader(shot.Data))
	require.NoError(p.t, err)
	var small bytes.Buffer
	require.NoError(p.t, (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&small, picture))
	require.NoError(p.t, os.WriteFile(filepath.Join(showroom, name+".png"), small.Bytes(), 0o644))
	p.resize(p.width, p.height)
}

// sitsAtFullTable gives somebody a table of four with three bots.
func sitsAtFullTable(p *person, door string, choices ...string) {
	p.t.Helper()
	for _, choice := range append([]string{"^4$"}, choices...) {
		p.click("radio", choice, door)
	}
	p.click("button", "^Play against bots$", door)
	p.waitFor("region", "^Your question and your hand$")
}

// reaches plays until a game asks for one of its turns in the middle of a match.
func (m *match) reaches(p *person, status, question string) {
	p.t.Helper()
	m.playUntil("it is "+status, func() bool {
		now := p.table()
		return m.over() || now.mayAct() && evaluate[bool](p, fmt.Sprintf(
			`new RegExp(%q).test(document.querySelector('.where')?.textContent) && new RegExp(%q).test(document.querySelector('#q')?.textContent)`,
			status, question))
	})
	require.False(p.t, m.over(), "the match is over before it is %s", status)
}

// Whoever is new sees the start page, a match of each title and how one ends;
// the README shows the same.
func TestShowroom(t *testing.T) {
	t.Parallel()
	t.Run("seasons", func(t *testing.T) {
		t.Parallel()
		ann := comes(t, "Ann", shared.server(t).url, desk.still())
		ann.sees("A table in the clearing")
		ann.keep("home", 1)
		sitsAtFullTable(ann, seasonsDoor, "^Archmage$")
		m := newMatch(5, ann)
		m.reaches(ann, "pick 4", "Keep one card")
		ann.keep("draft", 1)
		m.each = func(*person, table) {}
		m.reaches(ann, "Year II .* (Spring|Summer)", "What will you do")
		ann.keep("table", 1)
		ann.resize(phone.width, phone.height)
		ann.reload()
		ann.sees("What will you do")
		ann.checkPage("on a small screen")
		ann.keep("phone", 2)
		ann.resize(desk.width, desk.height)
		m.playToEnd()
		ann.sees("Where the points came from")
		ann.keep("end", 1)
	})
	t.Run("spellbook", func(t *testing.T) {
		t.Parallel()
		ann := comes(t, "Ann", shared.server(t).url, desk.still())
		sitsAtFullTable(ann, spellbookDoor)
		m := newMatch(6, ann)
		m.reaches(ann, "Day [78]", ".")
		ann.sees("Familiar")
		ann.keep("spellbook", 1)
	})
}
