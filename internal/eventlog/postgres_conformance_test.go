package eventlog_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/eventlog"
	"archmage/internal/eventlog/logtest"
	"archmage/internal/eventlog/postgrestest"
)

func openPostgres(t testing.TB, url string, options eventlog.PostgresOptions) *eventlog.Postgres {
	t.Helper()
	log, err := eventlog.OpenPostgres(t.Context(), url, options)
	require.NoError(t, err)
	return log
}

func TestPostgresConforms(t *testing.T) {
	logtest.Run(t, func(t *testing.T) eventlog.Log {
		return openPostgres(t, postgrestest.URL(t), eventlog.PostgresOptions{})
	})
	urls := map[string]string{}
	logtest.RunDurable(t, func(t *testing.T, dir string) eventlog.Log {
		if urls[dir] == "" {
			urls[dir] = postgrestest.URL(t)
		}
		return openPostgres(t, urls[dir], eventlog.PostgresOptions{})
	})
}
