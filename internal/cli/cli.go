// Package cli is what the command lines of the programs share: commands with flags, exit
// statuses, reading files, and the check of a match's record.
package cli

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
	OK = 0
	// Failed: the command ran and found something wrong.
	Failed = 1
	// Usage: the command line or a file cannot be understood.
	Usage = 2
)

// UntilSignal returns a context that ends with the first signal to stop. A second signal
// ends the program at once.
func UntilSignal() context.Context {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	go func() {
		<-ctx.Done()
		stop()
	}()
	return ctx
}

// IO is what every command needs: the name of its program, and what it reads and
// writes.
type IO struct {
	Program        string
	Stdin          io.Reader
	Stdout, Stderr io.Writer
}

// Command is one command of a program.
type Command struct {
	Name, Args, About string
	Run               func(ctx context.Context, args []string) int
}

// Run runs the command that args name, and returns its exit status. If they name none, it
// runs the command standard, unless that is "".
func (o *IO) Run(ctx context.Context, commands []Command, standard string, args []string) int {
	if len(args) > 0 {
		switch args[0] {
		case "help", "-h", "-help", "--help":
			o.usage(o.Stdout, commands)
			return OK
		}
	}
	if standard != "" && (len(args) == 0 || strings.HasPrefix(args[0], "-")) {
		args = append([]string{standard}, args...)
	}
	if len(args) == 0 {
		o.usage(o.Stderr, commands)
		return Usage
	}
	for _, c := range commands {
		if c.Name == args[0] {
			return c.Run(ctx, args[1:])
		}
	}
	fmt.Fprintf(o.Stderr, "%s: there is no command %q\n\n", o.Program, args[0])
	o.usage(o.Stderr, commands)
	return Usage
}

func (o *IO) usage(w io.Writer, commands []Command) {
	fmt.Fprintf(w, "Usage: %s COMMAND\n\nCommands:\n", o.Program)
	for _, c := range commands {
		fmt.Fprintf(w, "  %-10s  %-16s  %s\n", c.Name, c.Args, c.About)
	}
	fmt.Fprintf(w, "\n\"%s COMMAND -h\" lists the flags of a command. FILE may be - for standard input.\n", o.Program)
}

// Flags returns the empty flag set of a command.
func (o *IO) Flags(name, args string) *flag.FlagSet {
	set := flag.NewFlagSet(name, flag.ContinueOnError)
	set.SetOutput(o.Stderr)
	set.Usage = func() {
		fmt.Fprintf(set.Output(), "Usage: %s %s %s\n", o.Program, name, args)
		set.PrintDefaults()
	}
	return set
}

// ReadFlags calls parse to read the flags of a set. It prints an error, or the help if
// that was asked for. If it returns false, the command ends with the status.
func (o *IO) ReadFlags(set *flag.FlagSet, parse func() error) (status int, ok bool) {
	// The set would print all flags below each error.
	help := set.Usage
	set.Usage = func() {}
	set.SetOutput(io.Discard)
	err := parse()
	set.Usage = help
	set.SetOutput(o.Stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		set.Usage()
		return OK, false
	case err != nil:
		return o.Misused(set.Name(), err), false
	}
	return OK, true
}

// Misused prints what is wrong with a command line and how to get help, and returns
// Usage.
func (o *IO) Misused(name string, err error) int {
	fmt.Fprintf(o.Stderr, "%s %s: %v\n\"%[1]s %[2]s -h\" lists the flags.\n", o.Program, name, err)
	return Usage
}

// Parse reads the flags and checks that want arguments are left. If it returns false, the
// command ends with the status.
func (o *IO) Parse(set *flag.FlagSet, args []string, want int) (status int, ok bool) {
	if status, ok := o.ReadFlags(set, func() error { return set.Parse(args) }); !ok {
		return status, false
	}
	if set.NArg() != want {
		return o.Misused(set.Name(), fmt.Errorf("%d arguments after the flags, want %d", set.NArg(), want)), false
	}
	return OK, true
}

// Fail prints why a command ends and returns the status.
func (o *IO) Fail(status int, name string, err error) int {
	fmt.Fprintf(o.Stderr, "%s %s: %v\n", o.Program, name, err)
	return status
}

// Counted returns a number with its noun, as in "1 answer" or "2 answers".
func Counted(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %ss", n, one)
}
