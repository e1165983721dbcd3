package conformance

import (
	"errors"
	"fmt"
	"slices"

	"archmage/internal/game"
)

// checkStanding makes sure that the standing has a number for each seat, and that at the end it
// equals the result. Neither the standing nor the progress may depend on what is hidden from
// spectators.
func checkStanding(rules game.Rules, c Case) error {
	return eachStep(rules, c, func(t *table) error {
		standing := t.state.Standing()
		if len(standing) != c.Seats {
			return fmt.Errorf("the standing is of %d seats, not of %d", len(standing), c.Seats)
		}
		if t.isOver() {
			return endStanding(standing, t.state.Outcome())
		}
		if t.steps > 0 && t.rng.IntN(c.Every) > 0 {
			return nil
		}
		progress := t.state.Progress()
		if progress.Number < 0 || progress.Round < 0 {
			return fmt.Errorf("the progress is %+v", progress)
		}
		for range 4 {
			stream := newStream(t.rng)
			sample := t.state.Sample(game.Spectator(), &stream)
			if other := sample.Standing(); !slices.Equal(standing, other) {
				return fmt.Errorf("the standing is %v, and %v with other secrets", standing, other)
			}
			if other := sample.Progress(); progress != other {
				return fmt.Errorf("the progress is %+v, and %+v with other secrets", progress, other)
			}
		}
		if standing[0]++; slices.Equal(standing, t.state.Standing()) {
			return errors.New("the standing shares memory with the state")
		}
		return nil
	})
}

// endStanding returns an error if the standing at the end is not the result.
func endStanding(standing []int, o *game.Outcome) error {
	for _, place := range o.Places {
		if place.Seat != game.NoSeat && standing[place.Seat] != place.Total {
			return fmt.Errorf(
				"the standing of seat %d at the end is %d, and its total %d",
				place.Seat, standing[place.Seat], place.Total,
			)
		}
	}
	return nil
}
