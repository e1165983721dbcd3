package work_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/work"
)

// What is done counts for the context, also if it panics; waiting does not.
func TestWorkIsTold(t *testing.T) {
	var spent time.Duration
	calls := 0
	ctx := work.With(t.Context(), func(d time.Duration) { spent, calls = spent+d, calls+1 })
	work.Do(ctx, func() {
		for sum, i := 0, 0; i < 1_000_000; i++ {
			sum += i * i
			_ = sum
		}
	})
	require.Positive(t, spent)
	require.Panics(t, func() { work.Do(context.WithoutCancel(ctx), func() { panic("no") }) })
	require.Equal(t, 2, calls)
	before := spent
	work.Add(ctx, time.Second)
	require.Equal(t, before+time.Second, spent)
	// Where nobody asks, nothing is told.
	work.Do(t.Context(), func() { calls++ })
	work.Add(t.Context(), time.Second)
	require.Equal(t, 4, calls)
}
