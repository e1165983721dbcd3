package main

import (
	"context"
	"os"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/zap"
)

// space watches how much is left on the disk of the data folder.
type space struct {
	folder string
	// floor is how many bytes are kept for matches in progress; 0 for none.
	floor uint64
	// ask returns how many bytes are left on the disk of a folder.
	ask func(folder string) (uint64, error)

	mu    sync.Mutex
	free  uint64
	asked time.Time
}

func newSpace(folder string, floor uint64) *space {
	return &space{folder: folder, floor: floor, ask: freeBytes}
}

// askEvery is how often the operating system is asked.
const askEvery = time.Second

// commitSpace is how many bytes a disk must have for the database to write: a group of
// moves has some tens of kilobytes, and the files grow in larger steps.
const commitSpace = 1 << 20

// left returns how many bytes are left, or the highest number if the system does not
// tell.
func (s *space) left() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if now := time.Now(); now.Sub(s.asked) >= askEvery {
		s.asked, s.free = now, 1<<63
		if free, err := s.ask(s.folder); err == nil {
			s.free = free
		}
	}
	return s.free
}

// low reports whether less than the floor is left.
func (s *space) low() bool { return s.floor > 0 && s.left() < s.floor }

// full reports whether so little is left that the database cannot write.
func (s *space) full() bool { return s.left() < commitSpace }

// watch logs when the space falls below the floor, or to nothing, and when that is over,
// until the context ends.
func (s *space) watch(ctx context.Context, log *zap.Logger) {
	ticker := time.NewTicker(askEvery)
	defer ticker.Stop()
	low, full := false, false
	for {
		full = s.cross(full, commitSpace, log,
			"no space is left on the disk of the data folder: nothing can be stored",
			"there is some space again: matches in progress go on")
		low = s.cross(low, s.floor, log,
			"less space is left than --min-free: only matches in progress and the operator may write",
			"there is enough space again: everybody may write")
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// cross logs a change between less and more space than a bound, and reports whether there
// is less. It is over only with a tenth more than the bound, so that a disk about there
// does not fill the log.
func (s *space) cross(below bool, bound uint64, log *zap.Logger, begins, ends string) bool {
	free := s.left()
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
func (s *space) metrics() []prometheus.Collector {
	gauge := func(name, help string, value func() float64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Namespace: "archmage", Name: name, Help: help}, value)
	}
	return []prometheus.Collector{
		gauge(
			"disk_free_bytes",
			"Space left on the disk of the data folder.",
			func() float64 { return float64(s.left()) },
		),
		gauge(
			"data_bytes",
			"Space that the files in the data folder take.",
			func() float64 { return float64(s.taken()) },
		),
	}
}

// taken returns the size of all files in the folder.
func (s *space) taken() (bytes int64) {
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
