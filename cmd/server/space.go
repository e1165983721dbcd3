package main

import (
	"os"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// space watches how much is left on the disk of the data folder.
type space struct {
	folder string
	// floor is how many bytes are kept for matches in progress; 0 for none.
	floor uint64

	mu    sync.Mutex
	free  uint64
	asked time.Time
}

// askEvery is how often the operating system is asked.
const askEvery = time.Second

// left returns how many bytes are left, or the highest number if the system does not
// tell.
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
