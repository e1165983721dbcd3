package conformance

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
)

// endNodes is the maximum number of answers that are tried to find the best end of a match.
const endNodes = 20000

// PlaysBestEnds looks for positions near the end of matches that quick plays, in which only one seat still
// acts, nothing is hidden from it or left to chance, and its answers make a difference. It makes
// sure that player reaches the best end, found by exhaustive search, in at least 95 % of them.
func PlaysBestEnds(t *testing.T, rules game.Rules, quick, player game.Bot, c Case, positions int) {
	t.Helper()
	tried, best := 0, 0
	for number := uint64(0); tried < positions; number++ {
		require.Less(t, number, uint64(20*positions), "too few such positions")
		state, err := rules.New(c.Options, c.Seats, game.SeedFromInt(c.Seed+number))
		require.NoError(t, err)
		random := game.NewRNG(game.SeedFromInt(c.Seed + number + 1<<32))
		turn, seat := lastTurn(t, state, quick, &random)
		if from, want, ok := beforeTheEnd(rules, turn, seat); ok {
			tried++
			if end := playEnd(t, from, player, seat, random); !end.worse(want) {
				best++
			}
		}
	}
	t.Logf("the best end of %d of %d positions", best, tried)
	require.GreaterOrEqual(t, float64(best), 0.95*float64(tried))
}

// lastTurn plays a match with quick. It returns the seat that gives the last answer of the match, and
// the positions since the last answer of another seat.
func lastTurn(t *testing.T, state game.State, quick game.Bot, random *game.RNG) (turn []game.State, seat game.Seat) {
	seat = game.NoSeat
	for waiting := state.Waiting(); waiting != 0; waiting = state.Waiting() {
		p := game.NewPosition(state, waiting.First(), nil)
		if p.Seat != seat || waiting != game.Seats(0).With(seat) {
			turn, seat = turn[:0], p.Seat
		}
		turn = append(turn, state.Clone())
		apply(t, state, p, quick.Choose(context.Background(), p, random))
	}
	return turn, seat
}

// beforeTheEnd returns the first position of a last turn whose best end can be found by exhaustive
// search and in which the answers matter, if there is one.
func beforeTheEnd(rules game.Rules, turn []game.State, seat game.Seat) (position game.State, want ending, ok bool) {
	for _, state := range slices.Backward(turn) {
		s := endSearch{rules: rules, seat: seat, nodes: endNodes}
		end, all := s.best(state)
		if !all {
			break
		}
		if s.matters {
			position, want, ok = state, end, true
		}
	}
	return position, want, ok
}

// ending is the result of a match for a seat.
type ending struct{ rank, lead int }

func (e ending) worse(o ending) bool { return e.rank > o.rank || e.rank == o.rank && e.lead < o.lead }

// endingOf returns the result of a finished match for the seat.
func endingOf(s game.State, seat game.Seat) ending {
	var e ending
	best := math.MinInt
	for _, place := range s.Outcome().Places {
		if place.Seat == seat {
			e.rank, e.lead = place.Rank, place.Total
		} else {
			best = max(best, place.Total)
		}
	}
	e.lead -= best
	return e
}

// playEnd lets the player play a match to its end.
func playEnd(t *testing.T, s game.State, player game.Bot, seat game.Seat, random game.RNG) ending {
	for s.Waiting() != 0 {
		p := game.NewPosition(s.Clone(), seat, nil)
		p.Budget.Iterations = 200
		apply(t, s, p, player.Choose(context.Background(), p, &random))
	}
	return endingOf(s, seat)
}

func apply(t testing.TB, s game.State, p *game.Position, picks []game.Pick) {
	require.NoError(t, s.Apply(p.Seat, game.Answer{Decision: p.Decision.ID, Picks: picks}, nil))
}

// endSearch tries all answers of a seat until the end of the match.
type endSearch struct {
	rules game.Rules
	seat  game.Seat
	nodes int
	step  game.Step
	// matters means that the ends found so far differ. firstEnd is the first one.
	firstEnd *ending
	matters  bool
}

// best returns the best end. It returns false if the end depends on other seats or on chance, or
// the search is too large.
func (e *endSearch) best(s game.State) (ending, bool) {
	if s.Waiting() == 0 {
		end := endingOf(s, e.seat)
		if e.firstEnd == nil {
			e.firstEnd = &end
		}
		e.matters = e.matters || end != *e.firstEnd
		return end, true
	}
	var d game.Decision
	if s.Waiting() != game.Seats(0).With(e.seat) || !s.Decision(e.seat, &d) {
		return ending{}, false
	}
	list, all := d.Answers(2000)
	if !all {
		return ending{}, false
	}
	best := ending{rank: math.MaxInt}
	for i := len(list) - 1; i >= 0; i-- {
		if e.rules.OptionID(list[i][0].Key) == "back" {
			continue // going back leads to positions that are searched anyway
		}
		if e.nodes--; e.nodes < 0 {
			return ending{}, false
		}
		after := s.Clone()
		e.step.Reset()
		if err := after.Apply(e.seat, game.Answer{Decision: d.ID, Picks: list[i]}, &e.step); err != nil {
			return ending{}, false
		}
		if after.Waiting() != 0 && !e.step.Undoable() || e.step.Random && e.endsDiffer(s, after, d.ID, list[i]) {
			return ending{}, false
		}
		end, ok := e.best(after)
		if !ok {
			return ending{}, false
		}
		if end.rank != math.MaxInt && (best.rank == math.MaxInt || best.worse(end)) {
			best = end
		}
	}
	return best, true
}

// endsDiffer reports whether the last answer can lead to another end by chance.
func (e *endSearch) endsDiffer(before, after game.State, decision uint32, picks []game.Pick) bool {
	for n := range uint64(3) {
		random := game.NewRNG(game.SeedFromInt(n))
		other := before.Sample(game.SeatViewer(e.seat), &random)
		if other.Apply(e.seat, game.Answer{Decision: decision, Picks: picks}, nil) != nil || other.Waiting() != 0 ||
			endingOf(other, e.seat) != endingOf(after, e.seat) {
			return true
		}
	}
	return false
}
