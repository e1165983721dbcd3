package browsertest

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// onDeskAndPhone runs a test for a person at a position of either device.
func onDeskAndPhone(t *testing.T, position string, test func(t *testing.T, ada *person)) {
	for name, at := range map[string]device{"desk": desk, "phone": phone} {
		t.Run(name, func(t *testing.T) {
			ada := comesToStaged(t, at)
			ada.sitsAt(position)
			test(t, ada)
		})
	}
}

// atOnce presses with a script, in the moment when the page has drawn the next
// question that has what an expression gives; at is the place of the click, and
// detail how often it was clicked, 0 for the keyboard.
func (p *person) atOnce(element string, at point, detail int) {
	p.t.Helper()
	evaluate[bool](
		p,
		fmt.Sprintf("accident.pressAtOnce(%v, %v, (x, y) => %s, %d)", at.X, at.Y, element, detail),
	)
}

// staysEarlyUntil makes the page keep presses after a change of the question at least until it
// has drawn an element, however long a bot takes for an answer of its own before.
func (p *person) staysEarlyUntil(element string) {
	p.t.Helper()
	evaluate[bool](p, fmt.Sprintf("accident.staysEarly(() => %s)", element))
}

// pressedAtOnce waits until that has been pressed, and the question is settled.
func (p *person) pressedAtOnce() {
	p.t.Helper()
	p.until("press at once", func() error {
		if evaluate[string](p, "accident.pressed()") == "" {
			return fmt.Errorf("nothing has changed")
		}
		if p.table().Sending {
			return fmt.Errorf("it is early")
		}
		return nil
	})
	p.nextFrame()
}

const (
	endTurn = "document.querySelector('.ask .end')"
	gauge   = "asked.control('bonus:gauge')"
	sure    = "!!document.querySelector('.ask .sure')"
	under   = "document.elementFromPoint(x, y)?.closest('button')"
)

// placeOf is where an element is: left, top, right and bottom.
func (p *person) placeOf(element string) []float64 {
	p.t.Helper()
	return evaluate[[]float64](
		p,
		"page.edges("+element+")",
	)
}

// Two quick clicks on a bonus do nothing but use it: the end of the turn and the
// way back have their places, whatever else is in the bar.
func TestTwoClicksEndNoTurn(t *testing.T) {
	t.Parallel()
	onDeskAndPhone(t, "seasons-die", func(t *testing.T, ada *person) {
		ada.pressControl("take a die", "document.querySelector('.die[data-state=choosable]')")
		ada.untilTrue("be on turn", "!!"+gauge)
		ada.isAsked()
		const back = "document.querySelector('.ask > .back')"
		end, left, bar := ada.placeOf(endTurn), ada.placeOf(back), ada.placeOf("document.querySelector('.ask')")
		where := ada.whereIs(gauge)
		ada.atOnce(under, where, 2)
		ada.pressPoint(where)
		ada.pressedAtOnce()

		require.False(t, evaluate[bool](ada, sure), "the second click chose the end of the turn")
		require.True(t, evaluate[bool](ada, "!!"+endTurn), "the turn is over")
		require.InDeltaSlice(t, end[2:], ada.placeOf(endTurn)[2:], 1, "the end of the turn has moved")
		require.Equal(t, left[0], ada.placeOf(back)[0], "the way back has moved")
		require.True(
			t,
			evaluate[bool](ada, "document.querySelector('.ask .undo small').checkVisibility()"),
			"what can be undone is not said",
		)
		undo := ada.placeOf("document.querySelector('.ask .undo')")
		require.GreaterOrEqual(t, undo[0], left[0])
		require.LessOrEqual(t, undo[2], left[2])
		require.Less(t, end[2], bar[2])
		require.False(
			t,
			where.X >= end[0] && where.X <= end[2] && where.Y >= end[1] && where.Y <= end[3],
			"the end of the turn is where the bonus was",
		)
	})
}

// Just after the question changed a press means what was there before. It is carried
// out if that can still be pressed, or if nothing was there; else the page says that
// it is gone. The keyboard presses what has the focus, or what a key is printed on.
func TestEarlyPress(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		detail int
		press  func(p *person, element string)
		end    func(p *person)
	}{
		{
			name:   "pointer",
			detail: 1,
			press:  func(p *person, element string) { p.pressPoint(p.whereIs(element)) },
			end:    func(p *person) { p.pressPoint(p.whereIs(endTurn)) },
		},
		{"keyboard", 0, func(p *person, element string) {
			evaluate[bool](p, "("+element+".focus(), true)")
			p.press("\r")
		}, func(p *person) { p.press("e") }},
	} {
		t.Run(test.name, func(t *testing.T) {
			ada := comesToStaged(t, desk)
			ada.sitsAt("seasons-die")
			const die = "document.querySelector('.die[data-key=\"1\"]')"
			where := ada.whereIs(die)
			ada.staysEarlyUntil(endTurn)
			// A second press meets the end of the turn, which was not there when the die was taken.
			ada.atOnce(endTurn, where, test.detail)
			test.press(ada, die)
			ada.pressedAtOnce()
			ada.sees("That has been answered already.")
			require.False(t, evaluate[bool](ada, sure), "a press that meant a die ends the turn")
			require.True(t, evaluate[bool](ada, "!!"+endTurn), "the turn is over")

			// Twice on the end of the turn ends it, with a key however quickly.
			test.end(ada)
			test.end(ada)
			ada.untilTrue("see the turn end", "!"+endTurn)
		})
	}
}

// Two presses at once on the end of the turn do not end it: the second one is refused, and
// counts once there has been time to read what it does.
func TestTwoPressesAtOnceEndNoTurn(t *testing.T) {
	t.Parallel()
	onDeskAndPhone(t, "seasons-die", func(t *testing.T, ada *person) {
		ada.pressControl("take a die", "document.querySelector('.die[data-state=choosable]')")
		ada.untilTrue("be on turn", "!!"+endTurn)
		ada.isAsked()
		ada.untilTrue("be asked for a while", "!('early' in document.body.dataset)")
		where := ada.whereIs(endTurn)
		evaluate[bool](ada, "accident.countClicks()")
		ada.pressPointTwice(where)
		ada.untilTrue("have pressed twice", "accident.clicks() === 2")
		ada.untilTrue("be asked whether that is meant", sure)
		require.False(t, ada.table().Sending, "the second press has ended the turn")
		require.True(t, evaluate[bool](ada, "!!"+endTurn), "the turn is over")
		ada.pressPoint(ada.whereIs(endTurn))
		ada.untilTrue("see the turn end", "!"+endTurn)
	})
}

// A press on what cannot be chosen at the moment, and has no more to say, is answered:
// with mouse or finger, and by the key that is printed on it.
func TestIdlePressIsAnswered(t *testing.T) {
	t.Parallel()
	const said = "Answer the question first."
	t.Run("desk", func(t *testing.T) {
		ada := comesToStaged(t, desk)
		ada.sitsAt("seasons-transmute")
		ada.pressControl("transmute", "asked.control('transmute')")
		ada.waitForQuestion("be asked what", func(q question) bool { return q.Kind == "transmute" })
		ada.pressPoint(ada.whereIs("document.querySelector('main [data-ref=rates]')"))
		ada.sees(said)
		ada.everyPressHeeded()
		ada.pressControl("choose an energy", "asked.control('energy:fire')")
		ada.seesNoMore(said)
		ada.press("t")
		ada.sees(said)
	})
	t.Run("phone", func(t *testing.T) {
		ada := comesToStaged(t, phone)
		ada.sitsAt("seasons-die")
		ada.waitForQuestion("be asked which die", func(q question) bool { return q.Asked })
		ada.pressPoint(ada.whereIs("document.querySelector('main [data-ref=draw]')"))
		ada.sees(said)
		ada.everyPressHeeded()
		ada.pressControl("choose a die", "document.querySelector('.die[data-state=choosable]')")
		ada.seesNoMore(said)
	})
}

// One press keeps no card of a packet, also if all others have chosen.
func TestDraftTakesTwoSteps(t *testing.T) {
	t.Parallel()
	for _, at := range []struct {
		name string
		device
	}{{"desk", desk}, {"phone", phone}} {
		t.Run(at.name, func(t *testing.T) {
			ada := comes(t, "Ada", shared.server(t).url, at.device)
			ada.chooses(seasonsDoor, "^Archmage$")
			ada.click("button", "^Play against bots$", seasonsDoor)
			ada.sees("Pick 1 of 9")
			card := func(n int) string { return fmt.Sprintf("document.querySelectorAll('.packet .card')[%d]", n) }
			packet, places := ada.placeOf("document.querySelector('.packet')"), ada.placeOf(
				"document.querySelector('.keeps')",
			)
			name := ""
			for n := range 3 {
				ada.pressControl("choose a card", card(n))
				name = evaluate[string](ada, card(n)+".querySelector('.name').innerText")
				ada.waitFor("button", "^Keep "+name)
			}
			require.Contains(t, ada.text(), "Pick 1 of 9")
			require.Equal(t, packet, ada.placeOf("document.querySelector('.packet')"), "the packet grows with a pick")
			require.Equal(t, places, ada.placeOf("document.querySelector('.keeps')"), "what is kept moves")
			ada.pressControl("keep it", "document.querySelector('.ask .go [data-does^=send]')")
			ada.sees("Pick 2 of 9")
			require.Equal(
				t,
				[]string{name},
				evaluate[[]string](ada, "page.innerTexts('.keeps .keep .name')"),
			)
		})
	}
}

// A tap on a card of the hand shows it and chooses it; the second one summons it.
func TestTapReadsFirst(t *testing.T) {
	t.Parallel()
	ada := comesToStaged(t, phone)
	ada.sitsAt("seasons-turn")
	const card = "document.querySelector('.hand [data-ref][data-state=choosable]')"
	ada.untilTrue("be able to summon", "!!"+card)
	name := evaluate[string](ada, card+".querySelector('.name').innerText")
	ada.pressControl("tap the card", card)
	ada.waitFor("button", "^Summon "+name)
	require.True(t, evaluate[bool](ada, "!!document.querySelector('.cardsheet')"), "the card is not shown large")
	const chosen = "document.querySelector('.hand [data-ref][data-state=selected]')"
	ada.pressControl("tap it again", chosen)
	ada.untilTrue("see the card summoned", "!"+chosen)
}

// Nine cards are planned with nine presses and one to confirm, apprentices begin
// with a plan, and each card can be taken back and sent elsewhere.
func TestSplitTakesTenPresses(t *testing.T) {
	t.Parallel()
	ada := plansYears(t, desk)
	presses := 0
	press := func(what, element string) {
		t.Helper()
		ada.pressControl(what, element)
		ada.nextFrame()
		presses++
	}
	counts := func() []int {
		return evaluate[[]int](
			ada,
			"page.counts('.shelf', '.card')",
		)
	}
	const loose = "document.querySelector('.unplaced .card')"
	const send = "document.querySelector('.ask .go [data-does^=send]')"
	cards := ada.placeOf("document.querySelector('.shelves')")
	for range 9 {
		press("place a card", loose)
	}
	require.Equal(t, []int{3, 3, 3}, counts())
	require.Equal(t, cards, ada.placeOf("document.querySelector('.shelves')"), "the years move")

	// Back, and on into a year of one's choice.
	ada.pressControl("take a card back", "document.querySelector('.shelf .card')")
	ada.nextFrame()
	require.Equal(t, []int{2, 3, 3}, counts())
	ada.pressControl("take another back by what it left", "document.querySelectorAll('.unplaced .ghost')[7]")
	ada.nextFrame()
	ada.pressControl("aim at the third year", `document.querySelector('[data-into=library3]')`)
	ada.nextFrame()
	ada.pressControl("place a card there", loose)
	ada.nextFrame()
	require.Equal(t, []int{2, 3, 3}, counts())
	ada.click("button", "^Suggest$")
	ada.nextFrame()
	require.Equal(
		t,
		"Confirm",
		evaluate[string](ada, "document.activeElement.innerText"),
		"the focus stays on what is disabled",
	)
	require.Equal(t, []int{3, 3, 3}, counts())

	press("confirm", send)
	require.Equal(t, 10, presses)
	ada.untilTrue("see the first round", "!document.querySelector('.shelf')")
}
