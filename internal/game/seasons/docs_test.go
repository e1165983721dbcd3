package seasons

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
)

// docs is the folder of the pages that tests hold to the code.
const docs = "../../../docs"

// kindNames are the kinds of all decisions of the game.
func kindNames() []string {
	names := []string{"draft", "split"}
	for _, spec := range kinds[askNothing+1:] {
		names = append(names, spec.name)
	}
	return names
}

// TestEveryKindOfDecisionIsDocumented holds docs/decisions.md and the example
// of each kind in docs/examples.
func TestEveryKindOfDecisionIsDocumented(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(docs, "decisions.md"))
	require.NoError(t, err)
	for _, kind := range kindNames() {
		t.Run(kind, func(t *testing.T) {
			require.Contains(t, string(page), "\n| `"+kind+"` |")
			require.True(t, exampleAnswers(t, kind), "the example answers no decision of this kind")
		})
	}
}

// exampleAnswers plays the example of a kind of decision and reports whether
// one of its accepted answers is to such a decision.
func exampleAnswers(t *testing.T, kind string) bool {
	data, err := os.ReadFile(filepath.Join(docs, "examples", "seasons-"+kind+".json"))
	require.NoError(t, err)
	var example struct {
		Setup   json.RawMessage
		Answers []struct {
			Seat   game.Seat
			Answer json.RawMessage
		}
	}
	require.NoError(t, json.Unmarshal(data, &example))
	s, err := theRules.Setup(example.Setup, game.NewRNG(game.SeedFromInt(0)))
	require.NoError(t, err)
	found := false
	for _, answer := range example.Answers {
		var d game.Decision
		require.True(t, s.Decision(answer.Seat, &d))
		picks, err := d.ParsePicks(theRules, answer.Answer)
		require.NoError(t, err)
		err = s.Apply(answer.Seat, game.Answer{Decision: d.ID, Picks: picks}, &game.Step{})
		found = found || (err == nil && d.Kind == kind)
	}
	return found
}

// TestEveryEventIsDocumented holds the kinds of events that random games bring
// about against docs/events.md.
func TestEveryEventIsDocumented(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(docs, "events.md"))
	require.NoError(t, err)
	seen := map[string]bool{}
	for seed := range uint64(40) {
		s, err := theRules.New(game.MatchOptions{optionLevel: "archmage"}, 3, game.NewRNG(game.SeedFromInt(seed)))
		require.NoError(t, err)
		eventKinds(t, s, seed, seen)
	}
	require.Greater(t, len(seen), 30)
	for kind := range seen {
		require.Contains(t, string(page), "\n| `"+kind+"` |")
	}
}
