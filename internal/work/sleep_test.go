package work_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/work"
)

func TestSleepWaitsForTheDuration(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		require.NoError(t, work.Sleep(t.Context(), time.Minute))
		require.Equal(t, time.Minute, time.Since(start))
	})
}

func TestSleepEndsWithTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		require.ErrorIs(t, work.Sleep(ctx, time.Minute), context.DeadlineExceeded)
		require.Equal(t, time.Second, time.Since(start))
	})
}
