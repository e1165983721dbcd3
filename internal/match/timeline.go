package match

import (
	"archmage/internal/coded"
	"archmage/internal/game"
)

// A timeline keeps the match as it stood after every few items, so that it goes
// to any step by playing less than that many. It keeps at most maxKept of them:
// about 2 KB each.
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

// Moment is a match after one of its items.
type Moment struct {
	// Match is how the match stands. It may be played on.
	Match *Match
	// Item is what was done last, nil at the start, and Decision what an answer
	// answered, nil at the start and after a mark. Neither is to be changed.
	Item     *Item
	Decision *game.Decision
	// Events are what happened.
	Events []game.Event
}

// NewTimeline plays the record once, and so checks it. It fails with
// [CodeBadRecord].
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

// Len returns the number of steps: the items of the record.
func (t *Timeline) Len() int { return len(t.record.Items) }

// At returns the match after so many items: 0 is the start, Len the end. It
// fails with [coded.Malformed] outside of these.
func (t *Timeline) At(step int) (Moment, error) {
	if step < 0 || step > t.Len() {
		return Moment{}, coded.Errorf(coded.Malformed, "the match has the steps 0 to %d, not %d", t.Len(), step)
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

// Walk calls each with the moments from step from to step to, in order, until
// it returns false. It plays each item once. Moments come from one another
// ([Match]). It fails as At does.
func (t *Timeline) Walk(from, to int, each func(step int, moment Moment) bool) error {
	moment, err := t.At(from)
	if err != nil {
		return err
	}
	if to < from || to > t.Len() {
		return coded.Errorf(coded.Malformed, "the match has the steps 0 to %d, not %d", t.Len(), to)
	}
	for step := from; each(step, moment) && step < to; step++ {
		if moment, err = t.next(moment.Match, step+1); err != nil {
			return err
		}
	}
	return nil
}

// next returns the moment after the match has so many items, one more than it
// has now.
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
