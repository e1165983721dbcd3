package conformance

import (
	"fmt"
	"math/rand/v2"

	"archmage/internal/game"
	"archmage/internal/game/bot"
)

// table is a match that a check plays at random.
type table struct {
	rules game.Rules
	c     Case
	seed  game.Seed
	state game.State
	rng   *rand.Rand
	// steps is the number of answers given.
	steps int
	// seat, d and picks are the seat, the decision and the choices of the last chosen answer.
	seat  game.Seat
	d     game.Decision
	picks []game.Pick
	// step is the step of the last answer. It is reused, as in a room.
	step game.Step
}

// newTable starts the match of the case with this number.
func newTable(rules game.Rules, c Case, number int) (*table, error) {
	n := c.Seed<<16 + uint64(number)
	seeds := game.NewRNG(game.SeedFromInt(n))
	t := &table{rules: rules, c: c, seed: seeds.Seed(), rng: rand.New(rand.NewPCG(n, 1))}
	var err error
	if t.state, err = rules.New(c.Options, c.Seats, t.seed); err != nil {
		return nil, fmt.Errorf("the match does not start: %w", err)
	}
	return t, nil
}

// eachMatch calls visit for every match of the case, at its start.
func eachMatch(rules game.Rules, c Case, visit func(*table) error) error {
	for number := range c.Games {
		t, err := newTable(rules, c, number)
		if err != nil {
			return err
		}
		if err := visit(t); err != nil {
			return fmt.Errorf("match %d, after %d answers: %w", number, t.steps, err)
		}
	}
	return nil
}

// eachStep plays every match of the case to its end. It calls visit before every answer and at the
// end.
func eachStep(rules game.Rules, c Case, visit func(*table) error) error {
	return eachMatch(rules, c, func(t *table) error {
		return t.playOut(func() error { return visit(t) })
	})
}

// eachChoice is like eachStep, but does not call visit at the end. It passes to visit a fork that has
// chosen an answer and not yet given it.
func eachChoice(rules game.Rules, c Case, visit func(t, fork *table) error) error {
	return eachStep(rules, c, func(t *table) error {
		if t.isOver() {
			return nil
		}
		fork := t.fork(t.state.Clone())
		if err := fork.choose(); err != nil {
			return err
		}
		return visit(t, fork)
	})
}

// eachSample is like eachStep, for expensive checks: it calls visit at the start of each match and
// at random steps.
func eachSample(rules game.Rules, c Case, visit func(*table) error) error {
	return eachStep(rules, c, func(t *table) error {
		if t.steps > 0 && t.rng.IntN(c.Every) > 0 {
			return nil
		}
		return visit(t)
	})
}

// playOut plays the match to its end. It calls visit before every answer and at the end.
func (t *table) playOut(visit func() error) error {
	for {
		if err := visit(); err != nil {
			return err
		}
		if t.isOver() {
			return nil
		}
		if t.steps >= t.c.MaxSteps {
			return fmt.Errorf("no end after %d answers", t.steps)
		}
		if err := t.next(); err != nil {
			return err
		}
	}
}

func (t *table) isOver() bool { return t.state.Waiting() == 0 }

// fork returns a table that plays another state of the same match, with its own random choices.
func (t *table) fork(s game.State) *table {
	return &table{
		rules: t.rules,
		c:     t.c,
		seed:  t.seed,
		state: s,
		rng:   rand.New(rand.NewPCG(t.rng.Uint64(), 2)),
		steps: t.steps,
	}
}

func (t *table) next() error {
	if err := t.choose(); err != nil {
		return err
	}
	return t.answer()
}

func (t *table) playOn(n int) error {
	for ; n > 0 && !t.isOver(); n-- {
		if err := t.next(); err != nil {
			return fmt.Errorf("playing on: %w", err)
		}
	}
	return nil
}

// choose draws a seat and its answer. In one of eight calls it can draw a seat that has already
// answered a simultaneous decision and changes its answer.
func (t *table) choose() error {
	from := t.state.Waiting()
	if t.rng.IntN(8) == 0 {
		for seat := range game.Seat(t.c.Seats) {
			if t.state.Decision(seat, &t.d) {
				from = from.With(seat)
			}
		}
	}
	t.seat = pickSeat(t.rng, from)
	return t.draw()
}

// draw draws an answer for t.seat.
func (t *table) draw() error {
	if !t.state.Decision(t.seat, &t.d) {
		return fmt.Errorf("seat %d is waited for and not asked", t.seat)
	}
	var ok bool
	if t.picks, ok = bot.Random(&t.d, t.rng, t.picks); !ok {
		return fmt.Errorf("the question has no legal answer: %s", describe(t.rules, &t.d))
	}
	return nil
}

// answer gives the chosen answer.
func (t *table) answer() error {
	t.step.Reset()
	if err := t.state.Apply(t.seat, game.Answer{Decision: t.d.ID, Picks: t.picks}, &t.step); err != nil {
		return fmt.Errorf(
			"a legal answer is refused: %w (answer %s to %s)",
			err, t.answerText(), describe(t.rules, &t.d),
		)
	}
	t.steps++
	return nil
}

// answerText returns the chosen answer in readable form.
func (t *table) answerText() string { return mustText(t.d.PicksText(t.rules, t.picks)) }

// pickSeat draws a seat from a set that is not empty.
func pickSeat(rng *rand.Rand, set game.Seats) game.Seat {
	var list []game.Seat
	for seat := range game.Seat(8) {
		if set.Has(seat) {
			list = append(list, seat)
		}
	}
	return list[rng.IntN(len(list))]
}

// newStream returns a random stream that depends only on rng.
func newStream(rng *rand.Rand) game.RNG { return game.NewRNG(game.SeedFromInt(rng.Uint64())) }
