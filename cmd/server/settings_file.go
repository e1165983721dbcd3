package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// settingsFileCommand returns the command that prints a settings file to start from.
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
			if flag.Name == "config" || flag.Hidden {
				return
			}
			_, meaning := pflag.UnquoteUsage(flag)
			if one, ok := flag.Value.(*choice); ok {
				meaning += "; one of " + strings.Join(one.allowed, ", ")
			}
			// In the file, names have no dashes.
			meaning = strings.ReplaceAll(meaning, "--", "")
			fmt.Fprintf(&text, "\n%s#%s\n", comment(meaning), strings.TrimRight(flag.Name+" = "+flag.DefValue, " "))
		})
	}
	return text.String()
}

// comment formats a sentence as comment lines of at most 98 characters.
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
