package browsertest

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// runCheck opens the page of a match, runs its check, and returns the result of each part.
func (p *person) runCheck(id string) map[string]string {
	p.t.Helper()
	p.open("/m/" + id)
	p.click("tab", "^Match$")
	return p.pressesCheck()
}

func (p *person) pressesCheck() map[string]string {
	p.t.Helper()
	p.click("button", "^Check$")
	p.waitForMatch(`Everything holds|What can be told here holds|Something does not hold`)
	found := map[string]string{}
	lines := evaluate[string](p, "replayed.checks()")
	for line := range strings.Lines(lines) {
		verdict, rest, _ := strings.Cut(strings.TrimSpace(line), "|")
		code, name, _ := strings.Cut(rest, "|")
		if code != "" {
			verdict += " " + code
		}
		found[name] = verdict
	}
	return found
}

// tamperWithRecord makes the page receive a changed record. change names one of the changes in replayed.js.
func (p *person) tamperWithRecord(change string) {
	p.t.Helper()
	evaluate[bool](p, fmt.Sprintf("replayed.changeRecord(replayed.changes.%s)", change))
}

// A player's browser checks a match with the data it has stored and the same rules in WebAssembly. It finds
// and names changes in the record. Another person reads what cannot be checked.
func TestCheckAMatch(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	ada := newVisitor(t, "Ada", origin, desk)
	// The pages of the room contribute shares to the seed and store what the check needs.
	link := ada.openTable(spellbookDoor)
	bob := newSeatedPerson(t, "Bob", origin, link, desk)
	startMatch(ada, bob)
	newMatch(3, ada, bob).play(6)
	id := ada.concede(link)
	all := map[string]string{
		"commitment": "holds",
		"share":      "holds",
		"seed":       "holds",
		"answers":    "holds",
		"outcome":    "holds",
	}
	require.Equal(t, all, ada.runCheck(id))
	ada.checkAll("a checked match")

	// internal/match tests all possible changes with the same rules.
	for _, test := range []struct{ change, name, want string }{
		{"otherSecret", "commitment", "fails other_commitment"},
		{"noShares", "share", "fails no_share"},
		{"badAnswer", "answers", "fails bad_answer"},
	} {
		ada.press(kb.Escape)
		ada.waitForNoDialog()
		ada.tamperWithRecord(test.change)
		require.Equal(t, test.want, ada.pressesCheck()[test.name], test.change)
		ada.waitForText("Something does not hold")
	}

	eve := newPerson(t, "Eve", ada.origin, phone)
	eve.open("/m/" + id)
	eve.click("tab", "^Match$")
	require.Equal(t, map[string]string{
		"commitment": "unknown not_known",
		"share":      "unknown not_known",
		"seed":       "holds",
		"answers":    "holds",
		"outcome":    "holds",
	}, eve.pressesCheck())
	eve.checkAccess("a match checked by somebody else")
}

// A table can be opened from a step of a finished match: against bots, or with friends, who are told where
// the match comes from.
func TestPlayFromHere(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	ada, _, m := pairAtTable(t, origin, origin)
	m.play(4)
	id := ada.concede(ada.path())
	ada.open("/m/" + id + "#s=1")
	ada.click("button", "^Play from here$")
	ada.waitForText("Play from step 1")
	ada.checkAll("play from here")
	ada.click("radio", "^Bob$")
	ada.click("radio", "^With friends")
	ada.click("button", "^Play$")
	path := ada.waitForPath("^/r/.+")
	ada.waitForText("It goes on from step 1 of another match.")
	ada.waitForText("What was hidden is drawn anew.")
	ada.waitForText("Such a match is not rated.")
	ada.checkAll("a table that goes on")
	bob := newSeatedPerson(t, "Bob", ada.origin, path, desk)
	bob.waitForText("It goes on from step 1 of another match.")
	startMatch(ada, bob)
	newMatch(5, ada, bob).play(4)

	// At the start it is the same deal.
	ada.open("/m/" + id)
	ada.click("button", "^Play from here$")
	ada.waitForText("The same deal again")
	ada.click("radio", "^As they were")
	ada.click("button", "^Play$")
	ada.waitForPath("^/r/.+")
	ada.waitForRole("region", "^Your question and your hand$")
	newMatch(6, ada).play(2)
}

// firstAnswer matches the answer in the first item of a record.
var firstAnswer = regexp.MustCompile(`(?s)^(.*?"answer":\s*\[\s*)"(.*)$`)

// The file of another server's record can be opened. A file with an error is refused, with the step of the
// error.
func TestOpenAFile(t *testing.T) {
	t.Parallel()
	lab, err := shared.lab()
	require.NoError(t, err)
	folder := t.TempDir()
	simulate := exec.CommandContext(
		t.Context(),
		lab,
		"simulate",
		"--game",
		"spellbook",
		"--players",
		"2",
		"--games",
		"1",
		"--record",
		"--dump",
		folder,
	)
	out, err := simulate.CombinedOutput()
	require.NoError(t, err, "%s", out)
	list, err := filepath.Glob(filepath.Join(folder, "*.json"))
	require.NoError(t, err)
	require.Len(t, list, 1)
	text, err := os.ReadFile(list[0])
	require.NoError(t, err)
	broken := filepath.Join(folder, "broken.json")
	require.NoError(t, os.WriteFile(broken, []byte(firstAnswer.ReplaceAllString(string(text), `${1}"no $2`)), 0o600))

	p := newPerson(t, "Ada", shared.server(t).url, desk)
	p.open("/open")
	p.waitForText("Open a match from a file")
	p.checkAll("the page for files")
	p.pickFile(broken)
	p.waitForText("An answer is not legal, or leads elsewhere.")
	p.waitForText("It breaks at step 1.")
	require.Len(t, p.problems.found(), 1, "the file is answered 400")
	p.checkAccess("a refused file")
	p.pickFile(list[0])
	path := p.waitForPath("^/m/.+")
	p.click("tab", "^Match$")
	p.waitForText("From a file")
	p.waitForText("The names are what the file says.")
	p.checkAccess("a match from a file")

	record := p.origin + "/api/matches/" + strings.TrimPrefix(path, "/m/") + "/record"
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, record, nil)
	require.NoError(t, err)
	answer, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	defer answer.Body.Close()
	again, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	require.JSONEq(t, string(text), string(again))

	p.follow("/open")
	p.waitForText("Opened before")
	p.click("button", "^Delete this match$")
	p.click("button", "^Delete it$")
	p.waitForNoText("Opened before")
}

// pickFile selects a file in the file chooser.
func (p *person) pickFile(file string) {
	p.t.Helper()
	found := command(
		p,
		runtime.Evaluate,
		runtime.EvaluateParams{Expression: `document.querySelector('input[type=file]')`},
	)
	command(
		p,
		dom.SetFileInputFiles,
		dom.SetFileInputFilesParams{Files: []string{file}, ObjectID: found.Result.ObjectID},
	)
}
