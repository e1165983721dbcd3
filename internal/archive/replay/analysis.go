package replay

import (
	"cmp"
	"context"
	"math"
	"slices"

	"archmage/internal/game"
	"archmage/internal/match"
)

// AnalysisVersion changes with the form of an [Analysis], and with the way in which it is computed.
const AnalysisVersion = 3

// Analysis is what a search expects at each decision of a person in a match that is over. The match
// has no secrets any more, so neither has its Analysis.
type Analysis struct {
	// Version is AnalysisVersion; Rules is the version of the rules.
	Version int `json:"version"`
	Rules   int `json:"rules"`
	// Deep says that this is the second, longer analysis of the match.
	Deep bool `json:"deep"`
	// Decisions are the decisions of persons that had more than one answer, in order.
	Decisions []Judged `json:"decisions"`
	// Chances are the seats' chances to win in the course of the match, including its end.
	Chances []Chances `json:"chances"`
	// Mistakes are the answers that cost most. Luck is where dice, cards and other players changed
	// the chances most. Both are in the order of the match.
	Mistakes []Turn `json:"mistakes"`
	Luck     []Turn `json:"luck"`
}

// Judged is a decision and what the search expects of its answers.
type Judged struct {
	Step int       `json:"step"`
	Seat game.Seat `json:"seat"`
	// Best are the best answers, the best one first. Chosen is the answer that was given, absent if
	// the search did not try it.
	Best   []Line `json:"best"`
	Chosen *Line  `json:"chosen,omitempty"`

	// chances are the seats' chances before the answer, nil if the search did not play on. lost is
	// what the given answer cost each seat, nil if it was a good one.
	chances, lost []float64
	progress      game.Progress
}

// Line is an answer and what the search expects after it (game.Line).
type Line struct {
	Answer []game.PickText `json:"answer"`
	Visits int             `json:"visits"`
	Chance float64         `json:"chance"`
	Points float64         `json:"points"`
	Place  float64         `json:"place"`
	// Reasons say why the best answer is better than the second, or why another answer is worse
	// than the best (game.Reason).
	Reasons []Reason `json:"reasons,omitempty"`
}

// Reason is a difference between the consequences of two answers. The game has a text for each code
// except game.ReasonCertain, which says that the search tried every way to the end.
type Reason struct {
	Code string `json:"code"`
	// Args are the values for the text. "piece" is the number of a card or spell. "n" is how much
	// more the answer brings, or the chance after it in percent; in the second case "of" is the
	// chance after the other answer, in percent.
	Args game.Facts `json:"args,omitempty"`
}

// NewLine returns a line in the form in which clients get it.
func NewLine(rules game.Rules, d *game.Decision, line *game.Line) Line {
	text := Line{
		Answer: append([]game.PickText{}, d.PicksText(rules, line.Picks)...), Visits: line.Visits,
		Chance: round(line.Chance, 1000), Points: round(line.Points, 10), Place: round(line.Place, 100),
	}
	for _, r := range line.Reasons {
		text.Reasons = append(text.Reasons, Reason(r))
	}
	return text
}

func round(x, parts float64) float64 { return math.Round(x*parts) / parts }

// Chances are the seats' chances to win from a step on. Their sum is 1, except in a match of one
// seat, or if nobody can win.
type Chances struct {
	Step  int       `json:"step"`
	Seats []float64 `json:"seats"`
}

// Turn is a step at which a seat's chance to win changed: because its answer was not the best one,
// or by what happened between this turn and the next.
type Turn struct {
	Step   int       `json:"step"`
	Seat   game.Seat `json:"seat"`
	Change float64   `json:"change"`
}

// Question is a decision of a person in a match that is over.
type Question struct {
	Step int
	Seat game.Seat
	// Chosen is the answer that was given.
	Chosen []game.Pick

	rules game.Rules
	state game.State
	seats int
}

// Questions returns the decisions of persons that had more than one answer. If there are more than
// most, it returns some at even distances. It fails with [match.CodeBadRecord].
func Questions(rules game.Rules, record *match.Record, most int) ([]Question, error) {
	line, err := match.NewTimeline(rules, record)
	if err != nil {
		return nil, err
	}
	var list []Question
	// One of every apart decisions is kept.
	apart, count := 1, 0
	err = line.Walk(0, line.Len(), func(step int, moment match.Moment) bool {
		if step == line.Len() {
			return false
		}
		item := &record.Items[step]
		if item.Kind != match.ItemAnswer || moment.Match.Seats[item.Seat].Bot != "" {
			return true
		}
		var d game.Decision
		if !moment.Match.State.Decision(item.Seat, &d) {
			return true
		}
		if _, forced := d.Forced(); forced {
			return true
		}
		chosen, err := d.ParsePicks(rules, item.Answer)
		if err != nil {
			return true
		}
		if count++; (count-1)%apart != 0 {
			return true
		}
		if len(list) == most {
			apart *= 2
			kept := list[:0]
			for i := 0; i < len(list); i += 2 {
				kept = append(kept, list[i])
			}
			clear(list[len(kept):])
			if list = kept; (count-1)%apart != 0 {
				return true
			}
		}
		list = append(list, Question{step, item.Seat, chosen, rules, moment.Match.State, len(record.Seats)})
		return true
	})
	return list, err
}

// bestLines is the maximum number of lines that are kept of a decision.
const bestLines = 3

// Judge lets an analyst search a question. The analyst knows only what the seat's player knew.
func (q *Question) Judge(ctx context.Context, analyst game.Analyst, iterations int, random *game.RNG) Judged {
	j := Judged{Step: q.Step, Seat: q.Seat, progress: q.state.Progress()}
	p := game.NewPosition(q.state, q.Seat, nil)
	p.Budget.Iterations = iterations
	lines := analyst.Analyse(ctx, p, random, q.Chosen)
	for i := range lines {
		line := NewLine(q.rules, p.Decision, &lines[i])
		if i < bestLines {
			j.Best = append(j.Best, line)
		}
		if p.Decision.SamePicks(lines[i].Picks, q.Chosen) {
			j.Chosen = &line
		}
	}
	if len(lines) == 0 || lines[0].Visits == 0 {
		return j
	}
	best := &lines[0]
	j.chances = slices.Clone(best.Chances[:q.seats])
	for i := range lines {
		if line := &lines[i]; line.Chance < best.Chance && p.Decision.SamePicks(line.Picks, q.Chosen) {
			for seat := range j.chances {
				j.lost = append(j.lost, line.Chances[seat]-best.Chances[seat])
			}
		}
	}
	return j
}

// Conclude makes the analysis of a match from its judged decisions, which must be in order. It
// omits decisions that turned out to have only one answer.
func Conclude(rules game.Rules, record *match.Record, decisions []Judged, deep bool) *Analysis {
	decisions = slices.DeleteFunc(decisions, func(j Judged) bool { return j.chances == nil })
	a := &Analysis{
		Version: AnalysisVersion, Rules: rules.Info().Version, Deep: deep, Decisions: decisions,
		Chances: []Chances{}, Mistakes: mistakes(decisions),
	}
	var expected []Chances
	for from := 0; from < len(decisions); {
		to := from + 1
		for to < len(decisions) && sameTurn(&decisions[to-1], &decisions[to]) {
			to++
		}
		before, after := ofTurn(decisions[from:to], len(record.Seats))
		a.Chances, expected = append(a.Chances, before), append(expected, after)
		from = to
	}
	if record.Outcome != nil {
		a.Chances = append(a.Chances, final(record))
	}
	a.Luck = luck(a.Chances, expected)
	return a
}

// sameTurn reports whether only answers of one seat lie between two decisions.
func sameTurn(a, b *Judged) bool {
	return a.Seat == b.Seat && a.Step+1 == b.Step && a.progress == b.progress
}

// ofTurn returns the chances before a turn and after its answers. Both are means over the turn's
// decisions, because the estimate at a single decision is uncertain. What earlier answers of the
// turn have cost is added back before the mean is taken.
func ofTurn(turn []Judged, seats int) (before, after Chances) {
	start, lost := make([]float64, seats), make([]float64, seats)
	for i := range turn {
		for seat, chance := range turn[i].chances {
			start[seat] += (chance - lost[seat]) / float64(len(turn))
		}
		for seat, n := range turn[i].lost {
			lost[seat] += n
		}
	}
	before = Chances{Step: turn[0].Step, Seats: shares(start)}
	for seat := range start {
		start[seat] += lost[seat]
	}
	return before, Chances{Step: turn[len(turn)-1].Step, Seats: shares(start)}
}

// shares rounds chances to thousandths. If there are several, their sum is 1, because it is the
// running sum that is rounded.
func shares(chances []float64) []float64 {
	sum := 0.0
	for _, chance := range chances {
		sum += max(0, chance)
	}
	if len(chances) == 1 || sum == 0 {
		sum = 1
	}
	list := make([]float64, len(chances))
	together, told := 0.0, 0.0
	for seat, chance := range chances {
		together += min(1, max(0, chance)/sum)
		list[seat] = round(together-told, 1000)
		told += list[seat]
	}
	return list
}

// final returns the chances at the end: who has won.
func final(record *match.Record) Chances {
	c := Chances{Step: len(record.Items), Seats: make([]float64, len(record.Seats))}
	first := 0
	for _, place := range record.Outcome.Places {
		if place.Rank == 1 {
			first++
		}
	}
	for _, place := range record.Outcome.Places {
		if place.Rank == 1 && place.Seat != game.NoSeat {
			c.Seats[place.Seat] = 1 / float64(first)
		}
	}
	c.Seats = shares(c.Seats)
	return c
}

const (
	// mostTurns is the maximum number of mistakes, and of strokes of luck, in an analysis.
	// leastChange is the smallest change of a chance that counts as one.
	mostTurns   = 6
	leastChange = 0.08
)

// mistakes returns the answers that were furthest behind the best one, by the chances of both.
func mistakes(decisions []Judged) []Turn {
	list := []Turn{}
	for i := range decisions {
		if j := &decisions[i]; j.lost != nil {
			list = append(list, Turn{j.Step, j.Seat, round(j.Chosen.Chance-j.Best[0].Chance, 1000)})
		}
	}
	return greatest(list)
}

// luck returns the steps at which the chances differ from those that the turn before had left.
func luck(chances, expected []Chances) []Turn {
	list := []Turn{}
	for i, now := range chances {
		if i == 0 {
			continue
		}
		turn := Turn{Step: expected[i-1].Step}
		for seat, chance := range now.Seats {
			if change := round(chance-expected[i-1].Seats[seat], 1000); math.Abs(change) > math.Abs(turn.Change) {
				turn.Seat, turn.Change = game.Seat(seat), change
			}
		}
		list = append(list, turn)
	}
	return greatest(list)
}

// greatest returns the greatest changes, in the order of their steps.
func greatest(list []Turn) []Turn {
	list = slices.DeleteFunc(list, func(t Turn) bool { return math.Abs(t.Change) < leastChange })
	slices.SortStableFunc(list, func(a, b Turn) int { return cmp.Compare(math.Abs(b.Change), math.Abs(a.Change)) })
	list = list[:min(len(list), mostTurns)]
	slices.SortFunc(list, func(a, b Turn) int { return cmp.Compare(a.Step, b.Step) })
	return list
}
