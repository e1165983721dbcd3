//go:build !linux

package cluster

import "time"

var started = time.Now()

// sinceBoot returns the time since the program was started. Where the system does not
// count the time during which the machine sleeps, neither does this.
func sinceBoot() time.Duration { return time.Since(started) }
