package main

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"archmage/cmd/internal/cli"
)

// settingsHelp says in the help of a command how it is set.
const settingsHelp = "Each flag can also be set by an environment variable (--bot-pause by ARCHMAGE_BOT_PAUSE) or in\n" +
	"the settings file that --config names (\"bot-pause = 1s\"). Flags override the environment, which\n" +
	"overrides the file."

// settingsCommand returns a command that has the flags of serve. run gets the settings, of which only
// the flags have been read.
func settingsCommand(
	cmd *cobra.Command,
	run func(cmd *cobra.Command, s *settings, all *pflag.FlagSet) error,
) *cobra.Command {
	s, sections := newSettings()
	all := allFlags(sections)
	cmd.Args = cobra.ExactArgs(0)
	cmd.Long += "\n\n" + settingsHelp
	cmd.Flags().SortFlags = false
	cmd.Flags().AddFlagSet(all)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return run(cmd, s, all) }
	cmd.SetUsageFunc(func(cmd *cobra.Command) error {
		out := cmd.OutOrStdout()
		fmt.Fprintf(out, "Usage:\n  %s\n", cmd.UseLine())
		for _, one := range sections {
			fmt.Fprintf(out, "\n%s:\n%s", one.title, one.flags.FlagUsagesWrapped(helpWidth))
		}
		help := pflag.NewFlagSet("help", pflag.ContinueOnError)
		help.AddFlag(cmd.Flags().Lookup("help"))
		fmt.Fprintf(out, "\nHelp:\n%s", help.FlagUsages())
		return nil
	})
	all.VisitAll(func(flag *pflag.Flag) {
		if words, ok := flag.Value.(*choice); ok {
			// The flag has just been added, which is the only error that there is.
			_ = cmd.RegisterFlagCompletionFunc(
				flag.Name,
				cobra.FixedCompletions(words.words, cobra.ShellCompDirectiveNoFileComp),
			)
		}
	})
	return cmd
}

// helpWidth is the width of the help of settings, in columns.
const helpWidth = 100

// checkSettingsCommand returns the command that tells what a server would run with.
func (a *app) checkSettingsCommand() *cobra.Command {
	return settingsCommand(&cobra.Command{
		Use:   "check-settings",
		Short: "Check the settings and show where each comes from",
		Long: "Read flags, environment and settings file as serve does, and the files that they name. Print\n" +
			"every setting with where it comes from, secrets hidden, and every problem on standard error.\n" +
			"No port is opened, and no database, mail server or provider is asked.\n\n" +
			"Exit status: 0 if the settings are in order, 1 if there is a problem, 2 if the flags cannot\n" +
			"be understood.",
	}, func(_ *cobra.Command, s *settings, all *pflag.FlagSet) error {
		from, err := s.load(all)
		err = errors.Join(err, s.checkFiles())
		out := tabwriter.NewWriter(a.Stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(out, "SETTING\tVALUE\tFROM")
		all.VisitAll(func(flag *pflag.Flag) {
			fmt.Fprintf(out, "%s\t%s\t%s\n", flag.Name, shownValue(flag), from[flag.Name])
		})
		if err := out.Flush(); err != nil {
			return err
		}
		if err == nil {
			return nil
		}
		fmt.Fprintln(a.Stderr, err)
		return cli.Status(cli.Failed)
	})
}

// shownValue returns the value of a setting, without secrets.
func shownValue(flag *pflag.Flag) string {
	value := flag.Value.String()
	switch {
	case value == "":
		return "-"
	case flag.Name == "database":
		return databaseName(value)
	case slices.Contains(secrets, flag.Name):
		return "(hidden)"
	}
	return value
}

// databaseName returns the URL of a database without user, password and parameters.
func databaseName(text string) string {
	at, err := url.Parse(text)
	if err != nil {
		return "(hidden)"
	}
	return at.Scheme + "://" + at.Host + at.Path
}

// checkFiles checks the files and the folder that the settings name, as the server does when
// it starts.
func (s *settings) checkFiles() error {
	_, err := s.site.load()
	if s.tlsCert != "" && s.tlsKey != "" {
		if _, bad := tls.LoadX509KeyPair(s.tlsCert, s.tlsKey); bad != nil {
			err = errors.Join(err, fmt.Errorf("--tls-cert and --tls-key: %w", bad))
		}
	}
	if s.database == "" {
		err = errors.Join(err, checkFolder(s.data))
	}
	return err
}

// settingsFileCommand returns the command that writes a settings file to begin with.
func (a *app) settingsFileCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "settings-file",
		Short: "Print a settings file with every setting commented out",
		Long: "Print a settings file with every setting, its meaning and its default, commented out. Save\n" +
			"it, change what you need, and name it with --config or ARCHMAGE_CONFIG.",
		Args: cobra.ExactArgs(0),
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprint(a.Stdout, settingsFile())
			return err
		},
	}
}

// settingsFile returns the text of a settings file with every setting commented out.
func settingsFile() string {
	var text strings.Builder
	text.WriteString("# Settings of archmage. Each line is \"name = value\"; # begins a comment. The lines that are\n" +
		"# commented out show the defaults. Environment variables (ARCHMAGE_BOT_PAUSE for bot-pause)\n" +
		"# and flags (--bot-pause) override this file.\n" +
		"#\n" +
		"# Check it with: archmage check-settings --config FILE\n")
	_, sections := newSettings()
	for _, one := range sections {
		fmt.Fprintf(&text, "\n\n## %s\n", one.title)
		one.flags.VisitAll(func(flag *pflag.Flag) {
			if flag.Name == "config" {
				return
			}
			_, meaning := pflag.UnquoteUsage(flag)
			if one, ok := flag.Value.(*choice); ok {
				meaning += "; one of " + strings.Join(one.words, ", ")
			}
			// In the file, settings are written without the dashes of flags.
			meaning = strings.ReplaceAll(meaning, "--", "")
			fmt.Fprintf(&text, "\n%s#%s\n", comment(meaning), strings.TrimRight(flag.Name+" = "+flag.DefValue, " "))
		})
	}
	return text.String()
}

// comment returns a sentence as comment lines of at most 98 characters.
func comment(text string) string {
	text = strings.ToUpper(text[:1]) + text[1:] + "."
	var lines strings.Builder
	line := "#"
	for word := range strings.FieldsSeq(text) {
		if len(line)+1+len(word) > 98 {
			lines.WriteString(line + "\n")
			line = "#"
		}
		line += " " + word
	}
	lines.WriteString(line + "\n")
	return lines.String()
}
