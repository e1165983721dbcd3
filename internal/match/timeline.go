package match

import (
	"archmage/internal/coded"
	"archmage/internal/game"
)

// A timeline keeps a copy of the match, about 2 KB, at regular distances of at least minDistance items. It has
// at most maxCopies of them. To reach a step, it plays on from the copy before the step.
const (
	minDistance = 16
	maxCopies   = 256
)

// Timeline gives access to every step of a record, in any order. It is not safe for concurrent use.
type Timeline struct {
	record *Record
	// copies are the matches after 0, distance, 2*distance, ... items.
	distance int
	copies   []*Match
}

// Moment is a match at one step of a timeline.
type Moment struct {
	// Match can be played on.
	Match *Match
	// Item is the item that led to the step, and Decision the decision that Item answers. Item is nil at the
	// start. Decision is nil unless Item is an answer. Neither may be changed.
	Item     *Item
	Decision *game.Decision
	// Events lists what happened at the step.
	Events []game.Event
}

// NewTimeline returns the timeline of a record. It plays the whole record, which checks it. It fails with
// [CodeBadRecord].
func NewTimeline(rules game.Rules, r *Record) (*Timeline, error) {
	m, err := r.Begin(rules)
	if err != nil {
		return nil, err
	}
	t := &Timeline{record: r, distance: max(minDistance, (len(r.Items)+maxCopies-1)/maxCopies), copies: []*Match{m}}
	var step game.Step
	for i := range r.Items {
		if m, err = r.Next(m, i, &step); err != nil {
			return nil, err
		}
		if (i+1)%t.distance == 0 {
			t.copies = append(t.copies, m)
		}
	}
	if _, err := r.End(m); err != nil {
		return nil, err
	}
	return t, nil
}

// Len returns the number of the last step, which is the number of items of the record.
func (t *Timeline) Len() int { return len(t.record.Items) }

// At returns the match after the first step items. Step 0 is the start, Len is the end. At fails with
// [coded.Malformed] if step is out of range.
func (t *Timeline) At(step int) (Moment, error) {
	if step < 0 || step > t.Len() {
		return Moment{}, coded.Malformedf("the match has the steps 0 to %d, not %d", t.Len(), step)
	}
	if step == 0 {
		moment := Moment{Match: t.copies[0], Events: t.copies[0].Opening()}
		if t.Len() > 0 {
			return moment, nil
		}
		var err error
		moment.Match, err = t.record.End(moment.Match)
		return moment, err
	}
	copied := (step - 1) / t.distance
	m := t.copies[copied]
	var gameStep game.Step
	for i := copied * t.distance; i < step-1; i++ {
		var err error
		if m, err = t.record.Next(m, i, &gameStep); err != nil {
			return Moment{}, err
		}
	}
	return t.next(m, step)
}

// Walk calls each for every step from first to last, in order, until each returns false. It plays each item
// once. The matches of the moments share memory, so only the last one can be played on (see [Match]). Walk
// fails as At does.
func (t *Timeline) Walk(first, last int, each func(step int, moment Moment) bool) error {
	moment, err := t.At(first)
	if err != nil {
		return err
	}
	if last < first || last > t.Len() {
		return coded.Malformedf("the match has the steps 0 to %d, not %d", t.Len(), last)
	}
	for step := first; each(step, moment) && step < last; step++ {
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
	var gameStep game.Step
	var err error
	if moment.Match, err = t.record.Next(m, step-1, &gameStep); err != nil {
		return Moment{}, err
	}
	moment.Events = gameStep.Events
	if step == t.Len() {
		moment.Match, err = t.record.End(moment.Match)
	}
	return moment, err
}
