package transport

import (
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"archmage/internal/coded"
	"archmage/internal/lobby"
)

// faults are the codes of commands that should wake the operator.
var faults = []coded.Code{coded.Internal, lobby.CodeNotStored, coded.Busy, lobby.CodeFrozen}

// metrics are what the server counts. A label has few values, none of which a client can
// choose.
type metrics struct {
	registry *prometheus.Registry

	// connections is the number of open WebSocket connections.
	connections prometheus.Gauge
	// framesOut and bytesOut count what was written to them.
	framesOut, bytesOut prometheus.Counter
	// commands counts commands and lines of the chat, by kind and code ("ok" or why it
	// was rejected). commandSeconds is the time from a frame's arrival to its answer.
	commands *prometheus.CounterVec
	// failures counts those of them that failed by a fault of the server, by code.
	failures       *prometheus.CounterVec
	commandSeconds prometheus.Histogram
	// cutOff counts connections that the server ended, by reason.
	cutOff *prometheus.CounterVec
	// requests counts requests by method, route and status. requestSeconds is how long
	// they took; for a WebSocket, until it begins.
	requests *prometheus.CounterVec
	// responseBytes counts the bytes of answers by route.
	responseBytes  *prometheus.CounterVec
	requestSeconds prometheus.Histogram
}

// newMetrics returns the metrics in a new registry. refused counts what limits refuse.
func newMetrics(rooms Rooms, refused *prometheus.CounterVec, further []prometheus.Collector) *metrics {
	counter := func(name, help string) prometheus.CounterOpts {
		return prometheus.CounterOpts{Namespace: "archmage", Name: name, Help: help}
	}
	m := &metrics{
		registry: prometheus.NewRegistry(),
		connections: prometheus.NewGauge(prometheus.GaugeOpts{
			Namespace: "archmage", Name: "connections", Help: "WebSocket connections.",
		}),
		framesOut: prometheus.NewCounter(counter("frames_sent_total", "Frames written to WebSockets.")),
		bytesOut: prometheus.NewCounter(
			counter("frame_bytes_sent_total", "Bytes of the frames written to WebSockets."),
		),
		commands: prometheus.NewCounterVec(
			counter("commands_total", "Commands by kind and by code of the answer."),
			[]string{"kind", "code"},
		),
		failures: prometheus.NewCounterVec(
			counter("command_failures_total", "Commands that failed by a fault of the server or its storage, by code."),
			[]string{"code"},
		),
		commandSeconds: prometheus.NewHistogram(prometheus.HistogramOpts{
			Namespace: "archmage", Name: "command_seconds", Help: "Time from a command's arrival to its answer.",
			Buckets: prometheus.ExponentialBuckets(0.0005, 2, 14),
		}),
		cutOff: prometheus.NewCounterVec(
			counter("connections_cut_total", "WebSocket connections that the server ended, by reason."),
			[]string{"reason"},
		),
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
	for _, code := range faults {
		// A counter that appears with the first failure would hide it from rate() in an alarm.
		m.failures.WithLabelValues(string(code))
	}
	m.registry.MustRegister(
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		m.connections,
		m.framesOut,
		m.bytesOut,
		m.commands,
		m.failures,
		m.commandSeconds,
		m.cutOff,
		refused,
		m.requests,
		m.responseBytes,
		m.requestSeconds,
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Namespace: "archmage", Name: "rooms", Help: "Rooms in memory.",
		}, func() float64 { return float64(rooms.Loaded()) }),
	)
	m.registry.MustRegister(further...)
	return m
}
