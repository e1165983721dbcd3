package main

import (
	"sync"
	"syscall"
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
		var disk syscall.Statfs_t
		if syscall.Statfs(s.folder, &disk) == nil {
			s.free = disk.Bavail * uint64(disk.Bsize)
		}
	}
	return s.free
}

// low reports whether less than the floor is left.
func (s *space) low() bool { return s.floor > 0 && s.left() < s.floor }

// metric returns what is left as a metric.
func (s *space) metric() prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Namespace: "archmage", Name: "disk_free_bytes", Help: "Space left on the disk of the data folder.",
	}, func() float64 { return float64(s.left()) })
}
