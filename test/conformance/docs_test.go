package conformance

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
)

// writePages writes pages about the toy, and the given other pages.
func writePages(t *testing.T, pages map[string]string) string {
	t.Helper()
	docs := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(docs, "examples"), 0o700))
	all := map[string]string{
		"decisions.md": "# Decisions\n\n## Other\n\n| `nap` | |\n\n" +
			"## Toy\n\n| `bid` | which card |\n\n## More\n\n| `dance` | |\n",
		"positions.md":          "## Toy\n\n| `bid` | [toy-bid.json](examples/toy-bid.json) | a bid |\n",
		"match-events.md":       "## Toy\n\n| `bid` | |\n",
		"examples/toy-bid.json": `{"game":"toy","setup":{},"answers":[{"seat":0,"answer":["bid:1"]}]}`,
	}
	for name, text := range pages {
		all[name] = text
	}
	for name, text := range all {
		require.NoError(t, os.WriteFile(filepath.Join(docs, name), []byte(text), 0o600))
	}
	return docs
}

func TestDecisionRows(t *testing.T) {
	docs := writePages(t, nil)
	require.NoError(t, checkDecisionRows(Toy(), docs, []string{"bid"}))
	require.ErrorContains(t, checkDecisionRows(Toy(), docs, []string{"bid", "nap"}), "no row for the kind nap")
	require.ErrorContains(t, checkDecisionRows(Toy(), docs, nil), "no kind of decision")
	docs = writePages(t, map[string]string{"decisions.md": "# Decisions\n"})
	require.ErrorContains(t, checkDecisionRows(Toy(), docs, nil), `no section "Toy"`)
}

func TestExamplesOfDecisions(t *testing.T) {
	s, err := Toy().New(nil, 2, game.SeedFromInt(1))
	require.NoError(t, err)
	setup := mustText(s.Describe())
	var d game.Decision
	require.True(t, s.Decision(0, &d))
	bid := Toy().OptionID(d.Options[0].Key)
	example := func(answers string) map[string]string {
		return map[string]string{
			"examples/toy-bid.json": `{"game":"toy","setup":` + setup + `,"answers":[` + answers + `]}`,
		}
	}
	good := `{"seat":0,"answer":["` + bid + `"]}`
	require.NoError(t, checkExample(Toy(), writePages(t, example(good)), "bid"))
	require.ErrorContains(t, checkExample(Toy(), writePages(t, example(good)), "act"), "no row")
	require.ErrorContains(t, checkExample(Toy(), writePages(t, example(``)), "bid"), "answers no decision")
	require.ErrorContains(t, checkExample(Toy(), writePages(t, example(`{"seat":3,"answer":[]}`)), "bid"), "not asked")
	require.ErrorContains(
		t,
		checkExample(Toy(), writePages(t, example(`{"seat":0,"answer":["x"]}`)), "bid"),
		"answer 1",
	)
}

func TestEventRows(t *testing.T) {
	matches := func() []game.State {
		s, err := Toy().New(nil, 2, game.SeedFromInt(1))
		require.NoError(t, err)
		return []game.State{s}
	}
	met, err := checkEventRows(Toy(), writePages(t, nil), matches(), 1000)
	require.ErrorContains(t, err, "no row for the kind")
	page := "## Toy\n\n"
	for _, kind := range met {
		page += "| `" + kind + "` | |\n"
	}
	docs := writePages(t, map[string]string{"match-events.md": page})
	again, err := checkEventRows(Toy(), docs, matches(), 1000)
	require.NoError(t, err)
	require.Equal(t, met, again)
	require.Greater(t, len(met), 3)
	few, err := checkEventRows(Toy(), docs, matches(), 1)
	require.NoError(t, err)
	require.Less(t, len(few), len(met))
}

func TestRulingsAreChecked(t *testing.T) {
	exists := map[string]bool{"TestR1First": true, "TestOther": true}
	for _, test := range []struct{ page, tests, want string }{
		{page: "", tests: "", want: "no rulings"},
		{page: "| R2 | a ruling |", tests: "R2 TestOther", want: "R2 stands where R1 should be"},
		{page: "| R1 |  | why |", tests: "R1 TestOther", want: "R1 has an empty cell"},
		{page: "| R1 | a ruling |", tests: "R1", want: "R1 names no test"},
		{page: "| R1 | a ruling |", tests: "R1 TestNone", want: "R1 names TestNone, which does not exist"},
		{page: "| R1 | a ruling |", tests: "R1 TestOther", want: "R1 does not name TestR1First"},
		{page: "| R1 | a |\n| R3 | b |", tests: "R1 TestR1First\nR3 TestOther", want: "R3 stands where R2 should be"},
		{page: "| R1 | one |", tests: "R1 TestR1First\nR2 TestOther", want: "R2 has tests, but is no ruling"},
	} {
		require.EqualError(t, checkRulings(test.page, test.tests, exists), test.want)
	}
	require.NoError(t, checkRulings("| R1 | one |\n| R2 | two |", "R1 TestR1First\nR2 TestOther", exists))
}
