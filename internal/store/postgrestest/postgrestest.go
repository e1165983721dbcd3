// Package postgrestest starts the installed PostgreSQL for tests. The server keeps its data in a
// temporary folder, listens only on a Unix socket, and ends with the test program.
package postgrestest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Server is a PostgreSQL server.
type Server struct {
	folder  string
	process *exec.Cmd
	// control is a pipe to the shell that runs the server. The shell stops the server on a signal's
	// name and when the pipe is closed, which happens whenever this program ends.
	control io.Closer
	stderr  *bytes.Buffer
}

// settings configure a small server whose commits wait for the disk.
var settings = []string{
	"fsync=on",
	"full_page_writes=on",
	"synchronous_commit=on",
	"listen_addresses=",
	"max_connections=400",
	"shared_buffers=64MB",
	"wal_level=replica",
	"max_wal_size=512MB",
	"autovacuum_naptime=5s",
	"log_min_messages=fatal",
	"unix_socket_permissions=0777",
}

// New starts a server, which is stopped at the end of the test.
func New(t testing.TB) *Server {
	t.Helper()
	s, err := create()
	if err == nil {
		err = s.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.Stop(syscall.SIGQUIT)
		_ = os.RemoveAll(s.folder)
	})
	return s
}

var shared struct {
	sync.Mutex
	server *Server
	count  int
}

// URL returns the URL of an empty schema on a server that all tests of the program share. The program's
// TestMain must call [Run].
func URL(t testing.TB) string {
	t.Helper()
	shared.Lock()
	defer shared.Unlock()
	if shared.server == nil {
		s, err := create()
		if err == nil {
			err = s.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		shared.server = s
	}
	shared.count++
	return shared.server.Schema(t, fmt.Sprintf("test%d", shared.count))
}

// Run runs the tests and stops the shared server. It returns the exit code.
func Run(m *testing.M) int {
	status := m.Run()
	if s := shared.server; s != nil {
		s.Stop(syscall.SIGQUIT)
		_ = os.RemoveAll(s.folder)
	}
	return status
}

// URL returns the URL of the database postgres on the server.
func (s *Server) URL() string {
	query := url.Values{"host": {s.folder}, "user": {owner}}
	return "postgres:///postgres?" + query.Encode()
}

// Socket returns the path of the Unix socket on which the server listens.
func (s *Server) Socket() string { return filepath.Join(s.folder, ".s.PGSQL.5432") }

// URLAt returns the URL for connecting at addr (host:port), where a proxy to Socket listens.
func (s *Server) URLAt(addr string) string { return "postgres://" + owner + "@" + addr + "/postgres" }

// Schema makes an empty schema and returns its URL. The schema is removed at the end of the test.
func (s *Server) Schema(t testing.TB, name string) string {
	t.Helper()
	s.Exec(t, "CREATE SCHEMA "+name)
	t.Cleanup(func() {
		s.Exec(t, "DROP SCHEMA "+name+" CASCADE", "DROP SCHEMA IF EXISTS "+name+savedSuffix+" CASCADE")
	})
	return s.URL() + "&search_path=" + name
}

// Exec runs statements and fails the test on an error.
func (s *Server) Exec(t testing.TB, statements ...string) {
	t.Helper()
	execAt(t, s.URL(), statements...)
}

func execAt(t testing.TB, url string, statements ...string) {
	t.Helper()
	ctx := context.WithoutCancel(t.Context())
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(ctx) }()
	for _, statement := range statements {
		if _, err := conn.Exec(ctx, statement); err != nil {
			t.Fatal(err)
		}
	}
}

// Folder returns the folder with the server's data.
func (s *Server) Folder() string { return filepath.Join(s.folder, "data") }

// owner is the database user.
const owner = "archmage"

func create() (*Server, error) {
	folder, err := os.MkdirTemp("", "pg")
	if err != nil {
		return nil, err
	}
	s := &Server{folder: folder}
	credential, err := serverAccount()
	if err == nil && credential != nil {
		err = os.Chown(folder, int(credential.Uid), int(credential.Gid))
	}
	var program string
	if err == nil {
		program, err = find("initdb")
	}
	if err == nil {
		command := exec.CommandContext(
			context.Background(),
			program,
			"--no-sync",
			"--auth=trust",
			"--encoding=UTF8",
			"--locale=C",
			"--username="+owner,
			"--pgdata="+s.Folder(),
		)
		command.Dir, command.SysProcAttr = folder, &syscall.SysProcAttr{Credential: credential}
		var output []byte
		if output, err = command.CombinedOutput(); err != nil {
			err = fmt.Errorf("initdb: %w: %s", err, output)
		}
	}
	if err != nil {
		_ = os.RemoveAll(folder)
		return nil, err
	}
	return s, nil
}

// Start starts the server with additional settings (name=value) and waits until it answers.
func (s *Server) Start(extraSettings ...string) error {
	program, err := find("postgres")
	if err != nil {
		return err
	}
	credential, err := serverAccount()
	if err != nil {
		return err
	}
	// The shell stops the server when it reads the name of a signal. If the pipe is closed without
	// a name, this program has ended, and the shell also removes the folder.
	const script = `folder=$1; shift; trap '' INT
"$@" & child=$!
{
	read -r signal; kill -"${signal:-QUIT}" $child
	if [ -z "$signal" ]; then
		while kill -0 $child; do sleep 0.1; done 2>/dev/null
		rm -rf "$folder"
	fi
} <&3 &
wait $child`
	args := []string{"-c", script, "sh", s.folder, program, "-D", s.Folder(), "-k", s.folder}
	for _, setting := range slices.Concat(settings, extraSettings) {
		args = append(args, "-c", setting)
	}
	in, out, err := os.Pipe()
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }() // the shell has its own copy
	s.stderr = &bytes.Buffer{}
	s.process = exec.CommandContext(context.Background(), "sh", args...)
	s.process.Dir, s.process.ExtraFiles, s.process.Stderr = s.folder, []*os.File{in}, s.stderr
	s.process.SysProcAttr = &syscall.SysProcAttr{Credential: credential}
	if err := s.process.Start(); err != nil {
		return err
	}
	s.control = out
	for range 600 {
		var conn *pgx.Conn
		if conn, err = pgx.Connect(context.Background(), s.URL()); err == nil {
			return conn.Close(context.Background())
		}
		time.Sleep(50 * time.Millisecond)
	}
	s.Stop(syscall.SIGQUIT)
	return fmt.Errorf("PostgreSQL does not answer: %w: %s", err, s.stderr)
}

// Stop sends the server a signal and waits until it has ended. SIGQUIT is like a crash, SIGINT closes all
// connections, SIGTERM waits for them. Stop does nothing if the server is not running.
func (s *Server) Stop(signal syscall.Signal) {
	if s.process == nil {
		return
	}
	names := map[syscall.Signal]string{syscall.SIGQUIT: "QUIT", syscall.SIGINT: "INT", syscall.SIGTERM: "TERM"}
	_, _ = io.WriteString(s.control.(io.Writer), names[signal]+"\n")
	_ = s.process.Wait()
	_ = s.control.Close()
	s.process = nil
}

// Save copies the data of a stopped server for Restore. It replaces an earlier copy.
func (s *Server) Save() error { return s.copy(s.Folder(), s.Folder()+".saved") }

// Restore replaces the data of a stopped server by the copy of Save.
func (s *Server) Restore() error { return s.copy(s.Folder()+".saved", s.Folder()) }

func (s *Server) copy(from, to string) error {
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	if output, err := exec.CommandContext(context.Background(), "cp", "-a", from, to).CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, output)
	}
	return nil
}

// serverAccount returns the user that runs the server; nil means the current user. PostgreSQL refuses to
// run as root.
func serverAccount() (*syscall.Credential, error) {
	if os.Getuid() != 0 {
		return nil, nil
	}
	var err error
	for _, name := range []string{"postgres", "nobody"} {
		var other *user.User
		if other, err = user.Lookup(name); err != nil {
			continue
		}
		uid, err1 := strconv.ParseUint(other.Uid, 10, 32)
		gid, err2 := strconv.ParseUint(other.Gid, 10, 32)
		if err1 == nil && err2 == nil {
			return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
		}
	}
	return nil, err
}

// find returns the path of a program of PostgreSQL.
func find(name string) (string, error) {
	if path, err := exec.LookPath(name); err == nil {
		return path, nil
	}
	paths, _ := filepath.Glob("/usr/lib/postgresql/*/bin/" + name)
	if len(paths) == 0 {
		return "", fmt.Errorf("%s of PostgreSQL is missing: tools/setup installs it", name)
	}
	return paths[len(paths)-1], nil
}
