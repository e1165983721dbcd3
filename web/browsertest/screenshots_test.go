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

// showroom is the folder for the pictures of the README.
var showroom = os.Getenv("ARCHMAGE_SHOWROOM")

// savePicture saves a picture of the page, at a scale, to the folder of the README's pictures.
func (p *person) savePicture(name string, scale float64) {
	p.t.Helper()
	// Nothing is hovered or focused, and animations are finished.
	p.moveMouse(point{}, input.MouseButtonNone)
	evaluate[bool](p, "(document.activeElement.blur(), globalThis.drawPage?.(true), true)")
	p.nextFrame()
	p.awaitPromise("page.rest()")
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

// mostBytes is the largest allowed size of a picture.
const mostBytes = 400_000

// openFullTable opens a table of four with three bots.
func openFullTable(p *person, door string, choices ...string) {
	p.t.Helper()
	p.choose(door, append([]string{"^4$"}, choices...)...)
	p.click("button", "^With 3 bots", door)
	p.waitForRole("region", "^Your question and your hand$")
}

// playUntilQuestion plays until the only person at a table is asked a question while the match has the given
// status.
func (m *match) playUntilQuestion(p *person, status, question string) {
	p.t.Helper()
	m.playUntil("it is "+status, func() bool {
		// The question stays the same until it is answered.
		var now table
		p.eventually("be asked", func() error {
			now = p.table()
			if !now.mayAct() && now.Status == "playing" {
				return fmt.Errorf("the page says %q", now.Question)
			}
			return nil
		})
		require.Equal(p.t, "playing", now.Status, "the match is over before it is %s", status)
		reads := func(what string) string { return plain(evaluate[string](p, "document.querySelector("+what)) }
		// The text of the status exists even where the bar has no room for it.
		return regexp.MustCompile(status).MatchString(reads("'.where').innerText")) &&
			regexp.MustCompile(question).MatchString(reads("'.ask .q').textContent"))
	})
}

// Takes the pictures of the README: the start page, a match of each game, and how one ends.
func TestShowroom(t *testing.T) {
	t.Parallel()
	t.Run("seasons", func(t *testing.T) {
		t.Parallel()
		ann := newVisitor(t, "Ann", shared.server(t).url, desk)
		ann.waitForText("A table in the clearing")
		ann.savePicture("home", 1)
		openFullTable(ann, seasonsDoor, "^Archmage$")
		m := newMatch(5, ann)
		m.playUntilQuestion(ann, "pick 4", "Keep one card")
		ann.savePicture("draft", 1)
		m.each = func(*person, table) {}
		m.manner = manner{stays: 1, likes: []string{"card:", "end"}}
		m.playUntilQuestion(ann, "Year (II|III) ", "What will you do.*Summon")
		ann.savePicture("table", 1)
		ann.resize(phone.width, phone.height)
		ann.reload()
		ann.waitForRole("button", "^End turn")
		ann.checkPage("on a small screen")
		ann.savePicture("phone", 2)
		ann.resize(desk.width, desk.height)
		m.playToEnd()
		ann.waitForText("Where the points came from")
		ann.savePicture("end", 1)
		ann.click("link", "^See it again$")
		page := ann.waitForPath("^/m/.+")
		ann.waitForText("Step 0 of")
		last := evaluate[int](ann, "Number(document.querySelector('[role=slider]').getAttribute('aria-valuemax'))")
		ann.open(fmt.Sprintf("%s#s=%d", page, last*2/3))
		ann.waitForText(fmt.Sprintf("Step %d of", last*2/3))
		ann.savePicture("replay", 1)
	})
	t.Run("spellbook", func(t *testing.T) {
		t.Parallel()
		ann := newVisitor(t, "Ann", shared.server(t).url, desk)
		openFullTable(ann, spellbookDoor)
		m := newMatch(6, ann)
		m.manner.likes = []string{"learn:", "draw"}
		m.playUntilQuestion(ann, "Day [78]", ".")
		ann.waitForText("Familiar")
		ann.savePicture("spellbook", 1)
	})
}
