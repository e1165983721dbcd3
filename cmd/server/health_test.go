package main

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestHealthCommand(t *testing.T) {
	s := startServer(t, t.TempDir())
	require.Equal(t, result{exitOK, "ok\n", ""}, ends(t, "health", "-url", s.base))
	s.stop()
	got := ends(t, "health", "-url", s.base)
	require.Equal(t, exitFailed, got.status)
	require.Empty(t, got.out)
	require.Contains(t, got.err, "server health: ")

	unready := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/readyz" {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	defer unready.Close()
	got = ends(t, "health", "-url", unready.URL)
	require.Equal(t, exitFailed, got.status)
	require.Contains(t, got.err, "status 503")

	require.Equal(t, exitUsage, ends(t, "health", "-url", ":").status)
	require.Equal(t, exitUsage, ends(t, "health", "now").status)
}
