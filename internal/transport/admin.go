package transport

import (
	"context"
	"io"
	"net/http"
	"net/http/pprof"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/lobby"
)

// Admin returns the handler for the operator's address. It does not authenticate
// requests: others must not be able to reach the address.
func (s *Server) Admin() http.Handler {
	r := chi.NewRouter()
	s.mountHealth(r)
	r.Method(http.MethodGet, "/metrics", promhttp.HandlerFor(s.metrics.registry, promhttp.HandlerOpts{}))
	r.Get("/debug/pprof/cmdline", pprof.Cmdline)
	r.Get("/debug/pprof/profile", pprof.Profile)
	r.Get("/debug/pprof/symbol", pprof.Symbol)
	r.Get("/debug/pprof/trace", pprof.Trace)
	r.Get("/debug/pprof/*", pprof.Index)
	s.mountAdmin(r)
	r.NotFound(s.notFound)
	r.MethodNotAllowed(s.badMethod)
	return r
}

// mountHealth adds the addresses that say whether the process runs, and whether
// it can serve clients.
func (s *Server) mountHealth(r chi.Router) {
	r.Get("/healthz", func(w http.ResponseWriter, _ *http.Request) {
		s.answer(w, http.StatusOK, health{"ok"})
	})
	r.Get("/readyz", func(w http.ResponseWriter, r *http.Request) {
		if err := s.ready(r.Context()); err != nil {
			s.fail(w, r, err)
			return
		}
		s.answer(w, http.StatusOK, health{"ok"})
	})
}

type health struct {
	Status string `json:"status"`
}

// readyWithin bounds the time of the read that checks the log.
const readyWithin = 2 * time.Second

// ready returns why the server cannot serve clients now, or nil.
func (s *Server) ready(ctx context.Context) error {
	if s.stopping.Load() {
		return coded.Errorf(lobby.CodeClosing, "the server is stopping; come back in a moment")
	}
	ctx, cancel := context.WithTimeout(ctx, readyWithin)
	defer cancel()
	if _, err := s.rooms.List(ctx, lobby.ListQuery{Listed: true, Limit: 1}); err != nil {
		s.log.Error("the log cannot be read", zap.Error(err))
		return coded.Errorf(lobby.CodeBusy, "the log cannot be read")
	}
	return nil
}

// backup sends a copy of everything that is stored.
func (s *Server) backup(w http.ResponseWriter, r *http.Request) error {
	if s.options.Backup == nil {
		return coded.Errorf(CodeNotFound, "this server keeps nothing that could be backed up")
	}
	if !s.backingUp.TryLock() {
		return coded.Errorf(lobby.CodeBusy, "a backup is on its way already")
	}
	defer s.backingUp.Unlock()
	began := time.Now()
	// Only its owner can read the folder.
	folder, err := os.MkdirTemp(s.options.Scratch, "backup-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	name := filepath.Join(folder, "rooms.db")
	if err := s.options.Backup(r.Context(), name); err != nil {
		return err
	}
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/vnd.sqlite3")
	w.Header().Set("Content-Disposition", `attachment; filename="rooms.db"`)
	// By its length a client notices an incomplete backup.
	w.Header().Set("Content-Length", strconv.FormatInt(info.Size(), 10))
	if _, err := io.Copy(w, file); err != nil {
		s.log.Warn("a backup was not sent whole", zap.Error(err))
		return nil
	}
	s.log.Info("backup sent", zap.Int64("bytes", info.Size()), zap.Duration("took", time.Since(began)))
	return nil
}
