package main

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"
)

// A failure to accept connections is logged for the operator at intervals. Errors of clients are not.
func TestComplaints(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		core, said := observer.New(zap.WarnLevel)
		complaints := newHTTPErrors(zap.New(core))
		complaints.Printf("http: TLS handshake error from %s: EOF", "192.0.2.1:1234")
		require.Zero(t, said.Len())
		for range 100 {
			complaints.Printf("http: Accept error: accept tcp: too many open files; retrying in 1s")
		}
		require.Equal(t, 1, said.Len())
		require.Equal(
			t,
			map[string]any{"why": "accept tcp: too many open files; retrying in 1s"},
			said.All()[0].ContextMap(),
		)
		time.Sleep(acceptLogInterval)
		complaints.Printf("http: Accept error: accept tcp: too many open files; retrying in 1s")
		require.Equal(t, 2, said.Len())
	})
}
