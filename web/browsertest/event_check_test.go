package browsertest

import (
	_ "embed"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/event"
	"archmage/internal/game"
	"archmage/internal/game/seasons"
	"archmage/internal/game/spellbook"
	"archmage/test/tournament"
)

//go:embed checked.js
var checkedScript string

// eventFinding is the result of a check in the browser.
type eventFinding struct {
	Check, Verdict, Detail, Code string
	Entry                        int
}

// checkedEvent is what checkEvent has returned, and the progress before.
type checkedEvent struct {
	Findings []eventFinding
	Progress [][2]int
}

// openEventCheck opens a page with the module that checks events. In the bundled client the module has no name of its
// own, so its text is evaluated.
func (p *person) openEventCheck() {
	p.t.Helper()
	module, err := os.ReadFile("../static/events/check.js")
	require.NoError(p.t, err)
	p.open("/")
	text := strings.ReplaceAll(string(module), "\nexport ", "\n")
	evaluate[bool](p, "(() => {"+text+"globalThis.eventCheck = { checkEvent }; return true; })()")
	evaluate[bool](p, checkedScript+"\ntrue")
}

// useEvent makes the server's answers those of a tournament.
func (p *person) useEvent(played *tournament.Tournament) {
	p.t.Helper()
	records := map[string]string{}
	for _, r := range played.Records {
		records[r.ID] = string(r.Encode())
	}
	data, err := json.Marshal(map[string]any{"file": string(played.File.Encode()), "records": records})
	require.NoError(p.t, err)
	evaluate[bool](p, "checked.use("+string(data)+")")
}

// checkEvent checks the event in the page. options are those of checkEvent.
func (p *person) checkEvent(options any) checkedEvent {
	p.t.Helper()
	data, err := json.Marshal(options)
	require.NoError(p.t, err)
	var result checkedEvent
	require.NoError(p.t, json.Unmarshal([]byte(p.awaitPromise("checked.run("+string(data)+")")), &result))
	return result
}

// verdicts returns the verdict and the code of each check.
func (c *checkedEvent) verdicts() map[string]string {
	list := map[string]string{}
	for _, f := range c.Findings {
		list[f.Check] = strings.TrimSpace(f.Verdict + " " + f.Code)
	}
	return list
}

// A browser checks an event with the records of its matches, names what was changed, and says what it cannot know.
func TestCheckAnEvent(t *testing.T) {
	t.Parallel()
	settings := event.Settings{Kind: event.KindSwiss, Rounds: 2, SameDeal: true}
	played := tournament.Play(t, spellbook.New(), settings, 4)
	ada := newPerson(t, "Ada", shared.server(t).url, desk)
	ada.openEventCheck()
	ada.useEvent(played)
	created := played.File.Entries[0].Body.(*event.Created)
	witness := map[string]any{
		"commitment": created.Commitment,
		"digests":    map[int]string{len(played.File.Entries): played.File.Digest},
	}
	result := ada.checkEvent(map[string]any{"witness": witness})
	for _, f := range result.Findings {
		require.Equal(t, "ok", f.Verdict, "%+v", f)
	}
	require.Len(t, result.Findings, 7)
	require.Equal(t, [][2]int{{0, 4}, {1, 4}, {2, 4}, {3, 4}, {4, 4}}, result.Progress)

	// The tests of internal/event have all forgeries, with the same code.
	report := played.File.Entries[8].Body.(*event.Report)
	report.Totals[0] += 100
	records := played.Records
	played.Records = records[:3]
	ada.useEvent(played)
	result = ada.checkEvent(map[string]any{})
	require.Equal(t, map[string]string{
		"commitment": "unknown not_known",
		"entries":    "unknown not_reached",
		"pairings":   "unknown not_reached",
		"standings":  "failed bad_standings",
		"records":    "failed other_result",
		"deals":      "unknown not_reached",
		"digest":     "unknown not_reached",
	}, result.verdicts())

	played.File.Entries = nil
	ada.useEvent(played)
	require.Equal(t, "bad_file", ada.awaitPromise("checked.refusal()"))
}

// playAtFours plays rounds of Seasons at tables of four.
func playAtFours(t *testing.T, people, rounds int) *tournament.Tournament {
	t.Helper()
	settings := event.Settings{
		Kind: event.KindSwiss, Rounds: rounds, Size: 4, SameDeal: true, Options: game.MatchOptions{"level": "archmage"},
	}
	return tournament.Play(t, seasons.New(), settings, people)
}

// A browser plays all matches of an event at tables of four again, in the thorough form of a large event.
func TestCheckAnEventOfFours(t *testing.T) {
	t.Parallel()
	people, rounds := 8, 2
	if thorough() {
		people, rounds = 64, 7
	}
	played := playAtFours(t, people, rounds)
	ada := newPerson(t, "Ada", shared.server(t).url, desk)
	ada.openEventCheck()
	ada.useEvent(played)
	result := ada.checkEvent(map[string]any{})
	require.Len(t, result.Progress, rounds*people/4+1)
	for check, verdict := range result.verdicts() {
		want := "ok"
		if check == "commitment" || check == "digest" {
			want = "unknown not_known"
		}
		require.Equal(t, want, verdict, check)
	}
	t.Logf("%d records, %d answers", len(played.Records), played.Answers())
}
