package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// numbered is a question, the options whose numbers are pressed one after the other, and what is sent once Enter
// has been pressed after them.
type numbered struct {
	kind  string
	press []string
	sends string
}

// Whatever is asked at the table of Seasons is answered with the numbers that are printed on it, and Enter.
// Afterwards the question has the focus, and another Enter sends nothing and opens no card.
func TestNumbers(t *testing.T) {
	t.Parallel()
	ada := comesToStaged(t, desk)
	for _, test := range []struct {
		position string
		steps    []numbered
	}{
		{"seasons-keys", []numbered{
			// Each Potion of Knowledge gives 5 energies, of which 2 find no room.
			{"turn", []string{"activate:1"}, `["activate:1"]`},
			{"gain", times(5, "gain:fire"), `[{"option":"gain:fire","n":5}]`},
			{"lose_energy", []string{"energy:air", "energy:water"}, `["energy:air","energy:water"]`},
			{"turn", []string{"transmute"}, `["transmute"]`},
			{"transmute", times(3, "energy:fire"), `[{"option":"energy:fire","n":3}]`},
			{"turn", []string{"activate:2"}, `["activate:2"]`},
			{"gain", times(5, "gain:earth"), `[{"option":"gain:earth","n":5}]`},
			{"lose_energy", times(2, "energy:fire"), `[{"option":"energy:fire","n":2}]`},
			// Dragon Skull.
			{"turn", []string{"activate:3"}, `["activate:3"]`},
			{"own_cards", []string{"play:3", "play:5", "play:6"}, `["play:3","play:5","play:6"]`},
		}},
		{"seasons-hard-takeback", []numbered{
			{"turn", []string{"summon:17"}, `["summon:17"]`},
			{"own_cards", []string{"play:3"}, `["play:3"]`},
			{"turn", []string{"activate:6"}, `["activate:6"]`},
		}},
		{"seasons-hard-naria", []numbered{
			{"turn", []string{"summon:12"}, `["summon:12"]`},
			{"pick_card", []string{"card:9"}, `["card:9"]`},
			{
				"assign",
				[]string{"card:22", "s1", "card:1", "s3", "card:30"},
				`[{"option":"card:22","n":1,"group":"s1"},{"option":"card:1","n":1,"group":"s3"},` +
					`{"option":"card:30","n":1,"group":"s2"}]`,
			},
		}},
	} {
		t.Run(test.position, func(t *testing.T) {
			p := ada.inTest(t)
			p.sitsAt(test.position)
			for _, step := range test.steps {
				step.isAnswered(p)
			}
		})
	}
	t.Run("Tab from what is chosen", func(t *testing.T) { tabsFromChosen(ada.inTest(t)) })
	t.Run("Enter while sending", func(t *testing.T) { entersWhileSending(ada.inTest(t)) })
}

// tabsFromChosen checks that from a token that is chosen the next Tab leads to the button that sends the answer.
// Numbers are where they are printed on the keyboard, which writes other signs there in French.
func tabsFromChosen(ada *person) {
	ada.t.Helper()
	ada.sitsAt("seasons-transmute")
	numbered{"turn", []string{"transmute"}, `["transmute"]`}.isAnswered(ada)
	require.Equal(ada.t, "1", ada.numberOf("energy:fire"))
	ada.typesKey("&", "Digit1")
	ada.untilTrue("have chosen fire", confirmFocused)
	const chosen = "document.activeElement.matches('[data-ref=\"energy:fire\"][data-state=selected]')"
	for n := 0; !evaluate[bool](ada, chosen); n++ {
		require.Less(ada.t, n, 20, "the arrows do not lead to what is chosen")
		ada.press(kb.ArrowLeft)
	}
	ada.press(kb.Tab)
	require.True(ada.t, evaluate[bool](ada, confirmFocused), "the next Tab does not lead to Confirm")
	ada.press("\r")
	require.Equal(ada.t, []string{`["transmute"]`, `["energy:fire"]`}, ada.sent())
}

// entersWhileSending checks that Enter on a card whose answer is under way does not show it large.
func entersWhileSending(ada *person) {
	ada.t.Helper()
	ada.sitsAt("seasons-hard-takeback")
	numbered{"turn", []string{"summon:17"}, `["summon:17"]`}.isAnswered(ada)
	ada.isAskedFor("own_cards")
	evaluate[bool](ada, `(() => {
		const {prototype} = WebSocket, {send} = prototype, held = [];
		prototype.send = function (data) { held.push(() => send.call(this, data)); };
		globalThis.letGo = () => { prototype.send = send; for (const go of held) go(); };
		return true;
	})()`)
	ada.press(ada.numberOf("play:3"))
	ada.untilTrue("see it under way", "!!document.activeElement.matches('[data-state=busy]')")
	ada.press("\r")
	ada.nextFrame()
	require.False(ada.t, evaluate[bool](ada, anyCard), "Enter opens a card")
	evaluate[bool](ada, "(letGo(), true)")
	ada.isAskedFor("turn")
	require.Equal(ada.t, []string{`["summon:17"]`, `["play:3"]`}, ada.sent())
}

const (
	// questionFocused: the question itself has the focus, no choice of it.
	questionFocused = "document.activeElement === document.getElementById('ask')"
	confirmFocused  = "document.activeElement.matches('.ask .go [data-does^=send]:not([aria-disabled=true])')"
	// anyCard: a card lies large above the table, or a dialog is open.
	anyCard = "!!document.querySelector('.cardsheet.pinned, dialog[open]')"
)

// times is a list of one text several times.
func times(n int, text string) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = text
	}
	return list
}

// isAnswered answers the question by its numbers and Enter, and presses Enter again.
func (n numbered) isAnswered(p *person) {
	p.t.Helper()
	p.isAskedFor(n.kind)
	before := p.sent()
	for _, what := range n.press {
		p.press(p.numberOf(what))
		p.nextFrame()
	}
	p.press("\r")
	p.nextFrame()
	want := append(before, n.sends)
	require.Equal(p.t, want, p.sent(), "%s, with the focus on %s", n.kind, p.focusedTag())
	p.isAsked()
	require.False(p.t, evaluate[bool](p, anyCard), "%s: a card is opened", n.kind)
	require.True(p.t, evaluate[bool](p, questionFocused), "%s: the focus is on %s", n.kind, p.focusedTag())
	p.press("\r")
	p.nextFrame()
	require.Equal(p.t, want, p.sent(), n.kind)
	require.False(p.t, evaluate[bool](p, anyCard), "%s: another Enter opens a card", n.kind)
}

// isAskedFor waits for a kind of question that takes presses at once.
func (p *person) isAskedFor(kind string) {
	p.t.Helper()
	p.waitForQuestion("be asked "+kind, func(q question) bool { return q.Asked && q.Kind == kind })
	p.isAsked()
}

// numberOf is the number that is printed on an option, or on the group that an opened option may go to.
func (p *person) numberOf(what string) string {
	p.t.Helper()
	number := evaluate[string](p, fmt.Sprintf("asked.number(%q)", what))
	require.NotEmpty(p.t, number, "there is no number on %s", what)
	return number
}

// sent is what the page has sent as answers at this table.
func (p *person) sent() []string {
	p.t.Helper()
	return evaluate[[]string](p, "asked.sent()")
}

// focusedTag is the beginning of what has the focus, for messages.
func (p *person) focusedTag() string {
	p.t.Helper()
	return shorten(evaluate[string](p, "document.activeElement.outerHTML"))
}

// typesKey presses one key of a keyboard, by the sign that it writes and its place.
func (p *person) typesKey(sign, code string) {
	p.t.Helper()
	kinds := []input.DispatchKeyEventType{
		input.DispatchKeyEventTypeKeyDown,
		input.DispatchKeyEventTypeKeyUp,
	}
	for _, kind := range kinds {
		command(p, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: kind, Key: sign, Code: code})
	}
}
