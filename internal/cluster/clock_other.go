//go:build !linux

package cluster

import "time"

var started = time.Now()

// sinceBoot returns the time since the program was started. Depending on the system, it omits the time during
// which the machine is suspended.
func sinceBoot() time.Duration { return time.Since(started) }
