package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/client"
	"archmage/cmd/internal/cli"
	"archmage/test/programtest"
	pages "archmage/web"
)

// served is a server in this process.
type served struct {
	t testing.TB
	// Base is the URL for players, Admin that of the admin listener, or "".
	Base, Admin string
	cancel      context.CancelFunc
	status      chan int
	complaints  *programtest.Buffer
}

// startServer runs serve with the games of the project on a free port, and waits until it listens.
func startServer(t testing.TB, data string, args ...string) *served {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	s := &served{t: t, cancel: cancel, status: make(chan int, 1), complaints: &programtest.Buffer{}}
	out, in := io.Pipe()
	args = append([]string{"--addr", "127.0.0.1:0", "--data", data}, args...)
	go func() {
		s.status <- run(ctx, args, strings.NewReader(""), in, s.complaints)
		_ = in.Close()
	}()
	t.Cleanup(func() { s.stop() })
	lines := bufio.NewReader(out)
	s.Base = s.readLine(lines, "listening on ")
	for _, arg := range args {
		if arg == "--admin-addr" {
			s.Admin = s.readLine(lines, "admin on ")
		}
	}
	return s
}

// readLine reads a line with the given prefix and returns the rest.
func (s *served) readLine(lines *bufio.Reader, words string) string {
	s.t.Helper()
	line, err := lines.ReadString('\n')
	require.NoError(s.t, err, s.complaints.String())
	var entry struct{ Msg, Address string }
	if json.Unmarshal([]byte(line), &entry) == nil {
		line = entry.Msg + " " + entry.Address
	}
	at, ok := strings.CutPrefix(strings.TrimSpace(line), words)
	require.True(s.t, ok, line)
	return at
}

// stop stops the server once and checks that it ends without an error.
func (s *served) stop() {
	s.t.Helper()
	if s.cancel == nil {
		return
	}
	s.cancel()
	s.cancel = nil
	select {
	case status := <-s.status:
		require.Zero(s.t, status, s.complaints.String())
	case <-time.After(programtest.Deadline):
		s.t.Fatal("the server does not end")
	}
}

// runToEnd runs a command that must end by itself.
func runToEnd(t testing.TB, args ...string) result {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), programtest.Deadline)
	defer cancel()
	var out, complaints bytes.Buffer
	status := run(ctx, args, strings.NewReader(""), &out, &complaints)
	require.NoError(t, ctx.Err(), "the command goes on and on")
	return result{status, out.String(), complaints.String()}
}

func fetch(t testing.TB, method, address string) (int, []byte) {
	t.Helper()
	request, err := http.NewRequestWithContext(programtest.Within(t), method, address, nil)
	require.NoError(t, err)
	response, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return response.StatusCode, body
}

// roomsOf returns the ids of a guest's rooms.
func roomsOf(t *testing.T, g *client.Guest) []string {
	t.Helper()
	var page struct {
		Rooms []struct{ ID string }
	}
	require.NoError(t, g.Call(programtest.Within(t), http.MethodGet, "/api/rooms?mine=1", nil, &page))
	var ids []string
	for _, room := range page.Rooms {
		ids = append(ids, room.ID)
	}
	return ids
}

func TestServeKeepsEverything(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	s := startServer(t, data)
	require.Regexp(t, `^http://localhost:\d+$`, s.Base)
	status, page := fetch(t, http.MethodGet, s.Base+"/")
	require.Equal(t, http.StatusOK, status)
	require.Contains(t, string(page), "<!doctype html>")
	ann, err := client.NewGuest(programtest.Within(t), s.Base, "Ann")
	require.NoError(t, err)
	room, err := ann.CreateRoom(programtest.Within(t), client.Settings{Game: "seasons", Seats: 2})
	require.NoError(t, err)

	// A second server on the same folder reports the reason.
	got := runToEnd(t, "--addr", "127.0.0.1:0", "--data", data)
	require.Equal(t, cli.Failed, got.status)
	require.Contains(t, got.err, "the data folder is in use by another process")
	require.Empty(t, got.out)
	// So does one on the same port.
	got = runToEnd(t, "serve", "--addr", strings.TrimPrefix(s.Base, "http://"), "--data", t.TempDir())
	require.Equal(t, cli.Failed, got.status)
	require.Contains(t, got.err, "address already in use")

	s.stop()
	require.Contains(t, s.complaints.String(), "stopped")
	s = startServer(t, data, "--check-data")
	ann.Base = s.Base
	var me struct{ ID, Name string }
	require.NoError(t, ann.Call(programtest.Within(t), http.MethodGet, "/api/me", nil, &me))
	require.Equal(t, ann.ID, me.ID)
	require.Equal(t, "Ann", me.Name)
	require.Equal(t, []string{room}, roomsOf(t, ann))
}

func TestServeStopsWhateverIsConnected(t *testing.T) {
	s := startServer(t, t.TempDir())
	addr := strings.TrimPrefix(s.Base, "http://")
	// A silent connection, and one in the middle of a request.
	for _, words := range []string{"", "POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"} {
		conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", addr)
		require.NoError(t, err)
		defer conn.Close()
		_, err = io.WriteString(conn, words)
		require.NoError(t, err)
	}
	_, _ = fetch(t, http.MethodGet, s.Base+"/healthz")
	s.stop()
	_, err := new(net.Dialer).DialContext(t.Context(), "tcp", addr)
	require.Error(t, err)
}

// The first lines of the log say what the build has left out. Without a bundle, pages get the source modules.
func TestServeTheClient(t *testing.T) {
	client, err := pages.Load()
	require.NoError(t, err)
	s := startServer(t, t.TempDir())
	for i, line := range slices.Collect(strings.Lines(s.complaints.String())) {
		if i == len(client.Warnings) {
			require.Contains(t, line, "starting")
			break
		}
		require.Contains(t, line, client.Warnings[i])
	}
	status, entry := fetch(t, http.MethodGet, s.Base+"/app/app.js")
	require.Equal(t, http.StatusOK, status)
	require.Equal(t, string(client.Files["app/app.js"]), string(entry))
	// A bundle does not have this file.
	status, _ = fetch(t, http.MethodGet, s.Base+"/table/page.js")
	require.Equal(t, client.Bundled, status == http.StatusNotFound)
	status, body := fetch(t, http.MethodGet, s.Base+"/api/site")
	require.Equal(t, http.StatusOK, status)
	require.Equal(
		t,
		client.Files["wasm/rules.wasm"] != nil,
		strings.Contains(string(body), `"rules":true`),
		string(body),
	)
}

func TestAdminAddress(t *testing.T) {
	s := startServer(t, t.TempDir(), "--admin-addr", "127.0.0.1:0")
	status, body := fetch(t, http.MethodGet, s.Admin+"/metrics")
	require.Equal(t, http.StatusOK, status)
	require.Contains(t, string(body), "archmage_log_commits_total ")
	for _, base := range []string{s.Base, s.Admin} {
		status, _ = fetch(t, http.MethodGet, base+"/readyz")
		require.Equal(t, http.StatusOK, status)
	}
	status, _ = fetch(t, http.MethodGet, s.Base+"/metrics")
	require.Equal(t, http.StatusNotFound, status)

	got := runToEnd(
		t,
		"--addr",
		"127.0.0.1:0",
		"--data",
		t.TempDir(),
		"--admin-addr",
		strings.TrimPrefix(s.Admin, "http://"),
	)
	require.Equal(t, cli.Failed, got.status)
	require.Contains(t, got.err, "address already in use")
}

func TestBackupAndRestore(t *testing.T) {
	s := startServer(t, t.TempDir(), "--admin-addr", "127.0.0.1:0")
	ann, err := client.NewGuest(programtest.Within(t), s.Base, "Ann")
	require.NoError(t, err)
	settings := client.Settings{Game: "spellbook", Seats: 2}
	before, err := ann.CreateRoom(programtest.Within(t), settings)
	require.NoError(t, err)
	status, file := fetch(t, http.MethodPost, s.Admin+"/backup")
	require.Equal(t, http.StatusOK, status)
	_, err = ann.CreateRoom(programtest.Within(t), settings)
	require.NoError(t, err)
	require.Len(t, roomsOf(t, ann), 2)
	s.stop()

	// As docs/backup.md says.
	data := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(data, "rooms.db"), file, 0o600))
	s = startServer(t, data)
	ann.Base = s.Base
	require.Equal(t, []string{before}, roomsOf(t, ann))
	conn, err := ann.Dial(programtest.Within(t), before, client.Options{})
	require.NoError(t, err)
	conn.Close()

	// A file that is not a backup is refused.
	data = t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(data, "rooms.db"), []byte("something else"), 0o600))
	got := runToEnd(t, "--addr", "127.0.0.1:0", "--data", data)
	require.Equal(t, cli.Failed, got.status)
	require.Contains(t, got.err, "the database is damaged")
}

// Other users of the machine must not read hidden cards.
func TestServeRefusesAnOpenFolder(t *testing.T) {
	data := t.TempDir()
	require.NoError(t, os.Chmod(data, 0o755))
	got := runToEnd(t, "--addr", "127.0.0.1:0", "--data", data)
	require.Equal(t, cli.Failed, got.status)
	require.Contains(t, got.err, "chmod 700 "+data)
	require.NoError(t, os.Chmod(data, 0o750))
	startServer(t, data)
}

func TestServeByTLS(t *testing.T) {
	cert, key := selfSigned(t)
	s := startServer(t, t.TempDir(), "--tls-cert", cert, "--tls-key", key)
	require.Regexp(t, `^https://localhost:\d+$`, s.Base)
	pool := x509.NewCertPool()
	file, err := os.ReadFile(cert)
	require.NoError(t, err)
	require.True(t, pool.AppendCertsFromPEM(file))
	browser := &http.Client{
		Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}, ForceAttemptHTTP2: true},
	}
	defer browser.CloseIdleConnections()
	request, err := http.NewRequestWithContext(
		t.Context(), http.MethodPost, s.Base+"/api/me", strings.NewReader(`{"name":"Ann"}`),
	)
	require.NoError(t, err)
	request.Header.Set("Content-Type", "application/json")
	response, err := browser.Do(request)
	require.NoError(t, err)
	defer response.Body.Close()
	require.Equal(t, http.StatusCreated, response.StatusCode)
	require.True(t, response.Cookies()[0].Secure)
	require.Equal(t, "max-age=31536000", response.Header.Get("Strict-Transport-Security"))

	// New connections use a renewed certificate, and the old one if the new one is invalid.
	replace := func(cert2, key2 string) {
		require.NoError(t, os.Rename(cert2, cert))
		require.NoError(t, os.Rename(key2, key))
	}
	serial := func() string {
		dialer := tls.Dialer{Config: &tls.Config{InsecureSkipVerify: true}}
		conn, err := dialer.DialContext(t.Context(), "tcp", strings.TrimPrefix(s.Base, "https://"))
		require.NoError(t, err)
		defer conn.Close()
		return fmt.Sprintf("%x", conn.(*tls.Conn).ConnectionState().PeerCertificates[0].Signature)
	}
	before := serial()
	replace(selfSigned(t))
	renewed := serial()
	require.NotEqual(t, before, renewed)
	require.NoError(t, os.WriteFile(cert, []byte("half"), 0o600))
	require.Equal(t, renewed, serial())
	require.Contains(t, s.complaints.String(), "the new certificate cannot be used")

	got := runToEnd(t, "--addr", "127.0.0.1:0", "--data", t.TempDir(), "--tls-cert", key, "--tls-key", cert)
	require.Equal(t, cli.Failed, got.status)
	require.Contains(t, got.err, "--tls-cert and --tls-key: ")
	require.Contains(t, got.err, "tls: ")
}

// selfSigned makes a certificate for 127.0.0.1 and returns the paths of its files.
func selfSigned(t *testing.T) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{
		SerialNumber:          big.NewInt(1),
		Subject:               pkix.Name{CommonName: "test"},
		IPAddresses:           []net.IP{net.IPv4(127, 0, 0, 1)},
		DNSNames:              []string{"localhost"},
		NotBefore:             time.Now().Add(-time.Hour),
		NotAfter:              time.Now().Add(time.Hour),
		IsCA:                  true,
		BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	require.NoError(t, err)
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	require.NoError(t, err)
	cert, key = filepath.Join(t.TempDir(), "cert.pem"), filepath.Join(t.TempDir(), "key.pem")
	require.NoError(t, os.WriteFile(cert, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600))
	require.NoError(t, os.WriteFile(key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}), 0o600))
	return cert, key
}

// The log has the chosen format and contains no secrets.
func TestLogOfServe(t *testing.T) {
	s := startServer(t, t.TempDir(), "--log-level", "debug", "--log-format", "json")
	ann, err := client.NewGuest(programtest.Within(t), s.Base, "Ann")
	require.NoError(t, err)
	room, err := ann.CreateRoom(programtest.Within(t), client.Settings{Game: "seasons", Seats: 2})
	require.NoError(t, err)
	conn, err := ann.Dial(programtest.Within(t), room, client.Options{})
	require.NoError(t, err)
	var link struct{ Secret string }
	require.NoError(t, ann.Call(programtest.Within(t), http.MethodPost, "/api/me/links", nil, &link))
	require.NotEmpty(t, link.Secret)
	_, _ = fetch(t, http.MethodGet, s.Base+"/r/"+room+"?"+link.Secret)
	conn.Close()
	s.stop()
	said := strings.TrimSpace(s.complaints.String())
	require.NotContains(t, said, ann.Token)
	require.NotContains(t, said, link.Secret)
	lines := strings.Split(said, "\n")
	// The test's program is not built by make build, so it first logs what is missing.
	for strings.Contains(lines[0], `"level":"warn"`) && strings.Contains(lines[0], "make build") {
		lines = lines[1:]
	}
	require.Regexp(
		t,
		`"msg":"starting","version":"`+regexp.QuoteMeta(version)+`","commit":".+","go":"go1\..+"\}$`,
		lines[0],
	)
	require.Regexp(
		t,
		`"msg":"started","addr":"127\.0\.0\.1:\d+","data":"/.+","schema":\d+,"rooms":0\}$`,
		lines[1],
	)
	require.Contains(
		t,
		lines[2],
		`"msg":"no owner yet: archmage admin account NAME, then archmage admin role NAME owner"`,
	)
	paths := map[string]bool{}
	for line := range strings.SplitSeq(said, "\n") {
		var entry struct{ Level, TS, Msg, Path string }
		require.NoError(t, json.Unmarshal([]byte(line), &entry), line)
		require.NotEmpty(t, entry.Msg)
		paths[entry.Path] = true
	}
	require.True(t, paths["/api/me"] && paths["/api/rooms"] && paths["/ws/"+room])
}
