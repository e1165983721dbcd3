package main

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// settingsHelp ends the help of each command that has the settings.
const settingsHelp = "" +
	"Each flag can also be set by an environment variable (--bot-pause by ARCHMAGE_BOT_PAUSE) or in\n" +
	"the settings file that --config names (\"bot-pause = 1s\"). Flags override the environment, which\n" +
	"overrides the file."

// settingsCommand adds the flags of serve to a command. run receives settings to which only the flags are applied,
// and must call load for the other sources.
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
		for _, part := range sections {
			fmt.Fprintf(out, "\n%s:\n%s", part.title, part.flags.FlagUsagesWrapped(helpWidth))
		}
		help := pflag.NewFlagSet("help", pflag.ContinueOnError)
		help.AddFlag(cmd.Flags().Lookup("help"))
		fmt.Fprintf(out, "\nHelp:\n%s", help.FlagUsages())
		return nil
	})
	all.VisitAll(func(flag *pflag.Flag) {
		if options, ok := flag.Value.(*choice); ok {
			// The only error is an unknown flag, and the flag has just been added.
			_ = cmd.RegisterFlagCompletionFunc(
				flag.Name,
				cobra.FixedCompletions(options.allowed, cobra.ShellCompDirectiveNoFileComp),
			)
		}
	})
	return cmd
}

// helpWidth is the width of the help of settings, in columns.
const helpWidth = 100
