package conformance

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/game/bot"
)

// Thorough returns the first value in a quick run and the second in a thorough run.
func Thorough[N any](quick, thorough N) N {
	if os.Getenv("ARCHMAGE_THOROUGH") != "" {
		return thorough
	}
	return quick
}

// Contest plays a match to its end with one bot per seat. If observe is not nil, it is called with
// every position before it is answered.
func Contest(tb testing.TB, s game.State, seed uint64, players []game.Bot, observe func(*game.Position)) *game.Outcome {
	random := game.NewRNG(game.SeedFromInt(seed))
	var d game.Decision
	var step game.Step
	for waiting := s.Waiting(); waiting != 0; waiting = s.Waiting() {
		p := game.NewPosition(s, waiting.First(), &d)
		require.NotNil(tb, p)
		if observe != nil {
			observe(p)
		}
		picks := players[p.Seat].Choose(tb.Context(), p, &random)
		step.Reset()
		if err := s.Apply(p.Seat, game.Answer{Decision: d.ID, Picks: picks}, &step); err != nil {
			require.NoError(tb, err, "seat %d asked %s answered %v", p.Seat, d.Kind, picks)
		}
	}
	return s.Outcome()
}

// Against returns bots for all seats: first in seat 0, and others in the other seats.
func Against(first, others game.Bot, seats int) []game.Bot {
	players := []game.Bot{first}
	for range seats - 1 {
		players = append(players, others)
	}
	return players
}

// PlaceOf returns the place of a seat. The seat can be NoSeat.
func PlaceOf(tb testing.TB, outcome *game.Outcome, seat game.Seat) game.Place {
	for _, place := range outcome.Places {
		if place.Seat == seat {
			return place
		}
	}
	require.FailNow(tb, "a seat without a place")
	return game.Place{}
}

// BeatsRandom plays the case's matches with player in seat 0 and random bots in the other seats, or
// against the virtual opponent. It makes sure that player wins nine matches of ten. It returns the
// mean scores of player and of one of the opponents.
func BeatsRandom(t *testing.T, rules game.Rules, player game.Bot, c Case) (mean, opponents float64) {
	t.Helper()
	won, other := 0, game.Seat(1)
	if c.Seats == 1 {
		other = game.NoSeat
	}
	for seed := range uint64(c.Games) {
		s := start(t, rules, c, seed)
		outcome := Contest(t, s, seed+1<<32, Against(player, bot.NewRandom(), c.Seats), nil)
		own, theirs := PlaceOf(t, outcome, 0), PlaceOf(t, outcome, other)
		mean += float64(own.Total) / float64(c.Games)
		opponents += float64(theirs.Total) / float64(c.Games)
		if own.Rank == 1 {
			won++
		}
	}
	t.Logf("won %d of %d, mean score %.1f, of another player %.1f", won, c.Games, mean, opponents)
	require.GreaterOrEqual(t, won, c.Games*9/10)
	return mean, opponents
}

func start(tb testing.TB, rules game.Rules, c Case, seed uint64) game.State {
	s, err := rules.New(c.Options, c.Seats, game.SeedFromInt(seed))
	require.NoError(tb, err)
	return s
}
