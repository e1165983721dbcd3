package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"archmage/cmd/internal/cli"
	"archmage/cmd/internal/loadtest"
	"archmage/internal/game"
)

// loadtestCommand returns the command that runs package loadtest against a server.
func (a *app) loadtestCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "loadtest",
		Short: "Play many matches at once against a running server, and measure it",
		Args:  cobra.ExactArgs(0),
	}
	var config loadtest.Config
	set := cmd.Flags()
	config.Options = game.MatchOptions{}
	gameID := "mixed"
	urls := set.String(
		"url",
		"http://127.0.0.1:8080",
		"the `URL` of the server, which must run with --limits off; or those of several nodes, separated by commas: "+
			"all clients in a room use the same node, and try the next one when a connection is lost",
	)
	set.BoolVar(&config.SpreadClients, "apart", false, "distribute the clients of each room over the nodes")
	adminURLs := set.String(
		"admin-url",
		"",
		"the `URL` of the server's admin listener, to report what the server uses; "+
			"or those of several nodes, separated by commas",
	)
	set.StringVar(&gameID, "game", gameID, "the `game` to play, or mixed")
	set.Var(
		optionFlag(config.Options),
		"option",
		"a match option `id=value`, for the games that have it; may be repeated",
	)
	set.IntVar(&config.Rooms, "rooms", 10, "how `many` rooms play at once, with all seats taken")
	set.IntVar(&config.Spectators, "spectators", 0, "how `many` watch each room")
	set.IntVar(&config.Crowd, "crowd", 0, "how `many` more watch the first room")
	set.IntVar(&config.BotSeats, "bots", 0, "how `many` seats of each room a bot on the server plays")
	set.StringVar(&config.Bot, "bot", "owl", "the `id` of that bot")
	set.IntVar(
		&config.ReplayClients,
		"replays",
		0,
		"how `many` people open replays of finished public matches meanwhile",
	)
	set.DurationVar(&config.Duration, "duration", 10*time.Second, "how `long` to play")
	set.Int64Var(
		&config.MaxMoves,
		"moves",
		0,
		"how `many` moves to play, however long they take; if 0, --duration decides",
	)
	set.DurationVar(&config.Think, "think", 0, "how `long` a player waits before a move, on average")
	set.BoolVar(&config.Verify, "verify", false, "compare the documents that patches have made with fresh snapshots")
	set.IntVar(
		&config.Churn,
		"churn",
		0,
		"the average `number` of updates after which a connection is cut; 0 for never",
	)
	set.DurationVar(
		&config.Patience,
		"patience",
		0,
		"how `long` a client whose connection is lost tries to reconnect; if 0, a lost connection is an error",
	)
	people := set.Int(
		"event",
		0,
		"how `many` people come to an evening, an event in which they play at tables of two, after they have "+
			"played as long without it; only --url, --admin-url, --game, --duration, --think and --seed count then",
	)
	set.Uint64Var(&config.Seed, "seed", 1, "a `number` that decides who answers what")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		config.URLs, config.Admins = addresses(*urls), addresses(*adminURLs)
		config.Games = []string{gameID}
		if gameID == "mixed" {
			config.Games = a.games.ids()
		}
		if err := checkLoad(&config); err != nil {
			return cli.Misuse(err)
		}
		if *people > 0 {
			return a.eventLoad(cmd.Context(), config, *people)
		}
		return a.loadtest(cmd.Context(), config)
	}
	return cmd
}

func (a *app) loadtest(ctx context.Context, config loadtest.Config) error {
	report, err := loadtest.Run(ctx, config, a.Stderr)
	if err != nil {
		return err
	}
	report.Print(a.Stdout)
	if report.Failed() {
		return cli.Status(cli.Failed)
	}
	return nil
}

// eventMoves is the number of moves after which a player of each table of an event concedes.
const eventMoves = 8

// eventLoad runs the load test of an evening.
func (a *app) eventLoad(ctx context.Context, config loadtest.Config, people int) error {
	event := loadtest.EventConfig{
		URL: config.URLs[0], People: people, Game: config.Games[0], Duration: config.Duration, Think: config.Think,
		Moves: eventMoves, Seed: config.Seed,
	}
	if len(config.Admins) > 0 {
		event.Admin = config.Admins[0]
	}
	report, err := loadtest.RunEvent(ctx, event, a.Stderr)
	if err != nil {
		return err
	}
	report.Print(a.Stdout)
	if report.Failed() {
		return cli.Status(cli.Failed)
	}
	return nil
}

// addresses splits a list of URLs at its commas. It returns nil for an empty list.
func addresses(text string) (list []string) {
	if text == "" {
		return nil
	}
	for address := range strings.SplitSeq(text, ",") {
		list = append(list, strings.TrimSuffix(strings.TrimSpace(address), "/"))
	}
	return list
}

func checkLoad(c *loadtest.Config) error {
	for _, url := range append(slices.Clone(c.URLs), c.Admins...) {
		if !strings.HasPrefix(url, "http://") && !strings.HasPrefix(url, "https://") {
			return fmt.Errorf("%q is not an address like http://127.0.0.1:8080", url)
		}
	}
	switch {
	case len(c.URLs) == 0:
		return errors.New("--url is empty")
	case c.Rooms < 1 || c.Spectators < 0 || c.Crowd < 0 || c.BotSeats < 0 || c.ReplayClients < 0:
		return errors.New("--rooms must be at least 1; --spectators, --crowd, --bots and --replays must be at least 0")
	case c.Duration <= 0 || c.MaxMoves < 0 || c.Think < 0 || c.Churn < 0 || c.Patience < 0:
		return errors.New("--duration must be above 0; --moves, --think, --churn and --patience must be at least 0")
	}
	return nil
}
