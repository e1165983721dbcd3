package main

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"
)

// The log reports once that the disk fills up, and once that there is space again, without any write.
func TestSpaceIsWatched(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const floor = 64 << 20
		var free atomic.Uint64
		free.Store(2 * floor)
		s := newDiskSpace("data", floor)
		s.readFree = func(string) (uint64, error) { return free.Load(), nil }
		core, said := observer.New(zap.WarnLevel)
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			s.watch(ctx, zap.New(core))
		}()
		lines := func(now uint64) int {
			free.Store(now)
			time.Sleep(10 * diskInterval)
			synctest.Wait()
			return len(said.TakeAll())
		}
		require.Zero(t, lines(2*floor))
		require.Equal(t, 1, lines(floor-1))
		require.True(t, s.low())
		require.Zero(t, lines(floor+1), "about the floor")
		require.False(t, s.low())
		require.Zero(t, lines(floor-1))
		require.False(t, s.full())
		require.Equal(t, 1, lines(0))
		require.True(t, s.full())
		require.Equal(t, 2, lines(2*floor))
		require.False(t, s.low() || s.full())
		stop()
		<-ended
	})
}
