package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"
	"time"

	"go.uber.org/zap"

	"archmage/internal/cli"
	"archmage/internal/demo"
	"archmage/internal/games"
	"archmage/internal/people"
)

// demo fills a new folder with a small club and serves it, while some members play on.
// The command serve can serve the folder again.
func (a *app) demo(ctx context.Context, args []string) int {
	s, status, ok := a.serveSettings("demo", args)
	if !ok {
		return status
	}
	members, err := fillFolder(ctx, s)
	if err != nil {
		return a.Fail(cli.Failed, "demo", err)
	}
	owner := members[0]
	fmt.Fprintf(a.Stderr, "%d members have played for %d days; to be %s, open /account#me=%s within 24 hours\n",
		len(members), demo.Days, owner.Person.Name, owner.Secret)
	var playing sync.WaitGroup
	s.listening = func(base string) {
		for i, module := range games.Hosted(games.All()) {
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
	return a.serveWith(ctx, s)
}

// fillFolder makes the club in an empty folder.
func fillFolder(ctx context.Context, s *settings) ([]demo.Member, error) {
	if s.database != "" {
		return nil, errors.New("a demonstration is kept in a folder of its own, not in PostgreSQL")
	}
	if there, err := os.ReadDir(s.data); err == nil && len(there) > 0 {
		return nil, fmt.Errorf(
			"the folder %s holds something already: name a new one with -data, or start serve to use it",
			s.data,
		)
	}
	db, err := s.openStore(ctx)
	if err != nil {
		return nil, err
	}
	members, err := demo.Fill(ctx, db, games.Hosted(games.All()), time.Now(), demo.Days, rand.Uint64())
	if err == nil {
		err = countAll(ctx, db)
	}
	return members, errors.Join(err, db.Close())
}

// countAll rates all matches and adds them to the sums of their people.
func countAll(ctx context.Context, db people.RatingStore) error {
	rater := people.NewRater(db, zap.NewNop())
	_, _, err := rater.Rate(ctx)
	if err == nil {
		_, _, err = rater.Count(ctx)
	}
	return err
}
