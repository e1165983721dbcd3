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
	// adminSocket selects the socket in the data folder. On systems where file permissions do not protect a
	// socket, it selects a loopback address, which the server writes to adminFile.
	adminSocket = "socket"
	adminNone   = "none"
	unixPrefix  = "unix:"
)

const (
	// socketName is the admin socket in the data folder.
	socketName = "admin.sock"
	// adminFile, in the data folder, holds the URL and the token of the loopback address that replaces the
	// socket on systems where file permissions do not protect one.
	adminFile = "admin.json"
	// maxSocketPath is the length in bytes of the longest socket path that every system accepts.
	maxSocketPath = 103
)

// adminAccess is the content of adminFile.
type adminAccess struct {
	URL   string `json:"url"`
	Token string `json:"token"`
}

// checkAdminAddr returns an error if addr, the value of --admin-addr, is malformed, or if other machines can
// reach it and token is empty.
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
			"--admin-addr is %q, which other machines can reach: set --admin-token too, or use a loopback address",
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

// openAdminSocket makes server the admin server of p and lets it serve the admin socket, unless the settings
// disable the admin listener. Requests on the socket need no token. start calls it before it opens the address
// for players, so that the admin command works as soon as players can connect.
func (p *program) openAdminSocket(ctx context.Context, s *settings, server *http.Server) error {
	if s.adminAddr == "" || s.adminAddr == adminNone {
		return nil
	}
	server.Handler = trustSocket(server.Handler, s.adminToken)
	p.admin = server
	return p.serveAdminSocket(ctx, s)
}

// openAdminAddress lets the admin server serve the TCP address of --admin-addr too, if the setting is an
// address, and prints its URL.
func (p *program) openAdminAddress(ctx context.Context, a *app, s *settings) error {
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

// trustSocket adds the admin token to each request that arrives on the socket, so that next accepts it. Only the
// user of the server and root can open the socket.
func trustSocket(next http.Handler, token string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		addr, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
		if ok && addr.Network() == "unix" {
			r.Header.Set("Authorization", "Bearer "+token)
		}
		next.ServeHTTP(w, r)
	})
}

// serveAdminSocket opens and serves the socket of unix:PATH, or else the default socket in the data folder. If the
// default socket cannot be opened, the server logs a warning and runs without a socket. On systems without
// permission bits there is no default socket: with --admin-addr socket, the server listens on a loopback port
// instead.
func (p *program) serveAdminSocket(ctx context.Context, s *settings) error {
	path, isExplicit := strings.CutPrefix(s.adminAddr, unixPrefix)
	if !isExplicit {
		path = filepath.Join(s.data, socketName)
	}
	if !isExplicit && !hasPermissionBits {
		if s.adminAddr == adminSocket {
			return p.listenOnLoopback(ctx, s)
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

// openSocket listens on a new socket. It makes the folder of the socket if necessary, and replaces an old socket
// file on which no process listens.
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

// listenOnLoopback serves a free loopback port and writes its URL and the admin token to adminFile, where the
// admin command finds them.
func (p *program) listenOnLoopback(ctx context.Context, s *settings) error {
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

// ensureAdminToken sets the admin token in s and options to a random text if a loopback port replaces the socket
// and the settings have no token.
func (s *settings) ensureAdminToken(options *transport.Options) {
	if s.adminAddr == adminSocket && !hasPermissionBits {
		if s.adminToken == "" {
			s.adminToken = rand.Text()
		}
		options.AdminToken = s.adminToken
	}
}

// systemdDataFolder is the data folder of the systemd unit.
const systemdDataFolder = "/var/lib/archmage"

// findServer sets the HTTP client of the call. If the flags do not set the URL or the token, it takes them from
// the environment and from the files that servers write to their data folders.
func (c *adminCall) findServer() error {
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
			c.url = c.findAdminURL(s)
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

// findAdminURL returns the URL of the admin listener of a server with settings s. Unless --admin-addr is a path or
// an address, it looks for a socket or an adminFile in the data folder of s and, without the flag --data, in that
// of the systemd unit. It sets c.token from adminFile if the token is empty. If it finds nothing, it sets
// c.missing and returns a default URL.
func (c *adminCall) findAdminURL(s *settings) string {
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

// explainUnreachable adds advice to a connection error: which flag finds the server, or which user can reach it.
func (c *adminCall) explainUnreachable(err error) error {
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
