package sweep

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

// While the clock of the machine may be wrong, nothing is deleted, and the log says so.
func TestNothingIsDeletedAfterTheClockWasSet(t *testing.T) {
	for name, by := range map[string]time.Duration{"forward": 400 * 24 * time.Hour, "back": -time.Hour} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var wrong atomic.Int64
				wall := func() time.Time { return time.Now().Add(time.Duration(wrong.Load())) }
				core, logs := observer.New(zap.WarnLevel)
				deleted := 0
				task := Task{Things: "rooms", Delete: func(context.Context, time.Time) (int, error) {
					deleted++
					return 1, nil
				}}
				ctx, stop := context.WithCancel(t.Context())
				go run(ctx, wall, nil, zap.New(core), []Task{task})
				time.Sleep(Every)
				require.Equal(t, 1, deleted)
				wrong.Store(int64(by))
				time.Sleep(3 * Every)
				require.Equal(t, 1, deleted)
				wrong.Store(0)
				time.Sleep(3 * Every)
				require.Equal(t, 1, deleted)
				require.Equal(t, 6, logs.FilterMessageSnippet("the clock of the machine was set").Len())
				time.Sleep(Trusted)
				require.Greater(t, deleted, 1, "a clock that has been right for a day is trusted")
				wrong.Store(int64(time.Minute))
				before := deleted
				time.Sleep(3 * Every)
				require.Equal(t, before+3, deleted, "small steps do no harm")
				stop()
				synctest.Wait()
			})
		})
	}
}
