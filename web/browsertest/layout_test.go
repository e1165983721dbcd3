package browsertest

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// layoutScript measures how a table is laid out.
//
//go:embed layout.js
var layoutScript string

// No part of a table covers another part or is below the bar, on screens of all sizes. Wide screens show the
// whole table, and log and chat of SpellBook side by side from 1440 pixels. Seasons has them as tabs.
func TestTableFits(t *testing.T) {
	t.Parallel()
	small, wide := [][2]int64{{390, 844}, {360, 740}, {768, 1024}}, [][2]int64{
		{1280, 720},
		{1440, 900},
		{1920, 1080},
		{2560, 1440},
	}
	english := []string{
		"seasons-two-nine", "seasons-four-crowded", "seasons-last-year", "spellbook-alone", "spellbook-four",
	}
	french := []string{"seasons-three", "spellbook-two"}
	// The widest words and the narrowest screen.
	german, narrow := []string{"seasons-four-crowded", "spellbook-four"}, [][2]int64{{360, 740}, {390, 844}}
	// At these tables, and on small screens, some cards of opponents show only their pictures.
	unnamed := []string{"seasons-four-crowded", "seasons-last-year"}
	broadcast := []string{"seasons-four-crowded", "spellbook-four"}
	for _, test := range []struct {
		name      string
		at        device
		sizes     [][2]int64
		positions []string
	}{
		{"desk", desk, wide, english},
		{"phone", phone, small, english},
		{"desk in French", desk.in("fr-FR"), wide, french},
		{"phone in French", phone.in("fr-FR"), small, french},
		{"phone in German", phone.in("de-DE"), narrow, german},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			ada := newStagedPerson(t, test.at, layoutScript)
			for _, position := range test.positions {
				ada.openStagedMatch(position)
				for _, size := range test.sizes {
					// The widest and the lowest screen follow the rules of the previous size. These positions
					// fill them most.
					if (size[0] == 2560 || size[0] == 360) && !slices.Contains(broadcast, position) {
						continue
					}
					ada.resize(size[0], size[1])
					ada.nextFrame()
					where := fmt.Sprintf("%s at %d x %d", position, size[0], size[1])
					ada.checkPage(where)
					for _, line := range evaluate[[]string](ada, "layout.hidden()") {
						t.Errorf("%s: %s", where, line)
					}
					if chips := evaluate[[]int](
						ada,
						"layout.chips()",
					); size[0] >= 1440 && chips[0] != chips[1] && !slices.Contains(unnamed, position) {
						t.Errorf("%s: %d of %d cards of others bear their name", where, chips[1], chips[0])
					}
					if test.at.touch {
						ada.picture(where)
						if size[1] < 1000 {
							for _, line := range evaluate[[]string](ada, "layout.needed()") {
								t.Errorf("%s: %s", where, line)
							}
						}
						continue
					}
					both := []string{"loglines", "chatlog"}
					if size[0] < 1440 || strings.HasPrefix(position, "seasons") {
						both = both[:1]
					} else {
						ada.waitUntil(
							"see the chat, which is loaded late",
							"!!document.querySelector('main > .side .chatlog')",
						)
					}
					if beside := evaluate[[]string](ada, "layout.beside()"); !slices.Equal(beside, both) {
						t.Errorf("%s: %v of log and chat show two lines", where, beside)
					}
					if below := evaluate[float64](ada, "layout.below()"); below > 1 {
						t.Errorf("%s: %v pixels of the table are out of sight", where, below)
					}
					for _, card := range evaluate[[]string](ada, "layout.short()") {
						t.Errorf("%s: %s has no two lines", where, card)
					}
					ada.picture(where)
				}
				if !test.at.touch && slices.Contains(broadcast, position) {
					ada.checkOverlay(position)
				}
			}
		})
	}
}

// Phones in both orientations show all energies of opponents, and open the libraries, for which the board has no room.
func TestPhonesShowEnergiesAndLibraries(t *testing.T) {
	t.Parallel()
	ada := newStagedPerson(t, phone, layoutScript)
	ada.openStagedMatch("seasons-four-crowded")
	for _, size := range [][2]int64{{390, 844}, {360, 740}, {844, 390}, {667, 375}} {
		ada.resize(size[0], size[1])
		ada.picture(fmt.Sprintf("%d x %d", size[0], size[1]))
		require.Empty(t, evaluate[[]string](ada, "layout.cutEnergies()"), size)
		require.True(t, evaluate[bool](ada, "layout.isBeside('.stat.g > .gauge + span', '.libs-count')"), size)
		ada.click("button", "^3 cards in libraries$", ".mine")
		ada.waitForText("Library III")
		require.Equal(t, 3, evaluate[int](ada, "document.querySelectorAll('.cardsheet .rows li').length"), size)
		ada.press(kb.Escape)
		ada.waitForNoText("Library III")
	}
}

// At tables of two and four late in a match, all opponents show their cards and names, the question cuts no part of the
// player's own side on tablets and computers, and the log does not cover the piles.
func TestTableIsNotCrossed(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		at    device
		sizes [][2]int64
	}{
		{"touch", phone, [][2]int64{{360, 740}, {390, 844}, {768, 1024}, {1024, 768}}},
		{"mouse", desk, [][2]int64{{1180, 820}, {1440, 900}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			ada := newStagedPerson(t, test.at, layoutScript)
			for _, position := range []string{"seasons-four-crowded", "seasons-two-nine"} {
				ada.openStagedMatch(position)
				for _, size := range test.sizes {
					ada.resize(size[0], size[1])
					ada.nextFrame()
					where := fmt.Sprintf("%s at %d x %d", position, size[0], size[1])
					ada.picture(where)
					assert.Empty(t, evaluate[[]string](ada, "layout.stripless()"), where)
					assert.Empty(t, evaluate[[]string](ada, "layout.cutNames()"), where)
					if size[0] >= 700 {
						assert.Empty(t, evaluate[[]string](ada, "layout.crossed()"), where)
						assert.Empty(t, evaluate[[]string](ada, "layout.hidden()"), where)
					}
				}
			}
		})
	}
}

// checkOverlay checks the table as an overlay of a broadcast: all seats look alike and everything is visible.
func (p *person) checkOverlay(position string) {
	p.t.Helper()
	path := p.path()
	p.resize(1920, 1080)
	p.open(path + "?view=stream")
	p.waitUntil("see the overlay", "!!document.querySelector('body.equal :is(.opp, .sb-opp)')")
	p.picture("overlay of " + position)
	widths := evaluate[[]float64](
		p,
		"page.widths('.opp, .sb-opp')",
	)
	require.Len(p.t, widths, 4, position)
	require.Len(p.t, slices.Compact(widths), 1, "%s: the seats are not alike", position)
	require.Empty(p.t, evaluate[[]string](p, "layout.outside()"), position)
	require.LessOrEqual(p.t, evaluate[float64](p, "layout.below()"), 1., position)
}

// All players read what the match would be worth to each of them if it ended now, and what a bonus costs
// before they use it. Dice show what they give and whose they are.
func TestTableTells(t *testing.T) {
	t.Parallel()
	ada := newStagedPerson(t, desk, layoutScript)
	ada.openStagedMatch("seasons-two-nine")
	says := func(selector string) string {
		return plain(evaluate[string](ada, "document.querySelector('"+selector+"').innerText"))
	}
	// hovers moves the mouse over an element and returns the text of its sheet.
	hovers := func(thing string) string {
		t.Helper()
		ada.moveMouse(point{2, 2}, input.MouseButtonNone)
		ada.moveMouse(ada.whereIs("document.querySelector('"+thing+"')"), input.MouseButtonNone)
		var words string
		ada.eventually("read the sheet of "+thing, func() error {
			words = plain(evaluate[string](ada, "document.querySelector('.cardsheet')?.innerText ?? ''"))
			if words == "" {
				return fmt.Errorf("there is none")
			}
			return nil
		})
		ada.moveMouse(point{2, 2}, input.MouseButtonNone)
		ada.waitUntil("see the sheet go", "!document.querySelector('.cardsheet')")
		return words
	}

	require.Equal(t, "26 35 prestige", says(".mine .pts"))
	require.Equal(t, "18 44 prestige", says(".opp .pts"))
	require.Equal(t, "−5 at the end; the next: −7 more", says(".bons .used"))
	require.Equal(t, "−7", says(".bonus"))
	require.False(t, evaluate[bool](ada, "!!document.querySelector('.ask .bunch')"), "the bar repeats the bonuses")
	require.Contains(t, hovers(".bonus"), "One more costs 7.")
	require.False(t, evaluate[bool](ada, "!!document.querySelector('.spent')"))

	own := hovers(".dieslot.you .die")
	require.Contains(t, own, "Your die this round")
	require.Contains(t, own, "Gain 1 water")
	require.Contains(t, own, "You may transmute this turn")
	require.Contains(t, own, "2 pips: left over, it moves the season 2 spaces")
	require.Contains(t, hovers(".dieslot:not(.you, .time) .die"), "Taken by ")
	require.Contains(
		t,
		hovers(".dieslot.time .die"),
		"Nobody took it: it moves the season. Gain 2 earth Gain 3 crystals 3 pips: the season moves 3 spaces, to "+
			"summer.",
	)
	light := func(die string) string {
		return evaluate[string](ada, "getComputedStyle(document.querySelector('"+die+"'), '::after').content")
	}
	require.NotEqual(
		t,
		light(".dieslot.you .die"),
		light(".dieslot:not(.you, .time) .die"),
		"a die that is taken looks like one's own",
	)

	ada.openStagedMatch("seasons-last-turn")
	require.Equal(
		t,
		"All three used: −20 at the end",
		plain(evaluate[string](ada, "document.querySelector('.mine .spent .used').innerText")),
	)

	ada.openStagedMatch("spellbook-two")
	ada.waitForText("11 pts so far")
	require.Equal(t, "11 pts so far", plain(evaluate[string](ada, "document.querySelector('.sb-mine .pts').innerText")))
	require.Equal(t, "9 pts so far", plain(evaluate[string](ada, "document.querySelector('.sb-opp .pts').innerText")))
	require.Equal(
		t,
		"level 5: 3 points",
		evaluate[string](
			ada,
			"page.titles('.sb-spell .lvl .lv', '.sb-spell .lvl .pp')",
		),
	)
}

// On a phone, a press anywhere on an opponent's row shows the whole board of that player.
func TestSlipOpensBoard(t *testing.T) {
	t.Parallel()
	ada := newStagedPerson(t, phone, layoutScript)
	ada.openStagedMatch("seasons-three")
	middle := evaluate[[]float64](
		ada,
		"page.middle(document.querySelector('.opp'))",
	)
	ada.pressPoint(point{middle[0], middle[1]})
	ada.waitUntil("see the board", "!!document.querySelector('.cardsheet .bigboard')")
}

// A sheet opened by the mouse closes when its element disappears: when a card leaves the hand, and with the
// table at the end of the match.
func TestSheetGoesWithItsThing(t *testing.T) {
	t.Parallel()
	ada := newStagedPerson(t, desk, layoutScript)
	ada.openStagedMatch("seasons-last-turn")
	opens := func(thing string) {
		t.Helper()
		ada.moveMouse(point{2, 2}, input.MouseButtonNone)
		ada.moveMouse(ada.whereIs(thing), input.MouseButtonNone)
		ada.waitUntil("see a sheet", "!!document.querySelector('.cardsheet')")
	}
	// goes presses something by script, as the keyboard would while the mouse rests, until the element is
	// gone.
	goes := func(thing, pressed string) {
		t.Helper()
		ada.eventually("see neither thing nor sheet", func() error {
			if evaluate[bool](ada, "!!"+thing) {
				evaluate[bool](ada, "("+pressed+"?.click(), true)")
				return fmt.Errorf("the thing is still there")
			}
			if evaluate[bool](ada, "!!document.querySelector('.cardsheet')") {
				return fmt.Errorf("the sheet is still there")
			}
			return nil
		})
	}
	const card = `document.querySelector('.hand [data-ref="card:1"]')`
	opens(card)
	goes(
		card,
		`(document.querySelector('.ask .main:not(.end, [aria-disabled=true])')
			?? document.querySelector('.hand [data-ref="card:1"][data-state=choosable]'))`,
	)

	const piece = `document.querySelector('.pieces .piece')`
	opens(piece)
	goes(piece, endTurn)
	ada.waitForText("Seed of the match")
}
