package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/spf13/cobra"

	"archmage/internal/store"
)

// version is the version of this program. CHANGELOG.md begins with it.
const version = "0.9.0"

// revision is the commit of a released program. The release build sets it.
var revision string

// commit returns the commit that the program was built from, or "unknown".
func commit() string {
	modified := ""
	revision := revision
	if info, ok := debug.ReadBuildInfo(); ok && revision == "" {
		for _, setting := range info.Settings {
			switch {
			case setting.Key == "vcs.revision":
				revision = setting.Value
			case setting.Key == "vcs.modified" && setting.Value == "true":
				modified = ", changed"
			}
		}
	}
	if revision == "" {
		return "unknown"
	}
	return revision[:min(len(revision), 12)] + modified
}

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version of the program and of the schema of data folders",
		Args:  cobra.ExactArgs(0),
		RunE:  func(*cobra.Command, []string) error { return a.printVersion() },
	}
}

func (a *app) printVersion() error {
	_, err := fmt.Fprintf(
		a.Stdout,
		"archmage %s\ncommit %s\nbuilt with %s for %s/%s\nschema %d\n",
		version,
		commit(),
		runtime.Version(),
		runtime.GOOS,
		runtime.GOARCH,
		store.SQLiteSchema(),
	)
	return err
}

// buildMetric returns a metric with the version as a label.
func buildMetric() prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Namespace: "archmage", Name: "build_info", Help: "Always 1; the version of the program is a label.",
		ConstLabels: prometheus.Labels{"version": version, "commit": commit(), "go": runtime.Version()},
	}, func() float64 { return 1 })
}
