package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"strings"

	"go.uber.org/zap"

	"archmage/internal/transport"
)

// The values of --admin-addr that are not host:port.
const (
	// adminSocket selects the socket in the data folder, or adminFile on systems where file permissions do
	// not protect a socket.
	adminSocket = "socket"
	adminNone   = "none"
	unixPrefix  = "unix:"
)

const (
	// socketName is the admin socket in the data folder.
	socketName = "admin.sock"
	// adminFile, in the data folder, holds the URL and the token of the admin listener that replaces the
	// socket on such systems.
	adminFile = "admin.json"
	// maxSocketPath is the longest path of a socket that every system accepts, in bytes.
	maxSocketPath = 103
)

// adminAccess is the content of adminFile.
type adminAccess struct {
	URL   string `json:"url"`
	Token string `json:"token"`
}

// checkAdminAddr refuses a value of --admin-addr that is malformed, or that other machines can reach without
// a token.
func checkAdminAddr(addr, token string) error {
	switch {
	case addr == "" || addr == adminNone || addr == adminSocket:
		return nil
	case strings.HasPrefix(addr, unixPrefix):
		if len(addr) == len(unixPrefix) {
			return errInvalid("admin-addr", addr, "unix:PATH")
		}
		return nil
	case !isAddress(addr):
		return errInvalid("admin-addr", addr, "socket, unix:PATH, host:port or none")
	case token == "" && !isLoopback(addr):
		return fmt.Errorf(
			"--admin-addr is %q, which other machines reach, want --admin-token with it, or a loopback address",
			addr,
		)
	}
	return nil
}

// isLoopback reports whether only this machine can reach a listener at addr.
func isLoopback(addr string) bool {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return false
	}
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// openAdmin opens the admin socket, unless the settings disable it. It runs before the address for players is
// opened, so that the command admin works as soon as players can connect.
func (p *program) openAdmin(ctx context.Context, s *settings, server *http.Server) error {
	if s.adminAddr == "" || s.adminAddr == adminNone {
		return nil
	}
	server.Handler = trustSocket(server.Handler, s.adminToken)
	p.admin = server
	return p.startAdminSocket(ctx, s)
}

// listenForAdmin opens the TCP address of the admin listener if the settings have one. The listener then serves
// the address in addition to the socket.
func (p *program) listenForAdmin(ctx context.Context, a *app, s *settings) error {
	if !isAddress(s.adminAddr) || strings.HasPrefix(s.adminAddr, unixPrefix) {
		return nil
	}
	addr, err := p.listen(ctx, p.admin, s.adminAddr, nil)
	if err != nil {
		return fmt.Errorf("--admin-addr: %w", err)
	}
	s.printAddress(a.Stdout, "admin on", "http://"+addr.String())
	return nil
}

// trustSocket accepts requests without the token on the socket, because only the user of the server and root
// can open it.
func trustSocket(next http.Handler, token string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		addr, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
		if ok && addr.Network() == "unix" {
			r.Header.Set("Authorization", "Bearer "+token)
		}
		next.ServeHTTP(w, r)
	})
}

// startAdminSocket opens the admin socket, or its replacement on systems without permission bits. If the
// default socket cannot be opened, the server logs a warning and runs without it.
func (p *program) startAdminSocket(ctx context.Context, s *settings) error {
	path, isExplicit := strings.CutPrefix(s.adminAddr, unixPrefix)
	if !isExplicit {
		path = filepath.Join(s.data, socketName)
	}
	if !isExplicit && !hasPermissionBits {
		if s.adminAddr == adminSocket {
			return p.listenWithFile(ctx, s)
		}
		return nil
	}
	listener, err := openSocket(ctx, path)
	if err != nil {
		err = fmt.Errorf("the admin socket %s cannot be opened: %w", path, err)
		if !isExplicit {
			p.log.Warn("there is no admin socket: choose another one with --admin-addr", zap.Error(err))
			return nil
		}
		return err
	}
	p.serve(p.admin, listener)
	return nil
}

// openSocket listens on a new socket. It replaces an old socket file if no process listens on it.
func openSocket(ctx context.Context, path string) (net.Listener, error) {
	if len(path) > maxSocketPath {
		return nil, fmt.Errorf("the path is longer than %d bytes", maxSocketPath)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	if info, err := os.Lstat(path); err == nil {
		if info.Mode().Type() != os.ModeSocket {
			return nil, errors.New("a file with another purpose is there")
		}
		if conn, err := new(net.Dialer).DialContext(ctx, "unix", path); err == nil {
			_ = conn.Close() // Nothing was sent.
			return nil, errors.New("another server listens there")
		}
		if err := os.Remove(path); err != nil {
			return nil, err
		}
	}
	var listener net.Listener
	var err error
	privately(func() { listener, err = new(net.ListenConfig).Listen(ctx, "unix", path) })
	return listener, err
}

// listenWithFile serves on a free loopback port and writes its URL and the admin token to adminFile, from which
// the command admin reads them.
func (p *program) listenWithFile(ctx context.Context, s *settings) error {
	addr, err := p.listen(ctx, p.admin, "127.0.0.1:0", nil)
	if err != nil {
		return err
	}
	data, err := json.Marshal(adminAccess{"http://" + addr.String(), s.adminToken})
	if err != nil {
		return err
	}
	if err := os.MkdirAll(s.data, 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(s.data, adminFile), data, 0o600)
}

// withAdminToken makes a token for the admin listener that replaces the socket, unless the settings have one.
func (s *settings) withAdminToken(options *transport.Options) {
	if s.adminAddr == adminSocket && !hasPermissionBits {
		if s.adminToken == "" {
			s.adminToken = rand.Text()
		}
		options.AdminToken = s.adminToken
	}
}

// systemdDataFolder is the data folder of the systemd unit.
const systemdDataFolder = "/var/lib/archmage"

// find completes the URL and the token from the environment and from the files that servers leave in their
// data folders, and makes the HTTP client.
func (c *adminCall) find() error {
	s, err := environmentSettings()
	if err != nil && (c.url == "" || c.token == "") {
		return err
	}
	if err == nil {
		c.token = cmp.Or(c.token, s.adminToken)
		if c.data != "" {
			s.data = c.data
		}
		if c.url == "" {
			c.url = c.adminURL(s)
		}
	}
	c.client = http.DefaultClient
	if path, ok := strings.CutPrefix(c.url, unixPrefix); ok {
		c.socket, c.url = path, "http://localhost"
		c.client = &http.Client{Transport: &http.Transport{
			DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
				return new(net.Dialer).DialContext(ctx, "unix", path)
			},
		}}
	}
	c.url = strings.TrimSuffix(c.url, "/")
	return nil
}

// adminURL returns the URL of the admin listener of a server with settings s. With the default settings it
// looks in their data folder and in that of the systemd unit.
func (c *adminCall) adminURL(s *settings) string {
	if path, ok := strings.CutPrefix(s.adminAddr, unixPrefix); ok {
		return unixPrefix + path
	}
	if s.adminAddr != adminSocket && s.adminAddr != adminNone && s.adminAddr != "" {
		return ownURL("http", s.adminAddr)
	}
	folders := []string{s.data}
	if c.data == "" {
		folders = append(folders, systemdDataFolder)
	}
	for _, folder := range folders {
		path := filepath.Join(folder, socketName)
		if info, err := os.Stat(path); err == nil && info.Mode().Type() == os.ModeSocket {
			return unixPrefix + path
		}
		var access adminAccess
		data, err := os.ReadFile(filepath.Join(folder, adminFile))
		if err == nil && json.Unmarshal(data, &access) == nil && access.URL != "" {
			c.token = cmp.Or(c.token, access.Token)
			return access.URL
		}
	}
	c.missing = filepath.Join(s.data, socketName)
	return "http://127.0.0.1:9090"
}

// unreachable adds to a connection error the address of the server, or advice how to reach it.
func (c *adminCall) unreachable(err error) error {
	switch {
	case c.missing != "":
		return fmt.Errorf(
			"no server was found: there is no socket %s, and %w; name its data folder with --data, or its admin "+
				"listener with --url",
			c.missing, err,
		)
	case c.socket != "" && errors.Is(err, os.ErrPermission):
		return fmt.Errorf("%w; run the command as the user of the server, or as root", err)
	}
	return err
}
