package transport

import (
	"context"
	"net/http"

	"github.com/go-chi/chi/v5"
	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/transport/socket"
)

// Nodes are the servers that share a database.
type Nodes interface {
	// List returns the nodes that are alive.
	List() []NodeInfo
	// Drain makes the node with an id or a name hand its rooms over and end. Its errors
	// are coded.
	Drain(ctx context.Context, name string) error
	// Ready returns why this node cannot serve clients now, or nil.
	Ready() error
	// Route lets the node that has a room answer a request about it; here answers if that
	// is this node, or no node has it. If Route fails, nothing was answered.
	Route(w http.ResponseWriter, r *http.Request, room string, here http.Handler) error
	// HasRoom reports whether this node has a room.
	HasRoom(ctx context.Context, room string) bool
	socket.Nodes
}

// NodeInfo is a node as the operator sees it.
type NodeInfo struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Addr    string `json:"addr"`
	Version string `json:"version"`
	// Rooms is how many rooms the node has in memory.
	Rooms int `json:"rooms"`
	// Draining is true while the node hands over its rooms. Leader is true for the node that
	// does the tasks that one node does for all, Current for the node that answers the request.
	Draining bool `json:"draining"`
	Leader   bool `json:"leader"`
	Current  bool `json:"current"`
}

// nodes lists the nodes.
func (s *operatorAPI) nodes(w http.ResponseWriter, _ *http.Request) error {
	if s.options.Nodes == nil {
		return errAlone()
	}
	s.WriteJSON(w, http.StatusOK, struct {
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
	s.Log.Info("a node is to hand its rooms over", zap.String("node", name))
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func errAlone() error {
	return coded.Errorf(coded.NotFound, "this server is not one of several: it has no --node-addr")
}
