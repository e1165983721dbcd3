// Command lab is the program for developers of the games and the server. It plays games
// by itself, shows positions, and measures a running server.
package main

import (
	"context"
	"io"
	"os"

	"archmage/internal/cli"
)

func main() {
	os.Exit(run(cli.UntilSignal(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run runs the command that args name, with the games of the project, and
// returns the exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	a := app{games: newRegistry(), IO: cli.IO{Program: "lab", Stdin: stdin, Stdout: stdout, Stderr: stderr}}
	return a.Run(ctx, a.commands(), "", args)
}

// app is what every command needs.
type app struct {
	cli.IO
	games registry
}

// commands lists the commands in the order in which usage names them.
func (a *app) commands() []cli.Command {
	return []cli.Command{
		{Name: "simulate", Args: "[flags]", About: "play games to the end and count what happened", Run: a.simulate},
		{Name: "tournament", Args: "[flags]", About: "play bots against each other and rate them", Run: a.tournament},
		{
			Name:  "train",
			Args:  "[flags] FILE",
			About: "learn what a game's positions are worth, for the bots that search",
			Run:   a.train,
		},
		{
			Name:  "position",
			Args:  "[flags] FILE",
			About: "build a position from a file, give it answers, and print every state",
			Run:   a.position,
		},
		a.Replay(a.games.modules()),
		{
			Name:  "newgame",
			Args:  "[flags] NAME",
			About: "start a new game in the sources, as a copy of the tests' toy",
			Run:   a.newgame,
		},
		{
			Name:  "loadtest",
			Args:  "[flags]",
			About: "play many matches at once against a running server, and measure it",
			Run:   a.loadtest,
		},
		{
			Name:  "attack",
			Args:  "[flags]",
			About: "do to a server of your own what a hostile guest could do, and measure it",
			Run:   a.attack,
		},
	}
}
