package main

import (
	"context"
	"fmt"
	"os"

	"archmage/internal/store"
)

// migrate copies everything stored from a folder to a PostgreSQL database.
func (a *app) migrate(ctx context.Context, args []string) int {
	set := a.flags("migrate", "[flags]")
	from := set.String("from", "data", "the data `folder` of a server that does not run; it stays as it is")
	to := set.String("to", os.Getenv(variable("database")), "the `URL` of the empty PostgreSQL database, as in postgres://USER@HOST/NAME")
	if status, ok := a.parse(set, args, 0); !ok {
		return status
	}
	if !isPostgres(*to) {
		return a.fail(exitUsage, "migrate", errNotPostgres("-to"))
	}
	err := store.Migrate(ctx, *from, *to, func(table store.MovedTable) {
		fmt.Fprintf(a.stdout, "%-14s %9d rows  %x\n", table.Name, table.Rows, table.Hash[:8])
	})
	if err != nil {
		return a.fail(exitFailed, "migrate", err)
	}
	fmt.Fprintln(a.stdout, "everything is in the database, as it was read again there")
	return exitOK
}
