//go:build !linux

package work

import "time"

// threadTime returns the time since the program started, because the system does not report the processor time
// of a thread. Differences of it are at least the processor time.
func threadTime() time.Duration { return sinceStart() }
