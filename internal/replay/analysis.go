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
const AnalysisVersion = 3

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
	// Mistakes are the answers that cost most, Luck is where the chances changed most
	// by what the dice, the cards and others did; both in order.
	Mistakes []Turn `json:"mistakes"`
	Luck     []Turn `json:"luck"`
}

// Judged is a decision with what the search expects.
type Judged struct {
	Step int       `json:"step"`
	Seat game.Seat `json:"seat"`
	// Best are the best answers, the best one first. Chosen is the answer that was
	// given, absent if the search does not play it on.
	Best   []Line `json:"best"`
	Chosen *Line  `json:"chosen,omitempty"`

	// chances are those of the seats before the answer, nil if the search has not
	// played on, and lost is what the answer made of them, nil if it was a good one.
	chances, lost []float64
	progress      game.Progress
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
// but with one seat, or where nobody may win.
type Chances struct {
	Step  int       `json:"step"`
	Seats []float64 `json:"seats"`
}

// Turn is a step that changed a seat's chance to win: by the answer that was given,
// instead of the best one, or by what came then, up to the next turn.
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

// Conclude makes the analysis of a match of its decisions, which are in order. Those
// that left no choice after all are left out.
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

// sameTurn reports whether nothing but answers of one seat lies between two decisions.
func sameTurn(a, b *Judged) bool {
	return a.Seat == b.Seat && a.Step+1 == b.Step && a.progress == b.progress
}

// ofTurn returns the chances before a turn and those that its answers left. They are
// means over the decisions, as those of a single one are uncertain; what a decision
// finds lost by earlier ones is added again.
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

// shares rounds chances to thousandths, which together are 1 if there are several: what
// is rounded is how much the seats so far have together.
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
			c.Seats[place.Seat] = 1 / float64(first)
		}
	}
	c.Seats = shares(c.Seats)
	return c
}

const (
	// mostTurns is how many mistakes, and how many strokes of luck, are told at most;
	// leastChange is the least change of a chance that is one.
	mostTurns   = 6
	leastChange = 0.08
)

// mistakes returns the answers that were most behind the best one, by the chances that
// are told of both.
func mistakes(decisions []Judged) []Turn {
	list := []Turn{}
	for i := range decisions {
		if j := &decisions[i]; j.lost != nil {
			list = append(list, Turn{j.Step, j.Seat, round(j.Chosen.Chance-j.Best[0].Chance, 1000)})
		}
	}
	return greatest(list)
}

// luck returns where the chances became other ones than a turn had left.
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

// greatest keeps the greatest changes, in the order of their steps.
func greatest(list []Turn) []Turn {
	list = slices.DeleteFunc(list, func(t Turn) bool { return math.Abs(t.Change) < leastChange })
	slices.SortStableFunc(list, func(a, b Turn) int { return cmp.Compare(math.Abs(b.Change), math.Abs(a.Change)) })
	list = list[:min(len(list), mostTurns)]
	slices.SortFunc(list, func(a, b Turn) int { return cmp.Compare(a.Step, b.Step) })
	return list
}
