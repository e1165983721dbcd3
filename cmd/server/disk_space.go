package main

import (
	"context"
	"os"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/zap"
)

// diskSpace watches the free space on the disk of the data folder.
type diskSpace struct {
	folder string
	// reserve is how many bytes are kept for matches in progress; 0 for none.
	reserve uint64
	// readFree returns how many bytes are left on the disk of a folder.
	readFree func(folder string) (uint64, error)

	mu     sync.Mutex
	free   uint64
	readAt time.Time
}

func newDiskSpace(folder string, floor uint64) *diskSpace {
	return &diskSpace{folder: folder, reserve: floor, readFree: freeBytes}
}

// diskInterval is how often the free space is read.
const diskInterval = time.Second

// commitSpace is how many bytes a disk must have for the database to write: a group of
// moves has some tens of kilobytes, and the files grow in larger steps.
const commitSpace = 1 << 20

// freeBytes returns how many bytes are left, or a very high number if the system does not
// tell.
func (s *diskSpace) freeBytes() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if now := time.Now(); now.Sub(s.readAt) >= diskInterval {
		s.readAt, s.free = now, 1<<63
		if free, err := s.readFree(s.folder); err == nil {
			s.free = free
		}
	}
	return s.free
}

// low reports whether less than the floor is left.
func (s *diskSpace) low() bool { return s.reserve > 0 && s.freeBytes() < s.reserve }

// full reports whether so little is left that the database cannot write.
func (s *diskSpace) full() bool { return s.freeBytes() < commitSpace }

// watch logs when the free space falls below the reserve, or to nothing, and when that is over,
// until the context ends.
func (s *diskSpace) watch(ctx context.Context, log *zap.Logger) {
	ticker := time.NewTicker(diskInterval)
	defer ticker.Stop()
	low, full := false, false
	for {
		full = s.logCrossing(full, commitSpace, log,
			"no space is left on the disk of the data folder: nothing can be stored",
			"there is some space again: matches in progress go on")
		low = s.logCrossing(low, s.reserve, log,
			"less space is left than --min-free: only matches in progress and the operator may write",
			"there is enough space again: everybody may write")
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// logCrossing logs a change between less and more free space than a bound, and reports whether there
// is less. It is over only with a tenth more than the bound, so that a disk about there
// does not fill the log.
func (s *diskSpace) logCrossing(below bool, bound uint64, log *zap.Logger, begins, ends string) bool {
	free := s.freeBytes()
	fields := []zap.Field{zap.Uint64("free", free), zap.Uint64("bound", bound), zap.String("data", s.folder)}
	switch {
	case !below && free < bound:
		log.Warn(begins, fields...)
		return true
	case below && free >= bound+bound/10:
		log.Warn(ends, fields...)
		return false
	}
	return below
}

// metrics returns the bytes that are left and the size of the data folder as metrics.
func (s *diskSpace) metrics() []prometheus.Collector {
	gauge := func(name, help string, value func() float64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Namespace: "archmage", Name: name, Help: help}, value)
	}
	return []prometheus.Collector{
		gauge(
			"disk_free_bytes",
			"Space left on the disk of the data folder.",
			func() float64 { return float64(s.freeBytes()) },
		),
		gauge(
			"data_bytes",
			"Space that the files in the data folder take.",
			func() float64 { return float64(s.dataBytes()) },
		),
	}
}

// dataBytes returns the size of all files in the folder.
func (s *diskSpace) dataBytes() (bytes int64) {
	files, err := os.ReadDir(s.folder)
	if err != nil {
		return 0
	}
	for _, file := range files {
		if info, err := file.Info(); err == nil && info.Mode().IsRegular() {
			bytes += info.Size()
		}
	}
	return bytes
}
