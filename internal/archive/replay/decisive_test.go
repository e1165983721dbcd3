package replay

import (
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/game/registry"
	"archmage/internal/match"
)

// line returns the line of an answer that was played on 300 times.
func line(option string, chance, points float64) Line {
	return Line{Answer: []game.PickText{{Option: option, N: 1}}, Visits: 300, Chance: chance, Points: points}
}

// compared returns a decision whose answers were compared. The best comes first.
func compared(step int, seat game.Seat, chosen int, best ...Line) Judged {
	return Judged{Step: step, Seat: seat, Best: best, Chosen: &best[chosen], isCompared: true}
}

// The decisions that mattered most are those with the largest differences, in chance and points together.
func TestDecisive(t *testing.T) {
	uncertain := compared(5, 0, 0, line("a", 0.9, 50), line("b", 0.1, 10))
	uncertain.isCompared = false
	list := []Judged{
		compared(3, 0, 0, line("a", 0.5, 60), line("b", 0.45, 58)),
		uncertain,
		compared(9, 0, 0, line("a", 0.6, 64), line("b", 0.5, 55), line("c", 0.1, 1)),
		compared(12, 0, 0, line("a", 0.99, 90), line("b", 0.99, 80)),
		compared(14, 0, 1, line("a", 0.6, 70), line("b", 0.58, 71)),
		compared(20, 0, 2, line("a", 0.7, 70), line("b", 0.5, 60), line("c", 0.4, 66)),
		compared(22, 1, 0, line("a", 0.9, 70)),
		compared(25, 1, 0, line("a", 0.5, 70), line("b", 0.49, 69)),
		compared(26, 2, 1, line("a", 0.9, 90), line("b", 0.93, 40)),
		compared(28, 2, 1, line("a", 0.5, 70), line("b", 0.52, 40)),
		{Step: 30, Seat: 1, Best: []Line{line("a", 0.9, 70)}, isCompared: true},
	}
	require.Equal(t, []Decisive{
		{0, &Difference{9, 0.1, 9}, &Difference{20, 0.3, 4}},
		{2, nil, &Difference{28, -0.02, 30}},
	}, decisive(list, 3))
	require.Empty(t, decisive(nil, 4))
}

// The decisions that are compared are a few of each seat. Differences between few simulations count less.
func TestCandidates(t *testing.T) {
	var list []Judged
	for i := range 20 {
		j := compared(i, game.Seat(i%2), i/2%2, line("a", 0.5, 50), line("b", 0.5-float64(i)/100, 50))
		j.isCompared = false
		list = append(list, j)
	}
	few := line("b", 0.1, 50)
	few.Visits = 1
	list = append(list, Judged{Step: 20, Seat: 0, Best: []Line{line("a", 0.5, 50), few}})
	list[20].Chosen = &list[20].Best[0]
	require.Equal(t, []int{8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19}, Candidates(list, 2))
	list[18].isCompared = true
	require.Equal(t, []int{6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 19}, Candidates(list, 2))
}

// In a match of each game, the decisions that mattered most are decisions of their seats, and say what the lines
// of the analysis say.
func TestDecisiveInTheGames(t *testing.T) {
	for _, module := range registry.Hosted(registry.All()) {
		if module.Analyst == nil {
			continue
		}
		t.Run(module.Rules.Info().ID, func(t *testing.T) {
			record := recordOf(t, module, 2)
			questions, err := Questions(module.Rules, record, 24)
			require.NoError(t, err)
			rng := game.NewRNG(game.SeedFromInt(1))
			judged := make([]Judged, len(questions))
			for i := range questions {
				judged[i] = questions[i].Judge(t.Context(), module.Analyst, 100, &rng)
			}
			candidates := Candidates(judged, 2)
			require.NotEmpty(t, candidates)
			require.LessOrEqual(t, len(candidates), 2*2*candidatesOfKind)
			for _, i := range candidates {
				judged[i] = questions[i].Compare(t.Context(), module.Analyst, 100, &rng, &judged[i])
				require.True(t, judged[i].isCompared)
				require.NotNil(t, judged[i].Chosen)
				for j := range judged[i].Best {
					require.InDelta(t, 100, judged[i].Best[j].Visits, 1)
				}
			}
			a := Conclude(module.Rules, record, judged, nil, false)
			require.NotEmpty(t, a.Decisive)
			for _, d := range a.Decisive {
				for kind, one := range map[string]*Difference{"best": d.Best, "costliest": d.Costliest} {
					if one == nil {
						continue
					}
					require.Equal(t, d.Seat, record.Items[one.Step].Seat)
					at := &a.Decisions[indexOf(a.Decisions, one.Step)]
					require.Equal(t, kind == "best", sameAnswer(&at.Best[0], at.Chosen))
					other := at.Chosen
					if kind == "best" {
						other = &at.Best[1]
					}
					require.InDelta(t, at.Best[0].Points-other.Points, one.Points, 0.001)
					require.InDelta(t, at.Best[0].Chance-other.Chance, one.Chance, 0.0001)
				}
			}
		})
	}
}

func indexOf(decisions []Judged, step int) int {
	for i := range decisions {
		if decisions[i].Step == step {
			return i
		}
	}
	return -1
}

// recordOf returns the record of a match of people who answer at random.
func recordOf(t *testing.T, module game.Module, seats int) *match.Record {
	t.Helper()
	options, err := game.CompleteOptions(module.Rules.Info(), nil, seats)
	require.NoError(t, err)
	seed := game.SeedFromInt(3)
	m, err := match.Begin(module.Rules, match.Terms{
		ID: "m", Game: module.Rules.Info().ID, Options: options, Started: 1,
		Players: []match.Player{{Person: "ann"}, {Person: "bob"}, {Person: "cyd"}, {Person: "dee"}}[:seats],
	}, match.Start{Seed: &seed})
	require.NoError(t, err)
	random := game.NewRNG(game.SeedFromInt(4))
	for m.Result == nil {
		p := game.NewPosition(m.State, m.State.Waiting().First(), nil)
		picks := module.Bots[len(module.Bots)-1].Choose(t.Context(), p, &random)
		m, err = m.Answer(1, p.Seat, match.Choice(module.Rules, p.Decision, picks), nil, nil)
		require.NoError(t, err)
	}
	return m.Record(nil)
}
