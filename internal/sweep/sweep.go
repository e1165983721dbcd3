// Package sweep deletes, from time to time, what is no longer to be kept.
package sweep

import (
	"context"
	"time"

	"go.uber.org/zap"

	"archmage/internal/panics"
	"archmage/internal/sleep"
)

const (
	// First is how long after its start a process first looks for something to delete; Every is how
	// often it does so afterwards.
	First = time.Minute
	Every = 10 * time.Minute
	// Pause is the pause between two deletions, so that moves in matches do not wait for them.
	Pause = 20 * time.Millisecond
	// Page is how many things are read at once.
	Page = 100
)

// Task deletes the things of one kind that are too old at a time. It returns how many it has deleted.
type Task struct {
	Things string
	Delete func(ctx context.Context, now time.Time) (int, error)
}

// Run carries out tasks until the context ends, while mine returns true; nil means always. A task
// that fails or panics is logged, and carried out again next time.
func Run(ctx context.Context, mine func() bool, log *zap.Logger, tasks ...Task) {
	for wait := First; sleep.For(ctx, wait) == nil; wait = Every {
		if mine != nil && !mine() {
			continue
		}
		for _, task := range tasks {
			n := 0
			err := panics.Catch(func() (err error) {
				n, err = task.Delete(ctx, time.Now())
				return err
			})
			if n > 0 {
				log.Info("old things deleted", zap.String("things", task.Things), zap.Int("number", n))
			}
			if err != nil && ctx.Err() == nil {
				log.Error("old things could not be deleted", zap.String("things", task.Things), zap.Error(err))
			}
		}
	}
}
