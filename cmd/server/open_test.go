package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"

	"archmage/internal/store"
)

// awayError is the error of an unreachable database.
type awayError struct{ error }

func (awayError) Unavailable() {}

// The server waits for its database and logs this now and then. It stops waiting when that takes too long,
// when the error is permanent, or when the program is stopped.
func TestAStartWaitsForItsDatabase(t *testing.T) {
	refused := awayError{errors.New("connection refused")}
	run := func(most time.Duration, open func(ctx context.Context, tries int) error) (tries, lines int, err error) {
		synctest.Test(t, func(t *testing.T) {
			core, said := observer.New(zap.WarnLevel)
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			var db *storage
			db, err = retryOpen(ctx, zap.New(core), most, func(ctx context.Context) (*storage, error) {
				tries++
				if err := open(ctx, tries); err != nil {
					if errors.Is(err, context.Canceled) {
						stop()
					}
					return nil, err
				}
				return &storage{}, nil
			})
			lines = said.Len()
			require.Equal(t, err == nil && tries > 0 && !errors.Is(ctx.Err(), context.Canceled), db != nil)
		})
		return tries, lines, err
	}
	tries, lines, err := run(time.Hour, func(_ context.Context, tries int) error {
		if tries < 20 {
			return refused
		}
		return nil
	})
	require.NoError(t, err)
	require.Equal(t, 20, tries)
	require.Less(t, lines, 6, "now and then")
	require.Positive(t, lines)
	tries, _, err = run(time.Minute, func(context.Context, int) error { return refused })
	require.ErrorIs(t, err, refused)
	require.Less(t, tries, 25)
	tries, lines, err = run(0, func(context.Context, int) error { return refused })
	require.ErrorIs(t, err, refused)
	require.Equal(t, [2]int{1, 0}, [2]int{tries, lines})
	tries, _, err = run(time.Hour, func(context.Context, int) error { return store.ErrCorrupt })
	require.ErrorIs(t, err, store.ErrCorrupt)
	require.Equal(t, 1, tries)
	tries, _, err = run(time.Hour, func(_ context.Context, tries int) error {
		if tries == 3 {
			return errors.Join(refused, context.Canceled)
		}
		return refused
	})
	require.NoError(t, err, "told to stop")
	require.Equal(t, 3, tries)
}

// The error of an unusable data folder says how to fix it.
func TestDataFolders(t *testing.T) {
	file := filepath.Join(t.TempDir(), "data")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	got := runToEnd(t, "--addr", "127.0.0.1:0", "--data", file)
	require.NotZero(t, got.status)
	require.Contains(t, got.err, "is a file: name a folder")
	require.NotContains(t, got.err, "chmod")
	err := errNotOurFolder("/data", fs.ErrPermission)
	require.ErrorIs(t, err, fs.ErrPermission)
	require.True(t, strings.Contains(err.Error(), "chown -R"), "%v", err)
}

// systemd restarts a server that fails to start, without a limit, because the reason may be temporary.
func TestTheServiceIsStartedAgain(t *testing.T) {
	unit, service, _ := strings.Cut(deployed(t, "deploy/archmage.service"), "\n[Service]\n")
	for _, line := range []string{
		"StartLimitIntervalSec=0", "Wants=network-online.target", "After=network-online.target",
	} {
		require.Contains(t, unit+"\n", "\n"+line+"\n")
	}
	require.Contains(t, service, "\nRestart=on-failure\n")
	require.Regexp(t, `\nRestartSec=([5-9]|\d\d)\n`, service)
}
