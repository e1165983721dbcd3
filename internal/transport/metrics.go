package transport

import (
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
)

// metrics are the metrics of HTTP requests. A label has few values, and a client cannot choose
// them.
type metrics struct {
	registry *prometheus.Registry

	// requests counts requests by method, route and status. requestSeconds measures their
	// durations, without those of WebSockets.
	requests *prometheus.CounterVec
	// responseBytes counts the bytes of responses by route.
	responseBytes  *prometheus.CounterVec
	requestSeconds prometheus.Histogram
}

// newMetrics returns the metrics in a new registry. loaded returns the number of rooms in memory.
// refused counts the requests that limits refuse.
func newMetrics(loaded func() int, refused *prometheus.CounterVec, further []prometheus.Collector) *metrics {
	counter := func(name, help string) prometheus.CounterOpts {
		return prometheus.CounterOpts{Namespace: "archmage", Name: name, Help: help}
	}
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(
			counter("requests_total", "HTTP requests by method, route and status."),
			[]string{"method", "route", "status"},
		),
		responseBytes: prometheus.NewCounterVec(
			counter("response_bytes_sent_total", "Bytes of the answers to HTTP requests, by route."),
			[]string{"route"},
		),
		requestSeconds: prometheus.NewHistogram(prometheus.HistogramOpts{
			Namespace: "archmage", Name: "request_seconds", Help: "Time to answer an HTTP request.",
			Buckets: prometheus.ExponentialBuckets(0.0005, 4, 8),
		}),
	}
	m.registry.MustRegister(
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		refused,
		m.requests,
		m.responseBytes,
		m.requestSeconds,
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Namespace: "archmage", Name: "rooms", Help: "Rooms in memory.",
		}, func() float64 { return float64(loaded()) }),
	)
	m.registry.MustRegister(further...)
	return m
}
