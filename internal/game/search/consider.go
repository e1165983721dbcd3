package search

import (
	"cmp"
	"slices"

	"archmage/internal/game"
)

// listAnswers fills s.answers with the answers for the race. If the guide is a [Ranker], these are
// the answers that it ranks highest. Otherwise the guide's answer comes first. All other answers
// follow if they are few. If not, each single option follows, and variations of the guide's answer
// if several options can be chosen.
func (s *searcher) listAnswers(d *game.Decision, random *game.RNG) {
	s.answers = s.answers[:0]
	if s.rankAnswers(d) {
		return
	}
	if picks := s.guide.Answer(s.deals[0], d); len(picks) > 0 {
		if whole, err := d.Complete(slices.Clone(picks), nil); err == nil {
			s.add(d, whole)
		}
	}
	if len(s.answers) == 0 {
		s.add(d, game.PlainAnswer(d))
	}
	if list, all := d.Answers(s.answerLimit); all {
		for _, picks := range list {
			s.add(d, picks)
		}
		return
	}
	for i := range d.Options {
		option := &d.Options[i]
		if option.Alone && !s.guide.TakesBack(option.Key) {
			s.add(d, []game.Pick{{Key: option.Key, N: 1}})
		}
	}
	for i := range d.Options {
		option := &d.Options[i]
		if option.Alone || d.Min > 1 {
			continue
		}
		for group := range max(1, len(d.Groups)) {
			if len(d.Groups) > 0 && option.Groups>>group&1 == 0 {
				continue
			}
			if whole, err := d.Complete([]game.Pick{{Key: option.Key, N: 1, Group: uint8(group)}}, nil); err == nil {
				s.add(d, whole)
			}
		}
	}
	if d.Max > 1 {
		s.addVariations(d, random)
	}
}

// rankAnswers fills s.answers with the answers that the guide ranks highest, best first. It returns
// false if the guide cannot rank the options of the decision.
func (s *searcher) rankAnswers(d *game.Decision) bool {
	ranker, ok := s.guide.(Ranker)
	if !ok {
		return false
	}
	worth := make([]float64, len(d.Options))
	if !ranker.Rank(s.deals[0], d, worth) {
		return false
	}
	order := make([]int, len(worth))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(worth[b], worth[a]) })
	s.answerLimit = min(rankedMost, s.level.Answers, max(3, s.iterations/rankedPasses))
	best := worth[order[0]]
	for _, i := range order {
		n := len(s.answers)
		whole, err := d.Complete([]game.Pick{{Key: d.Options[i].Key, N: 1}}, nil)
		if err != nil {
			continue
		}
		if s.add(d, whole); len(s.answers) > n {
			s.answers[n].expectedLoss = rankedLoss + rankedPoint*(best-worth[i])
		}
	}
	return len(s.answers) > 0
}

// addVariations adds answers that replace one choice of the guide's answer, and some random answers.
func (s *searcher) addVariations(d *game.Decision, random *game.RNG) {
	base := s.answers[0].picks
	for try := 0; try < 4*s.answerLimit && len(s.answers) < s.answerLimit; try++ {
		var picks []game.Pick
		if try%4 != 3 && len(base) > 0 {
			picks = slices.Clone(base)
			index := random.IntN(len(picks))
			if picks[index].N--; picks[index].N == 0 {
				picks = slices.Delete(picks, index, index+1)
			}
			if d.Ordered && len(picks) > 1 {
				game.Shuffle(random, picks)
			}
		}
		if whole, err := d.Complete(picks, random); err == nil {
			s.add(d, whole)
		}
	}
}

// add adds an answer, unless s.answers already has it or is full, or the answer only takes
// something back.
func (s *searcher) add(d *game.Decision, picks []game.Pick) {
	if len(picks) == 0 || len(s.answers) >= s.answerLimit || s.guide.TakesBack(picks[0].Key) {
		return
	}
	if !d.Ordered {
		slices.SortFunc(picks, game.ComparePicks)
	}
	for i := range s.answers {
		if slices.Equal(s.answers[i].picks, picks) {
			return
		}
	}
	n := len(s.answers)
	if n < cap(s.answers) {
		s.answers = s.answers[:n+1]
	} else {
		s.answers = append(s.answers, answer{})
	}
	a := &s.answers[n]
	*a = answer{
		picks: picks, values: a.values[:0], passChances: a.passChances[:0],
		expectedLoss: priorLoss, effectSums: a.effectSums,
	}
	if s.explainer != nil {
		a.effectSums.reset(len(s.effects))
	}
}
