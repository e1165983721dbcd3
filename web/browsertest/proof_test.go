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

// checks opens the page of a match and has it checked, and returns what is said
// of each check.
func (p *person) checks(id string) map[string]string {
	p.t.Helper()
	p.open("/m/" + id)
	p.click("tab", "^Match$")
	return p.pressesCheck()
}

func (p *person) pressesCheck() map[string]string {
	p.t.Helper()
	p.click("button", "^Check$")
	p.seesMatch(`Everything holds|What can be told here holds|Something does not hold`)
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

// tampers makes the page get another record than the server sends, by one of the changes in
// replayed.js.
func (p *person) tampers(change string) {
	p.t.Helper()
	evaluate[bool](p, fmt.Sprintf("replayed.changeRecord(replayed.changes.%s)", change))
}

// A player's browser checks a match by what it has kept, by the same rules in
// WebAssembly; what is changed in the record is found and named. Somebody else
// is told what cannot be known.
func TestCheckAMatch(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	ada := comes(t, "Ada", origin, desk)
	// The pages of the room give shares of the seed, and keep what is checked.
	link := ada.opensTable(spellbookDoor)
	bob := sitsDown(t, "Bob", origin, link, desk)
	startsMatch(ada, bob)
	newMatch(3, ada, bob).play(6)
	id := ada.concedes(link)
	all := map[string]string{
		"commitment": "holds",
		"share":      "holds",
		"seed":       "holds",
		"answers":    "holds",
		"outcome":    "holds",
	}
	require.Equal(t, all, ada.checks(id))
	ada.checkAll("a checked match")

	// internal/match tries all that can be changed, by the same rules.
	for _, test := range []struct{ change, name, want string }{
		{"otherSecret", "commitment", "fails other_commitment"},
		{"noShares", "share", "fails no_share"},
		{"badAnswer", "answers", "fails bad_answer"},
	} {
		ada.press(kb.Escape)
		ada.seesNoDialog()
		ada.tampers(test.change)
		require.Equal(t, test.want, ada.pressesCheck()[test.name], test.change)
		ada.sees("Something does not hold")
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

// From a step of a finished match a table is opened: against bots, or with
// friends, who learn where the match comes from.
func TestPlayFromHere(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	ada, _, m := pairAtTable(t, origin, origin)
	m.play(4)
	id := ada.concedes(ada.path())
	ada.open("/m/" + id + "#s=1")
	ada.click("button", "^Play from here$")
	ada.sees("Play from step 1")
	ada.checkAll("play from here")
	ada.click("radio", "^Bob$")
	ada.click("radio", "^With friends")
	ada.click("button", "^Play$")
	path := ada.waitForPath("^/r/.+")
	ada.sees("It goes on from step 1 of another match.")
	ada.sees("What was hidden is drawn anew.")
	ada.sees("Such a match is not rated.")
	ada.checkAll("a table that goes on")
	bob := sitsDown(t, "Bob", ada.origin, path, desk)
	bob.sees("It goes on from step 1 of another match.")
	startsMatch(ada, bob)
	newMatch(5, ada, bob).play(4)

	// At the start it is the same deal again.
	ada.open("/m/" + id)
	ada.click("button", "^Play from here$")
	ada.sees("The same deal again")
	ada.click("radio", "^As they were")
	ada.click("button", "^Play$")
	ada.waitForPath("^/r/.+")
	ada.waitFor("region", "^Your question and your hand$")
	newMatch(6, ada).play(2)
}

// firstAnswer finds the answer that the first item of a record gives.
var firstAnswer = regexp.MustCompile(`(?s)^(.*?"answer":\s*\[\s*)"(.*)$`)

// A record of another server is opened by its file; a file that breaks is refused
// with the step.
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
	p.sees("Open a match from a file")
	p.checkAll("the page for files")
	p.picksFile(broken)
	p.sees("An answer is not legal, or leads elsewhere.")
	p.sees("It breaks at step 1.")
	require.Len(t, p.problems.found(), 1, "the file is answered 400")
	p.checkAccess("a refused file")
	p.picksFile(list[0])
	path := p.waitForPath("^/m/.+")
	p.click("tab", "^Match$")
	p.sees("From a file")
	p.sees("The names are what the file says.")
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

	p.goes("/open")
	p.sees("Opened before")
	p.click("button", "^Delete this match$")
	p.click("button", "^Delete it$")
	p.seesNoMore("Opened before")
}

// picksFile chooses a file where the page asks for one.
func (p *person) picksFile(file string) {
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
