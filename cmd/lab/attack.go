package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"archmage/cmd/internal/attack"
	"archmage/cmd/internal/cli"
)

// attackCommand returns the command that runs the attacks of package attack against a server on this machine.
func (a *app) attackCommand() *cobra.Command {
	var names strings.Builder
	for _, description := range attack.Descriptions() {
		fmt.Fprintf(&names, "\n  %-9s  %s", description[0], description[1])
	}
	cmd := &cobra.Command{
		Use:   "attack",
		Short: "Do to a server of your own what a hostile guest could do, and measure it",
		Long: "Do to a server of your own, on this machine, what a hostile guest could do, and measure it.\n\n" +
			"The attacks:" + names.String(),
		Args: cobra.ExactArgs(0),
	}
	var config attack.Config
	var only string
	var items int
	set := cmd.Flags()
	set.StringVar(
		&config.URL,
		"url",
		"http://127.0.0.1:8080",
		"the `address` of the server, on this machine; it should have its default limits and --idle-after 1s",
	)
	set.StringVar(&config.Admin, "admin-url", "http://127.0.0.1:9090", "the server's admin `address`")
	set.StringVar(&only, "only", "", "the `names` of the attacks to make, separated by commas; empty for all")
	set.DurationVar(
		&config.Duration,
		"duration",
		10*time.Second,
		"how `long` each attack is measured, or all attacks with --together",
	)
	set.DurationVar(
		&config.WarmUp,
		"warm",
		10*time.Second,
		"how `long` each attack goes on before it is measured, until the bursts that the limits allow are used up",
	)
	set.Int64Var(
		&config.MaxActions,
		"actions",
		0,
		"end each attack after so `many` actions, and do not measure the processor; with 0 --duration decides",
	)
	set.IntVar(&config.MaxConnections, "connections", 192, "how `many` connections an attack opens")
	set.BoolVar(
		&config.MeasureCosts,
		"costs",
		false,
		"instead of attacks, measure what each frame and each request costs a server with --limits off",
	)
	set.BoolVar(&config.Together, "together", false, "make all attacks at once, from one address")
	set.IntVar(&config.TableCount, "tables", 0, "with --together: how `many` tables play meanwhile")
	set.DurationVar(
		&config.Think,
		"think",
		8*time.Second,
		"with --together: how `long` a player waits before a move, on average",
	)
	set.IntVar(&items, "items", 10_000, "the `number` of items of the long match that is imported")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := checkAttack(&config, only); err != nil {
			return err
		}
		return a.attack(cmd.Context(), config, items)
	}
	return cmd
}

func (a *app) attack(ctx context.Context, config attack.Config, items int) error {
	if config.MeasureCosts {
		if err := attack.Costs(ctx, config.URL, config.Admin, a.Stdout); err != nil {
			return err
		}
		return nil
	}
	long, err := longMatch(items)
	if err != nil {
		return err
	}
	config.LongRecord = long.Encode()
	report, err := attack.Run(ctx, config, a.Stderr)
	if err != nil {
		return err
	}
	report.Print(a.Stdout)
	if report.Failed() {
		return cli.Status(cli.Failed)
	}
	return nil
}

// checkAttack completes the configuration of an attack. It returns an error if a flag is invalid. only is the
// list of attacks from the command line.
func checkAttack(config *attack.Config, only string) error {
	config.URL, config.Admin = strings.TrimSuffix(config.URL, "/"), strings.TrimSuffix(config.Admin, "/")
	if only != "" {
		config.Names = strings.Split(only, ",")
	}
	if config.Duration <= 0 || config.WarmUp < 0 || config.MaxActions < 0 || config.MaxConnections < 1 ||
		config.TableCount < 0 || config.Think < 0 {
		return cli.Misuse(
			errors.New("--duration must be above 0, --connections at least 1, and the other numbers at least 0"),
		)
	}
	return nil
}
