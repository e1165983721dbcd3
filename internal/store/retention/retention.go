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
	Trusted = 24 * time.Hour
	Apart   = 5 * time.Minute
)

// Task deletes the things of one kind that are too old at a time. It returns how many it has deleted.
type Task struct {
	Things string
	Delete func(ctx context.Context, now time.Time) (int, error)
}

// Run carries out tasks until the context ends, while mine returns true; nil means always. A task
// that fails or panics is logged, and carried out again next time.
func Run(ctx context.Context, mine func() bool, log *zap.Logger, tasks ...Task) {
	run(ctx, time.Now, mine, log, tasks)
}

// run is Run with a clock for the time of day.
func run(ctx context.Context, wall func() time.Time, mine func() bool, log *zap.Logger, tasks []Task) {
	watch := newWatch(wall)
	for wait := First; work.Sleep(ctx, wait) == nil; wait = Every {
		now, jump := watch.look()
		if mine != nil && !mine() {
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
				log.Info("old things deleted", zap.String("things", task.Things), zap.Int("number", n))
			}
			if err != nil && ctx.Err() == nil {
				log.Error("old things could not be deleted", zap.String("things", task.Things), zap.Error(err))
			}
		}
	}
}

// watch compares the time of day with the time of the process, which nobody sets.
type watch struct {
	wall  func() time.Time
	start time.Time     // by the process
	first time.Time     // by the time of day
	ahead time.Duration // by how much the time of day has gained since
	// jump is by how much the clock was set last, since is when, by the process.
	jump, since time.Duration
}

func newWatch(wall func() time.Time) *watch {
	return &watch{wall: wall, start: time.Now(), first: wall().Round(0)}
}

// look returns the time of day and, if the clock was set within Trusted, by how much.
func (w *watch) look() (now time.Time, jump time.Duration) {
	run := time.Since(w.start)
	now = w.wall()
	ahead := now.Round(0).Sub(w.first) - run
	if by := ahead - w.ahead; by.Abs() > Apart {
		w.ahead, w.jump, w.since = ahead, by, run
	}
	if w.jump != 0 && run-w.since >= Trusted {
		w.jump = 0
	}
	return now, w.jump
}
