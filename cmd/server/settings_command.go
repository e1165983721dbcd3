package main

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
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
