package replay

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/game/registry"
	"archmage/internal/match"
)

// thousandths returns a chance in thousandths.
func thousandths(chance float64) int { return int(math.Round(1000 * chance)) }

// From the start of a match to its end, the chance of each seat changes by luck, by its own decisions, by those of
// the others, and by the rest, which is what happens between the draws less what the searched decisions changed.
func TestBalanceAddsUp(t *testing.T) {
	for _, module := range registry.Hosted(registry.All()) {
		if module.Analyst == nil {
			continue
		}
		for seats := module.Rules.Info().MinSeats; seats <= 4; seats++ {
			t.Run(fmt.Sprint(module.Rules.Info().ID, seats), func(t *testing.T) {
				record := recordOf(t, module, seats)
				judged, strokes := searched(t, module, record)
				a := Conclude(module.Rules, record, judged, strokes, false)
				require.Len(t, a.Balance, seats)
				luck := 0
				for i, b := range a.Balance {
					require.Equal(t, game.Seat(i), b.Seat)
					require.Equal(
						t, thousandths(b.End),
						thousandths(b.Start)+thousandths(b.Luck)+thousandths(b.Skill)+thousandths(b.Others)+
							thousandths(b.Rest),
					)
					require.InDelta(t, finalChances(record).Seats[i], b.End, 1e-9)
					require.InDelta(t, betweenDraws(strokes, b)-b.Skill-b.Others, b.Rest, 0.003)
					luck += thousandths(b.Luck)
				}
				if seats > 1 {
					require.InDelta(t, 0, luck, float64(seats), "the luck of one is that of another")
				}
			})
		}
	}
}

// betweenDraws returns by how much the chance of a seat changes between the draws, and from the last one to the end.
func betweenDraws(strokes []Stroke, b Balance) (change float64) {
	for i, stroke := range strokes {
		next := b.End
		if i+1 < len(strokes) {
			next = strokes[i+1].Expected[b.Seat]
		}
		change += next - stroke.Found[b.Seat]
	}
	return change
}

// searched returns the judged decisions and the strokes of luck of a match, from few simulations.
func searched(t *testing.T, module game.Module, record *match.Record) ([]Judged, []Stroke) {
	t.Helper()
	questions, err := Questions(module.Rules, record, 20)
	require.NoError(t, err)
	rng := game.NewRNG(game.SeedFromInt(1))
	judged := make([]Judged, len(questions))
	for i := range questions {
		before := questions[i].Judge(t.Context(), module.Analyst, 48, &rng)
		judged[i] = questions[i].Weigh(t.Context(), module.Analyst, 10, &rng, &before)
		require.Equal(t, before.NeedsWeight() || before.effects != nil, judged[i].effects != nil)
	}
	draws, err := Draws(module.Rules, record)
	require.NoError(t, err)
	require.Equal(t, dealStep, draws[0].Step)
	require.Greater(t, len(draws), 10)
	require.Less(t, len(draws), len(record.Items), "not every answer is left to chance")
	var strokes []Stroke
	for i := range draws {
		require.True(t, i == 0 || draws[i-1].Step < draws[i].Step)
		stroke := draws[i].Estimate(t.Context(), module.Analyst, 3, &rng)
		for _, chances := range [][]float64{stroke.Expected, stroke.Found} {
			sum := 0.0
			for _, chance := range chances {
				sum += chance
			}
			if len(record.Seats) > 1 { // else the virtual opponent has the rest
				require.InDelta(t, 1, sum, 1e-9)
			}
			require.LessOrEqual(t, sum, 1+1e-9)
		}
		strokes = append(strokes, stroke)
	}
	return judged, strokes
}

// What could have been dealt is as good for each seat.
func TestDealIsFairBeforeItIsMade(t *testing.T) {
	module := registry.Hosted(registry.All())[0]
	draws, err := Draws(module.Rules, recordOf(t, module, 2))
	require.NoError(t, err)
	rng := game.NewRNG(game.SeedFromInt(2))
	stroke := draws[0].Estimate(t.Context(), module.Analyst, 300, &rng)
	require.InDelta(t, 0.5, stroke.Expected[0], 0.05, "before the deal, the seats are equal")
}

// A difference between answers counts as far as it is certain.
func TestUncertainDifferencesCountLess(t *testing.T) {
	d := &game.Decision{ID: 1, Min: 1, Max: 1}
	pick := func(word uint8) []game.Pick { return []game.Pick{{Key: game.Key{Word: word}, N: 1}} }
	q := Question{Chosen: pick(2), seats: 2}
	effects := func(err float64) []float64 {
		chances, _ := q.effects(d, []game.Line{
			{Picks: pick(1), Chance: 0.6, Chances: game.Points{0.6, 0.4}},
			{Picks: pick(2), Chance: 0.5, Chances: game.Points{0.5, 0.5}, Error: err},
		})
		return chances
	}
	require.InDeltaSlice(t, []float64{-0.1, 0.1}, effects(0), 1e-9, "an exact result counts in full")
	require.InDeltaSlice(t, []float64{-0.05, 0.05}, effects(trueDeviation), 1e-9)
	require.InDeltaSlice(t, []float64{0, 0}, effects(math.Inf(1)), 1e-9)
	q.Chosen = pick(1)
	require.Nil(t, effects(0), "the best answer was given")
}

// The accuracy is the part of the stake that the answers have kept, from none to all of it.
func TestAccuracy(t *testing.T) {
	record := &match.Record{Seats: make([]match.RecordSeat, 3), Items: make([]match.Item, 9)}
	strokes := []Stroke{{dealStep, []float64{0.3, 0.3, 0.4}, []float64{0.3, 0.3, 0.4}}}
	list := balance(record, []Judged{
		{Seat: 0, stake: 0.2}, {Seat: 0, stake: 0.2, effects: []float64{-0.1, 0.06, 0.04}, points: -2.54},
		{Seat: 1, stake: 0.1, effects: []float64{0.1, -0.2, 0.1}},
	}, strokes)
	require.InDelta(t, 0.75, *list[0].Accuracy, 1e-9)
	require.InDelta(t, 0, *list[1].Accuracy, 1e-9)
	require.Equal(t, []float64{-2.5, 0, 0}, []float64{list[0].Points, list[1].Points, list[2].Points})
	require.Nil(t, list[2].Accuracy, "no decision was searched")
	require.Equal(t, []float64{-0.1, 0.1, 0}, []float64{list[0].Skill, list[0].Others, list[0].Luck})
	require.InDelta(t, 0.3, list[0].End, 1e-9, "a match without a result ends as it stands")
}

// A stroke of luck is told at its step, with the seat whose chance it changed most. The deal is not one of them.
func TestStrokesOfLuck(t *testing.T) {
	require.Equal(t, []Turn{{7, 1, -0.25}}, greatestStrokes([]Stroke{
		{dealStep, []float64{0.5, 0.5}, []float64{0.9, 0.1}},
		{3, []float64{0.5, 0.5}, []float64{0.53, 0.47}},
		{7, []float64{0.4, 0.5, 0.1}, []float64{0.6, 0.25, 0.15}},
	}))
}

// Analyses of earlier versions, which have no balance, can still be shown, and a match without draws has none.
func TestAnalysesWithoutBalance(t *testing.T) {
	require.True(t, IsReadable(3) && IsReadable(4) && IsReadable(AnalysisVersion))
	require.False(t, IsReadable(2) || IsReadable(AnalysisVersion+1))
	data, err := json.Marshal(concluded(looked(3, 0, []float64{0.6, 0.4})))
	require.NoError(t, err)
	require.NotContains(t, string(data), "balance")
}
