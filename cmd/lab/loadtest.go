package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"archmage/internal/cli"
	"archmage/internal/game"
	"archmage/internal/loadtest"
)

// loadtest plays many matches at once against a running server.
func (a *app) loadtest(ctx context.Context, args []string) int {
	config, status, ok := a.loadtestConfig(args)
	if !ok {
		return status
	}
	report, err := loadtest.Run(ctx, config, a.Stderr)
	if err != nil {
		return a.Fail(cli.Failed, "loadtest", err)
	}
	report.Print(a.Stdout)
	if report.Failed() {
		return cli.Failed
	}
	return cli.OK
}

func (a *app) loadtestConfig(args []string) (config loadtest.Config, status int, ok bool) {
	set := a.Flags("loadtest", "[flags]")
	config.Options = game.MatchOptions{}
	play := "mixed"
	urls := set.String(
		"url",
		"http://127.0.0.1:8080",
		"the `address` of the server, which must run with -limits off; or those of several nodes, separated by commas, of which everybody in a room uses the same; who loses the connection tries the next",
	)
	set.BoolVar(&config.Apart, "apart", false, "people of a room use the nodes in turn")
	admins := set.String(
		"admin-url",
		"",
		"the server's admin `address`, to tell what the server uses; or those of several nodes, separated by commas",
	)
	set.StringVar(&play, "game", play, "the `game` to play, or mixed")
	set.Var(
		optionFlag(config.Options),
		"option",
		"a match option `name=value`, for the games that have it; may be repeated",
	)
	set.IntVar(&config.Rooms, "rooms", 10, "how `many` rooms play at once, with all seats taken")
	set.IntVar(&config.Spectators, "spectators", 0, "how `many` watch each room")
	set.IntVar(&config.Crowd, "crowd", 0, "how `many` more watch the first room")
	set.IntVar(&config.Bots, "bots", 0, "how `many` seats of each room a bot on the server plays")
	set.StringVar(&config.Bot, "bot", "owl", "the `id` of that bot")
	set.IntVar(&config.Replays, "replays", 0, "how `many` people open replays of finished public matches meanwhile")
	set.DurationVar(&config.Duration, "duration", 10*time.Second, "how `long` to play")
	set.Int64Var(
		&config.Moves,
		"moves",
		0,
		"how `many` moves to play, however long they take; with 0 -duration decides",
	)
	set.DurationVar(&config.Think, "think", 0, "how `long` a player waits before a move, on average")
	set.BoolVar(&config.Verify, "verify", false, "compare the documents that patches have made with fresh snapshots")
	set.IntVar(&config.Churn, "churn", 0, "after how `many` updates a connection is cut, on average; 0 for never")
	set.DurationVar(
		&config.Patience,
		"patience",
		0,
		"how `long` a client whose connection is lost tries to come back; with 0 that is an error",
	)
	set.Uint64Var(&config.Seed, "seed", 1, "a `number` that decides who answers what")
	if status, ok = a.Parse(set, args, 0); !ok {
		return config, status, false
	}
	config.URLs, config.Admins = addresses(*urls), addresses(*admins)
	config.Games = []string{play}
	if play == "mixed" {
		config.Games = a.games.ids()
	}
	if err := checkLoad(&config); err != nil {
		return config, a.Fail(cli.Usage, "loadtest", err), false
	}
	return config, cli.OK, true
}

// addresses returns the addresses of a list, "" for none.
func addresses(text string) (list []string) {
	if text == "" {
		return nil
	}
	for one := range strings.SplitSeq(text, ",") {
		list = append(list, strings.TrimSuffix(strings.TrimSpace(one), "/"))
	}
	return list
}

// checkLoad refuses invalid settings.
func checkLoad(c *loadtest.Config) error {
	for _, url := range append(slices.Clone(c.URLs), c.Admins...) {
		if !strings.HasPrefix(url, "http://") && !strings.HasPrefix(url, "https://") {
			return fmt.Errorf("%q is not an address like http://127.0.0.1:8080", url)
		}
	}
	switch {
	case len(c.URLs) == 0:
		return errors.New("-url is empty")
	case c.Rooms < 1 || c.Spectators < 0 || c.Crowd < 0 || c.Bots < 0 || c.Replays < 0:
		return errors.New("-rooms is at least 1, -spectators, -crowd, -bots and -replays are at least 0")
	case c.Duration <= 0 || c.Moves < 0 || c.Think < 0 || c.Churn < 0 || c.Patience < 0:
		return errors.New("-duration is above 0, -moves, -think, -churn and -patience are at least 0")
	}
	return nil
}
