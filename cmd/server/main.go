// Command server is the program that operators run. It reads flags, wires the parts
// together, and runs one of its commands. Nothing imports it.
package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"

	"archmage/internal/cli"
	"archmage/internal/game"
	"archmage/internal/games"
)

func main() {
	a := newApp(os.Stdin, os.Stdout, os.Stderr)
	// The installed program is called archmage.
	a.Program = strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")
	os.Exit(a.run(cli.UntilSignal(), os.Args[1:]))
}

// run runs the command that args name, with the games of the project, and
// returns the exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return newApp(stdin, stdout, stderr).run(ctx, args)
}

func newApp(stdin io.Reader, stdout, stderr io.Writer) *app {
	return &app{games: games.All(), IO: cli.IO{Program: "server", Stdin: stdin, Stdout: stdout, Stderr: stderr}}
}

// app is what every command needs.
type app struct {
	cli.IO
	games game.Modules
}

func (a *app) run(ctx context.Context, args []string) int {
	if len(args) == 1 && (args[0] == "-version" || args[0] == "--version") {
		args = []string{"version"}
	}
	return a.Run(ctx, a.commands(), "serve", args)
}

// commands lists the commands in the order in which usage names them.
func (a *app) commands() []cli.Command {
	return []cli.Command{
		{Name: "serve", Args: "[flags]", About: "run the server; the default command", Run: a.serve},
		{Name: "demo", Args: "[flags]", About: "fill a new folder with a small club, and serve it", Run: a.demo},
		{Name: "health", Args: "[flags]", About: "check whether a running server is ready", Run: a.health},
		{Name: "admin", Args: "[flags] WHAT ...", About: "manage a running server: rooms, bans, backups", Run: a.admin},
		{Name: "migrate", Args: "[flags]", About: "move everything stored from a folder to PostgreSQL", Run: a.migrate},
		{
			Name:  "rate",
			Args:  "[flags]",
			About: "rate the matches of a stopped server that are not rated yet, or all again",
			Run:   a.rate,
		},
		a.Replay(a.games),
		{Name: "version", About: "say which version of the program this is", Run: a.version},
	}
}
