// Package retention regularly deletes data that is too old.
package retention

import (
	"context"
	"time"

	"go.uber.org/zap"

	"archmage/internal/work"
)

const (
	// First is the time from the start of the process to the first run of the tasks. Every is the
	// time between later runs.
	First = time.Minute
	Every = 10 * time.Minute
	// Pause is the pause of a task between two deletions, so that moves in matches do not wait.
	Pause = 20 * time.Millisecond
	// Page is the number of rows that a task reads in one query.
	Page = 100
	// DistrustPeriod is the time for which nothing is deleted after the clock of the machine was
	// set by more than MaxClockJump, because the clock may be wrong.
	DistrustPeriod = 24 * time.Hour
	MaxClockJump   = 5 * time.Minute
)

// Task deletes old data of one kind.
type Task struct {
	// Name describes the data in the log, in the plural.
	Name string
	// Delete deletes the data that is too old at the time now, and returns the number of
	// deletions.
	Delete func(ctx context.Context, now time.Time) (int, error)
}

// Run runs the tasks regularly until the context ends. It skips them while isActive returns false; nil
// means always active. Errors and panics of a task are logged, and the task runs again next time.
func Run(ctx context.Context, isActive func() bool, log *zap.Logger, tasks ...Task) {
	run(ctx, time.Now, isActive, log, tasks)
}

// run is Run with a function that returns the time of the wall clock.
func run(ctx context.Context, wallClock func() time.Time, isActive func() bool, log *zap.Logger, tasks []Task) {
	watch := newClockWatch(wallClock)
	for wait := First; work.Sleep(ctx, wait) == nil; wait = Every {
		now, jump := watch.check()
		if isActive != nil && !isActive() {
			continue
		}
		if jump != 0 {
			log.Warn(
				"nothing is deleted for a day, as the clock of the machine was set",
				zap.Duration("by", jump),
				zap.Time("now", now),
			)
			continue
		}
		for _, task := range tasks {
			n := 0
			err := work.Catch(func() (err error) {
				n, err = task.Delete(ctx, now)
				return err
			})
			if n > 0 {
				log.Info("old things deleted", zap.String("things", task.Name), zap.Int("number", n))
			}
			if err != nil && ctx.Err() == nil {
				log.Error("old things could not be deleted", zap.String("things", task.Name), zap.Error(err))
			}
		}
	}
}

// clockWatch compares the wall clock with the monotonic clock to find out when the wall clock was set.
type clockWatch struct {
	wallClock func() time.Time
	start     time.Time     // of the monotonic clock
	startWall time.Time     // of the wall clock
	ahead     time.Duration // time by which the wall clock is ahead of the monotonic clock
	// jump is the amount by which the wall clock was last set. jumpedAt is the time from start to
	// that moment.
	jump, jumpedAt time.Duration
}

func newClockWatch(wallClock func() time.Time) *clockWatch {
	return &clockWatch{wallClock: wallClock, start: time.Now(), startWall: wallClock().Round(0)}
}

// check returns the time of the wall clock. If the clock was set within DistrustPeriod, jump is the
// amount by which it was set.
func (w *clockWatch) check() (now time.Time, jump time.Duration) {
	elapsed := time.Since(w.start)
	now = w.wallClock()
	ahead := now.Round(0).Sub(w.startWall) - elapsed
	if delta := ahead - w.ahead; delta.Abs() > MaxClockJump {
		w.ahead, w.jump, w.jumpedAt = ahead, delta, elapsed
	}
	if w.jump != 0 && elapsed-w.jumpedAt >= DistrustPeriod {
		w.jump = 0
	}
	return now, w.jump
}
