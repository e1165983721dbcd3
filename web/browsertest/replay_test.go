package browsertest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// board is what the board that a person sees says at this moment, "" while
// cards are picked, where it shows what is about to be chosen.
func (p *person) board() string {
	p.t.Helper()
	return evaluate[string](p, "document.querySelector('.prelude') ? '' : table.board()")
}

// noteBoards notes what players and a spectator see whenever a player is asked
// something. From here on no player goes back from what is begun: the record, and so the
// replay, has nothing of it.
func (m *match) noteBoards(watcher *person) map[*person][]string {
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

// seesAgain opens the page of the match that has ended, goes through it to the end
// with a pair of eyes, back again if that is wanted, and finds each board that was
// seen live.
func seesAgain(p *person, eyes string, live []string, back bool) {
	p.t.Helper()
	require.Greater(p.t, len(live), 10)
	p.click("link", "^See it again$")
	page := p.waitForPath("^/m/.+")
	p.open(page + "#s=0&as=" + eyes)
	p.sees("Step 0 of")
	p.checkPage("the page of the match")
	if eyes != "spectator" {
		p.checkAccess("the page of the match")
	}
	p.picture("replay")

	forward := p.walk("step 1")
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
		again := p.walk("step -1")
		slices.Reverse(again)
		require.Equal(p.t, forward, again, "the way back shows the same")
	}

	p.press(kb.End)
	p.sees("The end")
	p.seesLineOfStep()
	p.press(kb.Home)
	p.sees("Step 0 of")
	p.seesLineOfStep()
	p.press(kb.ArrowRight)
	p.press(kb.ArrowRight)
	p.sees("Step 2 of")
	p.untilTrue("have the step in the address", fmt.Sprintf("location.hash === '#s=2&as=%s'", eyes))
	p.click("button", "^Everybody$")
	p.untilTrue("see all hands open", "location.hash === '#s=2'")
	p.press(kb.PageDown)
	p.untilTrue("pass a round", "location.hash !== '#s=2'")
	p.click("tab", "^Match$")
	p.sees("The standing as a table")
	p.checkAccess("with all hands open")
	p.click("tab", "^Log$")
	evaluate[bool](p, "document.querySelector('.top [lang=fr]')?.click() ?? true, true")
	p.sees("Tout le monde")
	p.checkPage("in French")
}

// seesLineOfStep waits until the log shows the line of the step, or the one before.
func (p *person) seesLineOfStep() {
	p.t.Helper()
	p.until("see the line of the step", func() error {
		if away := evaluate[float64](p, "replayed.lineAway()"); away > 0 {
			return fmt.Errorf("it is %.0f pixels away", away)
		}
		return nil
	})
}

// alike returns how many bytes two texts begin with alike.
func alike(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// nearest returns which of the texts begins most like one.
func nearest(text string, list []string) string {
	return slices.MaxFunc(list, func(a, b string) int { return alike(text, a) - alike(text, b) })
}

// walk presses a button of the player until it leads no further, and returns what
// the board says at each step. The browser lays out none of them.
func (p *person) walk(button string) []string {
	p.t.Helper()
	boards := p.promised(fmt.Sprintf("replayed.boards(%q)", button))
	var list []string
	require.NoError(p.t, json.Unmarshal([]byte(boards), &list))
	require.False(p.t, strings.Contains(strings.Join(list, ""), "undefined"))
	return list
}
