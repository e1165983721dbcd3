package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"archmage/internal/cli"
	"archmage/internal/game"
	"archmage/internal/game/search"
)

// train learns what positions of a game are worth, from matches that its guide
// plays against itself.
func (a *app) train(ctx context.Context, args []string) int {
	set := a.Flags("train", "[flags] FILE")
	name := set.String("game", a.games.ids()[0], "the `id` of the game, one of "+strings.Join(a.games.ids(), ", "))
	matches := set.Int("matches", 20000, "the `number` of matches to learn from")
	surprise := set.Int(
		"surprise",
		25,
		"one answer in so many is `drawn` by chance, for positions that the guide would not come to",
	)
	seed := set.Uint64("seed", 1, "the `seed`; with the same flags, the same is learned")
	if status, ok := a.Parse(set, args, 1); !ok {
		return status
	}
	one, err := a.games.find(*name)
	if err != nil {
		return a.Fail(cli.Usage, "train", err)
	}
	guide, ok := one.guide().(search.Learner)
	if !ok || *matches < 1 || *surprise < 1 {
		return a.Fail(
			cli.Usage,
			"train",
			fmt.Errorf("-matches and -surprise are at least 1, and %s must have something to learn", *name),
		)
	}
	lesson := search.NewLesson(guide.Stages())
	random := game.NewRNG(game.SeedFromInt(*seed))
	tables := guide.Tables()
	for i := range *matches {
		if ctx.Err() != nil {
			return a.Fail(cli.Failed, "train", ctx.Err())
		}
		if err := search.Study(one.Rules, guide, tables[i%len(tables)], &random, *surprise, lesson); err != nil {
			return a.Fail(cli.Failed, "train", err)
		}
	}
	model, err := lesson.Model(
		fmt.Sprintf("lab train -game %s -matches %d -surprise %d -seed %d", *name, *matches, *surprise, *seed),
	)
	if err != nil {
		return a.Fail(cli.Failed, "train", err)
	}
	file, err := os.Create(set.Arg(0))
	if err != nil {
		return a.Fail(cli.Failed, "train", err)
	}
	if err := errors.Join(writeIndented(file, model), file.Close()); err != nil {
		return a.Fail(cli.Failed, "train", err)
	}
	for i, s := range model.Stages {
		fmt.Fprintf(
			a.Stdout, "stage %2d: %7d positions, error %.2f (without features %.2f)\n",
			i, s.Samples, s.Error, s.Plain,
		)
	}
	return cli.OK
}
