package transport

import (
	"context"
	"net/http"

	"github.com/go-chi/chi/v5"
	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/lobby"
)

// Nodes are the servers that share a database.
type Nodes interface {
	// List returns those that are alive.
	List() []NodeInfo
	// Drain makes one hand its rooms over and end, by its id or name. It fails with a
	// coded error.
	Drain(ctx context.Context, name string) error
	// Ready returns why this node cannot serve clients now, or nil.
	Ready() error
	// Route has the node that has a room answer a request about it: here answers if that
	// is this node, or none. If it fails, nothing was answered.
	Route(w http.ResponseWriter, r *http.Request, room string, here http.Handler) error
	// Here reports whether this node has a room. Yield gives up one in which nobody is,
	// and reports whether it has.
	Here(ctx context.Context, room string) bool
	Yield(ctx context.Context, room string) bool
	// Connections returns who is connected to rooms by the other nodes.
	Connections(ctx context.Context, rooms []string) []lobby.Connection
}

// NodeInfo is a node as the operator sees it.
type NodeInfo struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Addr    string `json:"addr"`
	Version string `json:"version"`
	// Rooms is how many it has in memory.
	Rooms int `json:"rooms"`
	// Draining: it hands its rooms over. Leader: it does what one node does for all.
	// Here: it has answered this request.
	Draining bool `json:"draining"`
	Leader   bool `json:"leader"`
	Here     bool `json:"here"`
}

// nodes lists the nodes.
func (s *operatorAPI) nodes(w http.ResponseWriter, _ *http.Request) error {
	if s.options.Nodes == nil {
		return errAlone()
	}
	s.writeJSON(w, http.StatusOK, struct {
		Nodes []NodeInfo `json:"nodes"`
	}{s.options.Nodes.List()})
	return nil
}

// drainNode makes a node hand its rooms over and end.
func (s *operatorAPI) drainNode(w http.ResponseWriter, r *http.Request) error {
	if s.options.Nodes == nil {
		return errAlone()
	}
	name := chi.URLParam(r, "node")
	if err := s.options.Nodes.Drain(r.Context(), name); err != nil {
		return err
	}
	s.log.Info("a node is to hand its rooms over", zap.String("node", name))
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func errAlone() error {
	return coded.Errorf(CodeNotFound, "this server is not one of several: it has no -node-addr")
}
