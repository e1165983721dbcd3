package main

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"archmage/internal/people"
	"archmage/internal/store"
)

// matchesMetric returns the counter of matches that have ended.
func matchesMetric() prometheus.Counter {
	return prometheus.NewCounter(prometheus.CounterOpts{
		Namespace: "archmage", Name: "matches_total", Help: "Matches that have ended in rooms of this server.",
	})
}

// onlineMetric returns the gauge of the number of people online, which every page shows.
func onlineMetric(persons *people.People) prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Namespace: "archmage", Name: "people_online", Help: "People whose pages have asked lately, on all nodes.",
	}, func() float64 { return float64(persons.Social.Touch(context.Background(), people.Person{})) })
}

// backupMetric is the time of the last complete backup.
type backupMetric struct{ prometheus.Gauge }

// newBackupMetric returns the metric with the start of the server as its first value, so that a server that
// never makes a backup also triggers the alarm.
func newBackupMetric(started time.Time) backupMetric {
	m := backupMetric{prometheus.NewGauge(prometheus.GaugeOpts{
		Namespace: "archmage", Name: "last_backup_timestamp_seconds",
		Help: "Time of the last complete backup, or of the start if there was none since.",
	})}
	m.Set(float64(started.Unix()))
	return m
}

// wrap returns a function that calls backup and updates the metric if it succeeds.
func (m backupMetric) wrap(
	backup func(ctx context.Context, path string) error,
) func(ctx context.Context, path string) error {
	return func(ctx context.Context, path string) error {
		err := backup(ctx, path)
		if err == nil {
			m.SetToCurrentTime()
		}
		return err
	}
}

func storeMetrics(db *store.DB) []prometheus.Collector {
	count := func(name, help string, value func(store.Stats) uint64) prometheus.Collector {
		return prometheus.NewCounterFunc(
			prometheus.CounterOpts{Namespace: "archmage", Name: name, Help: help},
			func() float64 {
				return float64(value(db.Stats()))
			},
		)
	}
	return []prometheus.Collector{
		count(
			"log_bytes_total",
			"Bytes of the data in those transactions.",
			func(s store.Stats) uint64 { return s.Bytes },
		),
		count(
			"log_commits_total",
			"Transactions, each of which waits once for the disk.",
			func(s store.Stats) uint64 { return s.Commits },
		),
		count(
			"log_failed_writes_total",
			"Writes that could not be made.",
			func(s store.Stats) uint64 { return s.Failed },
		),
		count("log_writes_total", "Writes in those transactions.", func(s store.Stats) uint64 { return s.Writes }),
	}
}
