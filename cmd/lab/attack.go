package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"archmage/internal/attack"
	"archmage/internal/cli"
)

// attack does to a running server what a hostile guest could do, and measures it.
func (a *app) attack(ctx context.Context, args []string) int {
	items := new(int)
	config, status, ok := a.attackConfig(args, items)
	if !ok {
		return status
	}
	if config.Costs {
		if err := attack.Costs(ctx, config.URL, config.Admin, a.Stdout); err != nil {
			return a.Fail(cli.Failed, "attack", err)
		}
		return cli.OK
	}
	long, err := longMatch(*items)
	if err != nil {
		return a.Fail(cli.Failed, "attack", err)
	}
	config.Long = long.Encode()
	report, err := attack.Run(ctx, config, a.Stderr)
	if err != nil {
		return a.Fail(cli.Failed, "attack", err)
	}
	report.Print(a.Stdout)
	if report.Failed() {
		return cli.Failed
	}
	return cli.OK
}

func (a *app) attackConfig(args []string, items *int) (config attack.Config, status int, ok bool) {
	set := a.Flags("attack", "[flags]")
	only := ""
	set.StringVar(
		&config.URL,
		"url",
		"http://127.0.0.1:8080",
		"the `address` of the server, on this machine; it should have its default limits and -idle-after 1s",
	)
	set.StringVar(&config.Admin, "admin-url", "http://127.0.0.1:9090", "the server's admin `address`")
	set.StringVar(&only, "only", "", "the `names` of the attacks to make, separated by commas; empty for all")
	set.DurationVar(
		&config.Duration,
		"duration",
		10*time.Second,
		"how `long` each attack is measured, or all of them together",
	)
	set.DurationVar(
		&config.Warm,
		"warm",
		10*time.Second,
		"how `long` each attack goes on before it is measured, until what the limits allow at once is used up",
	)
	set.Int64Var(
		&config.Actions,
		"actions",
		0,
		"end each attack after so `many` actions, and do not measure the processor; with 0 -duration decides",
	)
	set.IntVar(&config.Connections, "connections", 192, "how `many` connections an attack opens")
	set.BoolVar(
		&config.Costs,
		"costs",
		false,
		"instead of attacks, measure what each frame and each request costs a server with -limits off",
	)
	set.BoolVar(&config.Together, "together", false, "make all attacks at once, from one address")
	set.IntVar(&config.Tables, "tables", 0, "with -together: how `many` tables play meanwhile")
	set.DurationVar(
		&config.Think,
		"think",
		8*time.Second,
		"with -together: how `long` a player waits before a move, on average",
	)
	set.IntVar(items, "items", 10_000, "the `number` of items of the long match that is brought")
	usage := set.Usage
	set.Usage = func() {
		usage()
		fmt.Fprintln(set.Output(), "\nThe attacks:")
		for _, one := range attack.Names() {
			fmt.Fprintf(set.Output(), "  %-9s  %s\n", one[0], one[1])
		}
	}
	if status, ok = a.Parse(set, args, 0); !ok {
		return config, status, false
	}
	config.URL, config.Admin = strings.TrimSuffix(config.URL, "/"), strings.TrimSuffix(config.Admin, "/")
	if only != "" {
		config.Only = strings.Split(only, ",")
	}
	if config.Duration <= 0 || config.Warm < 0 || config.Actions < 0 || config.Connections < 1 || config.Tables < 0 ||
		config.Think < 0 {
		return config, a.Fail(
			cli.Usage,
			"attack",
			errors.New("-duration is above 0, -connections at least 1, the other numbers at least 0"),
		), false
	}
	return config, cli.OK, true
}
