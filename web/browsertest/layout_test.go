package browsertest

import (
	_ "embed"
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/stretchr/testify/require"
)

// layoutScript measures how a table is laid out.
//
//go:embed layout.js
var layoutScript string

// Nothing of a table lies over anything else or under the bar, on screens of any
// size; wide ones show all of it at once, and log and chat together from 1440 pixels on.
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
	// At these tables the cards of opponents bear no names.
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
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			ada := comesToStaged(t, test.at, layoutScript)
			for _, position := range test.positions {
				ada.sitsAt(position)
				for _, size := range test.sizes {
					// The widest screen and the lowest phone follow the rules of the one before, and these
					// have most on it.
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
					); chips[0] != chips[1] &&
						!slices.Contains(unnamed, position) {
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
					if size[0] < 1440 {
						both = both[:1]
					} else {
						ada.untilTrue(
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
					ada.overlayFits(position)
				}
			}
		})
	}
}

// overlayFits looks at the table as the overlay of a broadcast: the seats are alike,
// and all of it is in sight.
func (p *person) overlayFits(position string) {
	p.t.Helper()
	path := p.path()
	p.resize(1920, 1080)
	p.open(path + "?view=stream")
	p.untilTrue("see the overlay", "!!document.querySelector('body.equal :is(.opp, .sb-opp)')")
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

// Everybody reads what the match would be worth to each if it ended now, and
// what a bonus costs before it is used; dice say what they give and whose they
// are.
func TestTableTells(t *testing.T) {
	t.Parallel()
	ada := comesToStaged(t, desk, layoutScript)
	ada.sitsAt("seasons-two-nine")
	says := func(selector string) string {
		return plain(evaluate[string](ada, "document.querySelector('"+selector+"').innerText"))
	}
	// hovers rests the mouse on a thing and returns what its sheet says.
	hovers := func(thing string) string {
		t.Helper()
		ada.moveMouse(point{2, 2}, input.MouseButtonNone)
		ada.moveMouse(ada.whereIs("document.querySelector('"+thing+"')"), input.MouseButtonNone)
		var words string
		ada.until("read the sheet of "+thing, func() error {
			words = plain(evaluate[string](ada, "document.querySelector('.cardsheet')?.innerText ?? ''"))
			if words == "" {
				return fmt.Errorf("there is none")
			}
			return nil
		})
		ada.moveMouse(point{2, 2}, input.MouseButtonNone)
		ada.untilTrue("see the sheet go", "!document.querySelector('.cardsheet')")
		return words
	}

	require.Equal(t, "26 35 prestige", says(".mine .pts"))
	require.Equal(t, "18 44 prestige", says(".opp .pts"))
	require.Equal(t, "−5 at the end; the next: −7 more", says(".bons .used"))
	require.Equal(t, "−7", says(".bonus"))
	require.Equal(t, "Bonus: −7 more at the end", says(".ask .bunch > span"))
	require.Equal(t, "Swap 2 energies", says(`.ask .bunch [data-option="bonus:exchange"]`))
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
		"Nobody took it: it moves the season. Gain 2 earth Gain 3 crystals 3 pips: the season moves 3 spaces, to summer.",
	)
	light := func(die string) string {
		return evaluate[string](ada, "getComputedStyle(document.querySelector('"+die+" .body')).filter")
	}
	require.NotEqual(
		t,
		light(".dieslot.you .die"),
		light(".dieslot:not(.you, .time) .die"),
		"a die that is taken looks like one's own",
	)

	ada.sitsAt("seasons-last-turn")
	require.Equal(
		t,
		"All three used: −20 at the end",
		plain(evaluate[string](ada, "document.querySelector('.mine .spent .used').innerText")),
	)

	ada.sitsAt("spellbook-two")
	ada.sees("11 pts so far")
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

// On a phone a press anywhere on a rival's line shows the player's whole board.
func TestSlipOpensBoard(t *testing.T) {
	t.Parallel()
	ada := comesToStaged(t, phone, layoutScript)
	ada.sitsAt("seasons-three")
	middle := evaluate[[]float64](
		ada,
		"page.middle(document.querySelector('.opp'))",
	)
	ada.pressPoint(point{middle[0], middle[1]})
	ada.untilTrue("see the board", "!!document.querySelector('.cardsheet .bigboard')")
}

// A sheet that the mouse has opened goes with its thing: with a card that leaves
// the hand, and with the table when the match is over.
func TestSheetGoesWithItsThing(t *testing.T) {
	t.Parallel()
	ada := comesToStaged(t, desk, layoutScript)
	ada.sitsAt("seasons-last-turn")
	opens := func(thing string) {
		t.Helper()
		ada.moveMouse(point{2, 2}, input.MouseButtonNone)
		ada.moveMouse(ada.whereIs(thing), input.MouseButtonNone)
		ada.untilTrue("see a sheet", "!!document.querySelector('.cardsheet')")
	}
	// goes presses something, as the keyboard would while the mouse rests, until
	// the thing is gone.
	goes := func(thing, pressed string) {
		t.Helper()
		ada.until("see neither thing nor sheet", func() error {
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
	ada.sees("Seed of the match")
}
