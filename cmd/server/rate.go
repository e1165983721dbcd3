package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"go.uber.org/zap"

	"archmage/internal/people"
)

// rateCommand returns the command that rates the matches of a stopped server.
func (a *app) rateCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "rate",
		Short: "Rate matches of a stopped server that are not rated yet, or all again",
		Args:  cobra.ExactArgs(0),
	}
	var s settings
	set := cmd.Flags()
	set.StringVar(&s.data, "data", "data", "the data `folder`")
	set.StringVar(
		&s.database,
		"database",
		"",
		"the `URL` of the PostgreSQL database that stores everything; empty for SQLite in the folder of --data",
	)
	rebuild := set.Bool("rebuild", false, "remove all ratings first, and compute them from the first rated match on")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return a.rate(cmd.Context(), &s, *rebuild) }
	return cmd
}

func (a *app) rate(ctx context.Context, s *settings, rebuild bool) error {
	if _, err := os.Stat(s.data); err != nil && s.database == "" {
		return err
	}
	db, err := s.openStore(ctx)
	if err != nil {
		return err
	}
	rater := people.NewRater(people.StoreOf(db.DB), zap.NewNop())
	var n int
	if rebuild {
		n, err = rater.Rebuild(ctx)
	} else {
		n, _, err = rater.Rate(ctx)
	}
	if err := errors.Join(err, db.Close()); err != nil {
		return err
	}
	matches := "matches"
	if n == 1 {
		matches = "match"
	}
	fmt.Fprintf(a.Stdout, "%d %s rated\n", n, matches)
	return nil
}
