package seasons

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/test/conformance"
)

// docs is the folder of the pages that tests compare with the code.
const docs = "../../../docs"

// kindNames returns the kinds of all decisions of the game.
func kindNames() []string {
	names := map[string]bool{"draft": true, "split": true}
	for _, phase := range theRules.phases {
		if phase.ask != nil {
			names[phase.ask.name] = true
		}
	}
	programs := theRules.programs[:]
	for edition := range theRules.effects {
		for _, e := range theRules.effects[edition] {
			programs = append(programs, e.programs[:]...)
		}
	}
	for _, o := range slices.Concat(programs...) {
		if o.verb.ask != nil {
			names[o.verb.ask.name] = true
		}
	}
	return slices.Collect(maps.Keys(names))
}

// Every kind of decision has a row in docs/decisions.md and an example in docs/examples.
func TestEveryKindOfDecisionIsDocumented(t *testing.T) {
	conformance.DecisionsDocumented(t, theRules, docs, kindNames())
}

// The events of random games are documented in docs/match-events.md.
func TestEveryEventIsDocumented(t *testing.T) {
	var matches []game.State
	for seed := range uint64(40) {
		s, err := theRules.New(game.MatchOptions{optionLevel: "archmage"}, 3, game.SeedFromInt(seed))
		require.NoError(t, err)
		matches = append(matches, s)
	}
	require.Greater(t, len(conformance.EventsDocumented(t, theRules, docs, matches, 5000)), 30)
}

// Old records and saved matches keep their meaning.
func TestGolden(t *testing.T) { conformance.Golden(t, theRules, "testdata") }
