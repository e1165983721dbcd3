package main

import (
	"fmt"
	"math/bits"
	"math/rand/v2"

	"archmage/cmd/internal/cli"
	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
)

const (
	// maxAnswers is the maximum number of answers in a game. A longer game counts as stuck. It is low enough that
	// the record of a stuck game is valid.
	maxAnswers = match.MaxItems / 2
	// lightInterval is the number of answers between two checks in light mode.
	lightInterval = 64
)

// violation describes a game that broke the contract of package game.
type violation struct {
	number, answers int
	message         string
	record          *match.Record
}

// worker plays games one after the other and reuses its memory.
type worker struct {
	sim *simulation
	// limit is the number of answers after which a game counts as stuck.
	limit    int
	stats    *stats
	random   *rand.PCG
	rng      *rand.Rand
	decision game.Decision
	step     game.Step
	picks    []game.Pick
	// stream is the random source of the bots. botDecision is the decision that they receive.
	stream      game.RNG
	botDecision game.Decision
	// curious is the curious player, or nil if it has no seat.
	curious *curious

	// The game in progress.
	state   game.State
	answers int
	// lastPicks is the last answer.
	lastPicks []game.Pick
	// record collects all answers, unless it is nil.
	record *match.Record
	// full checks the state after every answer, unless it is nil.
	full *fullCheck
}

func newWorker(sim *simulation) *worker {
	random := rand.NewPCG(0, 0)
	w := &worker{
		sim: sim, limit: maxAnswers, stats: newStats(sim),
		random: random, rng: rand.New(random),
	}
	if sim.checksAll {
		w.full = newFullCheck(sim.rules, sim.playerCount)
	}
	if sim.hasPlayer(curiousID) {
		w.curious = newCurious()
	}
	return w
}

// play plays one game to its end. It adds the game to the counts or, if it broke the contract, to the
// violations.
func (w *worker) play(number int) {
	w.record = nil
	if w.full != nil || w.sim.recordsAll {
		w.record = w.newRecord(number)
	}
	outcome, err := w.attempt(number, w.stats)
	if err == nil {
		if w.curious != nil {
			w.curious.endGame()
		}
		w.stats.addGame(w.answers, outcome)
		if w.sim.recordsAll {
			if _, err := w.sim.writeRecord(number, w.record); err != nil {
				w.stats.writeErr = err
			}
		}
		return
	}
	w.stats.violated++
	if len(w.stats.violations) >= maxReported {
		return
	}
	v := violation{number: number, answers: w.answers, message: err.Error()}
	if w.record == nil {
		// Play the same game again with a record.
		w.record = w.newRecord(number)
		if _, replayErr := w.attempt(number, nil); replayErr == nil || replayErr.Error() != v.message {
			v.message += fmt.Sprintf(" (played again, not the same: %v)", replayErr)
		}
	}
	v.record = w.record
	w.stats.violations = append(w.stats.violations, v)
}

// newRecord returns the record of a game before its first answer. It has no times, so that the same game
// always has the same record.
func (w *worker) newRecord(number int) *match.Record {
	info := w.sim.rules.Info()
	seed := w.sim.seedOf(number)
	record := &match.Record{
		Format: match.Format, FormatVersion: match.FormatVersion, Game: info.ID, Version: info.Version,
		Options: w.sim.allOptions(), Start: match.Start{Seed: &seed}, Items: []match.Item{},
	}
	for _, player := range w.sim.seats {
		record.Seats = append(record.Seats, match.RecordSeat{Bot: player.id})
	}
	return record
}

// attempt plays one game to its end. It adds the game's answers and events to count, unless count is nil. If the
// rules panic, it returns an error with [cli.CodePanic].
func (w *worker) attempt(number int, count *stats) (outcome *game.Outcome, err error) {
	defer func() {
		if value := recover(); value != nil {
			outcome, err = nil, coded.Errorf(cli.CodePanic, "%s", cli.Panicked(value))
		}
	}()
	// The factor makes the seeds of successive games very different.
	w.random.Seed(w.sim.seed, uint64(number)*0x9e3779b97f4a7c15)
	w.stream = game.NewRNG(w.sim.botSeed(number))
	if w.curious != nil {
		w.curious.startGame()
	}
	if count != nil && count.coverage != nil {
		count.coverage.startGame()
	}
	w.answers = 0
	if w.state, err = w.sim.rules.New(w.sim.options, w.sim.playerCount, w.sim.seedOf(number)); err != nil {
		return nil, fmt.Errorf("the match does not start: %w", err)
	}
	w.step.Reset()
	w.state.Opening(&w.step)
	if count != nil {
		count.addEvents(&w.step)
	}
	if w.record != nil {
		w.record.Start.Hash = game.Hash(w.state)
	}
	if w.full != nil {
		if err := w.full.start(w.state, number); err != nil {
			return nil, err
		}
	}
	for {
		waiting := w.state.Waiting()
		if waiting == 0 {
			w.recordEnd()
			break
		}
		if w.answers == w.limit {
			return nil, fmt.Errorf("the match is not over after %d answers", w.limit)
		}
		if err := w.answer(w.chooseSeat(waiting)); err != nil {
			return nil, err
		}
		if count != nil {
			count.addStep(w.sim.rules, &w.decision, w.lastPicks, &w.step)
		}
		if w.full != nil {
			err = w.full.checkState(w.state)
		} else if w.answers%lightInterval == 0 {
			err = w.state.Check()
		}
		if err != nil {
			return nil, err
		}
	}
	if err := w.state.Check(); err != nil {
		return nil, fmt.Errorf("at the end: %w", err)
	}
	if outcome = w.state.Outcome(); outcome == nil {
		return nil, fmt.Errorf("nobody is asked, and there is no outcome")
	}
	if err := checkOutcome(outcome, w.sim.playerCount); err != nil {
		return nil, err
	}
	if w.full != nil {
		if err := w.full.checkRecord(w.state, w.record); err != nil {
			return nil, err
		}
	}
	return outcome, nil
}

// recordEnd adds the outcome to the record.
func (w *worker) recordEnd() {
	if w.record == nil {
		return
	}
	if outcome := w.state.Outcome(); outcome != nil {
		w.record.Outcome, w.record.Lost = outcome, make([]match.Lost, w.sim.playerCount)
	}
}

// chooseSeat returns one of the seats, each with the same probability.
func (w *worker) chooseSeat(seats game.Seats) game.Seat {
	if n := bits.OnesCount8(uint8(seats)); n > 1 {
		for range w.rng.IntN(n) {
			seats &= seats - 1
		}
	}
	return game.Seat(bits.TrailingZeros8(uint8(seats)))
}

// answer applies the answer of the seat's player to its decision.
func (w *worker) answer(seat game.Seat) error {
	d := &w.decision
	d.Plain = true
	if !w.state.Decision(seat, d) {
		return fmt.Errorf("seat %d is waited for and not asked anything", seat)
	}
	picks, ok := w.choosePicks(seat)
	w.lastPicks = picks
	if !ok {
		return fmt.Errorf("seat %d is asked %s, and no legal answer was found", seat, d.Kind)
	}
	if w.record != nil {
		// Record the answer before it is applied. If it is refused or the rules panic, the record ends with it.
		w.record.Items = append(w.record.Items, match.Item{Seat: seat, Answer: match.Choice(w.sim.rules, d, picks)})
	}
	w.step.Reset()
	if err := w.state.Apply(seat, game.Answer{Decision: d.ID, Picks: picks}, &w.step); err != nil {
		return fmt.Errorf("seat %d gives a legal answer to %s, and it is refused: %w", seat, d.Kind, err)
	}
	w.answers++
	if w.curious != nil {
		w.curious.record(d.Kind, picks)
	}
	if w.record != nil {
		w.record.Items[len(w.record.Items)-1].Hash = game.Hash(w.state)
	}
	return nil
}

// checkOutcome checks the contract of outcomes: a place for each seat, sorted by rank, whose total is the sum
// of its parts.
func checkOutcome(o *game.Outcome, players int) error {
	var seen game.Seats
	for i := range o.Places {
		place := &o.Places[i]
		if place.Seat != game.NoSeat {
			if place.Seat < 0 || int(place.Seat) >= players || seen.Has(place.Seat) {
				return fmt.Errorf("the outcome names seat %d, or names it twice", place.Seat)
			}
			seen = seen.With(place.Seat)
		}
		if first := i == 0; first && place.Rank != 1 ||
			!first && (place.Rank < o.Places[i-1].Rank || place.Rank > i+1) {
			return fmt.Errorf("the outcome has rank %d in place %d", place.Rank, i+1)
		}
		sum := 0
		for _, part := range place.Parts {
			sum += part.Points
		}
		if sum != place.Total {
			return fmt.Errorf("seat %d has %d points, and its parts add up to %d", place.Seat, place.Total, sum)
		}
	}
	if seen != game.AllSeats(players) {
		return fmt.Errorf("the outcome does not name every seat")
	}
	return nil
}
