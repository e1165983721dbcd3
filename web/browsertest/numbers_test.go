package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// numbered is a question, the options to choose by their numbers one after the other, and the answer that
// Enter then sends.
type numbered struct {
	kind  string
	press []string
	sends string
}

// Every question of Seasons can be answered with the printed numbers and Enter. Afterwards the question has
// the focus, and another Enter sends nothing and opens no card.
func TestNumbers(t *testing.T) {
	t.Parallel()
	ada := newStagedPerson(t, desk)
	for _, test := range []struct {
		position string
		steps    []numbered
	}{
		{"seasons-keys", []numbered{
			// Each Potion of Knowledge gives 5 energy tokens, 2 of which do not fit.
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
			p.openStagedMatch(test.position)
			for _, step := range test.steps {
				step.answerByNumbers(p)
			}
		})
	}
	t.Run("Tab from what is chosen", func(t *testing.T) { checkTabFromChosen(ada.inTest(t)) })
	t.Run("Enter while sending", func(t *testing.T) { checkEnterWhileSending(ada.inTest(t)) })
}

// checkTabFromChosen checks that Tab leads from a chosen token to the button that sends the answer. Number keys
// are identified by their position, because a French keyboard has other characters there.
func checkTabFromChosen(ada *person) {
	ada.t.Helper()
	ada.openStagedMatch("seasons-transmute")
	numbered{"turn", []string{"transmute"}, `["transmute"]`}.answerByNumbers(ada)
	require.Equal(ada.t, "1", ada.numberOf("energy:fire"))
	ada.typeKey("&", "Digit1")
	ada.waitUntil("have chosen fire", confirmFocused)
	const chosen = "document.activeElement.matches('[data-ref=\"energy:fire\"][data-state=selected]')"
	for n := 0; !evaluate[bool](ada, chosen); n++ {
		require.Less(ada.t, n, 20, "the arrows do not lead to what is chosen")
		ada.press(kb.ArrowLeft)
	}
	ada.press(kb.Tab)
	require.True(ada.t, evaluate[bool](ada, confirmFocused), "the next Tab does not lead to Confirm")
	ada.press("\r")
	require.Equal(ada.t, []string{`["transmute"]`, `["energy:fire"]`}, ada.sentAnswers())
}

// checkEnterWhileSending checks that Enter on a card whose answer is being sent does not enlarge it.
func checkEnterWhileSending(ada *person) {
	ada.t.Helper()
	ada.openStagedMatch("seasons-hard-takeback")
	numbered{"turn", []string{"summon:17"}, `["summon:17"]`}.answerByNumbers(ada)
	ada.waitUntilAskedFor("own_cards")
	evaluate[bool](ada, "accident.holdAnswers()")
	ada.press(ada.numberOf("play:3"))
	ada.waitUntil("see it under way", "!!document.activeElement.matches('[data-state=busy]')")
	ada.press("\r")
	ada.nextFrame()
	require.False(ada.t, evaluate[bool](ada, anyCard), "Enter opens a card")
	evaluate[bool](ada, "accident.letGo()")
	ada.waitUntilAskedFor("turn")
	require.Equal(ada.t, []string{`["summon:17"]`, `["play:3"]`}, ada.sentAnswers())
}

const (
	// questionFocused is true if the question itself has the focus instead of one of its choices.
	questionFocused = "document.activeElement === document.getElementById('ask')"
	confirmFocused  = "document.activeElement.matches('.ask .go [data-does^=send]:not([aria-disabled=true])')"
	// anyCard is true if an enlarged card or a dialog is open.
	anyCard = "!!document.querySelector('.cardsheet.pinned, dialog[open]')"
)

// times returns a list with n copies of a text.
func times(n int, text string) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = text
	}
	return list
}

// answerByNumbers answers the question with its numbers and Enter, and presses Enter again.
func (n numbered) answerByNumbers(p *person) {
	p.t.Helper()
	p.waitUntilAskedFor(n.kind)
	before := p.sentAnswers()
	for _, what := range n.press {
		p.press(p.numberOf(what))
		p.nextFrame()
	}
	p.press("\r")
	p.nextFrame()
	want := append(before, n.sends)
	require.Equal(p.t, want, p.sentAnswers(), "%s, with the focus on %s", n.kind, p.focusedTag())
	p.waitUntilAsked()
	require.False(p.t, evaluate[bool](p, anyCard), "%s: a card is opened", n.kind)
	require.True(p.t, evaluate[bool](p, questionFocused), "%s: the focus is on %s", n.kind, p.focusedTag())
	p.press("\r")
	p.nextFrame()
	require.Equal(p.t, want, p.sentAnswers(), n.kind)
	require.False(p.t, evaluate[bool](p, anyCard), "%s: another Enter opens a card", n.kind)
}

// waitUntilAskedFor waits for a kind of question and until it accepts answers.
func (p *person) waitUntilAskedFor(kind string) {
	p.t.Helper()
	p.waitForQuestion("be asked "+kind, func(q question) bool { return q.Asked && q.Kind == kind })
	p.waitUntilAsked()
}

// numberOf returns the number that is printed on an option, or on the group for an opened option.
func (p *person) numberOf(what string) string {
	p.t.Helper()
	number := evaluate[string](p, fmt.Sprintf("asked.number(%q)", what))
	require.NotEmpty(p.t, number, "there is no number on %s", what)
	return number
}

// sentAnswers returns the answers that the page has sent at this table.
func (p *person) sentAnswers() []string {
	p.t.Helper()
	return evaluate[[]string](p, "asked.sent()")
}

// focusedTag returns the start of the focused element's HTML, for messages.
func (p *person) focusedTag() string {
	p.t.Helper()
	return shorten(evaluate[string](p, "document.activeElement.outerHTML"))
}

// typeKey presses a key by its character and its code.
func (p *person) typeKey(sign, code string) {
	p.t.Helper()
	kinds := []input.DispatchKeyEventType{
		input.DispatchKeyEventTypeKeyDown,
		input.DispatchKeyEventTypeKeyUp,
	}
	for _, kind := range kinds {
		command(p, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: kind, Key: sign, Code: code})
	}
}
