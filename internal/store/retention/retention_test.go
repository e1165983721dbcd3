package retention_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"

	"archmage/internal/store/retention"
)

// A task that fails or panics is logged. The other tasks run, and the task runs again next time.
func TestATaskThatPanics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		core, logged := observer.New(zap.ErrorLevel)
		ctx, cancel := context.WithCancel(t.Context())
		panicked, failed, done := 0, 0, 0
		tasks := []retention.Task{
			{Name: "rooms", Delete: func(context.Context, time.Time) (int, error) {
				panicked++
				panic("no rooms today")
			}},
			{Name: "files", Delete: func(context.Context, time.Time) (int, error) {
				failed++
				return 0, errors.New("full")
			}},
			{Name: "guests", Delete: func(context.Context, time.Time) (int, error) {
				done++
				return 1, nil
			}},
		}
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			retention.Run(ctx, nil, zap.New(core), tasks...)
		}()
		time.Sleep(retention.First + retention.Every + time.Second)
		cancel()
		<-ended
		require.Equal(t, []int{2, 2, 2}, []int{panicked, failed, done})
		require.Equal(t, 2, logged.FilterField(zap.String("things", "rooms")).Len())
		require.Equal(t, 2, logged.FilterField(zap.String("things", "files")).Len())
	})
}
