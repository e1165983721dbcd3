package main

import (
	"os"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"
)

func TestTuneCollector(t *testing.T) {
	percent, limit := debug.SetGCPercent(100), debug.SetMemoryLimit(-1)
	t.Cleanup(func() { debug.SetGCPercent(percent); debug.SetMemoryLimit(limit); ballast.Store(nil) })
	ballast.Store(nil) // of another test
	t.Setenv("GOMEMLIMIT", "1GiB")
	debug.SetMemoryLimit(1 << 30)

	t.Setenv("GOGC", "100")
	tuneCollector(zap.NewNop())
	require.Equal(t, 100, debug.SetGCPercent(100), "the environment wins")
	require.EqualValues(t, 1<<30, debug.SetMemoryLimit(-1), "the environment wins")
	require.Nil(t, ballast.Load(), "the environment wins")

	t.Setenv("GOGC", "")
	debug.SetMemoryLimit(256 << 20)
	tuneCollector(zap.NewNop())
	require.Equal(t, defaultGOGC, debug.SetGCPercent(100))
	require.Nil(t, ballast.Load(), "there is little memory")
	debug.SetMemoryLimit(1 << 30)
	tuneCollector(zap.NewNop())
	require.Equal(t, defaultGOGC, debug.SetGCPercent(100))
	require.NotNil(t, ballast.Load())
}

func TestInvalidAutomemlimitIsLogged(t *testing.T) {
	percent, limit := debug.SetGCPercent(100), debug.SetMemoryLimit(-1)
	t.Cleanup(func() { debug.SetGCPercent(percent); debug.SetMemoryLimit(limit); ballast.Store(nil) })
	t.Setenv("GOMEMLIMIT", "") // restored after the test
	require.NoError(t, os.Unsetenv("GOMEMLIMIT"))
	core, logs := observer.New(zap.WarnLevel)

	t.Setenv("AUTOMEMLIMIT", "off")
	tuneCollector(zap.New(core))
	require.Empty(t, logs.All())

	t.Setenv("AUTOMEMLIMIT", "most")
	tuneCollector(zap.New(core))
	require.Equal(t, 1, logs.Len())
	require.Equal(t, "most", logs.All()[0].ContextMap()["AUTOMEMLIMIT"])
	require.Equal(t, limit, debug.SetMemoryLimit(-1), "the limit is unchanged")
}
