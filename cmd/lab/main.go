// Command lab is the program for developers of the games and the server. It simulates games, plays bots
// against each other, shows positions, adds new games, and measures a running server. Begin at (*app).run;
// each command has a file of its own.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"archmage/cmd/internal/cli"
)

func main() {
	os.Exit(run(cli.UntilSignal(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run runs the command that args name and returns the exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	a := app{games: newGameList(), IO: cli.IO{Stdin: stdin, Stdout: stdout, Stderr: stderr}}
	return a.run(ctx, args)
}

// app holds what every command uses.
type app struct {
	cli.IO
	games gameList
}

func (a *app) run(ctx context.Context, args []string) int {
	root := &cobra.Command{
		Use:   "lab",
		Short: "Tools for developers of the games and the server",
		Long:  "lab has the tools for developers of the games and the server.\n\n" + cli.StatusHelp,
	}
	return a.Execute(ctx, cli.Group(
		root,
		a.simulateCommand(),
		a.tournamentCommand(),
		a.trainCommand(),
		a.luckCommand(),
		a.puzzlesCommand(),
		a.positionCommand(),
		a.ReplayCommand(a.games.modules()),
		a.newgameCommand(),
		a.loadtestCommand(),
		a.attackCommand(),
	), args)
}

// bindGame adds the flag for a game.
func (a *app) bindGame(set *pflag.FlagSet) *string {
	return set.String("game", a.games.ids()[0], "the `id` of the game, one of "+strings.Join(a.games.ids(), ", "))
}

// unknownValue returns the error of a flag with a fixed set of values.
func unknownValue(name, value, want string) error {
	return cli.Misuse(fmt.Errorf("--%s is %q, want %s", name, value, want))
}
