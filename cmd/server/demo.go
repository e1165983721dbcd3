package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"go.uber.org/zap"

	"archmage/cmd/internal/cli"
	"archmage/cmd/internal/demo"
	"archmage/internal/game/registry"
	"archmage/internal/moderation"
	"archmage/internal/people"
	"archmage/internal/store"
	"archmage/internal/transport/httpx"
)

// demoCommand returns the command that fills a new data folder with a small club and runs a server on it, while
// some members play. Later, the command serve can use the same folder.
func (a *app) demoCommand() *cobra.Command {
	return settingsCommand(&cobra.Command{
		Use:   "demo",
		Short: "Fill a new folder with a small club, and serve it",
		Long:  "Fill a new folder with the members and matches of a small club, and serve it while some members play.",
	}, func(cmd *cobra.Command, s *settings, all *pflag.FlagSet) error {
		if _, err := s.load(all); err != nil {
			return cli.Misuse(err)
		}
		return a.demo(cmd.Context(), s)
	})
}

func (a *app) demo(ctx context.Context, s *settings) error {
	members, err := fillFolder(ctx, s)
	if err != nil {
		return err
	}
	owner := members[0]
	fmt.Fprintf(a.Stderr, "%d members have played for %d days\n", len(members), demo.Days)
	var playing sync.WaitGroup
	s.listening = func(base string) {
		fmt.Fprintf(a.Stderr, "to sign in as %s, the owner, open %s%s#me=%s within 24 hours\n",
			owner.Person.Name, cmp.Or(s.people().PublicURL, base), httpx.AccountPath, owner.Secret)
		for i, module := range registry.Hosted(registry.All()) {
			for n, bot := range []string{module.Bots[0].ID(), ""} {
				table := demo.Table{
					Base:   base,
					Member: members[1+2*i+n],
					Game:   module.Rules.Info().ID,
					Bot:    bot,
					Pause:  5 * time.Second,
				}
				playing.Go(func() {
					if err := table.Run(ctx); err != nil && ctx.Err() == nil {
						fmt.Fprintln(a.Stderr, err)
					}
				})
			}
		}
	}
	defer playing.Wait()
	return a.serve(ctx, s)
}

// fillFolder makes the club in an empty data folder. Its first member is an owner of the server.
func fillFolder(ctx context.Context, s *settings) ([]demo.Member, error) {
	if s.database != "" {
		return nil, errors.New("a demonstration is kept in a folder of its own, not in PostgreSQL")
	}
	if entries, err := os.ReadDir(s.data); err == nil && len(entries) > 0 {
		return nil, fmt.Errorf(
			"the folder %s holds something already: name a new one with --data, or start serve to use it",
			s.data,
		)
	}
	db, err := s.openStore(ctx)
	if err != nil {
		return nil, err
	}
	members, err := demo.Fill(ctx, db.DB, registry.Hosted(registry.All()), time.Now(), demo.Days, rand.Uint64())
	if err == nil {
		err = db.Moderation.SetRole(ctx, members[0].Person.ID, string(moderation.RoleOwner))
	}
	if err == nil {
		err = rateAndCount(ctx, db.DB)
	}
	return members, errors.Join(err, db.Close())
}

// rateAndCount rates all matches and adds them to the statistics of their players.
func rateAndCount(ctx context.Context, db *store.DB) error {
	rater := people.NewRater(people.StoreOf(db), zap.NewNop())
	_, _, err := rater.Rate(ctx)
	if err == nil {
		_, _, err = rater.Count(ctx)
	}
	return err
}
