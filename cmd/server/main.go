// Command server is the one program of the project: it wires the parts
// together, reads flags, and runs one of its commands. It owns the registry of
// games; nothing imports it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
)

// The exit statuses of every command.
const (
	exitOK = 0
	// exitFailed: the command ran and found something wrong.
	exitFailed = 1
	// exitUsage: the command line or a file cannot be understood.
	exitUsage = 2
)

func main() {
	os.Exit(run(untilSignal(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// untilSignal returns a context that ends with the first signal to stop. The
// second one ends the program at once.
func untilSignal() context.Context {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	go func() {
		<-ctx.Done()
		stop()
	}()
	return ctx
}

// run runs the command that args name, with the games of the project, and
// returns the exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	a := app{games: newRegistry(), stdin: stdin, stdout: stdout, stderr: stderr}
	return a.run(ctx, args)
}

// app is what every command needs.
type app struct {
	games          registry
	stdin          io.Reader
	stdout, stderr io.Writer
}

// command is one subcommand.
type command struct {
	name, args, about string
	run               func(a *app, ctx context.Context, args []string) int
}

// commands lists the subcommands in the order in which usage names them.
func commands() []command {
	return []command{
		{"serve", "[flags]", "run the server; the default command", (*app).serve},
		{"health", "[flags]", "check whether a running server is ready", (*app).health},
		{"admin", "[flags] WHAT ...", "manage a running server: rooms, bans, backups", (*app).admin},
		{"cluster", "cert [flags]", "make the certificates by which several nodes know each other", (*app).cluster},
		{"migrate", "[flags]", "move everything stored from a folder to PostgreSQL", (*app).migrate},
		{"loadtest", "[flags]", "play many matches at once against a running server, and measure it", (*app).loadtest},
		{"attack", "[flags]", "do to a server of your own what a hostile guest could do, and measure it", (*app).attack},
		{"simulate", "[flags]", "play games to the end and count what happened", (*app).simulate},
		{"tournament", "[flags]", "play bots against each other and rate them", (*app).tournament},
		{"train", "[flags] FILE", "learn what a game's positions are worth, for the bots that search", (*app).train},
		{"position", "[flags] FILE", "build a position from a file, give it answers, and print every state", (*app).position},
		{"rate", "[flags]", "rate the matches of a stopped server that are not rated yet, or all again", (*app).rate},
		{"replay", "FILE", "replay the record of a match and check it", (*app).replay},
		{"newgame", "[flags] NAME", "start a new game in the sources, as a copy of the tests' toy", (*app).newgame},
	}
}

func (a *app) run(ctx context.Context, args []string) int {
	if len(args) > 0 {
		switch args[0] {
		case "help", "-h", "-help", "--help":
			a.usage(a.stdout)
			return exitOK
		}
	}
	if len(args) == 0 || strings.HasPrefix(args[0], "-") {
		return a.serve(ctx, args)
	}
	for _, c := range commands() {
		if c.name == args[0] {
			return c.run(a, ctx, args[1:])
		}
	}
	fmt.Fprintf(a.stderr, "server: there is no command %q\n\n", args[0])
	a.usage(a.stderr)
	return exitUsage
}

func (a *app) usage(w io.Writer) {
	fmt.Fprint(w, "Usage: server [COMMAND]\n\nCommands:\n")
	for _, c := range commands() {
		fmt.Fprintf(w, "  %-10s  %-16s  %s\n", c.name, c.args, c.about)
	}
	fmt.Fprint(w, "\n\"server COMMAND -h\" lists the flags of a command. FILE may be - for standard input.\n")
}

// flags returns the empty flag set of a command.
func (a *app) flags(name, args string) *flag.FlagSet {
	set := flag.NewFlagSet(name, flag.ContinueOnError)
	set.SetOutput(a.stderr)
	set.Usage = func() {
		fmt.Fprintf(set.Output(), "Usage: server %s %s\n", name, args)
		set.PrintDefaults()
	}
	return set
}

// readFlags lets parse read the flags of a set. It prints what is wrong, or the help
// that was asked for. Where it returns false, the command ends with the status.
func (a *app) readFlags(set *flag.FlagSet, parse func() error) (status int, ok bool) {
	// The set would print all flags below each error.
	help := set.Usage
	set.Usage = func() {}
	set.SetOutput(io.Discard)
	err := parse()
	set.Usage = help
	set.SetOutput(a.stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		set.Usage()
		return exitOK, false
	case err != nil:
		return a.misused(set.Name(), err), false
	}
	return exitOK, true
}

// misused prints what is wrong with a command line, and where there is help.
func (a *app) misused(name string, err error) int {
	fmt.Fprintf(a.stderr, "server %s: %v\n\"server %s -h\" lists the flags.\n", name, err, name)
	return exitUsage
}

// parse reads the flags and checks that so many arguments are left. Where it
// returns false, the command ends with the status.
func (a *app) parse(set *flag.FlagSet, args []string, want int) (status int, ok bool) {
	if status, ok := a.readFlags(set, func() error { return set.Parse(args) }); !ok {
		return status, false
	}
	if set.NArg() != want {
		return a.misused(set.Name(), fmt.Errorf("%d arguments after the flags, want %d", set.NArg(), want)), false
	}
	return exitOK, true
}

// fail prints why a command ends and returns the status.
func (a *app) fail(status int, name string, err error) int {
	fmt.Fprintf(a.stderr, "server %s: %v\n", name, err)
	return status
}
