package client_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/client"
	"archmage/internal/game"
	"archmage/internal/game/bot"
	"archmage/internal/game/seasons"
	"archmage/internal/game/spellbook"
	"archmage/test/conformance"
)

// Plays whole matches of every game with answers made from the text of the decisions.
func TestRandomAnswerPlaysEveryGame(t *testing.T) {
	games := []struct {
		rules   game.Rules
		options game.MatchOptions
		matches int
	}{
		{seasons.New(), game.MatchOptions{"level": "archmage"}, 4},
		{spellbook.New(), nil, 4},
		{conformance.Toy(), nil, 20},
		{conformance.Wide(), nil, 20},
	}
	for _, g := range games {
		info := g.rules.Info()
		t.Run(info.ID, func(t *testing.T) {
			t.Parallel()
			for seats := info.MinSeats; seats <= info.MaxSeats; seats++ {
				for match := range g.matches {
					rng := rand.New(rand.NewPCG(uint64(seats), uint64(match)))
					state, err := g.rules.New(g.options, seats, game.SeedFromInt(rng.Uint64()))
					require.NoError(t, err)
					playByText(t, g.rules, state, rng)
				}
			}
		})
	}
}

func playByText(t *testing.T, rules game.Rules, state game.State, rng *rand.Rand) {
	t.Helper()
	for state.Outcome() == nil {
		for seat := game.Seat(0); seat < game.MaxSeats; seat++ {
			if !state.Waiting().Has(seat) {
				continue
			}
			var d game.Decision
			require.True(t, state.Decision(seat, &d))
			answer := answerByText(t, rules, &d, rng)
			require.NoError(t, d.Check(answer), "%+v", d.Text(rules))
			require.NoError(t, state.Apply(seat, answer, &game.Step{}))
		}
	}
}

// answerByText encodes a decision and its answer as JSON and decodes them.
func answerByText(t *testing.T, rules game.Rules, d *game.Decision, rng *rand.Rand) game.Answer {
	t.Helper()
	data, err := json.Marshal(d.Text(rules))
	require.NoError(t, err)
	var text game.DecisionText
	require.NoError(t, json.Unmarshal(data, &text))
	choice := client.RandomAnswer(&text, rng)
	require.NotNil(t, choice, "%s", data)
	data, err = json.Marshal(choice)
	require.NoError(t, err)
	picks, err := d.ParsePicks(rules, data)
	require.NoError(t, err)
	return game.Answer{Decision: d.ID, Picks: picks}
}

// RandomAnswer finds a legal answer to any decision that has one.
func TestRandomAnswerIsLegal(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	legal, impossible := 0, 0
	for range 20_000 {
		d := anyDecision(rng)
		picks, possible := bot.Random(d, rng, nil)
		choice := client.RandomAnswer(ptr(d.Text(numbered{})), rng)
		if !possible {
			require.Nil(t, choice, "%+v", d)
			impossible++
			continue
		}
		require.NoError(t, d.Check(game.Answer{Decision: d.ID, Picks: picks}))
		require.NotNil(t, choice, "%+v has the answer %+v", d, picks)
		chosen, err := d.PicksFromText(numbered{}, choice)
		require.NoError(t, err)
		require.NoError(t, d.Check(game.Answer{Decision: d.ID, Picks: chosen}), "%+v: %+v", d, choice)
		legal++
	}
	require.Greater(t, legal, 5000)
	require.Greater(t, impossible, 1000)
}

// RandomAnswer returns every legal answer to a small decision sooner or later.
func TestRandomAnswerDrawsEverything(t *testing.T) {
	d := &game.DecisionText{
		Min: 1, Max: 2, Groups: []game.GroupText{{ID: "left", Max: 2}, {ID: "right", Max: 1}},
		Options: []game.OptionText{
			{ID: "a", Max: 1, Groups: []string{"left", "right"}},
			{ID: "b", Max: 2, Groups: []string{"left"}},
			{ID: "back", Max: 1, Alone: true},
		},
	}
	rng := rand.New(rand.NewPCG(3, 4))
	seen := map[string]bool{}
	for range 2000 {
		data, err := json.Marshal(client.RandomAnswer(d, rng))
		require.NoError(t, err)
		seen[string(data)] = true
	}
	one := func(option, group string) string {
		return fmt.Sprintf(`{"option":%q,"n":1,"group":%q}`, option, group)
	}
	require.Equal(t, map[string]bool{
		`["back"]`: true, "[" + one("a", "left") + "]": true, "[" + one("a", "right") + "]": true,
		"[" + one("b", "left") + "]": true, `[{"option":"b","n":2,"group":"left"}]`: true,
		"[" + one("a", "left") + "," + one("b", "left") + "]":  true,
		"[" + one("a", "right") + "," + one("b", "left") + "]": true,
	}, seen)
}

// anyDecision returns a random decision, which may have no legal answer.
func anyDecision(rng *rand.Rand) *game.Decision {
	d := &game.Decision{ID: 7, Kind: "any", Ordered: rng.IntN(4) == 0}
	groups := rng.IntN(5)
	for g := range groups {
		low := rng.IntN(3)
		d.Groups = append(d.Groups, game.Group{ID: fmt.Sprint("g", g), Min: low, Max: low + rng.IntN(3)})
	}
	for o := range 1 + rng.IntN(6) {
		low := max(0, rng.IntN(5)-3)
		key := game.Key{Word: 1, A: uint8(o)}
		if groups == 0 {
			d.Add(key, low, low+rng.IntN(4))
		} else {
			d.AddTo(key, low, low+rng.IntN(4), uint8(rng.IntN(1<<groups)))
		}
	}
	if rng.IntN(5) == 0 {
		d.AddAlone(game.Key{Word: 1, A: 100})
	}
	d.Min = rng.IntN(6)
	d.Max = d.Min + rng.IntN(4)
	return d
}

// numbered is a game whose text ids are the numbers of the options.
type numbered struct{ game.Rules }

func (numbered) OptionID(key game.Key) string { return fmt.Sprint("o", key.A) }
func (numbered) OptionRef(game.Key) string    { return "" }
func (numbered) ParseOption(id string) (key game.Key, ok bool) {
	key.Word = 1
	_, err := fmt.Sscanf(id, "o%d", &key.A)
	return key, err == nil
}

func ptr[T any](v T) *T { return &v }
