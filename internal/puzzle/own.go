package puzzle

import (
	"slices"

	"archmage/internal/archive/replay"
	"archmage/internal/game"
)

// ownDays are the days after which a person is asked a decision of an own match again: after the analysis or a wrong
// answer, and after one, two and three right answers in a row. After one more it is learned.
var ownDays = [...]int{1, 3, 7, 21}

// OwnStages is the number of right answers in a row after which a decision is learned.
const OwnStages = len(ownDays)

const (
	// ownLead is the least chance that the given answer must have cost. An analysis has compared the answers with
	// a standard error of about 0.02, so the loss is at least minLead when two of them are taken off.
	ownLead = minLead + certainty*0.02
	// ownNear is how far behind the best answer another one may be to be right too: two standard errors.
	ownNear = certainty * 0.02
)

// Own is the costliest decision of a person in an own match.
type Own struct {
	// Rules is the version of the rules.
	Rules int `json:"rules"`
	// Answers has the answers that the analysis has compared, the best one first.
	Answers []Answer `json:"answers"`
	// Played is the index of the answer that was given in the match.
	Played int `json:"played"`

	Step int       `json:"-"`
	Seat game.Seat `json:"-"`
}

// OwnOf returns the costliest decision of each seat that has lost at least 9 points of 100 of its chance to win by it.
func OwnOf(a *replay.Analysis) (list []Own) {
	for _, d := range a.Decisive {
		if d.Costliest == nil || d.Costliest.Chance < ownLead {
			continue
		}
		at := slices.IndexFunc(a.Decisions, func(j replay.Judged) bool {
			return j.Step == d.Costliest.Step && j.Seat == d.Seat
		})
		if at < 0 || a.Decisions[at].Chosen == nil {
			continue
		}
		list = append(list, ownOf(a.Rules, &a.Decisions[at]))
	}
	return list
}

func ownOf(rules int, j *replay.Judged) Own {
	own := Own{Rules: rules, Step: j.Step, Seat: j.Seat, Played: -1}
	lines := j.Best
	if !slices.ContainsFunc(lines, func(l replay.Line) bool { return slices.Equal(l.Answer, j.Chosen.Answer) }) {
		lines = append(slices.Clone(lines), *j.Chosen)
	}
	for i := range lines {
		line := &lines[i]
		own.Answers = append(own.Answers, Answer{
			Picks: line.Answer, Chance: line.Chance, Points: line.Points, Reasons: line.Reasons,
		})
		if slices.Equal(line.Answer, j.Chosen.Answer) {
			own.Played = i
		}
	}
	return own
}

// IsRight reports whether the answer with an index is the best one or about as good. The index is -1 for an answer
// that the analysis has not compared.
func (o *Own) IsRight(given int) bool {
	return given >= 0 && o.Answers[0].Chance-o.Answers[given].Chance < ownNear
}

// Find returns the index of an answer in o.Answers, or -1.
func (o *Own) Find(d *game.Decision, rules game.Rules, picks []game.Pick) int {
	return (&Puzzle{Answers: o.Answers}).Find(d, rules, picks)
}

// NextOwn returns the number of right answers in a row after an answer, and in how many days the decision is asked
// again: 0 if it is learned.
func NextOwn(stage int, isRight bool) (next, days int) {
	if stage++; !isRight {
		stage = 0
	}
	if stage >= OwnStages {
		return OwnStages, 0
	}
	return stage, ownDays[stage]
}
