// Package cli is what the command lines of the programs share: exit statuses, running a
// cobra command, man pages, reading files, and the check of a match's record.
package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// The exit statuses of every command.
const (
	OK = 0
	// Failed: the command ran and found something wrong.
	Failed = 1
	// Usage: the command line or a file cannot be understood.
	Usage = 2
)

// StatusHelp describes the exit statuses, for the help of a program.
const StatusHelp = `Exit status: 0 if all went well, 1 if the command ran and found something wrong,
2 if the command line, a setting or a file cannot be understood.`

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

// IO is what a command reads and writes.
type IO struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
}

// Status ends a command with an exit status and no message: the command has already
// printed what is wrong.
type Status int

// Error implements error.
func (s Status) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// misuse is an error in the command line, in a setting or in a file.
type misuse struct{ error }

func (m misuse) Unwrap() error { return m.error }

// Misuse marks an error as one of the command line, a setting or a file: the command
// ends with [Usage] instead of [Failed].
func Misuse(err error) error { return misuse{err} }

// Execute runs the command of a program that the arguments name. It prints an error, and
// returns the exit status. Errors before the command runs, such as unknown flags, are
// those of [Misuse].
func (o *IO) Execute(ctx context.Context, root *cobra.Command, args []string) int {
	root.SetIn(o.Stdin)
	root.SetOut(o.Stdout)
	root.SetErr(o.Stderr)
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(manCommand(root))
	running := false
	root.PersistentPreRun = func(*cobra.Command, []string) { running = true }
	root.SetArgs(longFlags(root, args))
	cmd, err := root.ExecuteContextC(ctx)
	var status Status
	switch {
	case err == nil:
		return OK
	case errors.As(err, &status):
		return int(status)
	}
	fmt.Fprintf(o.Stderr, "%s: %s\n", cmd.CommandPath(), strings.TrimSpace(err.Error()))
	if running && !errors.As(err, new(misuse)) {
		return Failed
	}
	fmt.Fprintf(o.Stderr, "See \"%s --help\".\n", cmd.CommandPath())
	return Usage
}

// Group makes a command one that only has subcommands: alone it is an error.
func Group(cmd *cobra.Command, subcommands ...*cobra.Command) *cobra.Command {
	cmd.AddCommand(subcommands...)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return Misuse(errors.New("a command is missing"))
		}
		err := fmt.Errorf("unknown command %q for %q", args[0], cmd.CommandPath())
		cmd.SuggestionsMinimumDistance = 2
		return Misuse(meant(err, cmd.SuggestionsFor(args[0])...))
	}
	return cmd
}

// flagError explains an error in the flags of a command.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		// With one dash, the letters of a long flag are read as shorthands.
		name, _, _ := strings.Cut(cmp.Or(unknown.GetSpecifiedShortnames(), unknown.GetSpecifiedName()), "=")
		if near := Nearest(name, FlagNames(cmd.Flags())); near != "" {
			return meant(err, "--"+near)
		}
	case errors.As(err, &invalid):
		flag := invalid.GetFlag()
		return InvalidValue("--"+flag.Name, flag, invalid.GetValue(), errors.Unwrap(err))
	}
	return err
}

// meant adds suggestions to an error, in the form in which cobra makes them.
func meant(err error, suggestions ...string) error {
	if len(suggestions) == 0 {
		return err
	}
	return fmt.Errorf("%w\n\nDid you mean this?\n\t%s", err, strings.Join(suggestions, "\n\t"))
}

// longFlags returns the arguments with two dashes in front of each long flag that has
// one, as in "-addr :80". Releases up to 0.9 documented flags like this, so there are
// units, Compose files and scripts that have them. Only flags in front of a command's arguments
// are changed: the old programs read no others.
func longFlags(root *cobra.Command, args []string) []string {
	args = append([]string(nil), args...)
	cmd := root
	for i := 0; i < len(args) && args[i] != "--"; i++ {
		text, isFlag := strings.CutPrefix(args[i], "-")
		if !isFlag || text == "" {
			next := subcommand(cmd, args[i])
			if next == nil {
				break
			}
			cmd = next
			continue
		}
		name, _, hasValue := strings.Cut(strings.TrimPrefix(text, "-"), "=")
		flag := lookup(cmd, name)
		if flag == nil {
			continue
		}
		if !strings.HasPrefix(text, "-") {
			args[i] = "-" + args[i]
		}
		if !hasValue && flag.NoOptDefVal == "" {
			i++ // the next argument is the value
		}
	}
	return args
}

// subcommand returns the command with a name below another one, nil if there is none.
func subcommand(parent *cobra.Command, name string) *cobra.Command {
	for _, cmd := range parent.Commands() {
		if cmd.Name() == name {
			return cmd
		}
	}
	return nil
}

// lookup returns the long flag of a command with a name, nil if there is none.
func lookup(cmd *cobra.Command, name string) *pflag.Flag {
	cmd.InitDefaultHelpFlag()
	if flag := cmd.Flags().Lookup(name); flag != nil {
		return flag
	}
	if flag := cmd.PersistentFlags().Lookup(name); flag != nil {
		return flag
	}
	return cmd.InheritedFlags().Lookup(name)
}

// Counted returns a number with its noun, as in "1 answer" or "2 answers".
func Counted(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %ss", n, one)
}
