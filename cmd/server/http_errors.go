package main

import (
	"log"
	"strings"
	"time"

	"go.uber.org/zap"
	"golang.org/x/time/rate"
)

// httpErrors is a writer for the error log of [http.Server]. It logs failures to accept connections, for example
// for lack of file descriptors, as warnings. Most other lines are caused by clients. It logs these at debug
// level.
type httpErrors struct {
	log  *zap.Logger
	pace rate.Sometimes
}

// acceptErrorPrefix begins the line that net/http logs when it cannot accept a connection.
const acceptErrorPrefix = "http: Accept error: "

// acceptLogInterval is the minimum time between two warnings.
const acceptLogInterval = 10 * time.Second

// newHTTPErrors returns the logger for [http.Server.ErrorLog].
func newHTTPErrors(to *zap.Logger) *log.Logger {
	return log.New(&httpErrors{log: to, pace: rate.Sometimes{Interval: acceptLogInterval}}, "", 0)
}

// Write implements [io.Writer] for one line of the log.
func (e *httpErrors) Write(line []byte) (int, error) {
	text := strings.TrimSuffix(string(line), "\n")
	if reason, ok := strings.CutPrefix(text, acceptErrorPrefix); ok {
		e.pace.Do(func() { e.log.Warn("connections cannot be accepted", zap.String("why", reason)) })
	}
	e.log.Debug(text)
	return len(line), nil
}
