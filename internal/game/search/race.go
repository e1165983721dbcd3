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
	// firstPasses and morePasses are how many passes there are between two looks at the race.
	firstPasses, morePasses = 6, 4
	// passesWanted is how many passes there should be time for, or else fewer
	// answers are considered.
	passesWanted = 12
	// behind is how many standard deviations an answer is behind when it drops out.
	behind = 1.5
	// Before it is played on, an answer is believed to be worse than the guide's by priorLoss, give
	// or take priorDoubt, in value; noise is how far a single comparison is off at least.
	priorLoss, priorDoubt, noise = 0.03, 0.04, 0.3
	// With a Ranker, the loss is rankedLoss and rankedPoint for each point between
	// the two, and rankedPasses is what passesWanted is otherwise.
	rankedLoss, rankedPoint, rankedPasses, rankedMost = 0.005, 0.02, 60, 12
	// proposedPasses is how long an answer that was to be considered stays in the race.
	proposedPasses = 24
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
	// points are those at the end of playing on.
	points Points
	// answers are those that are considered; running are those still in the race.
	answers []answer
	running []*answer
	asked   game.Seat
	id      uint32
	until   int
	// most is how many answers are considered.
	most, iterations int
	// explainer, if not nil, measures the effects of the answers.
	explainer Explainer
	effects   []Effect
	amounts   []float64
}

// answer is an answer in the race.
type answer struct {
	picks []game.Pick
	// values has what came of it in each pass.
	values                []float64
	chance, points, place float64
	chances               [game.MaxSeats]float64
	// isProposed: it was to be considered besides those that look good.
	isProposed bool
	// loss is how far it is believed to be behind the guide's answer at a glance.
	loss float64
	// lead is how far it is ahead of the guide's answer, doubt how uncertain that is.
	lead, doubt float64
	effectSums  effectSums
}

// expected returns the points that are expected after the answer.
func (a *answer) expected() float64 { return a.points / float64(max(1, len(a.values))) }

func newSearcher(level Level) *searcher { return &searcher{level: level, guide: level.Guide()} }

// analyse runs the race, unless everything can be tried out.
func (s *searcher) analyse(
	ctx context.Context,
	p *game.Position,
	random *game.RNG,
	explain bool,
	also [][]game.Pick,
) []game.Line {
	s.deals = s.deals[:0]
	s.deals = append(s.deals, p.Sample(random))
	if s.state == nil {
		s.state = s.deals[0].Clone()
	}
	s.asked, s.id = p.Seat, p.Decision.ID
	if lines, ok := s.solveEndgame(p, random); ok {
		return lines
	}
	if s.explainer = nil; explain {
		s.explain()
	}
	s.until = s.guide.Until(s.deals[0])
	iterations := s.level.Iterations
	if p.Budget.Iterations > 0 {
		iterations = p.Budget.Iterations
	}
	s.iterations = iterations
	s.most = min(s.level.Answers, max(2, iterations/passesWanted))
	s.consider(p.Decision, random)
	for _, picks := range also {
		if p.Decision.Check(game.Answer{Decision: s.id, Picks: picks}) == nil {
			s.most = len(s.answers) + 1
			s.add(p.Decision, slices.Clone(picks))
			for i := range s.answers {
				if p.Decision.SamePicks(s.answers[i].picks, picks) {
					s.answers[i].isProposed = true
				}
			}
		}
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
			s.drop()
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
		if waiting == 0 || s.until > 0 && s.state.Progress().Round >= s.until {
			break
		}
		if !s.step(waiting.First()) {
			break
		}
	}
	s.points = Points{}
	sides, spread := s.guide.Points(s.state, &s.points)
	s.note(a, &s.points, sides, spread)
	s.measure(a)
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
	shareOut(a, points[:sides], spread)
	a.values = append(a.values, (1-pointShare)*chance+pointShare*logistic((own-best)/s.scale()))
	a.chance += chance
	a.points += own
	a.place += place
}

// shareOut adds each side's share of the first place: its chance against the best of
// the others, so that all of them make 1.
func shareOut(a *answer, points []float64, spread float64) {
	var shares Points
	sum := 0.0
	for i := range points {
		best := math.Inf(-1)
		for j, other := range points {
			if j != i {
				best = max(best, other)
			}
		}
		shares[i] = win(points[i]-best, spread)
		sum += shares[i]
	}
	for i := range points {
		a.chances[i] += shares[i] / sum
	}
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

// drop ends the race for those that are unlikely to be the best.
func (s *searcher) drop() {
	best := 0.0
	for _, a := range s.running[1:] {
		a.judge(&s.answers[0])
		best = max(best, a.lead)
	}
	s.running = slices.DeleteFunc(s.running, func(a *answer) bool {
		return a != &s.answers[0] && a.lead+behind*a.doubt < best && (!a.isProposed || len(a.values) >= proposedPasses)
	})
}

// judge works out how far the answer is ahead of the guide's, in the passes that
// both were in. Few passes say little: most answers are worse than the guide's, so
// that is what is believed until there are enough.
func (a *answer) judge(base *answer) {
	n := min(len(a.values), len(base.values))
	mean, err := difference(a.values[:n], base.values[:n])
	trust := 0.0
	if n > 1 {
		trust = priorDoubt * priorDoubt / (priorDoubt*priorDoubt + err*err + noise*noise/float64(n*n))
	}
	a.lead = trust*mean - (1-trust)*a.loss
	a.doubt = priorDoubt * math.Sqrt(1-trust)
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

// lines returns what was found out, the best answer first.
func (s *searcher) lines() []game.Line {
	order := make([]*answer, len(s.answers))
	for i := range s.answers {
		order[i] = &s.answers[i]
		if i > 0 {
			order[i].judge(&s.answers[0])
		}
	}
	slices.SortStableFunc(order, func(a, b *answer) int { return cmp.Compare(b.lead, a.lead) })
	lines := make([]game.Line, len(order))
	for i, a := range order {
		n := float64(max(1, len(a.values)))
		lines[i] = game.Line{
			Picks:  slices.Clone(a.picks),
			Visits: len(a.values),
			Chance: a.chance / n,
			Points: a.expected(),
			Place:  a.place / n,
		}
		for seat := range a.chances {
			lines[i].Chances[seat] = a.chances[seat] / n
		}
		if i > 0 {
			lines[i].Reasons = s.reasons(a, order[0], -1)
		} else if len(order) > 1 {
			lines[i].Reasons = s.reasons(a, order[1], 1)
		}
	}
	return lines
}
