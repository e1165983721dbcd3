package search

import (
	"cmp"
	"context"
	"math"
	"slices"

	"archmage/internal/game"
)

// The constants of the race were set by tournaments.
const (
	// maxDeals is the maximum number of sampled states. Later passes reuse them.
	maxDeals = 512
	// The race drops answers after firstPasses passes, and then after every morePasses passes.
	firstPasses, morePasses = 6, 4
	// passesWanted is the number of passes for which the budget should suffice. The number of
	// answers is reduced accordingly.
	passesWanted = 12
	// An answer drops out if it is at least dropDeviations standard deviations behind the best.
	dropDeviations = 1.5
	// Before its first playout, an answer is assumed to be worse than the guide's answer by
	// priorLoss, with a standard deviation of priorDeviation. Both are differences in value. noise
	// is the minimum standard deviation of a single comparison.
	priorLoss, priorDeviation, noise = 0.03, 0.04, 0.3
	// With a Ranker, the prior loss is rankedLoss plus rankedPoint for each point of difference.
	// rankedPasses replaces passesWanted, and rankedMost bounds the number of answers.
	rankedLoss, rankedPoint, rankedPasses, rankedMost = 0.005, 0.02, 60, 12
	// A proposed answer stays in the race for at least this many passes.
	proposedPasses = 24
	// pointShare is the weight of the lead in points in a value. The rest is the chance of winning.
	pointShare = 0.3
	// maxPlayoutAnswers bounds the answers in a playout.
	maxPlayoutAnswers = 2000
)

// searcher has the memory of one search.
type searcher struct {
	level Level
	guide Guide
	// deals are the sampled states. state is the state of the current playout.
	deals []game.State
	state game.State
	d     game.Decision
	picks []game.Pick
	// points are the points at the end of the current playout.
	points Points
	// answers are the candidates.
	answers []answer
	// running are the candidates that are still in the race.
	running    []*answer
	seat       game.Seat
	decisionID uint32
	stopRound  int
	// answerLimit bounds the number of candidates.
	answerLimit, iterations int
	// explainer measures the effects of the answers, unless it is nil.
	explainer Explainer
	effects   []Effect
	amounts   []float64
}

// answer is a candidate in the race.
type answer struct {
	picks []game.Pick
	// values has the value of each playout.
	values                []float64
	chance, points, place float64
	chances               Points
	// passChances has the chance of the seat in each playout.
	passChances []float64
	// isProposed marks an answer that the caller asked to include.
	isProposed bool
	// expectedLoss is the difference in value by which the answer is assumed to be worse than the
	// guide's answer before any playout.
	expectedLoss float64
	// lead is the estimated lead over the guide's answer.
	lead float64
	// deviation is the standard deviation of lead.
	deviation  float64
	effectSums effectSums
}

// expectedPoints returns the mean points over the playouts.
func (a *answer) expectedPoints() float64 { return a.points / float64(max(1, len(a.values))) }

func newSearcher(level Level) *searcher { return &searcher{level: level, guide: level.Guide()} }

// analyse solves the endgame exactly if that is possible. Otherwise it runs the race.
func (s *searcher) analyse(
	ctx context.Context,
	p *game.Position,
	random *game.RNG,
	explain bool,
	proposed [][]game.Pick,
) []game.Line {
	if lines, ok := s.begin(p, random, explain); ok {
		return lines
	}
	iterations := s.level.Iterations
	if p.Budget.Iterations > 0 {
		iterations = p.Budget.Iterations
	}
	s.iterations = iterations
	s.answerLimit = min(s.level.Answers, max(2, iterations/passesWanted))
	s.listAnswers(p.Decision, random)
	for _, picks := range proposed {
		if p.Decision.Check(game.Answer{Decision: s.decisionID, Picks: picks}) == nil {
			s.answerLimit = len(s.answers) + 1
			s.add(p.Decision, slices.Clone(picks))
			for i := range s.answers {
				if p.Decision.SamePicks(s.answers[i].picks, picks) {
					s.answers[i].isProposed = true
				}
			}
		}
	}
	s.race(ctx, p, random, iterations, true)
	return s.lines()
}

// begin prepares the search of a position. If the endgame can be solved exactly, it returns the result and true.
func (s *searcher) begin(p *game.Position, random *game.RNG, explain bool) ([]game.Line, bool) {
	s.deals = s.deals[:0]
	s.deals = append(s.deals, p.Sample(random))
	if s.state == nil {
		s.state = s.deals[0].Clone()
	}
	s.seat, s.decisionID = p.Seat, p.Decision.ID
	if lines, ok := s.solveEndgame(p, random); ok {
		return lines, true
	}
	if s.explainer = nil; explain {
		s.enableEffects()
	}
	s.stopRound = s.guide.StopRound(s.deals[0])
	return nil, false
}

// compare plays out the answers equally often, from the same samples. It solves the endgame exactly if that is
// possible.
func (s *searcher) compare(ctx context.Context, p *game.Position, random *game.RNG, answers [][]game.Pick) []game.Line {
	if lines, ok := s.begin(p, random, true); ok {
		return slices.DeleteFunc(lines, func(line game.Line) bool {
			return !slices.ContainsFunc(answers, func(picks []game.Pick) bool {
				return p.Decision.SamePicks(line.Picks, picks)
			})
		})
	}
	s.answers, s.answerLimit = s.answers[:0], len(answers)
	for _, picks := range answers {
		if p.Decision.Check(game.Answer{Decision: s.decisionID, Picks: picks}) == nil {
			s.add(p.Decision, slices.Clone(picks))
		}
	}
	for i := range s.answers {
		s.answers[i].expectedLoss = 0
	}
	// The same deal has the same result each time.
	s.race(ctx, p, random, min(p.Budget.Iterations, maxDeals*len(s.answers)), false)
	return s.lines()
}

// race plays out the answers until the budget is used up or one answer is left. If drops is false, no answer
// drops out.
func (s *searcher) race(ctx context.Context, p *game.Position, random *game.RNG, iterations int, drops bool) {
	s.running = s.running[:0]
	for i := range s.answers {
		s.running = append(s.running, &s.answers[i])
	}
	nextDrop := firstPasses
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
			s.playOut(a)
		}
		if drops && pass+1 == nextDrop {
			s.dropOut()
			nextDrop += morePasses
		}
	}
}

// playOut plays on from s.state after an answer and records the result.
func (s *searcher) playOut(a *answer) {
	if s.state.Apply(s.seat, game.Answer{Decision: s.decisionID, Picks: a.picks}, nil) != nil {
		a.values, a.passChances = append(a.values, 0), append(a.passChances, 0)
		return
	}
	s.playOn()
	s.points = Points{}
	sides, spread := s.guide.Points(s.state, &s.points)
	s.addResult(a, &s.points, sides, spread)
	s.addEffects(a)
}

// playOn plays on from s.state until the playout stops.
func (s *searcher) playOn() {
	for range maxPlayoutAnswers {
		waiting := s.state.Waiting()
		if waiting == 0 || s.stopRound > 0 && s.state.Progress().Round >= s.stopRound {
			break
		}
		if !s.step(waiting.First()) {
			break
		}
	}
}

// step answers for a seat with the guide's answer, or with the plain answer if that is not legal.
// It reports whether the match goes on.
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

// addResult adds the result of a playout to an answer.
func (s *searcher) addResult(a *answer, points *Points, sides int, spread float64) {
	own := points[s.seat]
	best := math.Inf(-1)
	place := 1.0
	for i, other := range points[:sides] {
		if i == int(s.seat) {
			continue
		}
		best = max(best, other)
		place += 1 - winProbability(own-other, spread)
	}
	chance := winProbability(own-best, spread)
	addChances(&a.chances, points[:sides], spread)
	a.passChances = append(a.passChances, chance)
	a.values = append(a.values, (1-pointShare)*chance+pointShare*logistic((own-best)/s.pointScale()))
	a.chance += chance
	a.points += own
	a.place += place
}

// addChances adds to chances each side's probability of coming first. It is the chance against the best of the
// other sides, normalised to a sum of 1.
func addChances(chances *Points, points []float64, spread float64) {
	var shares Points
	sum := 0.0
	for i := range points {
		best := math.Inf(-1)
		for j, other := range points {
			if j != i {
				best = max(best, other)
			}
		}
		shares[i] = winProbability(points[i]-best, spread)
		sum += shares[i]
	}
	for i := range points {
		chances[i] += shares[i] / sum
	}
}

// pointScale returns the lead in points that counts as 1 in the logistic part of a value.
func (s *searcher) pointScale() float64 { return 40 }

// winProbability returns the probability that a lead in points wins. spread is the standard deviation of the
// lead.
func winProbability(lead, spread float64) float64 {
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

// dropOut removes answers from the race that are unlikely to be the best.
func (s *searcher) dropOut() {
	best := 0.0
	for _, a := range s.running[1:] {
		a.compareTo(&s.answers[0])
		best = max(best, a.lead)
	}
	s.running = slices.DeleteFunc(s.running, func(a *answer) bool {
		return a != &s.answers[0] && a.lead+dropDeviations*a.deviation < best &&
			(!a.isProposed || len(a.values) >= proposedPasses)
	})
}

// compareTo estimates the lead over the guide's answer from the passes that include both answers.
// It combines the mean with the prior assumption, which outweighs a small number of passes.
func (a *answer) compareTo(base *answer) {
	n := min(len(a.values), len(base.values))
	mean, err := difference(a.values[:n], base.values[:n])
	weight := 0.0
	if n > 1 {
		weight = priorDeviation * priorDeviation / (priorDeviation*priorDeviation + err*err + noise*noise/float64(n*n))
	}
	a.lead = weight*mean - (1-weight)*a.expectedLoss
	a.deviation = priorDeviation * math.Sqrt(1-weight)
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

// chanceError returns the standard error of the difference between the chances after two answers.
func chanceError(a, b *answer) float64 {
	n := min(len(a.passChances), len(b.passChances))
	if n < 2 {
		return math.Inf(1)
	}
	_, err := difference(a.passChances[:n], b.passChances[:n])
	return err
}

// lines returns the results, the best answer first.
func (s *searcher) lines() []game.Line {
	order := make([]*answer, len(s.answers))
	for i := range s.answers {
		order[i] = &s.answers[i]
		if i > 0 {
			order[i].compareTo(&s.answers[0])
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
			Points: a.expectedPoints(),
			Place:  a.place / n,
		}
		for seat := range a.chances {
			lines[i].Chances[seat] = a.chances[seat] / n
		}
		if i > 0 {
			lines[i].Error = chanceError(a, order[0])
			lines[i].Reasons = s.reasons(a, order[0], -1)
		} else if len(order) > 1 {
			lines[i].Reasons = s.reasons(a, order[1], 1)
		}
	}
	return lines
}
