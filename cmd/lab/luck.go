package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/spf13/cobra"

	"archmage/cmd/internal/cli"
	"archmage/internal/archive/replay"
	"archmage/internal/game"
	"archmage/internal/game/registry"
	"archmage/internal/match"
)

// luckStudy measures how many matches show the order of players of known strength: by the results, by the results
// without luck, and by the skill that the analysis finds. Player k gives k*errorStep of the answers at random.
type luckStudy struct {
	game       *entry
	analyst    game.Analyst
	bot        game.Bot
	players    int
	errorStep  float64
	deals      int
	seed       uint64
	iterations int
	passes     int
	workers    int
	options    game.MatchOptions
}

func (a *app) luckCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "luck",
		Short: "Measure how many matches show who plays better, with and without luck",
		Args:  cobra.ExactArgs(0),
	}
	s := luckStudy{options: game.MatchOptions{}}
	set := cmd.Flags()
	name := a.bindGame(set)
	bot := set.String("bot", "greedy", "the `id` of the bot that plays all seats")
	set.IntVar(&s.players, "players", 8, "the `number` of players, who all play against each other")
	set.Float64Var(
		&s.errorStep, "step", 0.04,
		"the `share` of answers by which each player gives more at random than the one before",
	)
	set.IntVar(&s.deals, "deals", 2, "the `number` of deals; each is played from both seats by each pair")
	set.Uint64Var(&s.seed, "seed", 1, "the `seed` of the deals, the players and the analysis")
	set.IntVar(&s.iterations, "iterations", 60, "the `number` of simulations in the search of a decision")
	set.IntVar(&s.passes, "passes", 40, "the `number` of simulations of each side of a decision or a draw")
	set.IntVar(&s.workers, "workers", runtime.GOMAXPROCS(0), "the `number` of matches to play at once")
	set.Var(optionFlag(s.options), "option", "set a match option, as `id=value`; may be repeated")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := s.complete(a.games, *name, *bot); err != nil {
			return cli.Misuse(err)
		}
		samples, err := s.play(cmd.Context(), a.Stderr)
		if err != nil {
			return err
		}
		return s.report(a.Stdout, samples)
	}
	return cmd
}

// complete sets the remaining fields from the flags. It returns an error if a flag is invalid.
func (s *luckStudy) complete(games gameList, name, bot string) (err error) {
	if s.game, err = games.find(name); err != nil {
		return err
	}
	if s.game.guide == nil {
		return fmt.Errorf("%s has no analyst", name)
	}
	s.analyst = registry.Search(s.game.Module)
	for _, one := range s.game.players() {
		if one.ID() == bot {
			s.bot = one
		}
	}
	if s.bot == nil {
		return fmt.Errorf("--bot: there is no bot %q", bot)
	}
	if s.players < 2 || s.deals < 1 || s.iterations < 1 || s.passes < 2 || s.workers < 1 {
		return errors.New("--players and --passes must be at least 2, the other numbers at least 1")
	}
	if s.errorStep <= 0 || s.errorStep*float64(s.players-1) > 1 {
		return errors.New("--step must be above 0, and leave the last player at most all answers")
	}
	s.options, err = game.CompleteOptions(s.game.Rules.Info(), s.options, 2)
	return err
}

// luckSample is a player's part in one match.
type luckSample struct {
	player int
	// measures has the values by which players are compared, as in luckMeasures.
	measures [len(luckMeasures)]float64
}

// luckMeasures has the names of what players are compared by.
var luckMeasures = [...]string{"result", "result without luck", "skill", "accuracy", "points by decisions"}

// play plays and analyses the matches. The samples of a match follow each other. They do not depend on the number of
// workers.
func (s *luckStudy) play(ctx context.Context, progress io.Writer) ([]luckSample, error) {
	type pair [2]int
	var pairs []pair
	for range s.deals {
		for i := range s.players {
			for j := range i {
				pairs = append(pairs, pair{i, j}, pair{j, i})
			}
		}
	}
	samples, failures := make([]luckSample, 2*len(pairs)), make([]error, len(pairs))
	var next, done atomic.Int64
	var group sync.WaitGroup
	for range s.workers {
		group.Go(func() {
			for at := int(next.Add(1) - 1); at < len(pairs); at = int(next.Add(1) - 1) {
				balances, err := s.match(ctx, at, pairs[at])
				if err != nil {
					failures[at] = err
					return
				}
				for seat, b := range balances {
					one := luckSample{player: pairs[at][seat]}
					one.measures = [...]float64{b.End, b.End - b.Luck, b.Skill, 0, b.Points}
					if b.Accuracy != nil {
						one.measures[3] = *b.Accuracy
					}
					samples[2*at+seat] = one
				}
				fmt.Fprintf(progress, "\r%d of %d matches ", done.Add(1), len(pairs))
			}
		})
	}
	group.Wait()
	fmt.Fprintln(progress)
	return samples, errors.Join(failures...)
}

// match plays and analyses one match. Two matches that follow each other have the same deal.
func (s *luckStudy) match(ctx context.Context, number int, players [2]int) ([]replay.Balance, error) {
	sim := simulation{seed: s.seed}
	seed := sim.seedOf(number / 2)
	m, err := match.Begin(s.game.Rules, match.Terms{
		ID: "m", Game: s.game.Rules.Info().ID, Options: s.options, Started: 1,
		Players: []match.Player{{Person: "p0"}, {Person: "p1"}},
	}, match.Start{Seed: &seed})
	if err != nil {
		return nil, err
	}
	random := game.NewRNG(sim.botSeed(number))
	for m.Result == nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		p := game.NewPosition(m.State, m.State.Waiting().First(), nil)
		picks, ok := s.errs(p.Decision, players[p.Seat], &random)
		if !ok {
			picks = s.bot.Choose(ctx, p, &random)
		}
		if m, err = m.Answer(1, p.Seat, match.Choice(s.game.Rules, p.Decision, picks), nil, nil); err != nil {
			return nil, err
		}
	}
	return s.analyse(ctx, m.Record(nil), number)
}

// errs returns a random answer if the player gives one now.
func (s *luckStudy) errs(d *game.Decision, player int, random *game.RNG) ([]game.Pick, bool) {
	const parts = 1 << 20
	if float64(random.IntN(parts)) >= float64(player)*s.errorStep*parts {
		return nil, false
	}
	picks, err := d.Complete(nil, random)
	return picks, err == nil
}

// analyse returns the balances of the seats of a match.
func (s *luckStudy) analyse(ctx context.Context, record *match.Record, number int) ([]replay.Balance, error) {
	questions, err := replay.Questions(s.game.Rules, record, math.MaxInt)
	if err != nil {
		return nil, err
	}
	draws, err := replay.Draws(s.game.Rules, record)
	if err != nil {
		return nil, err
	}
	random := game.NewRNG(game.SeedFromInt(s.seed<<32 + uint64(number)))
	judged := make([]replay.Judged, len(questions))
	for i := range questions {
		one := questions[i].Judge(ctx, s.analyst, s.iterations, &random)
		judged[i] = questions[i].Weigh(ctx, s.analyst, s.passes, &random, &one)
	}
	strokes := make([]replay.Stroke, len(draws))
	for i := range draws {
		strokes[i] = draws[i].Estimate(ctx, s.analyst, s.passes, &random)
	}
	return replay.Conclude(s.game.Rules, record, judged, strokes, false).Balance, ctx.Err()
}

// neighbourError is the number of standard deviations by which two neighbours must differ so that seven pairs of
// them are all in their order with 95 %: each is wrong with at most 0.05/7.
const neighbourError = 2.45

// matchesNeeded returns the number of matches of each player after which the players are in their order with 95 %,
// by one measure: from the mean difference of neighbours and the deviation of one match. It is +Inf if the better
// players are not ahead.
func matchesNeeded(samples []luckSample, measure int) float64 {
	n, sx, sy, sxx, sxy := float64(len(samples)), 0.0, 0.0, 0.0, 0.0
	for i := range samples {
		x, y := float64(samples[i].player), samples[i].measures[measure]
		sx, sy, sxx, sxy = sx+x, sy+y, sxx+x*x, sxy+x*y
	}
	slope := (n*sxy - sx*sy) / (n*sxx - sx*sx)
	if !(slope < 0) {
		return math.Inf(1)
	}
	base, squares := (sy-slope*sx)/n, 0.0
	for i := range samples {
		d := samples[i].measures[measure] - base - slope*float64(samples[i].player)
		squares += d * d
	}
	return 2 * neighbourError * neighbourError * squares / n / slope / slope
}

// resamples is the number of random selections of matches from which the intervals of the report are made.
const resamples = 1000

// report prints the number of matches that each measure needs, and its share of those that the result needs, with
// 95 % intervals.
func (s *luckStudy) report(w io.Writer, samples []luckSample) error {
	shares := make([][]float64, len(luckMeasures))
	random := game.NewRNG(game.SeedFromInt(s.seed))
	chosen := make([]luckSample, len(samples))
	for range resamples {
		for i := 0; i < len(samples); i += 2 {
			at := 2 * random.IntN(len(samples)/2)
			copy(chosen[i:i+2], samples[at:at+2])
		}
		plain := matchesNeeded(chosen, 0)
		for measure := range shares {
			shares[measure] = append(shares[measure], matchesNeeded(chosen, measure)/plain)
		}
	}
	if _, err := fmt.Fprintf(w, "%d matches of %d players\n", len(samples)/2, s.players); err != nil {
		return err
	}
	for measure, name := range luckMeasures {
		needed := matchesNeeded(samples, measure)
		slices.Sort(shares[measure])
		_, err := fmt.Fprintf(
			w, "%-20s %7.0f matches a player, %5.1f %% of those by the result (%.1f to %.1f)\n",
			name, needed, 100*needed/matchesNeeded(samples, 0),
			100*shares[measure][resamples/40], 100*shares[measure][resamples-1-resamples/40],
		)
		if err != nil {
			return err
		}
	}
	return s.means(w, samples)
}

// means prints the mean of each measure by player.
func (s *luckStudy) means(w io.Writer, samples []luckSample) error {
	sums, counts := make([][len(luckMeasures)]float64, s.players), make([]float64, s.players)
	for i := range samples {
		one := &samples[i]
		counts[one.player]++
		for measure, value := range one.measures {
			sums[one.player][measure] += value
		}
	}
	for player := range sums {
		_, err := fmt.Fprintf(w, "%3.0f %% at random:", 100*s.errorStep*float64(player))
		for measure, name := range luckMeasures {
			if err == nil {
				_, err = fmt.Fprintf(w, "  %s %.3f", name, sums[player][measure]/counts[player])
			}
		}
		if err == nil {
			_, err = fmt.Fprintln(w)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
