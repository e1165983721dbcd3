//go:build !linux

package work

import "time"

// threadTime stands for the processor time of a thread where that is not known: more
// than that has passed.
func threadTime() time.Duration { return sinceStart() }
