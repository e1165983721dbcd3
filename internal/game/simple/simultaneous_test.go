package simple

import (
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
)

// auction is a game for tests: two seats bid 0 to 9 in secret, and the match is over.
type auction struct {
	Bids     [2]int
	Resolved int
	Order    [2]game.Seat
	Carried  int
}

func auctionRules() game.Rules {
	return New(Game[auction]{
		Info:  game.Info{ID: "auction", Version: 1, Title: game.English("Auction"), MinSeats: 2, MaxSeats: 2},
		Words: game.OptionWords{0: {Word: "bid"}},
		Start: func(*auction, *Start) {},
		Waiting: func(m *auction) game.Seats {
			if m.Resolved > 0 {
				return 0
			}
			return game.AllSeats(2)
		},
		Ask: func(_ *auction, _ game.Seat, d *game.Decision) {
			d.Kind = "bid"
			d.AddNumber(game.Key{}, 0, 9)
		},
		Answer: func(m *auction, a *Answer) {
			m.Bids[a.Seat] = a.Number()
			m.Order[m.Carried] = a.Seat
			m.Carried++
		},
		Resolve: func(m *auction, _ *Answer) { m.Resolved++ },
		Public:  func(m *auction) any { return &struct{ Resolved int }{m.Resolved} },
		Points:  func(m *auction) []int { return []int{m.Bids[0] * m.Resolved, m.Bids[1] * m.Resolved} },
	})
}

func bid(t *testing.T, s game.State, seat game.Seat, n uint16, step *game.Step) {
	t.Helper()
	var picks []game.Pick
	if n > 0 {
		picks = []game.Pick{{N: n}}
	}
	require.NoError(t, s.Apply(seat, game.Answer{Decision: 1, Picks: picks}, step))
}

// Answers are carried out together, in the order of the seats, whatever the order in which they came.
func TestSimultaneousAnswersAreCarriedOutTogether(t *testing.T) {
	s := newMatch(t, auctionRules())
	var step game.Step
	bid(t, s, 1, 5, &step)
	require.True(t, step.Undoable())
	require.Equal(t, game.Seats(0).With(0), s.Waiting())
	require.Equal(t, []int{0, 0}, s.Standing(), "the bid is secret")

	var d game.Decision
	require.True(t, s.Decision(1, &d))
	require.True(t, d.Answered)
	require.Equal(t, uint16(5), d.Current[0].N)

	bid(t, s, 1, 7, &step)
	require.False(t, step.ShownToAll, "a changed answer shows nothing")
	bid(t, s, 0, 2, &step)
	require.True(t, step.ShownToAll)
	require.Equal(t, []int{2, 7}, s.Standing())
	match := s.(*state[auction]).Match
	require.Equal(t, [2]game.Seat{0, 1}, match.Order)
	require.Equal(t, 1, match.Resolved)
	require.Zero(t, s.Waiting())
}

// A sample for a player keeps the player's own answer and draws those of others.
func TestSampleDrawsSecretAnswers(t *testing.T) {
	s := newMatch(t, auctionRules())
	bid(t, s, 1, 5, nil)
	drawn := map[int]bool{}
	random := game.NewRNG(game.SeedFromInt(8))
	for range 50 {
		other := s.Sample(game.SeatViewer(0), &random).(*state[auction])
		require.NoError(t, other.Check())
		require.Equal(t, game.Seats(0).With(0), other.Waiting(), "also if the other bid is 0")
		if picks := other.Answers[1]; len(picks) > 0 {
			drawn[int(picks[0].N)] = true
		} else {
			drawn[0] = true
		}
		own := s.Sample(game.SeatViewer(1), &random).(*state[auction])
		require.Equal(t, uint16(5), own.Answers[1][0].N)
	}
	require.Greater(t, len(drawn), 5)
	require.True(t, drawn[0])
}
