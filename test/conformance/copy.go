package conformance

import (
	"errors"
	"fmt"

	"archmage/internal/game"
)

// farAhead is the number of answers that the checks give after a point at which two states must be
// equal or independent.
const farAhead = 12

// checkCopies makes sure that a copy is equal to its original and shares no memory with it. The
// target of CopyInto can have any content before.
func checkCopies(rules game.Rules, c Case) error {
	used, err := usedStates(rules, c)
	if err != nil {
		return err
	}
	count := 0
	return eachMatch(rules, c, func(t *table) error {
		// behind is an earlier copy, which must not change while the match goes on.
		var behind game.State
		var hash string
		return t.playOut(func() error {
			if t.steps > 0 && !t.isOver() && t.rng.IntN(c.Every) > 0 {
				return nil
			}
			if behind != nil && game.Hash(behind) != hash {
				return errors.New("playing on with a state changes its copy")
			}
			behind, hash = t.state.Clone(), game.Hash(t.state)
			if err := checkCopy(t, t.state.Clone()); err != nil {
				return fmt.Errorf("Clone: %w", err)
			}
			count++
			dst := used[count%len(used)]
			t.state.CopyInto(dst)
			if err := checkCopy(t, dst); err != nil {
				return fmt.Errorf("CopyInto: %w", err)
			}
			return nil
		})
	})
}

// checkCopy checks a copy of the state of t.
func checkCopy(t *table, copied game.State) error {
	before := game.Hash(t.state)
	if game.Hash(copied) != before {
		return errors.New("the copy has another hash than the original")
	}
	if err := t.goOnAlike(t.state.Clone(), copied, farAhead); err != nil {
		return fmt.Errorf("a copy and a copy: %w", err)
	}
	// By now the copy has been played on.
	if game.Hash(t.state) != before {
		return errors.New("playing on with the copy changes the original")
	}
	return nil
}

// usedStates returns states of other matches, as targets for copies. If the options allow it, they
// have other numbers of seats.
func usedStates(rules game.Rules, c Case) ([]game.State, error) {
	var list []game.State
	for i, seats := range []int{c.Seats, rules.Info().MinSeats, rules.Info().MaxSeats} {
		other := c
		other.Seats = seats
		for _, length := range []int{3, 60, c.MaxSteps} {
			t, err := newTable(rules, other, 1000+i)
			if err != nil {
				break
			}
			if err := t.playOn(length); err != nil {
				return nil, err
			}
			list = append(list, t.state)
		}
	}
	if len(list) == 0 {
		return nil, errors.New("no match starts")
	}
	return list, nil
}
