package cluster

import (
	"time"

	"golang.org/x/sys/unix"
)

// sinceBoot returns the time since the machine was started. It goes on while the
// machine sleeps, which Go's own clock does not.
func sinceBoot() time.Duration {
	var now unix.Timespec
	// It fails for no clock that Linux has.
	_ = unix.ClockGettime(unix.CLOCK_BOOTTIME, &now)
	return time.Duration(now.Nano())
}
