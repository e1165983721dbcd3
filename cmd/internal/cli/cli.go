// Package cli has the code that all programs share for their command lines: exit statuses, running a cobra command, man
// pages, reading files, and the command that checks the record of a match. Begin at [IO.Execute].
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
	// Failed means that the command ran and found something wrong.
	Failed = 1
	// Usage means that the command line, a setting or a file is invalid.
	Usage = 2
)

// StatusHelp describes the exit statuses, for the help of a program.
const StatusHelp = `Exit status: 0 if all went well, 1 if the command ran and found something wrong,
2 if the command line, a setting or a file cannot be understood.`

// UntilSignal returns a context that ends at the first SIGINT or SIGTERM. A second signal ends the program
// immediately.
func UntilSignal() context.Context {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	go func() {
		<-ctx.Done()
		stop()
	}()
	return ctx
}

// IO is the input and output of a command.
type IO struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
}

// Status is an error that ends a command with an exit status and without a message, because the command has
// already printed what is wrong.
type Status int

// Error implements error.
func (s Status) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// misuse is an error in the command line, a setting or a file.
type misuse struct{ error }

func (m misuse) Unwrap() error { return m.error }

// Misuse marks an error as an error in the command line, a setting or a file, so that the command ends with
// [Usage] instead of [Failed].
func Misuse(err error) error { return misuse{err} }

// Execute runs the command that args name, prints an error and returns the exit status. Errors before the
// command runs, such as unknown flags, end with [Usage].
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

// Group adds subcommands to a command and returns the command. Without a subcommand, or with an unknown one, the
// command returns a misuse error.
func Group(cmd *cobra.Command, subcommands ...*cobra.Command) *cobra.Command {
	cmd.AddCommand(subcommands...)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return Misuse(errors.New("a command is missing"))
		}
		err := fmt.Errorf("unknown command %q for %q", args[0], cmd.CommandPath())
		cmd.SuggestionsMinimumDistance = 2
		return Misuse(suggest(err, cmd.SuggestionsFor(args[0])...))
	}
	return cmd
}

// flagError extends an error of pflag with the flag that was probably meant, or with the values that the flag
// accepts.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		// After a single dash, pflag reads the letters of a long flag as shorthands.
		name, _, _ := strings.Cut(cmp.Or(unknown.GetSpecifiedShortnames(), unknown.GetSpecifiedName()), "=")
		if near := Nearest(name, FlagNames(cmd.Flags())); near != "" {
			return suggest(err, "--"+near)
		}
	case errors.As(err, &invalid):
		flag := invalid.GetFlag()
		return InvalidValue("--"+flag.Name, flag, invalid.GetValue(), errors.Unwrap(err))
	}
	return err
}

// suggest adds suggestions to an error, formatted as cobra does.
func suggest(err error, suggestions ...string) error {
	if len(suggestions) == 0 {
		return err
	}
	return fmt.Errorf("%w\n\nDid you mean this?\n\t%s", err, strings.Join(suggestions, "\n\t"))
}

// longFlags adds the second dash to long flags with a single dash, as in "-addr :80". Releases up to 0.9
// documented such flags, so systemd units, Compose files and scripts contain them. It does not change flags
// after the first argument of a command, because those releases did not read them.
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

func subcommand(parent *cobra.Command, name string) *cobra.Command {
	for _, cmd := range parent.Commands() {
		if cmd.Name() == name {
			return cmd
		}
	}
	return nil
}

// lookup returns the command's own or inherited long flag with a name, or nil.
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
func Counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
