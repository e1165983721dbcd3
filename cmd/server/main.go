// Command server is the program that operators run, installed as archmage. It reads flags,
// wires the parts together, and runs one of its commands. Nothing imports it.
package main

import (
	"context"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"archmage/cmd/internal/cli"
	"archmage/internal/game"
	"archmage/internal/game/registry"
)

func main() {
	os.Exit(run(cli.UntilSignal(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run runs the command that args name, with the games of the project, and
// returns the exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	a := app{games: registry.All(), IO: cli.IO{Stdin: stdin, Stdout: stdout, Stderr: stderr}}
	return a.run(ctx, args)
}

// app is what every command needs.
type app struct {
	cli.IO
	games game.Modules
}

func (a *app) run(ctx context.Context, args []string) int {
	return a.Execute(ctx, a.command(), serveByDefault(args))
}

// serveByDefault returns the arguments with the command serve in front if they name none.
func serveByDefault(args []string) []string {
	if len(args) == 0 {
		return []string{"serve"}
	}
	name, isFlag := strings.CutPrefix(args[0], "-")
	ofProgram := slices.Contains([]string{"h", "help", "v", "version"}, strings.TrimPrefix(name, "-"))
	if isFlag && !ofProgram {
		return append([]string{"serve"}, args...)
	}
	return args
}

// command returns the command archmage with its subcommands.
func (a *app) command() *cobra.Command {
	root := &cobra.Command{
		Use:   "archmage",
		Short: "A server for board games that people play in a browser",
		Long: "archmage is a server for board games that people play in a browser.\n" +
			"Without a command it runs serve.\n\n" + cli.StatusHelp,
		// With --help or a command, it is not run; serveByDefault leaves --version.
		RunE: func(*cobra.Command, []string) error { return a.printVersion() },
	}
	root.Flags().BoolP("version", "v", false, "print the version of the program")
	root.AddCommand(
		a.serveCommand(),
		a.demoCommand(),
		a.checkSettingsCommand(),
		a.settingsFileCommand(),
		a.healthCommand(),
		a.adminCommand(),
		a.migrateCommand(),
		a.rateCommand(),
		a.ReplayCommand(a.games),
		a.versionCommand(),
	)
	return root
}
