package main

import (
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTuneCollector(t *testing.T) {
	percent, limit := debug.SetGCPercent(100), debug.SetMemoryLimit(-1)
	t.Cleanup(func() { debug.SetGCPercent(percent); debug.SetMemoryLimit(limit); ballast = nil })
	ballast = nil // of another test
	t.Setenv("GOMEMLIMIT", "1GiB")
	debug.SetMemoryLimit(1 << 30)

	t.Setenv("GOGC", "100")
	tuneCollector()
	require.Equal(t, 100, debug.SetGCPercent(100), "the environment wins")
	require.EqualValues(t, 1<<30, debug.SetMemoryLimit(-1), "the environment wins")
	require.Zero(t, len(ballast), "the environment wins")

	t.Setenv("GOGC", "")
	debug.SetMemoryLimit(256 << 20)
	tuneCollector()
	require.Equal(t, defaultGOGC, debug.SetGCPercent(100))
	require.Zero(t, len(ballast), "there is little memory")
	debug.SetMemoryLimit(1 << 30)
	tuneCollector()
	require.Equal(t, defaultGOGC, debug.SetGCPercent(100))
	require.Equal(t, ballastSize, len(ballast))
}
