package main

import (
	"os"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// space is what is left on the disk of the data folder.
type space struct {
	folder string
	// floor is how many bytes are kept for matches in progress; 0 for none.
	floor uint64

	mu    sync.Mutex
	free  uint64
	asked time.Time
}

// askEvery is how often the system is asked.
const askEvery = time.Second

// left returns how many bytes are left. If the system does not tell, that is as
// many as there can be.
func (s *space) left() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if now := time.Now(); now.Sub(s.asked) >= askEvery {
		s.asked, s.free = now, 1<<63
		if free, err := freeBytes(s.folder); err == nil {
			s.free = free
		}
	}
	return s.free
}

// low reports whether less than the floor is left.
func (s *space) low() bool { return s.floor > 0 && s.left() < s.floor }

// metrics returns what is left, and what the data folder takes, as metrics.
func (s *space) metrics() []prometheus.Collector {
	gauge := func(name, help string, value func() float64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Namespace: "archmage", Name: name, Help: help}, value)
	}
	return []prometheus.Collector{
		gauge("disk_free_bytes", "Space left on the disk of the data folder.", func() float64 { return float64(s.left()) }),
		gauge("data_bytes", "Space that the files in the data folder take.", func() float64 { return float64(s.taken()) }),
	}
}

// taken returns how many bytes the files in the folder have.
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
