//go:build screenshots

package browsertest

import (
	"bytes"
	"context"
	"fmt"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
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
	// Nothing lies under the mouse or has the focus, and what moves comes to
	// rest.
	p.moveMouse(point{}, input.MouseButtonNone)
	evaluate[bool](p, "(document.activeElement.blur(), globalThis.drawPage?.(true), true)")
	p.nextFrame()
	p.promised("page.rest()")
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
	require.NoError(p.t, jpeg.Encode(&small, picture, &jpeg.Options{Quality: 82}))
	require.LessOrEqual(p.t, small.Len(), mostBytes, "the picture %s is too large", name)
	require.NoError(p.t, os.WriteFile(filepath.Join(showroom, name+".jpg"), small.Bytes(), 0o644))
	evaluate[bool](p, "(globalThis.drawPage?.(false), true)")
	p.resize(p.width, p.height)
}

// mostBytes is how large a picture may be.
const mostBytes = 400_000

// sitsAtFullTable puts a person at a table of four with three bots.
func sitsAtFullTable(p *person, door string, choices ...string) {
	p.t.Helper()
	p.chooses(door, append([]string{"^4$"}, choices...)...)
	p.click("button", "^Play against bots$", door)
	p.waitFor("region", "^Your question and your hand$")
}

// reaches plays until one question is put to the only person at a table, at a
// time of the match that its status tells.
func (m *match) reaches(p *person, status, question string) {
	p.t.Helper()
	m.playUntil("it is "+status, func() bool {
		// What is asked stays as it is until it is answered.
		var now table
		p.until("be asked", func() error {
			now = p.table()
			if !now.mayAct() && now.Status == "playing" {
				return fmt.Errorf("the page says %q", now.Question)
			}
			return nil
		})
		require.Equal(p.t, "playing", now.Status, "the match is over before it is %s", status)
		reads := func(what string) string { return plain(evaluate[string](p, "document.querySelector("+what)) }
		// What the bar says is there also where it has no room.
		return regexp.MustCompile(status).MatchString(reads("'.where').innerText")) &&
			regexp.MustCompile(question).MatchString(reads("'.ask .q').textContent"))
	})
}

// A new visitor sees the start page, a match of each title and how one ends;
// the README shows the same.
func TestShowroom(t *testing.T) {
	t.Parallel()
	t.Run("seasons", func(t *testing.T) {
		t.Parallel()
		ann := comes(t, "Ann", shared.server(t).url, desk)
		ann.sees("A table in the clearing")
		ann.keep("home", 1)
		sitsAtFullTable(ann, seasonsDoor, "^Archmage$")
		m := newMatch(5, ann)
		m.reaches(ann, "pick 4", "Keep one card")
		ann.keep("draft", 1)
		m.each = func(*person, table) {}
		m.manner = manner{stays: 1, likes: []string{"card:", "end"}}
		m.reaches(ann, "Year (II|III) ", "What will you do.*Summon")
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
		ann.click("link", "^See it again$")
		page := ann.waitForPath("^/m/.+")
		ann.sees("Step 0 of")
		last := evaluate[int](ann, "Number(document.querySelector('[role=slider]').getAttribute('aria-valuemax'))")
		ann.open(fmt.Sprintf("%s#s=%d", page, last*2/3))
		ann.sees(fmt.Sprintf("Step %d of", last*2/3))
		ann.keep("replay", 1)
	})
	t.Run("spellbook", func(t *testing.T) {
		t.Parallel()
		ann := comes(t, "Ann", shared.server(t).url, desk)
		sitsAtFullTable(ann, spellbookDoor)
		m := newMatch(6, ann)
		m.manner.likes = []string{"learn:", "draw"}
		m.reaches(ann, "Day [78]", ".")
		ann.sees("Familiar")
		ann.keep("spellbook", 1)
	})
}
