package browsertest

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// onDeskAndPhone runs a test for a person at a staged position, with a desktop computer and with a phone.
func onDeskAndPhone(t *testing.T, position string, test func(t *testing.T, ada *person)) {
	for name, at := range map[string]device{"desk": desk, "phone": phone} {
		t.Run(name, func(t *testing.T) {
			ada := newStagedPerson(t, at)
			ada.openStagedMatch(position)
			test(t, ada)
		})
	}
}

// pressInstantly clicks an element by script at the moment when the page has drawn the next question that
// contains it. detail is the click count, 0 for the keyboard.
func (p *person) pressInstantly(element string, at point, detail int) {
	p.t.Helper()
	evaluate[bool](
		p,
		fmt.Sprintf("accident.pressAtOnce(%v, %v, (x, y) => %s, %d)", at.X, at.Y, element, detail),
	)
}

// holdEarlyPressesUntil makes the page treat presses as early, after a change of the question, until it has drawn
// an element, however long a bot takes to answer first.
func (p *person) holdEarlyPressesUntil(element string) {
	p.t.Helper()
	evaluate[bool](p, fmt.Sprintf("accident.staysEarly(() => %s)", element))
}

// waitForInstantPress waits until the instant press has happened and the question is settled.
func (p *person) waitForInstantPress() {
	p.t.Helper()
	p.eventually("press at once", func() error {
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

// placeOf returns the edges of an element: left, top, right and bottom.
func (p *person) placeOf(element string) []float64 {
	p.t.Helper()
	return evaluate[[]float64](
		p,
		"page.edges("+element+")",
	)
}

// Two quick clicks on a bonus only use it: the buttons to end the turn and to go back have fixed places,
// whatever else is in the bar.
func TestTwoClicksEndNoTurn(t *testing.T) {
	t.Parallel()
	onDeskAndPhone(t, "seasons-die", func(t *testing.T, ada *person) {
		ada.pressControl("take a die", "document.querySelector('.die[data-state=choosable]')")
		ada.waitUntil("be on turn", "!!"+gauge)
		ada.waitUntilAsked()
		const back = "document.querySelector('.ask > .back')"
		end, left, bar := ada.placeOf(endTurn), ada.placeOf(back), ada.placeOf("document.querySelector('.ask')")
		where := ada.whereIs(gauge)
		ada.pressInstantly(under, where, 2)
		ada.pressPoint(where)
		ada.waitForInstantPress()

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

// A press just after the question has changed refers to the previous question. It is carried out if that is
// still possible, or if there was nothing before. Otherwise the page says that the choice is gone. The
// keyboard presses the focused element, or the one with the key printed on it.
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
			ada := newStagedPerson(t, desk)
			ada.openStagedMatch("seasons-die")
			const die = "document.querySelector('.die[data-key=\"1\"]')"
			where := ada.whereIs(die)
			ada.holdEarlyPressesUntil(endTurn)
			// A second press hits the end of the turn, which was not there when the die was taken.
			ada.pressInstantly(endTurn, where, test.detail)
			test.press(ada, die)
			ada.waitForInstantPress()
			ada.waitForText("That has been answered already.")
			require.False(t, evaluate[bool](ada, sure), "a press that meant a die ends the turn")
			require.True(t, evaluate[bool](ada, "!!"+endTurn), "the turn is over")

			// Two presses on the end of the turn end it; with a key they can be quick.
			test.end(ada)
			test.end(ada)
			ada.waitUntil("see the turn end", "!"+endTurn)
		})
	}
}

// Two immediate presses on the end of the turn do not end it. The second one is refused, and counts only
// after there has been time to read what it does.
func TestTwoPressesAtOnceEndNoTurn(t *testing.T) {
	t.Parallel()
	onDeskAndPhone(t, "seasons-die", func(t *testing.T, ada *person) {
		ada.pressControl("take a die", "document.querySelector('.die[data-state=choosable]')")
		ada.waitUntil("be on turn", "!!"+endTurn)
		ada.waitUntilAsked()
		ada.waitUntil("be asked for a while", "!('early' in document.body.dataset)")
		where := ada.whereIs(endTurn)
		evaluate[bool](ada, "accident.countClicks()")
		ada.pressPointTwice(where)
		ada.waitUntil("have pressed twice", "accident.clicks() === 2")
		ada.waitUntil("be asked whether that is meant", sure)
		require.False(t, ada.table().Sending, "the second press has ended the turn")
		require.True(t, evaluate[bool](ada, "!!"+endTurn), "the turn is over")
		ada.pressPoint(ada.whereIs(endTurn))
		ada.waitUntil("see the turn end", "!"+endTurn)
	})
}

// A press on something that cannot be chosen now, and that has no details to show, gets a reaction: with
// mouse, finger, and the key printed on it.
func TestIdlePressIsAnswered(t *testing.T) {
	t.Parallel()
	const said = "Answer the question first."
	t.Run("desk", func(t *testing.T) {
		ada := newStagedPerson(t, desk)
		ada.openStagedMatch("seasons-transmute")
		ada.pressControl("transmute", "asked.control('transmute')")
		ada.waitForQuestion("be asked what", func(q question) bool { return q.Kind == "transmute" })
		ada.pressPoint(ada.whereIs("document.querySelector('main [data-ref=rates]')"))
		ada.waitForText(said)
		ada.waitForEffectOfPresses()
		ada.pressControl("choose an energy", "asked.control('energy:fire')")
		ada.waitForNoText(said)
		ada.press("t")
		ada.waitForText(said)
	})
	t.Run("phone", func(t *testing.T) {
		ada := newStagedPerson(t, phone)
		ada.openStagedMatch("seasons-die")
		ada.waitForQuestion("be asked which die", func(q question) bool { return q.Asked })
		ada.pressPoint(ada.whereIs("document.querySelector('main [data-ref=draw]')"))
		ada.waitForText(said)
		ada.waitForEffectOfPresses()
		ada.pressControl("choose a die", "document.querySelector('.die[data-state=choosable]')")
		ada.waitForNoText(said)
	})
}

// One press does not keep a card of a packet, even if all other players have chosen.
func TestDraftTakesTwoSteps(t *testing.T) {
	t.Parallel()
	for _, at := range []struct {
		name string
		device
	}{{"desk", desk}, {"phone", phone}} {
		t.Run(at.name, func(t *testing.T) {
			ada := newVisitor(t, "Ada", shared.server(t).url, at.device)
			ada.choose(seasonsDoor, "^Archmage$")
			ada.click("button", "^With a bot", seasonsDoor)
			ada.waitForText("Pick 1 of 9")
			card := func(n int) string { return fmt.Sprintf("document.querySelectorAll('.packet .card')[%d]", n) }
			packet, places := ada.placeOf("document.querySelector('.packet')"), ada.placeOf(
				"document.querySelector('.keeps')",
			)
			name := ""
			for n := range 3 {
				ada.pressControl("choose a card", card(n))
				name = evaluate[string](ada, card(n)+".querySelector('.name').innerText")
				ada.waitForRole("button", "^Keep "+name)
			}
			require.Contains(t, ada.text(), "Pick 1 of 9")
			require.Equal(t, packet, ada.placeOf("document.querySelector('.packet')"), "the packet grows with a pick")
			require.Equal(t, places, ada.placeOf("document.querySelector('.keeps')"), "what is kept moves")
			ada.pressControl("keep it", "document.querySelector('.ask .go [data-does^=send]')")
			ada.waitForText("Pick 2 of 9")
			require.Equal(
				t,
				[]string{name},
				evaluate[[]string](ada, "page.innerTexts('.keeps .keep .name')"),
			)
		})
	}
}

// The first tap on a card of the hand enlarges and chooses it; the second one summons it.
func TestTapReadsFirst(t *testing.T) {
	t.Parallel()
	ada := newStagedPerson(t, phone)
	ada.openStagedMatch("seasons-turn")
	const card = "document.querySelector('.hand [data-ref][data-state=choosable]')"
	ada.waitUntil("be able to summon", "!!"+card)
	name := evaluate[string](ada, card+".querySelector('.name').innerText")
	ada.pressControl("tap the card", card)
	ada.waitForRole("button", "^Summon "+name)
	require.True(t, evaluate[bool](ada, "!!document.querySelector('.cardsheet')"), "the card is not shown large")
	const chosen = "document.querySelector('.hand [data-ref][data-state=selected]')"
	ada.pressControl("tap it again", chosen)
	ada.waitUntil("see the card summoned", "!"+chosen)
}

// Planning nine cards takes nine presses and one to confirm. Apprentices start with a plan, and each card can
// be taken back and moved.
func TestSplitTakesTenPresses(t *testing.T) {
	t.Parallel()
	ada := newPersonPlanningYears(t, desk)
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

	// Take it back and move it to another year.
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
	ada.waitUntil("see the first round", "!document.querySelector('.shelf')")
}
