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

// ballast counts as memory in use but takes none, as nobody writes into it. While little
// else is in use, it lets the heap grow by twice its length before the collector runs.
// Without it, the collector would run many times a second under load.
var ballast []byte

const ballastSize = 32 << 20

// tuneCollector sets when the garbage collector runs: rarely, but more often as the
// memory in use comes near the limit of the container. GOGC and GOMEMLIMIT in the
// environment override this.
func tuneCollector() {
	// An error here is ignored: there is no container.
	_, _ = memlimit.Set()
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(collectAt)
	// The ballast would count towards a limit.
	if debug.SetMemoryLimit(-1) >= 16*ballastSize {
		ballast = make([]byte, ballastSize)
	}
}
