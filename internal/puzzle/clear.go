package puzzle

import (
	"cmp"
	"context"
	"math"
	"slices"

	"archmage/internal/archive/replay"
	"archmage/internal/game"
)

const (
	// minLead is the least lead of the best answer in the chance to win, after certainty standard errors are taken off.
	minLead   = 0.05
	certainty = 2
	// batch is the greatest number of simulations of each answer in one comparison.
	batch = 500
)

// IsClear reports whether the first of these answers is clearly the best one: its chance to win is at least 5 points
// above that of every other answer, even if two standard errors are taken off.
func IsClear(answers []Answer) bool {
	if len(answers) < 2 {
		return false
	}
	for i := range answers[1:] {
		other := &answers[1+i]
		if !(answers[0].Chance-other.Chance-certainty*other.Error >= minLead) {
			return false
		}
	}
	return true
}

// Compare plays every answer on, passes times each, and returns all of them, the one with the best chance first. It
// returns nil if the search did not play on each answer, as for one that takes something back, or if ctx is done.
// All that it reads of the match is the position, which has nothing that is hidden from the player.
func Compare(
	ctx context.Context, rules game.Rules, analyst game.Analyst, p *game.Position, random *game.RNG,
	passes int, answers [][]game.Pick,
) []Answer {
	var pooled []Answer
	for done := 0; done < passes; {
		n := min(batch, passes-done)
		p.Budget.Iterations = n * len(answers)
		lines := analyst.Compare(ctx, p, random, answers...)
		if ctx.Err() != nil || len(lines) != len(answers) {
			return nil
		}
		found := make([]Answer, len(lines))
		for i := range lines {
			found[i] = newAnswer(rules, p.Decision, &lines[i])
		}
		pooled = pool(pooled, found, float64(done), float64(n))
		done += n
	}
	slices.SortStableFunc(pooled, func(a, b Answer) int { return cmp.Compare(b.Chance, a.Chance) })
	if len(pooled) > 0 && pooled[0].Error > 0 {
		// The errors are those beside an answer that is no longer the best.
		for i := range pooled[1:] {
			pooled[1+i].Error = max(pooled[1+i].Error, pooled[0].Error)
		}
		pooled[0].Error = 0
	}
	return pooled
}

func newAnswer(rules game.Rules, d *game.Decision, line *game.Line) Answer {
	a := Answer{
		Picks: d.PicksText(rules, line.Picks), Chance: line.Chance, Points: line.Points, Error: line.Error,
	}
	for _, r := range line.Reasons {
		a.Reasons = append(a.Reasons, replay.Reason(r))
	}
	return a
}

// pool adds the results of another n simulations of each answer to those of the first done ones.
func pool(before, found []Answer, done, n float64) []Answer {
	if before == nil {
		return found
	}
	for i := range before {
		a := &before[i]
		at := slices.IndexFunc(found, func(b Answer) bool { return slices.Equal(a.Picks, b.Picks) })
		b := &found[at]
		total := done + n
		a.Chance, a.Points = (a.Chance*done+b.Chance*n)/total, (a.Points*done+b.Points*n)/total
		a.Error = math.Hypot(a.Error*done, b.Error*n) / total
	}
	return before
}

// rounded returns the answers with numbers as short as they are certain.
func rounded(answers []Answer) []Answer {
	for i := range answers {
		a := &answers[i]
		a.Chance, a.Error, a.Points = round(a.Chance, 1000), round(a.Error, 1000), round(a.Points, 10)
	}
	return answers
}

// sortOthers sorts the answers after the first one, the best first. They may come from different comparisons.
func sortOthers(answers []Answer) {
	slices.SortStableFunc(answers[1:], func(a, b Answer) int { return cmp.Compare(b.Chance, a.Chance) })
}

func round(x, parts float64) float64 { return math.Round(x*parts) / parts }
