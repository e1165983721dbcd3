package main

import (
	"context"
	"os"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/zap"
)

// diskSpace measures the free space on the disk of the data folder. Its methods can be called concurrently.
type diskSpace struct {
	folder string
	// reserve is the number of bytes to keep free for matches in progress. 0 turns the check off.
	reserve uint64
	// readFree returns the number of free bytes on the disk of a folder.
	readFree func(folder string) (uint64, error)

	mu     sync.Mutex
	free   uint64
	readAt time.Time
}

func newDiskSpace(folder string, reserve uint64) *diskSpace {
	return &diskSpace{folder: folder, reserve: reserve, readFree: freeBytes}
}

// diskInterval is the minimum time between two readings of the free space.
const diskInterval = time.Second

// commitSpace is the number of free bytes that the database needs to write. A group of moves takes some tens of
// kilobytes, and the files grow in larger steps.
const commitSpace = 1 << 20

// freeBytes returns the number of free bytes, or a very large number if the system does not report it.
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

// low reports whether less than the reserve is free.
func (s *diskSpace) low() bool { return s.reserve > 0 && s.freeBytes() < s.reserve }

// full reports whether so little is free that the database cannot write.
func (s *diskSpace) full() bool { return s.freeBytes() < commitSpace }

// watch logs when the free space falls below the reserve or below commitSpace, and when it rises above them again.
// It returns when ctx is done.
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

// logCrossing logs when the free space crosses bound, and returns whether it is below bound now. below is the
// previous result. After a fall below bound, the free space must exceed bound by a tenth to count as above again,
// so that small changes do not fill the log.
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

// metrics returns the free bytes and the size of the data folder as metrics.
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

// dataBytes returns the total size of the files in the folder, without its subfolders.
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
