package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"go.uber.org/zap"

	"archmage/internal/eventlog"
	"archmage/internal/people"
)

// rate computes the ratings of a server that is not running.
func (a *app) rate(ctx context.Context, args []string) int {
	set := a.flags("rate", "[flags]")
	data := set.String("data", "data", "the `folder` in which everything is kept")
	rebuild := set.Bool("rebuild", false, "remove all ratings first, and compute them from the first rated match on")
	if status, ok := a.parse(set, args, 0); !ok {
		return status
	}
	if _, err := os.Stat(*data); err != nil {
		return a.fail(exitFailed, "rate", err)
	}
	store, err := eventlog.OpenSQLite(ctx, *data, eventlog.SQLiteOptions{})
	if err != nil {
		return a.fail(exitFailed, "rate", err)
	}
	rater := people.NewRater(store, zap.NewNop())
	var n int
	if *rebuild {
		n, err = rater.Rebuild(ctx)
	} else {
		n, _, err = rater.Rate(ctx)
	}
	if err := errors.Join(err, store.Close()); err != nil {
		return a.fail(exitFailed, "rate", err)
	}
	matches := "matches"
	if n == 1 {
		matches = "match"
	}
	fmt.Fprintf(a.stdout, "%d %s rated\n", n, matches)
	return exitOK
}
