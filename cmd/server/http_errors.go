package main

import (
	"log"
	"strings"
	"time"

	"go.uber.org/zap"
	"golang.org/x/time/rate"
)

// complaints take what net/http says of connections. Most of it is the fault of clients and
// only for debugging. That none can be accepted, as without free file descriptors, is for
// the operator.
type complaints struct {
	log  *zap.Logger
	pace rate.Sometimes
}

// acceptFails is how net/http begins what it says when a connection cannot be accepted.
const acceptFails = "http: Accept error: "

// acceptPace is the least time between two lines about connections that cannot be accepted.
const acceptPace = 10 * time.Second

// newComplaints returns the logger for an [http.Server].
func newComplaints(to *zap.Logger) *log.Logger {
	return log.New(&complaints{log: to, pace: rate.Sometimes{Interval: acceptPace}}, "", 0)
}

// Write implements [io.Writer] for one line.
func (c *complaints) Write(line []byte) (int, error) {
	text := strings.TrimSuffix(string(line), "\n")
	if why, ok := strings.CutPrefix(text, acceptFails); ok {
		c.pace.Do(func() { c.log.Warn("connections cannot be accepted", zap.String("why", why)) })
	}
	c.log.Debug(text)
	return len(line), nil
}
