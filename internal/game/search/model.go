package search

import (
	"fmt"
	"math"

	"archmage/internal/game"
)

// Learner is a [Guide] whose estimate of points can be learned from matches.
type Learner interface {
	Guide
	// Stages is the number of parts of a match that are learned apart.
	Stages() int
	// Features appends numbers that say how the seat stands at the start of a
	// round, the same number of them whenever the stage is the same. It reads
	// nothing that the seat's player does not know.
	Features(s game.State, seat game.Seat, features []float64) (stage int, all []float64)
	// Tables are the options and numbers of players to learn from.
	Tables() []Table
}

// Table is a kind of match.
type Table struct {
	Options game.MatchOptions
	Players int
}

// Model estimates what a seat will gain from the start of a round to the end: a
// sum of features with weights, for each stage.
type Model struct {
	// Made says how the model was made.
	Made   string  `json:"made"`
	Stages []Stage `json:"stages"`
}

// Stage is a model of one stage.
type Stage struct {
	// Samples is how many positions it was made from.
	Samples int `json:"samples"`
	// Error is how far it is off, as a standard deviation. Without the model it would be Plain.
	Error   float64   `json:"error"`
	Plain   float64   `json:"plain"`
	Weights []float64 `json:"weights"`
}

// Gain returns what the seat will gain, and how uncertain the difference between
// two such gains is; false if the stage has not been learned.
func (m *Model) Gain(stage int, features []float64) (gain, spread float64, ok bool) {
	if stage >= len(m.Stages) || len(m.Stages[stage].Weights) != len(features) {
		return 0, 0, false
	}
	for i, w := range m.Stages[stage].Weights {
		gain += w * features[i]
	}
	return gain, math.Sqrt2 * max(0.1, m.Stages[stage].Error), true
}

// Lesson collects what a model is learned from.
type Lesson struct {
	stages []sums
}

// sums are those of a least-squares fit.
type sums struct {
	n       int
	squares [][]float64
	product []float64
	y, yy   float64
}

// NewLesson returns a lesson for so many stages.
func NewLesson(stages int) *Lesson { return &Lesson{make([]sums, stages)} }

// Add adds what a seat gained from a position.
func (l *Lesson) Add(stage int, features []float64, gain float64) {
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

// Model fits the weights.
func (l *Lesson) Model(made string) (*Model, error) {
	m := &Model{Made: made, Stages: make([]Stage, len(l.stages))}
	for i := range l.stages {
		s := &l.stages[i]
		if s.n == 0 {
			continue
		}
		weights, err := s.solve()
		if err != nil {
			return nil, fmt.Errorf("stage %d: %w", i, err)
		}
		left := s.yy
		for j, w := range weights {
			left -= 2 * w * s.product[j]
			for k, v := range weights {
				left += w * v * s.squares[j][k]
			}
		}
		n := float64(s.n)
		for j := range weights {
			weights[j] = math.Round(weights[j]*1e4) / 1e4
		}
		m.Stages[i] = Stage{
			Samples: s.n, Error: math.Round(100*math.Sqrt(max(0, left/n))) / 100,
			Plain: math.Round(100*math.Sqrt(max(0, s.yy/n-s.y*s.y/n/n))) / 100, Weights: weights,
		}
	}
	return m, nil
}

// solve returns the weights of the least squares, a little drawn to 0 (ridge).
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

// Study plays a match to its end by the guide, one answer in surprise by chance,
// and adds to the lesson how each round began and what came of it.
func Study(rules game.Rules, g Learner, t Table, random *game.RNG, surprise int, lesson *Lesson) error {
	state, err := rules.New(t.Options, t.Players, random.Seed())
	if err != nil {
		return err
	}
	type note struct {
		stage    int
		features []float64
		standing float64
		seat     game.Seat
	}
	var notes []note
	s := searcher{guide: g, state: state}
	last := 0
	for waiting := state.Waiting(); waiting != 0; waiting = state.Waiting() {
		if round := state.Progress().Round; round > last {
			last = round
			standing := state.Standing()
			for seat := range game.Seat(t.Players) {
				stage, features := g.Features(state, seat, nil)
				notes = append(notes, note{stage, features, float64(standing[seat]), seat})
			}
		}
		if random.IntN(surprise) == 0 {
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
	for _, n := range notes {
		lesson.Add(n.stage, n.features, float64(standing[n.seat])-n.standing)
	}
	return nil
}
