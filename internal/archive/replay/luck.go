package replay

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"slices"

	"archmage/internal/game"
	"archmage/internal/match"
)

// Draw is an event of a match that is over in which chance decided: the deal at the start, or an answer after which
// dice were rolled, something was shuffled or hidden cards were drawn.
type Draw struct {
	// Step is the step of the answer, -1 for the deal.
	Step int

	// before is nil for the start of a match that goes on from another one: nothing was dealt.
	before, after func(*game.RNG) game.State
	seats         int
}

// dealStep is the Step of the deal.
const dealStep = -1

// Stroke is a draw with its effect on the chances of the seats.
type Stroke struct {
	Step int
	// Expected has the mean chance of each seat over what could have been drawn. Found has the chances after what
	// was drawn. In both, all hands are known, and the future is not.
	Expected, Found []float64
}

// Draws returns the draws of a match, in its order. It fails with [match.CodeBadRecord].
func Draws(rules game.Rules, record *match.Record) ([]Draw, error) {
	timeline, err := match.NewTimeline(rules, record)
	if err != nil {
		return nil, err
	}
	var list []Draw
	seats := len(record.Seats)
	var before game.State
	random := game.NewRNG(game.SeedFromInt(0))
	err = timeline.Walk(0, timeline.Len(), func(step int, moment match.Moment) bool {
		after := moment.Match.State
		if step == 0 {
			deal := Draw{Step: dealStep, after: sampleOf(after), seats: seats}
			if record.Start.Seed != nil {
				deal.before = dealAgain(rules, record)
			}
			list = append(list, deal)
		} else if moment.Decision != nil {
			answer, seat := moment.Item.Answer, moment.Item.Seat
			if picks, err := moment.Decision.ParsePicks(rules, answer); err == nil {
				d := Draw{step - 1, answerAgain(before, seat, moment.Decision.ID, picks), sampleOf(after), seats}
				if d.isChance(before, after, seat, moment.Decision.ID, picks, &random) {
					list = append(list, d)
				}
			}
		}
		before = after
		return true
	})
	return list, err
}

// sampleOf returns a source of states in which only the future differs.
func sampleOf(s game.State) func(*game.RNG) game.State {
	return func(random *game.RNG) game.State { return s.Sample(game.AllSeeing(), random) }
}

// dealAgain returns a source of other starts of the match.
func dealAgain(rules game.Rules, record *match.Record) func(*game.RNG) game.State {
	return func(random *game.RNG) game.State {
		s, err := rules.New(record.Options, len(record.Seats), random.Seed())
		if err != nil {
			panic("replay: the options of a record: " + err.Error())
		}
		return s
	}
}

// answerAgain returns a source of states after an answer, each with other draws.
func answerAgain(
	before game.State, seat game.Seat, decision uint32, picks []game.Pick,
) func(*game.RNG) game.State {
	return func(random *game.RNG) game.State {
		s := before.Sample(game.AllSeeing(), random)
		if err := s.Apply(seat, game.Answer{Decision: decision, Picks: picks}, nil); err != nil {
			panic("replay: an answer of a record: " + err.Error())
		}
		return s
	}
}

// drawsCompared is the number of other draws that are compared with what was drawn. If all are the same, the answer
// counts as one without chance.
const drawsCompared = 8

// isChance reports whether something else could have been drawn.
func (d *Draw) isChance(
	before, after game.State, seat game.Seat, decision uint32, picks []game.Pick, random *game.RNG,
) bool {
	step := game.BorrowStep()
	defer step.GiveBack()
	again := before.Clone()
	if again.Apply(seat, game.Answer{Decision: decision, Picks: picks}, step) != nil || step.Undoable() {
		return false
	}
	if after.Waiting() == 0 {
		// What is public differs at the end. The chances do not, unless chance decided.
		return true
	}
	found := d.shown(after)
	for range drawsCompared {
		if !bytes.Equal(found, d.shown(d.before(random))) {
			return true
		}
	}
	return false
}

// shown returns everything that the players together can see of a state.
func (d *Draw) shown(s game.State) []byte {
	documents := []any{s.Public()}
	for seat := range game.Seat(d.seats) {
		documents = append(documents, s.Private(seat))
	}
	data, err := json.Marshal(documents)
	if err != nil {
		panic("replay: the documents of a state: " + err.Error())
	}
	return data
}

// Estimate has an analyst estimate the effect of a draw, with passes simulations from each side of it. If ctx is done,
// the stroke has no effect.
func (d *Draw) Estimate(ctx context.Context, analyst game.Analyst, passes int, random *game.RNG) Stroke {
	sources := []func(*game.RNG) game.State{d.before, d.after}
	if d.before == nil {
		sources = sources[1:]
	}
	means := analyst.Estimate(ctx, passes, random, sources...)
	if means == nil {
		return Stroke{d.Step, make([]float64, d.seats), make([]float64, d.seats)}
	}
	found := means[len(means)-1]
	return Stroke{d.Step, slices.Clone(means[0][:d.seats]), slices.Clone(found[:d.seats])}
}

// trueDeviation is the standard deviation of the true differences between answers that are considered, as a chance.
// A measured difference counts in full if it is much more certain than that, and little if it is less certain.
const trueDeviation = 0.04

// Weigh has an analyst compare the given answer with the best one again, with up to passes simulations of each,
// unless they were compared already. The samples are not those by which the best one was found, so that its chance
// is not overestimated. It returns the judged question with the result.
func (q *Question) Weigh(
	ctx context.Context, analyst game.Analyst, passes int, random *game.RNG, before *Judged,
) Judged {
	j := *before
	if !j.NeedsWeight() {
		return j
	}
	p := q.position(2 * passes)
	lines := analyst.Compare(ctx, p, random, j.picks[0], q.Chosen)
	j.effects, j.points = nil, 0
	for i := range lines {
		if p.Decision.SamePicks(lines[i].Picks, j.picks[0]) {
			j.effects, j.points = q.effectsBeside(p.Decision, lines, &lines[i])
		}
	}
	return j
}

// NeedsWeight reports whether the given answer is not the best one, and was not compared with it.
func (j *Judged) NeedsWeight() bool {
	return !j.isCompared && j.Chosen != nil && len(j.picks) > 0 && !sameAnswer(j.Chosen, &j.Best[0])
}

// effects returns what the given answer changed beside the best one: the chances of the seats, and the seat's points.
// It returns nil if the best answer was given, or the search did not play the given one on.
func (q *Question) effects(d *game.Decision, lines []game.Line) (chances []float64, points float64) {
	return q.effectsBeside(d, lines, &lines[0])
}

func (q *Question) effectsBeside(
	d *game.Decision, lines []game.Line, best *game.Line,
) (chances []float64, points float64) {
	for i := range lines {
		line := &lines[i]
		if line == best || !d.SamePicks(line.Picks, q.Chosen) {
			continue
		}
		// The first line has no error of its own. If it is not the best one, the best one has the error.
		err := max(line.Error, best.Error)
		weight := trueDeviation * trueDeviation / (trueDeviation*trueDeviation + err*err)
		chances = make([]float64, q.seats)
		for seat := range chances {
			chances[seat] = weight * (line.Chances[seat] - best.Chances[seat])
		}
		return chances, weight * (line.Points - best.Points)
	}
	return nil, 0
}

// stakeOf returns how far the mean of the answers is behind the best one.
func stakeOf(lines []game.Line) float64 {
	stake := 0.0
	for i := range lines {
		line := &lines[i]
		weight := float64(line.Visits) / float64(line.Visits+doubtedVisits)
		if line.Error == 0 {
			weight = 1
		}
		stake += weight * (lines[0].Chance - line.Chance) / float64(len(lines))
	}
	return max(0, stake)
}

// Balance says what changed the chance of a seat to win in a match. End is the sum of the others, in thousandths.
type Balance struct {
	Seat game.Seat `json:"seat"`
	// Start is the chance before the match, End the one after it: 1 for the only winner.
	Start float64 `json:"start"`
	// Luck is the sum over the draws of the chance after what was drawn, less the mean over what could have been
	// drawn.
	Luck float64 `json:"luck"`
	// Skill is the sum over the decisions of the seat of the chance after the given answer, less that after the
	// best one. It is rarely above 0.
	Skill float64 `json:"skill"`
	// Others is what the decisions of the other seats changed in the same way.
	Others float64 `json:"others"`
	// Rest is what remains: decisions that were not searched, as those of bots, and play that is better or worse than
	// that of the simulations.
	Rest float64 `json:"rest"`
	End  float64 `json:"end"`
	// Points is what the decisions of the seat changed in its points at the end, in tenths. It also counts when the
	// match is decided and no decision can change a chance.
	Points float64 `json:"points"`
	// Accuracy is the share of what the decisions of the seat were about that its answers have kept, from 0 to 1. It
	// is absent if no decision of the seat was searched.
	Accuracy *float64 `json:"accuracy,omitempty"`
}

// balance returns the balance of each seat.
func balance(record *match.Record, decisions []Judged, strokes []Stroke) []Balance {
	list := make([]Balance, len(record.Seats))
	first, last := &strokes[0], &strokes[len(strokes)-1]
	for i := range list {
		seat := game.Seat(i)
		b := Balance{Seat: seat, Start: round(first.Expected[i], 1000), End: round(last.Found[i], 1000)}
		if record.Outcome != nil {
			b.End = finalChances(record).Seats[i]
		}
		luck, skill, others, stake := 0.0, 0.0, 0.0, 0.0
		for s := range strokes {
			luck += strokes[s].Found[i] - strokes[s].Expected[i]
		}
		for at := range decisions {
			j := &decisions[at]
			effect := 0.0
			if j.effects != nil {
				effect = j.effects[i]
			}
			if j.Seat == seat {
				skill, stake = skill+effect, stake+j.stake
				b.Points += j.points
			} else {
				others += effect
			}
		}
		b.Luck, b.Skill, b.Others = round(luck, 1000), round(skill, 1000), round(others, 1000)
		b.Points = round(b.Points, 10)
		b.Rest = round(b.End-b.Start-b.Luck-b.Skill-b.Others, 1000)
		if stake > 0 {
			accuracy := round(min(1, max(0, 1+skill/stake)), 100)
			b.Accuracy = &accuracy
		}
		list[i] = b
	}
	return list
}

// greatestStrokes returns the strokes of luck that changed a chance most, without the deal.
func greatestStrokes(strokes []Stroke) []Turn {
	list := []Turn{}
	for i := range strokes {
		stroke := &strokes[i]
		if stroke.Step == dealStep {
			continue
		}
		turn := Turn{Step: stroke.Step}
		for seat, found := range stroke.Found {
			if change := round(found-stroke.Expected[seat], 1000); math.Abs(change) > math.Abs(turn.Change) {
				turn.Seat, turn.Change = game.Seat(seat), change
			}
		}
		list = append(list, turn)
	}
	return greatest(list)
}
