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

// With one reader and a queue of one, everything is the same but slower.
func TestSmallSQLiteConforms(t *testing.T) {
	logtest.Run(t, func(t *testing.T) eventlog.Log {
		log, err := eventlog.OpenSQLite(t.Context(), t.TempDir(), eventlog.SQLiteOptions{Readers: 1, Queue: 1, Check: true})
		require.NoError(t, err)
		return log
	})
}
