package match

import (
	"archmage/internal/coded"
	"archmage/internal/game"
)

// A timeline keeps a copy of the match after every few items, at most maxKept of them, of about 2
// KB each. It reaches any step by playing on from the copy before.
const (
	leastApart = 16
	maxKept    = 256
)

// Timeline walks a record both ways. It is not safe for concurrent use.
type Timeline struct {
	record *Record
	// kept are the matches after 0, apart, 2*apart, ... items.
	apart int
	kept  []*Match
}

// Moment is the match at a step of a timeline.
type Moment struct {
	// Match is the match at that step. It may be played on.
	Match *Match
	// Item is the item that led to the step, nil at the start. Decision is the decision that it
	// answers, nil at the start and if Item is not an answer. Neither may be changed.
	Item     *Item
	Decision *game.Decision
	// Events are the events of the item.
	Events []game.Event
}

// NewTimeline makes the timeline of a record. It plays the whole record, and so checks it. It fails
// with [CodeBadRecord].
func NewTimeline(rules game.Rules, r *Record) (*Timeline, error) {
	m, err := r.Begin(rules)
	if err != nil {
		return nil, err
	}
	t := &Timeline{record: r, apart: max(leastApart, (len(r.Items)+maxKept-1)/maxKept), kept: []*Match{m}}
	var step game.Step
	for i := range r.Items {
		if m, err = r.Next(m, i, &step); err != nil {
			return nil, err
		}
		if (i+1)%t.apart == 0 {
			t.kept = append(t.kept, m)
		}
	}
	if _, err := r.End(m); err != nil {
		return nil, err
	}
	return t, nil
}

// Len returns the number of steps, which is the number of items of the record.
func (t *Timeline) Len() int { return len(t.record.Items) }

// At returns the match after step items: 0 is the start, Len the end. It fails with
// [coded.Malformed] if step is out of range.
func (t *Timeline) At(step int) (Moment, error) {
	if step < 0 || step > t.Len() {
		return Moment{}, coded.Malformedf("the match has the steps 0 to %d, not %d", t.Len(), step)
	}
	if step == 0 {
		moment := Moment{Match: t.kept[0], Events: t.kept[0].Opening()}
		if t.Len() > 0 {
			return moment, nil
		}
		var err error
		moment.Match, err = t.record.End(moment.Match)
		return moment, err
	}
	from := (step - 1) / t.apart
	m := t.kept[from]
	var happened game.Step
	for i := from * t.apart; i < step-1; i++ {
		var err error
		if m, err = t.record.Next(m, i, &happened); err != nil {
			return Moment{}, err
		}
	}
	return t.next(m, step)
}

// Walk calls each for the steps from and to and all between them, in order, until each returns
// false. It plays each item once. The matches of the moments are made from one another, so only the
// last may be played on (see [Match]). Walk fails as At does.
func (t *Timeline) Walk(from, to int, each func(step int, moment Moment) bool) error {
	moment, err := t.At(from)
	if err != nil {
		return err
	}
	if to < from || to > t.Len() {
		return coded.Malformedf("the match has the steps 0 to %d, not %d", t.Len(), to)
	}
	for step := from; each(step, moment) && step < to; step++ {
		if moment, err = t.next(moment.Match, step+1); err != nil {
			return err
		}
	}
	return nil
}

// next returns the moment at a step, from the match at the step before.
func (t *Timeline) next(m *Match, step int) (Moment, error) {
	moment := Moment{Item: &t.record.Items[step-1]}
	if moment.Item.Kind == ItemAnswer {
		moment.Decision = new(game.Decision)
		m.State.Decision(moment.Item.Seat, moment.Decision)
	}
	var happened game.Step
	var err error
	if moment.Match, err = t.record.Next(m, step-1, &happened); err != nil {
		return Moment{}, err
	}
	moment.Events = happened.Events
	if step == t.Len() {
		moment.Match, err = t.record.End(moment.Match)
	}
	return moment, err
}
