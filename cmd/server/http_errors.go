package main

import (
	"log"
	"strings"
	"time"

	"go.uber.org/zap"
	"golang.org/x/time/rate"
)

// httpErrors writes the errors that net/http logs about connections to the log. Most are the fault of clients and
// only for debugging. That no connection can be accepted, as without free file descriptors, is a warning for the
// operator.
type httpErrors struct {
	log  *zap.Logger
	pace rate.Sometimes
}

// acceptErrorPrefix is how the log line of net/http begins when a connection cannot be accepted.
const acceptErrorPrefix = "http: Accept error: "

// acceptLogInterval is the least time between two lines about connections that cannot be accepted.
const acceptLogInterval = 10 * time.Second

// newHTTPErrors returns the logger for an [http.Server].
func newHTTPErrors(to *zap.Logger) *log.Logger {
	return log.New(&httpErrors{log: to, pace: rate.Sometimes{Interval: acceptLogInterval}}, "", 0)
}

// Write implements [io.Writer] for one line.
func (c *httpErrors) Write(line []byte) (int, error) {
	text := strings.TrimSuffix(string(line), "\n")
	if why, ok := strings.CutPrefix(text, acceptErrorPrefix); ok {
		c.pace.Do(func() { c.log.Warn("connections cannot be accepted", zap.String("why", why)) })
	}
	c.log.Debug(text)
	return len(line), nil
}
