package transport

import (
	"context"
	"crypto/subtle"
	"io"
	"net/http"
	"net/http/pprof"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"go.uber.org/zap"

	"archmage/internal/archive"
	"archmage/internal/coded"
	"archmage/internal/lobby"
	"archmage/internal/people"
	"archmage/internal/transport/httpx"
)

// Admin returns the handler for the operator's address. If no token is set, it does not
// authenticate requests; then nobody else must be able to reach the address.
func (s *Server) Admin() http.Handler {
	r := chi.NewRouter()
	r.Use(s.secureHeaders, s.operator.checkHost, s.RefuseBadText)
	s.mountHealth(r)
	r.Group(func(r chi.Router) {
		r.Use(s.operator.checkAdminToken)
		r.Group(func(r chi.Router) {
			// The page /debug/pprof/ links to the profiles, so browsers send
			// "same-origin".
			r.Use(s.operator.notFromPages("none", "same-origin"))
			r.Method(http.MethodGet, "/metrics", promhttp.HandlerFor(s.metrics.registry, promhttp.HandlerOpts{}))
			r.Get("/debug/pprof/cmdline", pprof.Cmdline)
			r.Get("/debug/pprof/profile", s.operator.bounded(pprof.Profile))
			r.Get("/debug/pprof/symbol", pprof.Symbol)
			r.Get("/debug/pprof/trace", s.operator.bounded(pprof.Trace))
			r.Get("/debug/pprof/*", s.operator.bounded(pprof.Index))
		})
		r.Group(s.operator.mountAdmin)
		r.NotFound(s.pages.notFound)
		r.MethodNotAllowed(s.BadMethod)
	})
	return r
}

// checkHost refuses requests under a host name that does not belong to the admin address.
// Otherwise a page could point its own host name to this address, and the operator's
// browser would let the page read the answers (DNS rebinding).
func (s *operatorAPI) checkHost(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := (&url.URL{Host: r.Host}).Hostname()
		_, err := netip.ParseAddr(host)
		if err != nil && !strings.EqualFold(host, "localhost") &&
			!slices.Contains(s.options.AdminHosts, strings.ToLower(host)) {
			s.Fail(
				w,
				r,
				coded.Errorf(
					httpx.CodeBadHost,
					"the admin address does not answer to the name %.80q: use its IP address, or set --admin-hosts",
					host,
				),
			)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// checkAdminToken refuses requests without the token, if there is one.
func (s *operatorAPI) checkAdminToken(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token, _ := httpx.Bearer(r)
		if want := s.options.AdminToken; want != "" && subtle.ConstantTimeCompare([]byte(token), []byte(want)) == 0 {
			s.Fail(w, r, coded.Errorf(httpx.CodeBadToken, "this address asks for the token that --admin-token sets"))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// maxProfile is the longest duration of a profile, in seconds.
const maxProfile = 60

// bounded refuses a profile of more than maxProfile seconds.
func (s *operatorAPI) bounded(next http.HandlerFunc) http.HandlerFunc {
	return s.HandlerOf(func(w http.ResponseWriter, r *http.Request) error {
		if text := r.FormValue("seconds"); text != "" {
			seconds, err := strconv.ParseFloat(text, 64)
			if err != nil || !(seconds >= 0 && seconds <= maxProfile) {
				return coded.Malformedf("seconds is a number from 0 to %d, not %.20q", maxProfile, text)
			}
		}
		next(w, r)
		return nil
	})
}

// mountHealth adds the addresses that say whether the process runs, and whether
// it can serve clients.
func (s *Server) mountHealth(r chi.Router) {
	r.Get("/healthz", func(w http.ResponseWriter, _ *http.Request) {
		s.WriteJSON(w, http.StatusOK, health{"ok"})
	})
	r.Get("/readyz", func(w http.ResponseWriter, r *http.Request) {
		if err := s.ready(r.Context()); err != nil {
			s.Fail(w, r, err)
			return
		}
		s.WriteJSON(w, http.StatusOK, health{"ok"})
	})
}

type health struct {
	Status string `json:"status"`
}

// readyWithin bounds the time of the read that checks the database.
const readyWithin = 2 * time.Second

// ready returns why the server cannot serve clients now, or nil.
func (s *Server) ready(ctx context.Context) error {
	if s.stopping.Load() {
		return coded.Errorf(lobby.CodeClosing, "the server is stopping; come back in a moment")
	}
	asked := ctx
	ctx, cancel := context.WithTimeout(ctx, readyWithin)
	defer cancel()
	// A list of rooms would also ask other nodes, so this reads matches.
	if _, err := s.archive.Matches(
		ctx,
		people.Person{},
		archive.MatchQuery{Listed: true, Limit: 1},
	); err != nil &&
		asked.Err() == nil {
		s.Log.Error("the log cannot be read", zap.Error(err))
		return coded.Errorf(coded.Busy, "the log cannot be read")
	}
	if s.options.Nodes != nil {
		if err := s.options.Nodes.Ready(); err != nil {
			return err
		}
	}
	if s.options.Storage != nil {
		switch state := s.options.Storage(); {
		case state.Full:
			return coded.Errorf(lobby.CodeNotStored, "no space is left on the disk of the data folder")
		case state.Failing != nil:
			return coded.Errorf(lobby.CodeNotStored, "the log cannot be written")
		}
	}
	return nil
}

// backup sends a copy of everything that is stored.
func (s *operatorAPI) backup(w http.ResponseWriter, r *http.Request) error {
	if s.options.Backup == nil {
		return coded.Errorf(
			coded.NotFound,
			"everything is in PostgreSQL here: back it up with pg_dump, as docs/postgresql.md says",
		)
	}
	if !s.backingUp.TryLock() {
		return coded.Errorf(coded.Busy, "a backup is on its way already")
	}
	defer s.backingUp.Unlock()
	began := time.Now()
	// Only its owner can read the folder.
	folder, err := os.MkdirTemp(s.options.Scratch, "backup-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	name := filepath.Join(folder, "rooms.db")
	if err := s.options.Backup(r.Context(), name); err != nil {
		return err
	}
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }() // it was only read
	info, err := file.Stat()
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/vnd.sqlite3")
	w.Header().Set("Content-Disposition", `attachment; filename="rooms.db"`)
	// The length lets a client notice an incomplete backup.
	w.Header().Set("Content-Length", strconv.FormatInt(info.Size(), 10))
	if _, err := io.Copy(w, file); err != nil {
		s.Log.Warn("a backup was not sent whole", zap.Error(err))
		return nil
	}
	s.Log.Info("backup sent", zap.Int64("bytes", info.Size()), zap.Duration("took", time.Since(began)))
	return nil
}
