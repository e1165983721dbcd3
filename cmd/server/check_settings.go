package main

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"archmage/cmd/internal/cli"
)

func (a *app) checkSettingsCommand() *cobra.Command {
	return settingsCommand(&cobra.Command{
		Use:   "check-settings",
		Short: "Check the settings and show where each comes from",
		Long: "Read flags, environment and settings file as serve does, and the files that they name. Print\n" +
			"every setting with where it comes from, secrets hidden, and every problem on standard error.\n" +
			"No port is opened, and no database, mail server or provider is asked.\n\n" +
			"Exit status: 0 if the settings are in order, 1 if there is a problem, 2 if the flags cannot\n" +
			"be understood.",
	}, func(_ *cobra.Command, s *settings, flags *pflag.FlagSet) error {
		sourceOf, err := s.load(flags)
		err = errors.Join(err, s.checkFiles())
		out := tabwriter.NewWriter(a.Stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(out, "SETTING\tVALUE\tFROM")
		flags.VisitAll(func(flag *pflag.Flag) {
			if flag.Hidden && sourceOf[flag.Name] == byDefault {
				return
			}
			fmt.Fprintf(out, "%s\t%s\t%s\n", flag.Name, shownValue(flag), sourceOf[flag.Name])
		})
		if err := out.Flush(); err != nil {
			return err
		}
		for _, warning := range s.warnings {
			fmt.Fprintln(a.Stderr, "warning:", warning)
		}
		if err == nil {
			return nil
		}
		fmt.Fprintln(a.Stderr, err)
		return cli.Status(cli.Failed)
	})
}

// shownValue returns the text that the command prints for the value of a setting. It hides secrets.
func shownValue(flag *pflag.Flag) string {
	value := flag.Value.String()
	switch {
	case value == "":
		return "-"
	case flag.Name == "database":
		return redactedURL(value)
	case slices.Contains(secrets, flag.Name):
		return "(hidden)"
	}
	return value
}

// redactedURL returns the URL of a database without user, password and parameters.
func redactedURL(databaseURL string) string {
	parsed, err := url.Parse(databaseURL)
	if err != nil {
		return "(hidden)"
	}
	return parsed.Scheme + "://" + parsed.Host + parsed.Path
}

// checkFiles checks the files and folders that the settings name, as the server does at its start.
func (s *settings) checkFiles() error {
	_, err := s.site.load()
	if s.tlsCert != "" && s.tlsKey != "" {
		if _, tlsErr := tls.LoadX509KeyPair(s.tlsCert, s.tlsKey); tlsErr != nil {
			err = errors.Join(err, fmt.Errorf("--tls-cert and --tls-key: %w", tlsErr))
		}
	}
	if s.database == "" {
		err = errors.Join(err, checkFolder(s.data))
	}
	return err
}
