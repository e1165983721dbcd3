package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"archmage/cmd/internal/cli"
	"archmage/internal/game"
	"archmage/internal/game/search"
)

// trainCommand returns the command that learns how to evaluate positions in the search, from matches that the
// game's guide plays against itself.
func (a *app) trainCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "train FILE",
		Short: "Learn what a game's positions are worth, for the bots that search",
		Args:  cobra.ExactArgs(1),
	}
	var t training
	set := cmd.Flags()
	name := a.bindGame(set)
	set.IntVar(&t.matchCount, "matches", 20000, "the `number` of matches to learn from")
	set.IntVar(
		&t.randomOneIn,
		"surprise",
		25,
		"a random answer is given once in this `number` of answers, for positions that the guide would not reach",
	)
	set.Uint64Var(&t.seed, "seed", 1, "the `seed`; with the same flags, the same is learned")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		e, err := a.games.find(*name)
		if err != nil {
			return cli.Misuse(err)
		}
		return a.train(cmd.Context(), e, t, args[0])
	}
	return cmd
}

type training struct {
	matchCount, randomOneIn int
	seed                    uint64
}

// learner returns the guide of a game if it can learn.
func (e *entry) learner() (search.Learner, bool) {
	if e.guide == nil {
		return nil, false
	}
	guide, ok := e.guide().(search.Learner)
	return guide, ok
}

func (a *app) train(ctx context.Context, e *entry, t training, path string) error {
	id := e.Rules.Info().ID
	if t.matchCount < 1 || t.randomOneIn < 1 {
		return cli.Misuse(errors.New("--matches and --surprise must be at least 1"))
	}
	guide, ok := e.learner()
	if !ok {
		return cli.Misuse(fmt.Errorf("%s has no evaluation to learn", id))
	}
	set := search.NewTrainingSet(guide.Stages())
	random := game.NewRNG(game.SeedFromInt(t.seed))
	tables := guide.Tables()
	for i := range t.matchCount {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := search.AddMatch(e.Rules, guide, tables[i%len(tables)], &random, t.randomOneIn, set); err != nil {
			return err
		}
	}
	model, err := set.Model(fmt.Sprintf(
		"lab train --game %s --matches %d --surprise %d --seed %d",
		id,
		t.matchCount,
		t.randomOneIn,
		t.seed,
	))
	if err != nil {
		return err
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := errors.Join(writeIndented(file, model), file.Close()); err != nil {
		return err
	}
	for i, s := range model.Stages {
		fmt.Fprintf(
			a.Stdout, "stage %2d: %7d positions, error %.2f (without features %.2f)\n",
			i, s.Samples, s.Error, s.GainDeviation,
		)
	}
	return nil
}
