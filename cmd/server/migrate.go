package main

import (
	"context"
	"fmt"
	"os"

	"archmage/internal/cli"
	"archmage/internal/store"
)

// migrate copies everything stored from a folder to a PostgreSQL database.
func (a *app) migrate(ctx context.Context, args []string) int {
	set := a.Flags("migrate", "[flags]")
	from := set.String("from", "data", "the data `folder` of a server that does not run; it stays as it is")
	to := set.String(
		"to",
		os.Getenv(variable("database")),
		"the `URL` of the empty PostgreSQL database, as in postgres://USER@HOST/NAME",
	)
	if status, ok := a.Parse(set, args, 0); !ok {
		return status
	}
	if !isPostgres(*to) {
		return a.Fail(cli.Usage, "migrate", errNotPostgres("-to"))
	}
	err := store.Migrate(ctx, *from, *to, func(table store.MovedTable) {
		fmt.Fprintf(a.Stdout, "%-14s %9d rows  %x\n", table.Name, table.Rows, table.Hash[:8])
	})
	if err != nil {
		return a.Fail(cli.Failed, "migrate", err)
	}
	fmt.Fprintln(a.Stdout, "everything is in the database, as it was read again there")
	return cli.OK
}
