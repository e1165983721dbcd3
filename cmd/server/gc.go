package main

import (
	"os"
	"runtime/debug"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// defaultGOGC is the default of GOGC for this program, in percent: the heap may grow by so much before the
// garbage collector runs. With Go's own default, 100, a move costs about a tenth more CPU.
const defaultGOGC = 200

// ballast counts as memory in use but takes none, as nobody writes into it. While little
// else is in use, it lets the heap grow by twice its length before the collector runs.
// Without it, the collector would run many times a second under load.
var ballast []byte

const ballastSize = 32 << 20

// tuneCollector sets when the garbage collector runs: rarely, but more often as the
// memory in use comes near the limit of the container. GOGC and GOMEMLIMIT in the
// environment override this.
func tuneCollector() {
	// Without a container there is no limit to take over.
	_, _ = memlimit.Set()
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(defaultGOGC)
	// The ballast would count towards a limit.
	if debug.SetMemoryLimit(-1) >= 16*ballastSize {
		ballast = make([]byte, ballastSize)
	}
}
