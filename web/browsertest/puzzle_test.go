package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/game/registry"
	"archmage/internal/puzzle"
)

// puzzleWith returns a puzzle of a game with an answer that begins with a text at a place of its answers, and the
// option of that answer.
func puzzleWith(t *testing.T, name, prefix string, place int) (id string, option game.PickText, ref string) {
	t.Helper()
	book, err := puzzle.Shipped()
	require.NoError(t, err)
	module, _ := registry.All().Find(name)
	for i := range book.Puzzles {
		p := &book.Puzzles[i]
		picks := p.Answers[place].Picks
		if book.Matches[p.Match].Game != name || len(picks) != 1 || !strings.HasPrefix(picks[0].Option, prefix) {
			continue
		}
		now, err := book.Matches[p.Match].At(module.Rules, p.Step)
		require.NoError(t, err)
		var d game.Decision
		require.True(t, now.State.Decision(p.Seat, &d))
		chosen, err := d.PicksFromText(module.Rules, picks)
		require.NoError(t, err)
		return p.ID, picks[0], module.Rules.OptionRef(chosen[0].Key)
	}
	require.Fail(t, "no such puzzle")
	return "", game.PickText{}, ""
}

// answerPuzzle gives an answer with two presses.
func (p *person) answerPuzzle(option game.PickText, ref string) {
	p.t.Helper()
	p.waitForRole("heading", "^(Find the best answer|Trouvez la meilleure réponse)$")
	choose := fmt.Sprintf(
		`[...document.querySelectorAll('.ask button[data-option="%[1]s"], main [data-option="%[1]s"] [data-choice],`+
			`main button[data-option="%[1]s"], main [data-ref="%[2]s"]')].find((e) => e.checkVisibility())`,
		option.Option, ref,
	)
	p.pressControl("choose "+option.Option, choose)
	p.nextFrame()
	require.False(p.t, p.has("heading", "^That is it"), "one press is not enough")
	p.pressControl("give the answer", `document.querySelector('.ask .sure, .ask .go [data-does^=send]')`)
}

// A puzzle of each game is solved on its board: by a guest, and by an account, whose strength changes once.
func TestPuzzles(t *testing.T) {
	t.Parallel()
	t.Run("seasons", func(t *testing.T) {
		p := newPerson(t, "Ada", startPublic(t).url, desk)
		id, option, ref := puzzleWith(t, "seasons", "die:", 0)
		p.createAccountWithPasskey()
		p.open("/puzzles/" + id)
		p.waitForRole("heading", "^Find the best answer$")
		p.checkAll("with a puzzle")
		p.picture("question")
		p.answerPuzzle(option, ref)
		p.waitForText("That is it")
		p.waitForText("Your strength in puzzles: about")
		p.checkAll("with a solution")
		p.picture("solution")
		rows := evaluate[int](p, "document.querySelectorAll('.puzzleanswers tbody tr').length")
		require.GreaterOrEqual(t, rows, 3)
		require.True(t, evaluate[bool](p, "document.querySelector('.puzzleanswers tr.best').matches('.yours')"))

		// The solution is still there, and the puzzle cannot be answered again.
		p.reload()
		p.waitForText("That is it")
		require.False(t, evaluate[bool](p, "!!document.querySelector('.ask [data-option]')"))
		p.click("button", "^Another puzzle$")
		p.waitForRole("heading", "^Find the best answer$")
		p.waitForPath("^/puzzles$")
	})
	t.Run("spellbook", func(t *testing.T) {
		p := newPerson(t, "Bob", shared.server(t).url, phone)
		id, option, ref := puzzleWith(t, "spellbook", "take:", 1)
		p.open("/puzzles/" + id)
		p.waitForText("Which answer is clearly the best?")
		p.picture("question")
		p.answerPuzzle(option, ref)
		p.waitForText("Not that one")
		p.waitForText("With an account, your strength")
		p.checkAccess("with a solution", elsewhere...)
		p.checkWidth("with a solution")
		p.picture("solution")
		require.Equal(t, fmt.Sprintf(`{"answered":[%q],"days":[]}`, id), evaluate[string](p, "localStorage.puzzles"))
	})
}

// The start page leads an account to the puzzle of the day, and says when it is answered.
func TestPuzzleOfTheDay(t *testing.T) {
	t.Parallel()
	p := newPerson(t, "Ada", startPublic(t).url, desk)
	p.createAccountWithPasskey()
	p.open("/")
	p.waitForText("Puzzle of the day")
	p.picture("start page")
	p.click("link", "^Look for it$")
	p.waitForRole("heading", "^Find the best answer$")
	p.waitForText("Puzzle of the day,")
	m := newMatch(3, p)
	m.play(1)
	p.waitForRole("button", "^Another puzzle$")
	p.eventually("the answer is judged", func() error {
		if !evaluate[bool](p, "!!document.querySelector('.verdict')") {
			m.play(1)
			return fmt.Errorf("not answered yet")
		}
		return nil
	})
	p.follow("/")
	p.waitForText("Answered. The next one comes tomorrow.")
}

// The costliest decision of an own match is asked again on later days. A wrong answer and a right one are judged,
// and the person plays on from there.
func TestOwnDecision(t *testing.T) {
	t.Parallel()
	data, address := t.TempDir(), freeAddress(t)
	server := startDaysAhead(t, data, address, 1, "WITH_STAGED_GAMES=1")
	later := func(days int) {
		server.kill()
		server = startDaysAhead(t, data, address, days, "WITH_STAGED_GAMES=1")
	}
	ada := newPerson(t, "Ada", server.url, desk)
	ada.addScript(askedScript)
	ada.createAccountWithPasskey()
	ada.openStagedMatch("seasons-decisive")
	// Only three spaces end the match before Alwin can summon two cards.
	const best, given, other = "move:3", "move:1", "move:2"
	for _, option := range []string{"summon:7", given} {
		asked := ada.question()
		ada.sendAnswer(asked, []pick{{Option: option, N: 1}})
		ada.waitForQuestion("be asked again", func(q question) bool { return q.Key != asked.Key })
	}
	ada.menu("^Concede$")
	ada.click("button", "^Concede$", "dialog")
	ada.waitUntil("see the costliest decision", "!!document.querySelector('[data-decision=costliest]')")

	ada.eventually("the decision is kept", func() error {
		const ask = "fetch('/api/puzzles').then((answer) => answer.json())" +
			".then(({ own }) => own.open + ' ' + own.due.length)"
		if kept := ada.awaitPromise(ask); kept != "1 0" {
			return fmt.Errorf("open and due are %s", kept)
		}
		return nil
	})
	ada.open(plainPage)
	later(3)
	ada.open("/puzzles")
	ada.waitForText("A decision of yours")
	ada.checkAll("an own decision")
	ada.picture("own decision")
	ada.answerPuzzle(game.PickText{Option: other}, other)
	ada.waitForText("Not that one")
	ada.checkAll("after a wrong answer")
	ada.picture("wrong answer")

	ada.open(plainPage)
	later(5)
	ada.open("/puzzles")
	ada.answerPuzzle(game.PickText{Option: best}, best)
	ada.waitForText("That is it")
	ada.picture("right answer")
	ada.click("button", "^Play from here$")
	ada.waitForPath("^/r/")
	ada.waitForQuestion("be asked the same", func(q question) bool { return q.Kind == "move" })
}
