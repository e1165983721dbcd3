package search

import (
	"cmp"
	"context"
	"math"
	"slices"

	"archmage/internal/game"
)

// The constants of the race, set by tournaments.
const (
	// maxDeals is how many deals are drawn at most; then they come again.
	maxDeals = 512
	// firstPasses and morePasses are how many passes there are between two looks
	// at the race.
	firstPasses, morePasses = 6, 4
	// behind is how many standard errors an answer is behind when it drops out.
	behind = 1.8
	// alike is the difference in value below which answers are as good as equal.
	alike = 0.002
	// pointShare is how much of a value is the lead in points, besides the place.
	pointShare = 0.3
	// maxAnswers is how long a playout may last.
	maxAnswers = 2000
)

// searcher has the memory of one search.
type searcher struct {
	level Level
	guide Guide
	// deals are the sampled states, state the one that is played on.
	deals []game.State
	state game.State
	d     game.Decision
	picks []game.Pick
	// answers are those that are considered; running are those still in the race.
	answers []answer
	running []*answer
	asked   game.Seat
	id      uint32
	until   int
}

// answer is an answer in the race.
type answer struct {
	picks []game.Pick
	// values has what came of it in each pass.
	values                []float64
	chance, points, place float64
}

func newSearcher(level Level) *searcher { return &searcher{level: level, guide: level.Guide()} }

// analyse runs the race.
func (s *searcher) analyse(ctx context.Context, p *game.Position, random *game.RNG) []Line {
	s.deals = s.deals[:0]
	s.deals = append(s.deals, p.Sample(random))
	if s.state == nil {
		s.state = s.deals[0].Clone()
	}
	s.asked, s.id = p.Seat, p.Decision.ID
	s.until = math.MaxInt
	if s.level.Rounds > 0 {
		s.until = s.deals[0].Progress().Round + s.level.Rounds
	}
	s.consider(p.Decision, random)
	iterations := s.level.Iterations
	if p.Budget.Iterations > 0 {
		iterations = p.Budget.Iterations
	}
	s.race(ctx, p, random, iterations)
	return s.lines()
}

// race plays the answers on until the budget is used up or one is left.
func (s *searcher) race(ctx context.Context, p *game.Position, random *game.RNG, iterations int) {
	s.running = s.running[:0]
	for i := range s.answers {
		s.running = append(s.running, &s.answers[i])
	}
	look := firstPasses
	for pass := 0; len(s.running) > 1; pass++ {
		if pass == len(s.deals) && pass < maxDeals {
			s.deals = append(s.deals, p.Sample(random))
		}
		deal := s.deals[pass%len(s.deals)]
		for _, a := range s.running {
			if iterations--; iterations < 0 || ctx.Err() != nil {
				return
			}
			deal.CopyInto(s.state)
			s.playOn(a)
		}
		if pass+1 == look {
			s.drop(pass + 1)
			look += morePasses
		}
	}
}

// playOn plays an answer on from s.state and notes what comes of it.
func (s *searcher) playOn(a *answer) {
	if s.state.Apply(s.asked, game.Answer{Decision: s.id, Picks: a.picks}, nil) != nil {
		a.values = append(a.values, 0)
		return
	}
	for range maxAnswers {
		waiting := s.state.Waiting()
		if waiting == 0 || s.until != math.MaxInt && s.state.Progress().Round >= s.until {
			break
		}
		if !s.step(waiting.First()) {
			break
		}
	}
	var points Points
	sides, spread := s.guide.Points(s.state, &points)
	s.note(a, &points, sides, spread)
}

// step lets the guide answer for a seat.
func (s *searcher) step(seat game.Seat) bool {
	d := &s.d
	d.Plain = true
	if !s.state.Decision(seat, d) {
		return false
	}
	if len(d.Options) > 1 || d.Options[0].Max > 1 {
		if picks := s.guide.Answer(s.state, d); len(picks) > 0 {
			if s.state.Apply(seat, game.Answer{Decision: d.ID, Picks: picks}, nil) == nil {
				return true
			}
			if whole, err := d.Complete(append(s.picks[:0], picks...), nil); err == nil {
				s.picks = whole
				if s.state.Apply(seat, game.Answer{Decision: d.ID, Picks: whole}, nil) == nil {
					return true
				}
			}
		}
		d.Plain = false
		s.state.Decision(seat, d)
	}
	return s.state.Apply(seat, game.Answer{Decision: d.ID, Picks: game.PlainAnswer(d)}, nil) == nil
}

// note adds up what came of an answer.
func (s *searcher) note(a *answer, points *Points, sides int, spread float64) {
	own := points[s.asked]
	best := math.Inf(-1)
	place := 1.0
	for i, other := range points[:sides] {
		if i == int(s.asked) {
			continue
		}
		best = max(best, other)
		place += 1 - win(own-other, spread)
	}
	chance := win(own-best, spread)
	a.values = append(a.values, (1-pointShare)*chance+pointShare*logistic((own-best)/s.scale()))
	a.chance += chance
	a.points += own
	a.place += place
}

// scale is the difference in points that counts as much.
func (s *searcher) scale() float64 { return 40 }

// win returns the chance that a lead in points, known with that spread, wins.
func win(lead, spread float64) float64 {
	if spread > 0 {
		return logistic(1.7 * lead / spread)
	}
	switch {
	case lead > 0:
		return 1
	case lead < 0:
		return 0
	}
	return 0.5
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// leader returns the answer with the best mean of those still running.
func (s *searcher) leader() *answer {
	return slices.MaxFunc(s.running, func(a, b *answer) int { return cmp.Compare(a.mean(), b.mean()) })
}

func (a *answer) mean() float64 {
	sum := 0.0
	for _, v := range a.values {
		sum += v
	}
	return sum / float64(max(1, len(a.values)))
}

// drop ends the race for those that are clearly behind the leader, or as good as
// equal to it.
func (s *searcher) drop(passes int) {
	first := s.leader()
	s.running = slices.DeleteFunc(s.running, func(a *answer) bool {
		if a == first {
			return false
		}
		mean, err := difference(first.values[:passes], a.values[:passes])
		return mean > behind*err || passes >= 16 && mean+2*err < alike
	})
}

// difference returns the mean of a minus b and its standard error.
func difference(a, b []float64) (mean, err float64) {
	sum, squares := 0.0, 0.0
	for i := range a {
		d := a[i] - b[i]
		sum += d
		squares += d * d
	}
	n := float64(len(a))
	mean = sum / n
	return mean, math.Sqrt(max(0, squares/n-mean*mean) / max(1, n-1))
}

// lines returns what was found out, the best answer first: those that ran
// longest, and of these by their mean. An answer that is ahead of the guide's by
// less than chance would have it stands behind it.
func (s *searcher) lines() []Line {
	if len(s.answers) == 0 {
		return nil
	}
	order := make([]*answer, len(s.answers))
	for i := range s.answers {
		order[i] = &s.answers[i]
	}
	slices.SortStableFunc(order, func(a, b *answer) int {
		if n := min(len(a.values), len(b.values)); n > 0 && len(a.values) != len(b.values) && max(len(a.values), len(b.values))-n > 1 {
			return len(b.values) - len(a.values)
		}
		return cmp.Compare(b.mean(), a.mean())
	})
	lines := make([]Line, len(order))
	for i, a := range order {
		n := float64(max(1, len(a.values)))
		lines[i] = Line{slices.Clone(a.picks), len(a.values), a.chance / n, a.points / n, a.place / n}
	}
	return lines
}
