package transport

import (
	"context"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"go.uber.org/zap"

	"archmage/internal/archive"
	"archmage/internal/coded"
	"archmage/internal/lobby"
	"archmage/internal/people"
)

// mountHealth adds /healthz, which succeeds while the process runs, and /readyz, which succeeds while
// the process can serve clients.
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

// readyWithin is the timeout of the check of the database.
const readyWithin = 2 * time.Second

// ready returns an error if the server cannot serve clients now.
func (s *Server) ready(ctx context.Context) error {
	if s.sockets.IsStopping() {
		return coded.Errorf(lobby.CodeClosing, "the server is stopping; come back in a moment")
	}
	requestCtx := ctx
	ctx, cancel := context.WithTimeout(ctx, readyWithin)
	defer cancel()
	// This lists matches, because a list of rooms would send requests to other nodes.
	if _, err := s.archive.Matches(
		ctx,
		people.Person{},
		archive.MatchQuery{Listed: true, Limit: 1},
	); err != nil &&
		requestCtx.Err() == nil {
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
