//go:build !linux

package cluster

import "time"

var started = time.Now()

// sinceBoot returns the time since the program was started. It does not include the time during
// which the machine sleeps, if the system's clock does not.
func sinceBoot() time.Duration { return time.Since(started) }
