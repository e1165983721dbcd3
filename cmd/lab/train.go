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

// trainCommand returns the command that trains the search's valuation of positions on matches that the game's
// guide plays against itself.
func (a *app) trainCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "train FILE",
		Short: "Learn what a game's positions are worth, for the bots that search",
		Args:  cobra.ExactArgs(1),
	}
	var t training
	set := cmd.Flags()
	name := a.bindGame(set)
	set.IntVar(&t.matches, "matches", 20000, "the `number` of matches to learn from")
	set.IntVar(
		&t.surprise,
		"surprise",
		25,
		"a random answer is given once in this `number` of answers, for positions that the guide would not come to",
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
	matches, surprise int
	seed              uint64
}

func (a *app) train(ctx context.Context, e *entry, t training, path string) error {
	id := e.Rules.Info().ID
	guide, ok := e.guide().(search.Learner)
	if !ok || t.matches < 1 || t.surprise < 1 {
		return cli.Misuse(
			fmt.Errorf("--matches and --surprise are at least 1, and %s must have something to learn", id),
		)
	}
	lesson := search.NewTrainingSet(guide.Stages())
	random := game.NewRNG(game.SeedFromInt(t.seed))
	tables := guide.Tables()
	for i := range t.matches {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := search.AddMatch(e.Rules, guide, tables[i%len(tables)], &random, t.surprise, lesson); err != nil {
			return err
		}
	}
	model, err := lesson.Model(fmt.Sprintf(
		"lab train --game %s --matches %d --surprise %d --seed %d",
		id,
		t.matches,
		t.surprise,
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
			i, s.Samples, s.Error, s.Plain,
		)
	}
	return nil
}
