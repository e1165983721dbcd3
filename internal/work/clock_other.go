//go:build !linux

package work

import "time"

// threadTime returns the time since the program started, where the system does not tell a thread's
// processor time. Differences of it are at least the processor time.
func threadTime() time.Duration { return sinceStart() }
