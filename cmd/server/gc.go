package main

import (
	"errors"
	"os"
	"runtime/debug"
	"sync/atomic"

	"github.com/KimMachineGun/automemlimit/memlimit"
	"go.uber.org/zap"
)

// defaultGOGC is this program's default for GOGC: the percentage by which the heap can grow before the garbage
// collector runs. With Go's own default of 100, a move costs about a tenth more CPU.
const defaultGOGC = 200

const ballastSize = 32 << 20

// ballast counts as heap memory but occupies no physical memory, because it is never written. While the rest of
// the heap is small, the heap can grow by twice the size of the ballast before the collector runs. Without the
// ballast, the collector would run many times a second under load. A process has one, however many servers it runs.
var ballast atomic.Pointer[[ballastSize]byte]

// tuneCollector makes the garbage collector run rarely, and more often as memory use approaches the limit of the
// container. GOGC, GOMEMLIMIT and AUTOMEMLIMIT in the environment override this.
func tuneCollector(log *zap.Logger) {
	// Outside a container there is no limit to adopt.
	if _, err := memlimit.Set(); err != nil && !errors.Is(err, memlimit.ErrNoCgroup) {
		log.Warn(
			"the memory limit of the container is not used",
			zap.String("AUTOMEMLIMIT", os.Getenv("AUTOMEMLIMIT")),
			zap.Error(err),
		)
	}
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(defaultGOGC)
	// The ballast counts towards a memory limit.
	if debug.SetMemoryLimit(-1) >= 16*ballastSize {
		ballast.CompareAndSwap(nil, new([ballastSize]byte))
	}
}
