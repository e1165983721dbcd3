package main

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/game/bot"
	"archmage/internal/game/registry"
	"archmage/test/programtest"
)

// The events of random matches have the facts that the published types say, and each of these facts occurs.
func TestEventTypes(t *testing.T) {
	t.Parallel()
	for _, one := range registry.All() {
		info := one.Rules.Info()
		t.Run(info.ID, func(t *testing.T) {
			t.Parallel()
			schema := programtest.Contract(t, "../..", info.ID+".json", "Event")
			seen := map[string]bool{}
			check := func(events []game.Event) {
				for i := range events {
					event := &events[i]
					shapeOf := event.Kind
					for _, facts := range []game.Facts{event.Public, event.Private} {
						for _, fact := range facts {
							seen[event.Kind+"."+fact.Name] = true
							shapeOf += " " + fact.Name
						}
						shapeOf += ";"
					}
					seen[event.Kind] = true
					if !seen[shapeOf] {
						seen[shapeOf] = true
						for _, viewer := range []game.Viewer{game.AllSeeing(), game.Spectator()} {
							text, err := json.Marshal(event.For(viewer))
							require.NoError(t, err)
							programtest.RequireSchema(t, schema, text)
						}
					}
				}
			}
			for seed := range uint64(1500) {
				state := newForEvents(t, one.Rules, seed)
				var opening game.Step
				state.Opening(&opening)
				check(opening.Events)
				playForEvents(t, state, seed, check)
			}
			// Some events are rare in matches of random players.
			for seed, setup := range exampleSetups(t, info.ID) {
				for again := range uint64(20) {
					state, err := one.Rules.Setup(setup, game.SeedFromInt(again), nil)
					require.NoError(t, err)
					playForEvents(t, state, uint64(seed)<<8+again, check)
				}
			}
			for _, fact := range declaredFacts(t, info.ID) {
				assert.True(t, seen[fact], "%s does not occur", fact)
			}
		})
	}
}

// newForEvents begins a match with random values of the options.
func newForEvents(t *testing.T, rules game.Rules, seed uint64) game.State {
	t.Helper()
	info := rules.Info()
	random := rand.New(rand.NewPCG(seed, 1))
	seats := info.MinSeats + int(seed)%(info.MaxSeats-info.MinSeats+1)
	for {
		options := game.MatchOptions{}
		for _, option := range info.Options {
			options[option.ID] = option.Values[random.IntN(len(option.Values))].ID
		}
		state, err := rules.New(options, seats, game.SeedFromInt(seed))
		if err == nil {
			return state
		}
		// Not all values go together.
		require.Equal(t, game.CodeBadOptions, coded.Of(err))
	}
}

// exampleSetups returns the positions of docs/examples of a game.
func exampleSetups(t *testing.T, id string) (setups []json.RawMessage) {
	t.Helper()
	files, err := filepath.Glob("../../docs/examples/*.json")
	require.NoError(t, err)
	for _, name := range files {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		var example struct {
			Game  string
			Setup json.RawMessage
		}
		require.NoError(t, json.Unmarshal(text, &example))
		if example.Game == id {
			setups = append(setups, example.Setup)
		}
	}
	require.NotEmpty(t, setups)
	return setups
}

// playForEvents plays a match at random to its end, and hands the events of each step to check.
func playForEvents(t *testing.T, state game.State, seed uint64, check func([]game.Event)) {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 2))
	var step game.Step
	var d game.Decision
	for state.Outcome() == nil {
		for seat := range game.Seat(game.MaxSeats) {
			if !state.Waiting().Has(seat) || !state.Decision(seat, &d) {
				continue
			}
			picks, ok := bot.Random(&d, random, nil)
			require.True(t, ok)
			step.Reset()
			require.NoError(t, state.Apply(seat, game.Answer{Decision: d.ID, Picks: picks}, &step))
			check(step.Events)
			break
		}
	}
}

// declaredFacts returns the kinds and facts in the schema of the events of a game, as "draw" and "draw.drawn".
func declaredFacts(t *testing.T, id string) []string {
	t.Helper()
	text, err := os.ReadFile("../../web/static/schema/" + id + ".json")
	require.NoError(t, err)
	var schema struct {
		Defs struct {
			Event struct {
				AnyOf []struct {
					PrefixItems []struct {
						Enum       []string
						Properties map[string]any
					}
				}
			}
		} `json:"$defs"`
	}
	require.NoError(t, json.Unmarshal(text, &schema))
	require.NotEmpty(t, schema.Defs.Event.AnyOf)
	var names []string
	for _, event := range schema.Defs.Event.AnyOf {
		kind := event.PrefixItems[0].Enum[0]
		names = append(names, kind)
		for _, facts := range event.PrefixItems[1:] {
			for _, name := range slices.Sorted(maps.Keys(facts.Properties)) {
				names = append(names, kind+"."+name)
			}
		}
	}
	return names
}
