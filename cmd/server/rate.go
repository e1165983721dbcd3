package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"go.uber.org/zap"

	"archmage/internal/cli"
	"archmage/internal/people"
)

// rate computes the ratings of a server that is not running.
func (a *app) rate(ctx context.Context, args []string) int {
	set := a.Flags("rate", "[flags]")
	var s settings
	set.StringVar(&s.data, "data", "data", "the `folder` in which everything is kept")
	set.StringVar(
		&s.database,
		"database",
		"",
		"the `URL` of the PostgreSQL database in which everything is kept; empty for SQLite in the folder of -data",
	)
	rebuild := set.Bool("rebuild", false, "remove all ratings first, and compute them from the first rated match on")
	if status, ok := a.Parse(set, args, 0); !ok {
		return status
	}
	if _, err := os.Stat(s.data); err != nil && s.database == "" {
		return a.Fail(cli.Failed, "rate", err)
	}
	db, err := s.openStore(ctx)
	if err != nil {
		return a.Fail(cli.Failed, "rate", err)
	}
	rater := people.NewRater(db, zap.NewNop())
	var n int
	if *rebuild {
		n, err = rater.Rebuild(ctx)
	} else {
		n, _, err = rater.Rate(ctx)
	}
	if err := errors.Join(err, db.Close()); err != nil {
		return a.Fail(cli.Failed, "rate", err)
	}
	matches := "matches"
	if n == 1 {
		matches = "match"
	}
	fmt.Fprintf(a.Stdout, "%d %s rated\n", n, matches)
	return cli.OK
}
