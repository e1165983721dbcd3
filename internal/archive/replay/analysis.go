package replay

import (
	"cmp"
	"context"
	"math"
	"slices"

	"archmage/internal/game"
	"archmage/internal/match"
)

// AnalysisVersion is increased when the format or the computation of an [Analysis] changes. Stored analyses
// since oldestVersion can still be shown.
const (
	AnalysisVersion = 5
	oldestVersion   = 3
)

// IsReadable reports whether clients can show a stored analysis of this version.
func IsReadable(version int) bool { return oldestVersion <= version && version <= AnalysisVersion }

// Analysis has the results of a search at each decision of a person in a finished match. A finished
// match has no secrets, so all viewers can see its Analysis.
type Analysis struct {
	// Version is the version of the analysis. Rules is the version of the rules.
	Version int `json:"version"`
	Rules   int `json:"rules"`
	// Deep is true for the second, longer analysis of the match.
	Deep bool `json:"deep"`
	// Decisions lists the decisions of persons that had more than one answer, in the order of the match.
	Decisions []Judged `json:"decisions"`
	// Chances has the seats' chances to win in the course of the match and, if it has an outcome, at its end.
	Chances []Chances `json:"chances"`
	// Mistakes lists the answers that cost most. Luck lists the steps at which dice and cards changed the chances
	// most, before version 5 also by what the other players did. Both are in the order of the match.
	Mistakes []Turn `json:"mistakes"`
	Luck     []Turn `json:"luck"`
	// Decisive has the decisions that mattered most, for each seat that had such a decision, in the order of the
	// seats. An analysis before version 4 has none.
	Decisive []Decisive `json:"decisive,omitempty"`
	// Balance says for each seat what changed its chance in the match. An analysis before version 5 has none.
	Balance []Balance `json:"balance,omitempty"`
}

// Judged is a decision with the expected outcomes of its answers, as a search has found them.
type Judged struct {
	// Step is the number of the step of the decision. Seat is the seat that was asked.
	Step int       `json:"step"`
	Seat game.Seat `json:"seat"`
	// Best lists the best answers, the best one first.
	Best []Line `json:"best"`
	// Chosen is the answer that was given, absent if the search did not try it.
	Chosen *Line `json:"chosen,omitempty"`

	// chances has the chance of each seat before the answer, nil if the search did not play on.
	// lost is the loss of chance that the given answer cost each seat, nil if no better answer is
	// known.
	chances, lost []float64
	progress      game.Progress
	// picks has the answers of Best and, if it is another one, of Chosen.
	picks [][]game.Pick
	// isCompared is true if the results of these answers can be compared: they come from the same number of
	// simulations, or they are exact.
	isCompared bool
	// effects has the change of each seat's chance by the given answer compared with the best one, as far as it is
	// certain. stake is what the answers were about: how far the mean of the answers is behind the best one.
	effects []float64
	stake   float64
	// points has the change of the seat's own points at the end in the same way.
	points float64
}

// Line is an answer with the outcome that the search expects after it (game.Line).
type Line struct {
	// Answer has the choices.
	Answer []game.PickText `json:"answer"`
	// Visits is the number of times that the search has played on after the answer.
	Visits int `json:"visits"`
	// Chance is the chance of the first place. Points are those at the end, and Place is the place, both on
	// average.
	Chance float64 `json:"chance"`
	Points float64 `json:"points"`
	Place  float64 `json:"place"`
	// Reasons say why the best answer is better than the second, or why another answer is worse than the best.
	Reasons []Reason `json:"reasons,omitempty"`
}

// Reason is a difference between the consequences of two answers. Each game has a text for every code
// except game.ReasonCertain, which means that the search tried all lines of play to the end.
type Reason struct {
	Code string `json:"code"`
	// Args are the values in the text. "piece" is the number of a card or spell. "n" is the
	// advantage of the answer over the other one. If there is an "of", "n" is the chance after the
	// answer and "of" is the chance after the other answer. Both chances are in percent.
	Args game.Facts `json:"args,omitempty"`
}

// NewLine converts a line to the form that clients get.
func NewLine(rules game.Rules, d *game.Decision, line *game.Line) Line {
	encoded := Line{
		Answer: append([]game.PickText{}, d.PicksText(rules, line.Picks)...), Visits: line.Visits,
		Chance: round(line.Chance, 1000), Points: round(line.Points, 10), Place: round(line.Place, 100),
	}
	for _, r := range line.Reasons {
		encoded.Reasons = append(encoded.Reasons, Reason(r))
	}
	return encoded
}

func round(x, parts float64) float64 { return math.Round(x*parts) / parts }

// Chances has the chance of each seat to win, from a step on. The sum is 1, except in a match with one seat, or
// if no seat can win.
type Chances struct {
	// Step is the first step for which they hold. Seats has the chance of each seat.
	Step  int       `json:"step"`
	Seats []float64 `json:"seats"`
}

// Turn is a step at which a seat's chance to win changed, either because its answer was not the best one, or
// because of what happened before the next turn.
type Turn struct {
	// Step is the number of the step. Change is the change of the chance of Seat.
	Step   int       `json:"step"`
	Seat   game.Seat `json:"seat"`
	Change float64   `json:"change"`
}

// Question is a decision of a person that can be judged, in a match that is over.
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
// limit, it returns some of them, at even distances. It fails with [match.CodeBadRecord].
func Questions(rules game.Rules, record *match.Record, limit int) ([]Question, error) {
	timeline, err := match.NewTimeline(rules, record)
	if err != nil {
		return nil, err
	}
	var list []Question
	// Every stride-th decision is kept.
	stride, count := 1, 0
	err = timeline.Walk(0, timeline.Len(), func(step int, moment match.Moment) bool {
		if step == timeline.Len() {
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
		if count++; (count-1)%stride != 0 {
			return true
		}
		if len(list) == limit {
			stride *= 2
			kept := list[:0]
			for i := 0; i < len(list); i += 2 {
				kept = append(kept, list[i])
			}
			clear(list[len(kept):])
			if list = kept; (count-1)%stride != 0 {
				return true
			}
		}
		list = append(list, Question{step, item.Seat, chosen, rules, moment.Match.State, len(record.Seats)})
		return true
	})
	return list, err
}

// bestLines is the maximum number of lines in [Judged.Best].
const bestLines = 3

// Judge has an analyst search a question. The analyst knows only what the player of the seat knew.
func (q *Question) Judge(ctx context.Context, analyst game.Analyst, iterations int, random *game.RNG) Judged {
	p := q.position(iterations)
	return q.judged(p.Decision, analyst.Analyse(ctx, p, random, q.Chosen))
}

// Compare has an analyst compare the answers of a judged question again, with up to passes simulations of each.
// It returns the judged question with the new results.
func (q *Question) Compare(
	ctx context.Context, analyst game.Analyst, passes int, random *game.RNG, before *Judged,
) Judged {
	p := q.position(passes * len(before.picks))
	j := q.judged(p.Decision, analyst.Compare(ctx, p, random, before.picks...))
	if len(j.picks) < 2 {
		return *before
	}
	j.isCompared, j.stake = true, before.stake
	return j
}

// position returns what the player of the seat knew, with a budget.
func (q *Question) position(iterations int) *game.Position {
	p := game.NewPosition(q.state, q.Seat, nil)
	p.Budget.Iterations = iterations
	return p
}

// judged makes the judged question from the lines of an analyst.
func (q *Question) judged(d *game.Decision, lines []game.Line) Judged {
	j := Judged{Step: q.Step, Seat: q.Seat, progress: q.state.Progress()}
	for i := range lines {
		line, isChosen := NewLine(q.rules, d, &lines[i]), d.SamePicks(lines[i].Picks, q.Chosen)
		if i < bestLines {
			j.Best = append(j.Best, line)
		}
		if isChosen {
			j.Chosen = &line
		}
		if i < bestLines || isChosen {
			j.picks = append(j.picks, lines[i].Picks)
		}
	}
	if len(lines) == 0 || lines[0].Visits == 0 {
		return j
	}
	best := &lines[0]
	j.isCompared = isExact(best)
	j.chances, j.stake = slices.Clone(best.Chances[:q.seats]), stakeOf(lines)
	for i := range lines {
		if line := &lines[i]; line.Chance < best.Chance && d.SamePicks(line.Picks, q.Chosen) {
			for seat := range j.chances {
				j.lost = append(j.lost, line.Chances[seat]-best.Chances[seat])
			}
		}
	}
	j.effects, j.points = q.effects(d, lines)
	return j
}

// isExact reports whether an analyst has examined every line of play after an answer.
func isExact(line *game.Line) bool {
	return slices.ContainsFunc(line.Reasons, func(r game.Reason) bool { return r.Code == game.ReasonCertain })
}

// Conclude makes the analysis of a match from its judged decisions and the strokes of luck, which must be in the
// order of the match. It omits decisions that had only one answer for the search.
func Conclude(rules game.Rules, record *match.Record, decisions []Judged, strokes []Stroke, deep bool) *Analysis {
	decisions = slices.DeleteFunc(decisions, func(j Judged) bool { return j.chances == nil })
	a := &Analysis{
		Version: AnalysisVersion, Rules: rules.Info().Version, Deep: deep, Decisions: decisions,
		Chances: []Chances{}, Mistakes: mistakes(decisions), Decisive: decisive(decisions, len(record.Seats)),
	}
	var expected []Chances
	for start := 0; start < len(decisions); {
		end := start + 1
		for end < len(decisions) && sameTurn(&decisions[end-1], &decisions[end]) {
			end++
		}
		before, after := turnChances(decisions[start:end], len(record.Seats))
		a.Chances, expected = append(a.Chances, before), append(expected, after)
		start = end
	}
	if record.Outcome != nil {
		a.Chances = append(a.Chances, finalChances(record))
	}
	a.Luck = luck(a.Chances, expected)
	if len(strokes) > 0 {
		a.Luck = greatestStrokes(strokes)
		a.Balance = balance(record, decisions, strokes)
	}
	return a
}

// sameTurn reports whether two decisions belong to the same turn: one seat answers both, and nothing lies
// between them.
func sameTurn(a, b *Judged) bool {
	return a.Seat == b.Seat && a.Step+1 == b.Step && a.progress == b.progress
}

// turnChances returns the chances before a turn and after its answers. An estimate at a single decision is
// uncertain, so both are means over the decisions of the turn. The cost of earlier answers in the turn is added
// back before the mean is taken.
func turnChances(turn []Judged, seats int) (before, after Chances) {
	start, lost := make([]float64, seats), make([]float64, seats)
	for i := range turn {
		for seat, chance := range turn[i].chances {
			start[seat] += (chance - lost[seat]) / float64(len(turn))
		}
		for seat, n := range turn[i].lost {
			lost[seat] += n
		}
	}
	before = Chances{Step: turn[0].Step, Seats: normalize(start)}
	for seat := range start {
		start[seat] += lost[seat]
	}
	return before, Chances{Step: turn[len(turn)-1].Step, Seats: normalize(start)}
}

// normalize scales chances so that their sum is 1, unless there is only one, and rounds them to thousandths. It
// rounds the running sum, so that the rounded chances also add up to 1.
func normalize(chances []float64) []float64 {
	sum := 0.0
	for _, chance := range chances {
		sum += max(0, chance)
	}
	if len(chances) == 1 || sum == 0 {
		sum = 1
	}
	list := make([]float64, len(chances))
	runningSum, rounded := 0.0, 0.0
	for seat, chance := range chances {
		runningSum += min(1, max(0, chance)/sum)
		list[seat] = round(runningSum-rounded, 1000)
		rounded += list[seat]
	}
	return list
}

// finalChances returns the chances after the last step, which are shared by the winners.
func finalChances(record *match.Record) Chances {
	c := Chances{Step: len(record.Items), Seats: make([]float64, len(record.Seats))}
	winners := 0
	for _, place := range record.Outcome.Places {
		if place.Rank == 1 {
			winners++
		}
	}
	for _, place := range record.Outcome.Places {
		if place.Rank == 1 && place.Seat != game.NoSeat {
			c.Seats[place.Seat] = 1 / float64(winners)
		}
	}
	c.Seats = normalize(c.Seats)
	return c
}

const (
	// maxTurns is the maximum number of mistakes, and of strokes of luck, in an analysis.
	// minChange is the smallest change of a chance that counts as a mistake or a stroke of luck.
	maxTurns  = 6
	minChange = 0.08
)

// mistakes returns the answers whose chance was furthest below that of the best answer.
func mistakes(decisions []Judged) []Turn {
	list := []Turn{}
	for i := range decisions {
		if j := &decisions[i]; j.lost != nil {
			change := round(j.Chosen.Chance-j.Best[0].Chance, 1000)
			list = append(list, Turn{j.Step, j.Seat, change})
		}
	}
	return greatest(list)
}

// luck returns the steps at which the chances differ from those after the turn before.
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
	list = slices.DeleteFunc(list, func(t Turn) bool { return math.Abs(t.Change) < minChange })
	slices.SortStableFunc(list, func(a, b Turn) int { return cmp.Compare(math.Abs(b.Change), math.Abs(a.Change)) })
	list = list[:min(len(list), maxTurns)]
	slices.SortFunc(list, func(a, b Turn) int { return cmp.Compare(a.Step, b.Step) })
	return list
}
