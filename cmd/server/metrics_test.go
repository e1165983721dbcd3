package main

import (
	"net/http"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// The metrics of alarms exist from the start, because rate() and increase() miss the first event of a counter
// that appears with it.
func TestMetricsOfAlarmsAreThereFromTheStart(t *testing.T) {
	before := time.Now().Unix()
	data := t.TempDir()
	s := startServer(t, data, "--admin-addr", "127.0.0.1:0")
	read := func() string {
		_, text := fetch(t, http.MethodGet, s.Admin+"/metrics")
		return string(text)
	}
	for _, line := range []string{
		`archmage_command_failures_total{code="internal"} 0`, `archmage_command_failures_total{code="not_stored"} 0`,
		`archmage_command_failures_total{code="busy"} 0`, `archmage_command_failures_total{code="frozen"} 0`,
		`archmage_log_failed_writes_total 0`, `archmage_matches_total 0`, `archmage_people_online 0`,
	} {
		require.Contains(t, read(), "\n"+line+"\n")
	}
	lastBackup := func() int64 {
		found := regexp.MustCompile(`(?m)^archmage_last_backup_timestamp_seconds (\S+)$`).FindStringSubmatch(read())
		require.NotNil(t, found)
		at, err := strconv.ParseFloat(found[1], 64)
		require.NoError(t, err)
		return int64(at)
	}
	started := lastBackup()
	require.GreaterOrEqual(t, started, before, "a server without a backup counts from its start")
	require.Zero(t, runToEnd(t, "admin", "--data", data, "backup", filepath.Join(t.TempDir(), "copy.db")).status)
	require.GreaterOrEqual(t, lastBackup(), started)
}
