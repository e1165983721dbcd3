package main

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// cover plays games with the players, and then more, until every effect is met or the maximum is reached.
func cover(t *testing.T, id string, players, most int, bots string, options game.MatchOptions) *coverage {
	t.Helper()
	list := newGameList()
	one, err := list.find(id)
	require.NoError(t, err)
	sim := &simulation{
		game:        one,
		rules:       one.Rules,
		playerCount: players,
		gameCount:   100,
		options:     options,
		workerCount: 1,
		coverage:    true,
		botList:     bots,
	}
	sim.seats, err = seatPlayers(bots, one.players(), players)
	require.NoError(t, err)
	var all *coverage
	for sim.seed = 1; sim.seed <= uint64(most/sim.gameCount); sim.seed++ {
		total, _ := sim.run(t.Context())
		require.Empty(t, total.violations)
		if all == nil {
			all = total.coverage
		} else {
			all.merge(total.coverage)
		}
		if all.unmet() == nil {
			break
		}
	}
	return all
}

// Simulations meet every effect of both games. If one is never met, it is impossible, or the players must
// become more curious.
func TestSimulationsMeetEveryEffect(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, game    string
		players, most int
		bots          string
		options       game.MatchOptions
	}{
		{
			name:    "Seasons, first edition",
			game:    "seasons",
			players: 4,
			most:    1000,
			bots:    "curious",
			options: game.MatchOptions{"level": "archmage"},
		},
		{
			name:    "Seasons, second edition",
			game:    "seasons",
			players: 4,
			most:    1000,
			bots:    "curious",
			options: game.MatchOptions{"level": "archmage", "edition": "second"},
		},
		{
			name:    "SpellBook, first set",
			game:    "spellbook",
			players: 2,
			most:    2000,
			bots:    "curious",
			options: game.MatchOptions{"mode": "set1"},
		},
		{
			name:    "SpellBook, second set",
			game:    "spellbook",
			players: 2,
			most:    2000,
			bots:    "curious",
			options: game.MatchOptions{"mode": "set2"},
		},
		{
			name:    "SpellBook, third set",
			game:    "spellbook",
			players: 2,
			most:    2000,
			bots:    "curious",
			options: game.MatchOptions{"mode": "set3"},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := cover(t, test.game, test.players, test.most, test.bots, test.options)
			require.Empty(t, c.unmet(), "effects that no game met")
		})
	}
}

// The effects of Seasons for coverage are those in the catalogue.
func TestCoverageKnowsEveryEffectOfSeasons(t *testing.T) {
	catalogue := cards.MustLoad()
	for name, edition := range map[string]cards.Edition{"first": cards.First, "second": cards.Second} {
		effects := seasonsEffects(game.MatchOptions{"level": "archmage", "edition": name})
		for number := 1; number <= cards.NumCards; number++ {
			card := &catalogue.Cards[number]
			var want, got []string
			for kind, there := range map[string]bool{
				"enter": card.Enters(edition), "permanent": card.Permanent, "activate": card.Activate,
			} {
				if there {
					want = append(want, kind)
				}
			}
			for _, e := range effects {
				if e.card == number {
					got = append(got, e.name)
					require.NotEmpty(t, e.needs, "card %d", number)
				}
			}
			require.ElementsMatch(t, want, got, "card %d, %s edition", number, name)
		}
	}
	for _, e := range seasonsEffects(game.MatchOptions{"level": "magician"}) {
		require.LessOrEqual(t, e.card, cards.BasicCards)
	}
}

func TestCoverageKnowsEveryEffectOfSpellBook(t *testing.T) {
	all := spellEffects(game.MatchOptions{"mode": "classic"})
	for _, e := range all {
		require.NotEmpty(t, e.needs, "%v", e)
	}
	sets := 0
	for _, mode := range []string{"set1", "set2", "set3"} {
		sets += len(spellEffects(game.MatchOptions{"mode": mode}))
	}
	require.Len(t, all, sets)
	// 21 spells of three levels; two levels have no effect.
	require.Len(t, all, 63-2)
	require.False(t, slices.ContainsFunc(all, func(e cardEffect) bool { return e.name == "none" }))
}
