package main

import (
	"cmp"
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"archmage/cmd/internal/cli"
	"archmage/internal/store"
)

func (a *app) migrateCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "migrate",
		Short: "Copy everything stored from a folder to PostgreSQL",
		Long:  "Copy everything stored from the data folder of a stopped server to an empty PostgreSQL database.",
		Args:  cobra.ExactArgs(0),
	}
	set := cmd.Flags()
	from := set.String("from", "data", "the data `folder` of a server that is stopped; it is not changed")
	to := set.String(
		"to",
		"",
		"the `URL` of the empty PostgreSQL database, like postgres://USER@HOST/NAME; "+
			"by default "+envName("database"),
	)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		return a.migrate(cmd.Context(), *from, cmp.Or(*to, os.Getenv(envName("database"))))
	}
	return cmd
}

func (a *app) migrate(ctx context.Context, from, to string) error {
	if !isPostgres(to) {
		return cli.Misuse(errNotPostgres("--to"))
	}
	err := store.Migrate(ctx, from, to, func(table store.MovedTable) {
		fmt.Fprintf(a.Stdout, "%-14s %9d rows  %x\n", table.Name, table.Rows, table.Hash[:8])
	})
	if err != nil {
		return err
	}
	fmt.Fprintln(a.Stdout, "everything is in the database, as it was read again there")
	return nil
}
