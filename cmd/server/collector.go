package main

import (
	"os"
	"runtime/debug"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// collectAt is how much the heap may grow, in percent of what is in use, before
// the garbage collector runs: the default of GOGC. At 100 a move costs about a
// tenth more CPU.
const collectAt = 200

// tuneCollector sets when the garbage collector runs: seldom, but more often as
// the memory in use comes near the limit of the container. GOGC and GOMEMLIMIT in
// the environment say otherwise.
func tuneCollector() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(collectAt)
	}
	// An error here is ignored: there is no container.
	_, _ = memlimit.Set()
}
