package work

import (
	"time"

	"golang.org/x/sys/unix"
)

// threadTime returns the processor time that this thread has used.
func threadTime() time.Duration {
	var now unix.Timespec
	// It fails for no clock that Linux has.
	_ = unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &now)
	return time.Duration(now.Nano())
}
