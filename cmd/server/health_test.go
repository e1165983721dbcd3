package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/cmd/internal/cli"
)

func TestHealthCommand(t *testing.T) {
	s := startServer(t, t.TempDir())
	require.Equal(t, result{cli.OK, "ok\n", ""}, runToEnd(t, "health", "--url", s.Base))
	s.stop()
	got := runToEnd(t, "health", "--url", s.Base)
	require.Equal(t, cli.Failed, got.status)
	require.Empty(t, got.out)
	require.Contains(t, got.err, "archmage health: ")

	unready := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/readyz" {
			w.WriteHeader(http.StatusServiceUnavailable)
			_, _ = w.Write([]byte(`{"code":"not_stored","message":"no space is left"}`))
		}
	}))
	defer unready.Close()
	got = runToEnd(t, "health", "--url", unready.URL)
	require.Equal(t, cli.Failed, got.status)
	require.Contains(t, got.err, "status 503: no space is left")

	// Without --url, the settings determine the URL.
	t.Setenv("ARCHMAGE_ADDR", ":"+strings.TrimPrefix(unready.URL, "http://127.0.0.1:"))
	require.Contains(t, runToEnd(t, "health").err, "status 503")
	secured := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer secured.Close()
	t.Setenv("ARCHMAGE_ADDR", strings.TrimPrefix(secured.URL, "https://"))
	t.Setenv("ARCHMAGE_TLS_CERT", "cert.pem")
	t.Setenv("ARCHMAGE_TLS_KEY", "key.pem")
	require.Equal(t, result{cli.OK, "ok\n", ""}, runToEnd(t, "health"))
	for addr, want := range map[string]string{
		":80": "http://127.0.0.1:80", "0.0.0.0:80": "http://127.0.0.1:80", "[::]:80": "http://[::1]:80",
		"10.0.0.7:80": "http://10.0.0.7:80",
	} {
		require.Equal(t, want, ownURL("http", addr))
	}

	require.Equal(t, cli.Usage, runToEnd(t, "health", "--url", ":").status)
	require.Equal(t, cli.Usage, runToEnd(t, "health", "now").status)
}
