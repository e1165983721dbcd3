// Command server is the program that operators run, installed as archmage. It owns the command line, the
// settings and the wiring of all packages, and nothing imports it. To see how a server is put together, begin
// at (*app).serve in serve.go.
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

// run runs the command that args name and returns the exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	a := app{games: registry.All(), IO: cli.IO{Stdin: stdin, Stdout: stdout, Stderr: stderr}}
	return a.run(ctx, args)
}

// app holds what every command uses.
type app struct {
	cli.IO
	games game.Modules
}

func (a *app) run(ctx context.Context, args []string) int {
	return a.Execute(ctx, a.rootCommand(), serveByDefault(args))
}

// serveByDefault puts "serve" in front of args if they name no command.
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

// rootCommand returns the archmage command with its subcommands.
func (a *app) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "archmage",
		Short: "A server for board games that people play in a browser",
		Long: "archmage is a server for board games that people play in a browser.\n" +
			"Without a command it runs serve.\n\n" + cli.StatusHelp,
		// This runs only for --version: serveByDefault puts "serve" in front of all other arguments that name
		// no command.
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
