package eventlog_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/eventlog"
	"archmage/internal/eventlog/logtest"
)

func open(t *testing.T, dir string) *eventlog.SQLite {
	t.Helper()
	log, err := eventlog.OpenSQLite(t.Context(), dir, eventlog.SQLiteOptions{})
	require.NoError(t, err)
	return log
}

func TestSQLiteConforms(t *testing.T) {
	logtest.Run(t, func(t *testing.T) eventlog.Log { return open(t, t.TempDir()) })
	logtest.RunDurable(t, func(t *testing.T, dir string) eventlog.Log { return open(t, dir) })
}

// With one reader, a queue of one and few recent entries, everything is the same
// but slower.
func TestSmallSQLiteConforms(t *testing.T) {
	small := func(t *testing.T, dir string) eventlog.Log {
		log, err := eventlog.OpenSQLite(t.Context(), dir, eventlog.SQLiteOptions{Readers: 1, Queue: 1, Recent: 3, Check: true})
		require.NoError(t, err)
		return log
	}
	logtest.Run(t, func(t *testing.T) eventlog.Log { return small(t, t.TempDir()) })
	logtest.RunDurable(t, small)
}
