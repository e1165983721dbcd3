package socket

import (
	"github.com/prometheus/client_golang/prometheus"

	"archmage/internal/coded"
	"archmage/internal/lobby"
)

// serverFaults are the codes of commands that failed by a fault of the server, for which the
// operator should be alerted.
var serverFaults = []coded.Code{coded.Internal, lobby.CodeNotStored, coded.Busy, lobby.CodeFrozen}

// metrics are the metrics of WebSockets. A label has few values, and a client cannot choose them.
type metrics struct {
	// connections is the number of open WebSocket connections.
	connections prometheus.Gauge
	// framesOut and bytesOut count the frames written to them, and their bytes.
	framesOut, bytesOut prometheus.Counter
	// commands counts commands and lines of the chat, by kind and code ("ok" or why it
	// was rejected). commandSeconds is the time from a frame's arrival to its answer.
	commands *prometheus.CounterVec
	// failures counts the commands that failed by a fault of the server, by code.
	failures       *prometheus.CounterVec
	commandSeconds prometheus.Histogram
	// cutOff counts connections that the server ended, by reason.
	cutOff *prometheus.CounterVec
}

func newMetrics() *metrics {
	counter := func(name, help string) prometheus.CounterOpts {
		return prometheus.CounterOpts{Namespace: "archmage", Name: name, Help: help}
	}
	m := &metrics{
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
	}
	for _, code := range serverFaults {
		// The counter exists before the first failure, because rate() would not see the step from
		// nothing to 1.
		m.failures.WithLabelValues(string(code))
	}
	return m
}

// Collectors returns the metrics of the WebSockets.
func (s *Sockets) Collectors() []prometheus.Collector {
	m := s.metrics
	return []prometheus.Collector{
		m.connections, m.framesOut, m.bytesOut, m.commands, m.failures, m.commandSeconds, m.cutOff,
	}
}
