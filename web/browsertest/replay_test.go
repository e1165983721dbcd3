package browsertest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// board returns the text of the person's board. It is "" while cards are picked, when the board shows choices
// that are not yet final.
func (p *person) board() string {
	p.t.Helper()
	return evaluate[string](p, "document.querySelector('.prelude') ? '' : table.board()")
}

// recordBoards records the boards of players and a spectator whenever a player is asked something. From then on
// the players do not go back, because the record does not contain that.
func (m *match) recordBoards(watcher *person) map[*person][]string {
	m.manner.forward = true
	boards := map[*person][]string{}
	before := m.each
	m.each = func(p *person, now table) {
		before(p, now)
		for _, viewer := range []*person{p, watcher} {
			if board := viewer.board(); board != "" {
				boards[viewer] = append(boards[viewer], board)
			}
		}
	}
	return boards
}

// replayAndCompare steps through the replay with the eyes of a viewer, and backwards if back is set. It
// requires that the replay shows each board that was seen live.
func replayAndCompare(p *person, eyes string, live []string, back bool) {
	p.t.Helper()
	require.Greater(p.t, len(live), 10)
	p.click("link", "^See it again$")
	page := p.waitForPath("^/m/.+")
	p.open(page + "#s=0&as=" + eyes)
	p.waitForText("Step 0 of")
	p.checkPage("the page of the match")
	if eyes != "spectator" {
		p.checkAccess("the page of the match")
	}
	p.picture("replay")

	forward := p.replayBoards("step 1")
	require.Greater(p.t, len(forward), 30)
	for _, board := range live {
		if !slices.Contains(forward, board) {
			p.t.Errorf(
				"%s saw live, and not again: …%s\nmost like it is: …%s",
				p.name,
				board[alike(board, nearest(board, forward)):],
				nearest(board, forward)[alike(board, nearest(board, forward)):],
			)
		}
	}
	if p.device.touch || eyes == "spectator" {
		return
	}
	if back {
		again := p.replayBoards("step -1")
		slices.Reverse(again)
		require.Equal(p.t, forward, again, "the way back shows the same")
	}

	p.press(kb.End)
	p.waitForText("The end")
	p.waitForLogLine()
	p.press(kb.Home)
	p.waitForText("Step 0 of")
	p.waitForLogLine()
	p.press(kb.ArrowRight)
	p.press(kb.ArrowRight)
	p.waitForText("Step 2 of")
	p.waitUntil("have the step in the address", fmt.Sprintf("location.hash === '#s=2&as=%s'", eyes))
	p.click("button", "^Everybody$")
	p.waitUntil("see all hands open", "location.hash === '#s=2'")
	p.press(kb.PageDown)
	p.waitUntil("pass a round", "location.hash !== '#s=2'")
	p.click("tab", "^Match$")
	p.waitForText("The standing as a table")
	p.checkAccess("with all hands open")
	p.click("tab", "^Log$")
	evaluate[bool](p, "document.querySelector('.top [lang=fr]')?.click() ?? true, true")
	p.waitForText("Tout le monde")
	p.checkPage("in French")
}

// waitForLogLine waits until the log shows the line of the current step, or the one before.
func (p *person) waitForLogLine() {
	p.t.Helper()
	p.eventually("see the line of the step", func() error {
		if away := evaluate[float64](p, "replayed.lineAway()"); away > 0 {
			return fmt.Errorf("it is %.0f pixels away", away)
		}
		return nil
	})
}

// alike returns the length of the common prefix of two texts in bytes.
func alike(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// nearest returns the text of the list with the longest common prefix.
func nearest(text string, list []string) string {
	return slices.MaxFunc(list, func(a, b string) int { return alike(text, a) - alike(text, b) })
}

// replayBoards presses a button of the player until the end and returns the text of the board at each step.
// The browser does not lay out these steps.
func (p *person) replayBoards(button string) []string {
	p.t.Helper()
	boards := p.awaitPromise(fmt.Sprintf("replayed.boards(%q)", button))
	var list []string
	require.NoError(p.t, json.Unmarshal([]byte(boards), &list))
	require.False(p.t, strings.Contains(strings.Join(list, ""), "undefined"))
	return list
}
