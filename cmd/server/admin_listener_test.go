package main

import (
	"context"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"archmage/cmd/internal/cli"
	"archmage/test/programtest"
)

// By default, only the user of the server can use its admin listener.
func TestAdminSocket(t *testing.T) {
	data := t.TempDir()
	path := filepath.Join(data, socketName)
	// A killed server leaves its socket behind.
	old, err := net.ListenUnix("unix", &net.UnixAddr{Name: path})
	require.NoError(t, err)
	old.SetUnlinkOnClose(false)
	require.NoError(t, old.Close())

	s := startServer(t, data)
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, os.ModeSocket|0o600, info.Mode())
	got := runToEnd(t, "admin", "--data", data, "rooms")
	require.Zero(t, got.status, got.err)
	require.Equal(t, "no rooms\n", got.out)
	require.Zero(t, runToEnd(t, "admin", "--url", "unix:"+path, "rooms").status)
	t.Setenv("ARCHMAGE_DATA", data)
	require.Zero(t, runToEnd(t, "admin", "rooms").status)
	require.Zero(t, runToEnd(t, "admin", "backup", filepath.Join(t.TempDir(), "copy.db")).status)

	s.stop()
	require.NoFileExists(t, path)
	got = runToEnd(t, "admin", "rooms")
	require.Equal(t, cli.Failed, got.status)
	require.Contains(t, got.err, "there is no socket "+path)
}

func TestAdminSocketElsewhere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run", "admin")
	t.Setenv("ARCHMAGE_ADMIN_ADDR", "unix:"+path)
	data := t.TempDir()
	startServer(t, data)
	require.NoFileExists(t, filepath.Join(data, socketName))
	require.Zero(t, runToEnd(t, "admin", "rooms").status)

	// A socket in use, or another file, is left alone.
	ctx := programtest.Within(t)
	_, err := openSocket(ctx, path)
	require.ErrorContains(t, err, "another server listens there")
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, []byte("mine"), 0o600))
	_, err = openSocket(ctx, file)
	require.ErrorContains(t, err, "a file with another purpose is there")
	require.FileExists(t, file)
}

// A TCP address is additional to the socket, and only there a token is required.
func TestAdminSocketNeedsNoToken(t *testing.T) {
	data := t.TempDir()
	s := startServer(t, data, "--admin-addr", "127.0.0.1:0", "--admin-token", "secret")
	require.Zero(t, runToEnd(t, "admin", "--data", data, "rooms").status)
	got := runToEnd(t, "admin", "--url", s.Admin, "rooms")
	require.Equal(t, cli.Failed, got.status)
	require.Contains(t, got.err, "bad_token")
	require.Zero(t, runToEnd(t, "admin", "--url", s.Admin, "--admin-token", "secret", "rooms").status)
}

func TestNoAdminListener(t *testing.T) {
	data := t.TempDir()
	startServer(t, data, "--admin-addr=none", "--log-level=info")
	require.NoFileExists(t, filepath.Join(data, socketName))
}

func TestOpenAdminAddressesNeedAToken(t *testing.T) {
	for _, addr := range []string{"0.0.0.0:9090", ":9090", "[::]:9090", "10.1.2.3:9090", "host.example:9090"} {
		_, got := readSettings("--admin-addr", addr)
		require.Equal(t, cli.Usage, got.status, addr)
		require.Contains(t, got.err, "set --admin-token too, or use a loopback address", addr)
		_, got = readSettings("--admin-addr", addr, "--admin-token", "secret")
		require.Zero(t, got.status, got.err)
	}
	for _, addr := range []string{
		"127.0.0.1:9090", "[::1]:9090", "localhost:9090", "none", "unix:/run/admin.sock", "",
	} {
		_, got := readSettings("--admin-addr", addr)
		require.Zero(t, got.status, got.err)
	}
	for _, addr := range []string{"9090", "unix:"} {
		_, got := readSettings("--admin-addr", addr)
		require.Contains(t, got.err, "--admin-addr is ", addr)
	}
}

// Where file permissions do not protect a socket, a token in the data folder does.
func TestAdminListenerWithAFile(t *testing.T) {
	s, got := readSettings("--data", t.TempDir(), "--admin-token", "made")
	require.Zero(t, got.status, got.err)
	p := &program{log: zap.NewNop(), failed: make(chan error, 1)}
	asked := ""
	p.admin = &http.Server{
		Handler: http.HandlerFunc(
			func(_ http.ResponseWriter, r *http.Request) { asked = r.Header.Get("Authorization") },
		),
	}
	defer p.admin.Close()
	require.NoError(t, p.listenOnLoopback(programtest.Within(t), s))
	info, err := os.Stat(filepath.Join(s.data, adminFile))
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode())
	c := &adminCall{data: s.data}
	require.NoError(t, c.findServer())
	require.NoError(t, c.read(context.Background(), nil, http.MethodGet, "/rooms", nil))
	require.Equal(t, "Bearer made", asked)
}
