package cluster

import (
	"time"

	"golang.org/x/sys/unix"
)

// sinceBoot returns the time since the machine was started. Unlike Go's monotonic clock, it
// includes the time during which the machine is suspended.
func sinceBoot() time.Duration {
	var now unix.Timespec
	// ClockGettime fails only for clocks that do not exist.
	_ = unix.ClockGettime(unix.CLOCK_BOOTTIME, &now)
	return time.Duration(now.Nano())
}
