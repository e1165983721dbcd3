package conformance

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/game/bot"
)

// Thorough returns one of two amounts of work: that of a quick or of a thorough run.
func Thorough[N any](quick, thorough N) N {
	if os.Getenv("ARCHMAGE_THOROUGH") != "" {
		return thorough
	}
	return quick
}

// Contest plays a match to its end between bots, one for each seat. Asked, if
// not nil, is shown every position before it is answered.
func Contest(tb testing.TB, s game.State, seed uint64, players []game.Bot, asked func(*game.Position)) *game.Outcome {
	random := game.NewRNG(game.SeedFromInt(seed))
	var d game.Decision
	var step game.Step
	for waiting := s.Waiting(); waiting != 0; waiting = s.Waiting() {
		p := game.NewPosition(s, waiting.First(), &d)
		require.NotNil(tb, p)
		if asked != nil {
			asked(p)
		}
		picks := players[p.Seat].Choose(tb.Context(), p, &random)
		step.Reset()
		if err := s.Apply(p.Seat, game.Answer{Decision: d.ID, Picks: picks}, &step); err != nil {
			require.NoError(tb, err, "seat %d asked %s answered %v", p.Seat, d.Kind, picks)
		}
	}
	return s.Outcome()
}

// Against returns the player in seat 0 and the others in the other seats.
func Against(first, others game.Bot, seats int) []game.Bot {
	players := []game.Bot{first}
	for range seats - 1 {
		players = append(players, others)
	}
	return players
}

// PlaceOf returns the place of the seat, which may be NoSeat.
func PlaceOf(tb testing.TB, outcome *game.Outcome, seat game.Seat) game.Place {
	for _, place := range outcome.Places {
		if place.Seat == seat {
			return place
		}
	}
	require.FailNow(tb, "a seat without a place")
	return game.Place{}
}

// BeatsRandom plays the case's matches with the player in seat 0 and random
// players in the others, or the virtual opponent, and makes sure that it wins nine
// of ten. It returns the mean score of the player, and of one of the others.
func BeatsRandom(t *testing.T, rules game.Rules, player game.Bot, c Case) (mean, others float64) {
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
		others += float64(theirs.Total) / float64(c.Games)
		if own.Rank == 1 {
			won++
		}
	}
	t.Logf("won %d of %d, mean score %.1f, of another player %.1f", won, c.Games, mean, others)
	require.GreaterOrEqual(t, won, c.Games*9/10)
	return mean, others
}

// start starts a match of the case.
func start(tb testing.TB, rules game.Rules, c Case, seed uint64) game.State {
	s, err := rules.New(c.Options, c.Seats, game.SeedFromInt(seed))
	require.NoError(tb, err)
	return s
}
