package spellbook

import (
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/test/conformance"
)

// docs is the folder of the pages that tests compare with the code.
const docs = "../../../docs"

// kindNames returns the kinds of all decisions of the game.
func kindNames() []string {
	names := map[string]bool{askColour.name: true}
	for _, ops := range newBook().steps {
		for _, o := range ops {
			if o.verb.ask != nil {
				names[o.verb.ask.name] = true
			}
		}
	}
	return slices.Collect(maps.Keys(names))
}

// Every kind of decision has a row in docs/decisions.md and an example in docs/examples.
func TestEveryKindOfDecisionIsDocumented(t *testing.T) {
	conformance.DecisionsDocumented(t, New(), docs, kindNames())
}

// Random games and positions cause all kinds of events, and all are documented in docs/match-events.md.
func TestEveryEventIsDocumented(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 1))
	var matches []game.State
	for range 160 {
		matches = append(matches, randomPosition(t, rng))
	}
	met := conformance.EventsDocumented(t, New(), docs, matches, 400)
	require.ElementsMatch(t, []string{
		eventDay,
		eventUsed,
		eventSkipped,
		eventTook,
		eventDrew,
		eventStored,
		eventDiscarded,
		eventExchanged,
		eventLearned,
		eventSpent,
		eventRaised,
		eventLowered,
		eventGiven,
		eventAltar,
		eventBag,
		eventEnding,
		eventOver,
	}, met)
}

// Old records and saved matches keep their meaning.
func TestGolden(t *testing.T) { conformance.Golden(t, New(), "testdata") }

func TestEveryRulingIsTested(t *testing.T) { conformance.RulingsTested(t, New(), docs) }

// The page of rulings lists every assumed value. The sets are one entry.
func TestEveryAssumedValueIsListed(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(docs, "rulings-spellbook.md"))
	require.NoError(t, err)
	for _, value := range newBook().facts.Assumed {
		if !strings.HasSuffix(value, ": set") {
			require.Contains(t, string(page), "`"+value+"`")
		}
	}
}

// Every option id is parsed to its key.
func TestEveryOptionIsReadBack(t *testing.T) {
	r := New().(*rules)
	seen := map[string]bool{}
	for word := optSkip; word < numOptions; word++ {
		for a := range 24 {
			for b := range 12 {
				key := levelKey(word, 0, b)
				key.A = uint8(a)
				id := r.OptionID(key)
				if id == "" || seen[id] {
					continue
				}
				if back, ok := r.ParseOption(id); ok && back == key {
					require.Equal(t, id, r.OptionID(back))
					seen[id] = true
				}
			}
		}
	}
	// skip, back, done, draw and two alternatives; ten times 21 Materia; twice 7 colours; three
	// times 21 levels; 4 basic actions; 3 times 10 ways to pay.
	require.Len(t, seen, 6+10*21+2*7+3*21+4+30)
}
