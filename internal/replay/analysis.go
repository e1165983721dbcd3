package replay

import (
	"cmp"
	"context"
	"math"
	"slices"

	"archmage/internal/game"
	"archmage/internal/match"
)

// AnalysisVersion changes with the form of an [Analysis], and with what is computed.
const AnalysisVersion = 2

// Analysis is what a search expects at each decision of a person in a match that is
// over. It has no secrets of such a match.
type Analysis struct {
	// Version is AnalysisVersion, Rules the version of the rules.
	Version int `json:"version"`
	Rules   int `json:"rules"`
	// Deep: it is not the first, quick pass any more.
	Deep bool `json:"deep"`
	// Decisions are those of persons that left a choice, in order.
	Decisions []Judged `json:"decisions"`
	// Chances are the chances to win in the course of the match, the end included.
	Chances []Chances `json:"chances"`
	// Turns are where a chance changed most, in order.
	Turns []Turn `json:"turns"`
}

// Judged is a decision with what the search expects.
type Judged struct {
	Step int       `json:"step"`
	Seat game.Seat `json:"seat"`
	// Best are the best answers, the best one first. Chosen is the answer that was
	// given, absent if the search does not play it on.
	Best   []Line `json:"best"`
	Chosen *Line  `json:"chosen,omitempty"`

	chances  []float64
	progress game.Progress
}

// Line is an answer with what is expected after it (game.Line).
type Line struct {
	Answer []game.PickText `json:"answer"`
	Visits int             `json:"visits"`
	Chance float64         `json:"chance"`
	Points float64         `json:"points"`
	Place  float64         `json:"place"`
	// Reasons are what speaks for the best answer beside the second, or against
	// another one beside the best (game.Reason).
	Reasons []Reason `json:"reasons,omitempty"`
}

// Reason is something in which what comes of two answers differs. Each code has a text
// among those of the game, but game.ReasonCertain, which says that all ends were tried.
type Reason struct {
	Code string `json:"code"`
	// Args say what it is about: "piece" is the number of a card or spell. "n" is how
	// much more of it the answer brings, or its chance in percent; then "of" is the
	// chance with the other answer.
	Args game.Facts `json:"args,omitempty"`
}

// NewLine returns a line as clients read it.
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

// Chances are the chances of the seats to win from a step on; together they are 1,
// or less where nobody may win.
type Chances struct {
	Step  int       `json:"step"`
	Seats []float64 `json:"seats"`
}

// Turn is a step from which on a seat's chance is another one.
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

// Questions returns the decisions of persons in a match that left a choice, at most so
// many: of a longer match those at even distances. It fails with
// [match.CodeBadRecord].
func Questions(rules game.Rules, record *match.Record, most int) ([]Question, error) {
	line, err := match.NewTimeline(rules, record)
	if err != nil {
		return nil, err
	}
	var list []Question
	// Of so many decisions one is kept.
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

// bestLines is how many answers are kept of a decision.
const bestLines = 3

// Judge lets an analyst look into a question, which sees what the seat's player saw.
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
	if len(lines) > 0 {
		j.chances = slices.Clone(lines[0].Chances[:q.seats])
	}
	return j
}

// Conclude makes the analysis of a match of its decisions, which are in order.
func Conclude(rules game.Rules, record *match.Record, decisions []Judged, deep bool) *Analysis {
	a := &Analysis{Version: AnalysisVersion, Rules: rules.Info().Version, Deep: deep, Decisions: decisions, Chances: []Chances{}, Turns: []Turn{}}
	for from := 0; from < len(decisions); {
		to := from + 1
		for to < len(decisions) && sameTurn(&decisions[to-1], &decisions[to]) {
			to++
		}
		a.Chances = append(a.Chances, meanOf(decisions[from:to], len(record.Seats)))
		from = to
	}
	if record.Outcome != nil {
		a.Chances = append(a.Chances, final(record))
	}
	a.Turns = append(a.Turns, turns(a.Chances)...)
	return a
}

// sameTurn reports whether nothing but answers of one seat lies between two decisions.
func sameTurn(a, b *Judged) bool {
	return a.Seat == b.Seat && a.Step+1 == b.Step && a.progress == b.progress
}

// meanOf returns the mean of the chances in a turn, as those of a single decision
// are uncertain.
func meanOf(turn []Judged, seats int) Chances {
	c := Chances{Step: turn[0].Step, Seats: make([]float64, seats)}
	for seat := range c.Seats {
		sum := 0.0
		for i := range turn {
			sum += turn[i].chances[seat]
		}
		c.Seats[seat] = round(sum/float64(len(turn)), 1000)
	}
	return c
}

// final is what the chances have become at the end.
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
			c.Seats[place.Seat] = round(1/float64(first), 1000)
		}
	}
	return c
}

const (
	// mostTurns is how many turning points a match has at most, leastChange the least
	// change of one.
	mostTurns   = 7
	leastChange = 0.1
)

// turns returns the turning points.
func turns(chances []Chances) []Turn {
	var list []Turn
	for i := 1; i < len(chances); i++ {
		turn := Turn{Step: chances[i-1].Step}
		for seat, now := range chances[i].Seats {
			if change := round(now-chances[i-1].Seats[seat], 1000); math.Abs(change) > math.Abs(turn.Change) {
				turn.Seat, turn.Change = game.Seat(seat), change
			}
		}
		if math.Abs(turn.Change) >= leastChange {
			list = append(list, turn)
		}
	}
	slices.SortStableFunc(list, func(a, b Turn) int { return cmp.Compare(math.Abs(b.Change), math.Abs(a.Change)) })
	list = list[:min(len(list), mostTurns)]
	slices.SortFunc(list, func(a, b Turn) int { return cmp.Compare(a.Step, b.Step) })
	return list
}
