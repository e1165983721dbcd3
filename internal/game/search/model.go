package search

import (
	"fmt"
	"math"

	"archmage/internal/game"
)

// Learner is a [Guide] whose estimate of points can be learned from matches.
type Learner interface {
	Guide
	// Stages returns the number of stages of a match. Each stage has its own model.
	Stages() int
	// Features appends numbers that describe the position of the seat at the start of a round, and
	// returns the stage and the longer slice. All positions of a stage have the same number of
	// features. Features reads nothing that is hidden from the seat's player.
	Features(s game.State, seat game.Seat, features []float64) (stage int, all []float64)
	// Tables returns the options and numbers of players of the training matches.
	Tables() []Table
}

// Table has the settings of a training match.
type Table struct {
	Options game.MatchOptions
	Players int
}

// Model estimates the points that a seat gains from the start of a round to the end of the match: a
// weighted sum of features, with separate weights for each stage.
type Model struct {
	// Description describes the training of the model.
	Description string  `json:"made"`
	Stages      []Stage `json:"stages"`
}

// Stage is the model of one stage.
type Stage struct {
	// Samples is the number of positions in the training data.
	Samples int `json:"samples"`
	// Error is the standard deviation of the model's error, in points. GainDeviation is the
	// standard deviation of the gains themselves.
	Error         float64   `json:"error"`
	GainDeviation float64   `json:"plain"`
	Weights       []float64 `json:"weights"`
}

// Gain returns the estimated gain of a seat, and the standard deviation of the difference between
// two such estimates. It returns false if the stage has no model.
func (m *Model) Gain(stage int, features []float64) (gain, spread float64, ok bool) {
	if stage >= len(m.Stages) || len(m.Stages[stage].Weights) != len(features) {
		return 0, 0, false
	}
	for i, w := range m.Stages[stage].Weights {
		gain += w * features[i]
	}
	return gain, math.Sqrt2 * max(0.1, m.Stages[stage].Error), true
}

// TrainingSet accumulates positions and gains for the fit of a model.
type TrainingSet struct {
	stages []sums
}

// sums are the sums of a least-squares fit.
type sums struct {
	n       int
	squares [][]float64
	product []float64
	y, yy   float64
}

// NewTrainingSet returns an empty set for this number of stages.
func NewTrainingSet(stages int) *TrainingSet { return &TrainingSet{make([]sums, stages)} }

// Add adds a position with the points that its seat gained afterwards.
func (l *TrainingSet) Add(stage int, features []float64, gain float64) {
	s := &l.stages[stage]
	if s.squares == nil {
		s.product = make([]float64, len(features))
		for range features {
			s.squares = append(s.squares, make([]float64, len(features)))
		}
	}
	for i, x := range features {
		for j, y := range features {
			s.squares[i][j] += x * y
		}
		s.product[i] += x * gain
	}
	s.n++
	s.y += gain
	s.yy += gain * gain
}

// Model fits the weights of every stage that has data. made becomes the description of the model.
func (l *TrainingSet) Model(made string) (*Model, error) {
	m := &Model{Description: made, Stages: make([]Stage, len(l.stages))}
	for i := range l.stages {
		s := &l.stages[i]
		if s.n == 0 {
			continue
		}
		weights, err := s.solve()
		if err != nil {
			return nil, fmt.Errorf("stage %d: %w", i, err)
		}
		residual := s.yy
		for j, w := range weights {
			residual -= 2 * w * s.product[j]
			for k, v := range weights {
				residual += w * v * s.squares[j][k]
			}
		}
		n := float64(s.n)
		for j := range weights {
			weights[j] = math.Round(weights[j]*1e4) / 1e4
		}
		m.Stages[i] = Stage{
			Samples: s.n, Error: math.Round(100*math.Sqrt(max(0, residual/n))) / 100,
			GainDeviation: math.Round(100*math.Sqrt(max(0, s.yy/n-s.y*s.y/n/n))) / 100, Weights: weights,
		}
	}
	return m, nil
}

// solve returns the least-squares weights with a small ridge penalty.
func (s *sums) solve() ([]float64, error) {
	n := len(s.product)
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = append(append([]float64{}, s.squares[i]...), s.product[i])
		rows[i][i] += 1e-4*float64(s.n) + 1e-9
	}
	for i := range rows {
		best := i
		for j := i + 1; j < n; j++ {
			if math.Abs(rows[j][i]) > math.Abs(rows[best][i]) {
				best = j
			}
		}
		rows[i], rows[best] = rows[best], rows[i]
		if rows[i][i] == 0 {
			return nil, fmt.Errorf("feature %d cannot be told from the others", i)
		}
		for j := range rows {
			if j == i {
				continue
			}
			factor := rows[j][i] / rows[i][i]
			for k := i; k <= n; k++ {
				rows[j][k] -= factor * rows[i][k]
			}
		}
	}
	weights := make([]float64, n)
	for i := range weights {
		weights[i] = rows[i][n] / rows[i][i]
	}
	return weights, nil
}

// AddMatch plays a match with the guide and adds the positions at the start of each round to the
// training set, with the points gained afterwards. One answer in randomOneIn is random.
func AddMatch(rules game.Rules, g Learner, t Table, random *game.RNG, randomOneIn int, set *TrainingSet) error {
	state, err := rules.New(t.Options, t.Players, random.Seed())
	if err != nil {
		return err
	}
	type sample struct {
		stage    int
		features []float64
		standing float64
		seat     game.Seat
	}
	var samples []sample
	s := searcher{guide: g, state: state}
	last := 0
	for waiting := state.Waiting(); waiting != 0; waiting = state.Waiting() {
		if round := state.Progress().Round; round > last {
			last = round
			standing := state.Standing()
			for seat := range game.Seat(t.Players) {
				stage, features := g.Features(state, seat, nil)
				samples = append(samples, sample{stage, features, float64(standing[seat]), seat})
			}
		}
		if random.IntN(randomOneIn) == 0 {
			if state.Decision(waiting.First(), &s.d) {
				picks, _ := s.d.Complete(nil, random)
				if err := state.Apply(waiting.First(), game.Answer{Decision: s.d.ID, Picks: picks}, nil); err != nil {
					return err
				}
			}
		} else if !s.step(waiting.First()) {
			return fmt.Errorf("the guide has no answer to %s", s.d.Kind)
		}
	}
	standing := state.Standing()
	for _, sampled := range samples {
		set.Add(sampled.stage, sampled.features, float64(standing[sampled.seat])-sampled.standing)
	}
	return nil
}
