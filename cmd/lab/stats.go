package main

import (
	"fmt"
	"io"
	"runtime"
	"strconv"
	"text/tabwriter"
	"time"

	"archmage/cmd/internal/cli"
	"archmage/internal/game"
)

// stats holds the counts of a simulation. Each worker has its own.
type stats struct {
	// games is the number of finished games without a violation. Only these games are in the other counts.
	// violated is the number of games that broke the contract.
	games, violated int
	answers, rounds spread
	// seats has the score of each seat. virtualOpponent is the score of the virtual opponent in a solo game.
	seats           []score
	virtualOpponent score
	tallies         []tally
	// coverage counts card effects, unless it is nil.
	coverage   *coverage
	violations []violation
	// writeErr is the error of the first record that could not be written.
	writeErr error
}

// score holds the points and wins of one seat.
type score struct {
	points spread
	// wins is the number of games at rank 1, including shared ranks.
	wins int
}

func newStats(sim *simulation) *stats {
	tallies := sim.rules.Info().Tallies
	s := &stats{seats: make([]score, sim.playerCount), tallies: make([]tally, len(tallies))}
	for i, t := range tallies {
		s.tallies[i].Tally = t
	}
	if sim.coverage {
		s.coverage = newCoverage(sim.game.cards, sim.allOptions())
	}
	return s
}

// addStep counts an answer and its events.
func (s *stats) addStep(rules game.Rules, d *game.Decision, picks []game.Pick, step *game.Step) {
	s.addEvents(step)
	if s.coverage != nil {
		s.coverage.addStep(rules, d, picks, step)
	}
}

// addEvents counts the events of an answer or of the start of a game.
func (s *stats) addEvents(step *game.Step) {
	for i := range step.Events {
		countEvent(s.tallies, &step.Events[i])
	}
}

func (s *stats) addGame(answers int, o *game.Outcome) {
	s.games++
	s.answers.add(answers)
	s.rounds.add(o.Rounds)
	if s.coverage != nil {
		s.coverage.addOutcome(o)
	}
	for i := range o.Places {
		place := &o.Places[i]
		result := &s.virtualOpponent
		if place.Seat != game.NoSeat {
			result = &s.seats[place.Seat]
		}
		result.points.add(place.Total)
		if place.Rank == 1 {
			result.wins++
		}
	}
}

// merge adds the counts of another worker.
func (s *stats) merge(o *stats) {
	s.games += o.games
	s.violated += o.violated
	s.answers.merge(o.answers)
	s.rounds.merge(o.rounds)
	for i := range s.seats {
		s.seats[i].merge(o.seats[i])
	}
	s.virtualOpponent.merge(o.virtualOpponent)
	for i := range s.tallies {
		s.tallies[i].merge(&o.tallies[i])
	}
	if s.coverage != nil {
		s.coverage.merge(o.coverage)
	}
	s.violations = append(s.violations, o.violations...)
	if s.writeErr == nil {
		s.writeErr = o.writeErr
	}
}

func (s *score) merge(o score) {
	s.points.merge(o.points)
	s.wins += o.wins
}

// spread holds the sum, the minimum and the maximum of n numbers.
type spread struct{ n, sum, least, greatest int }

func (s *spread) add(n int) { s.merge(spread{1, n, n, n}) }

func (s *spread) merge(o spread) {
	switch {
	case o.n == 0:
	case s.n == 0:
		*s = o
	default:
		*s = spread{s.n + o.n, s.sum + o.sum, min(s.least, o.least), max(s.greatest, o.greatest)}
	}
}

func (s spread) mean() float64 { return float64(s.sum) / float64(max(s.n, 1)) }

// String returns the mean, with the minimum and the maximum in brackets.
func (s spread) String() string {
	return fmt.Sprintf("%.1f (%d to %d)", s.mean(), s.least, s.greatest)
}

// printSummary prints a line with the settings and the speed. Only this line depends on the machine.
func (sim *simulation) printSummary(w io.Writer, total *stats, elapsed time.Duration) {
	played := total.games + total.violated
	rate := float64(played) / max(elapsed.Seconds(), 1e-9)
	cores := min(sim.workerCount, runtime.GOMAXPROCS(0))
	check := "light"
	if sim.checksAll {
		check = "full"
	}
	options := optionFlag(sim.options).String()
	if options != "" {
		options = ", " + options
	}
	if sim.botList != randomID {
		options += ", bots " + sim.botList
	}
	fmt.Fprintf(w, "%s: %s, %d players%s, seed %d, check %s: %.2f s, %s games/s (%s per core, %s)\n",
		sim.rules.Info().ID, cli.Counted(played, "game"), sim.playerCount, options, sim.seed, check, elapsed.Seconds(),
		perSecond(rate), perSecond(rate/float64(cores)), cli.Counted(sim.workerCount, "worker"))
}

func perSecond(rate float64) string {
	if rate < 100 {
		return fmt.Sprintf("%.2f", rate)
	}
	return fmt.Sprintf("%.0f", rate)
}

// print prints the counts, which do not depend on the number of workers.
func (s *stats) print(w io.Writer, tallies []game.Tally) {
	fmt.Fprintf(w, "decisions a game: %v\n", s.answers)
	if s.rounds.greatest > 0 {
		fmt.Fprintf(w, "rounds a game: %v\n", s.rounds)
	}
	fmt.Fprintln(w)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "seat\tmean\tmin\tmax\twins\t")
	for i := range s.seats {
		s.seats[i].print(table, strconv.Itoa(i))
	}
	if s.virtualOpponent.points.n > 0 {
		s.virtualOpponent.print(table, "virtual")
	}
	_ = table.Flush() // write errors of the output are ignored, as with fmt.Fprint

	printed := map[string]bool{}
	for _, t := range tallies {
		if printed[t.Fact] {
			continue
		}
		printed[t.Fact] = true
		var columns []*tally
		for i := range s.tallies {
			if s.tallies[i].Fact == t.Fact {
				columns = append(columns, &s.tallies[i])
			}
		}
		printTallies(w, t.Fact, columns)
	}
	if s.coverage != nil {
		s.coverage.print(w)
	}
}

func (s *score) print(w io.Writer, name string) {
	fmt.Fprintf(w, "%s\t%.1f\t%d\t%d\t%d\t\n", name, s.points.mean(), s.points.least, s.points.greatest, s.wins)
}
