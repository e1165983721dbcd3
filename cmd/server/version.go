package main

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/prometheus/client_golang/prometheus"

	"archmage/internal/cli"
	"archmage/internal/store"
)

// version is that of this program. CHANGELOG.md begins with it.
const version = "0.9.0"

// revision is the commit of a program that is released, which make release sets.
var revision string

// commit returns which sources the program is built from, as far as it is known.
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

// version prints which version of the program this is, and what it knows: nodes that
// know the same can run side by side.
func (a *app) version(_ context.Context, args []string) int {
	if status, ok := a.Parse(a.Flags("version", ""), args, 0); !ok {
		return status
	}
	fmt.Fprintf(a.Stdout, "archmage %s\ncommit %s\nbuilt with %s for %s/%s\nknows %s; a folder's schema is %d\n",
		version, commit(), runtime.Version(), runtime.GOOS, runtime.GOARCH, a.nodeVersion(store.PostgresSchema()), store.SQLiteSchema())
	return cli.OK
}

// buildMetric says as a label which version this is.
func buildMetric() prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Namespace: "archmage", Name: "build_info", Help: "Always 1; the version of the program is a label.",
		ConstLabels: prometheus.Labels{"version": version, "commit": commit(), "go": runtime.Version()},
	}, func() float64 { return 1 })
}
