// Package retention deletes, from time to time, what is no longer to be kept.
package retention

import (
	"context"
	"time"

	"go.uber.org/zap"

	"archmage/internal/work"
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
	// Trusted is how long nothing is deleted after the clock of the machine was set by more than
	// Apart: it may be wrong, and set right again.
	DistrustPeriod = 24 * time.Hour
	MaxClockJump   = 5 * time.Minute
)

// Task deletes the things of one kind that are too old at a time. It returns how many it has deleted.
type Task struct {
	Name   string
	Delete func(ctx context.Context, now time.Time) (int, error)
}

// Run carries out tasks until the context ends, while mine returns true; nil means always. A task
// that fails or panics is logged, and carried out again next time.
func Run(ctx context.Context, isActive func() bool, log *zap.Logger, tasks ...Task) {
	run(ctx, time.Now, isActive, log, tasks)
}

// run is Run with a clock for the time of day.
func run(ctx context.Context, wallClock func() time.Time, isActive func() bool, log *zap.Logger, tasks []Task) {
	watch := newWatch(wallClock)
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

// watch compares the time of day with the time of the process, which nobody sets.
type clockWatch struct {
	wallClock func() time.Time
	start     time.Time     // by the process
	startWall time.Time     // by the time of day
	ahead     time.Duration // by how much the time of day has gained since
	// jump is by how much the clock was set last, since is when, by the process.
	jump, jumpedAt time.Duration
}

func newWatch(wallClock func() time.Time) *clockWatch {
	return &clockWatch{wallClock: wallClock, start: time.Now(), startWall: wallClock().Round(0)}
}

// look returns the time of day and, if the clock was set within Trusted, by how much.
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
