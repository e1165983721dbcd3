package operator

import (
	"context"
	"net/http"

	"github.com/go-chi/chi/v5"
	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/transport/httpx"
)

// Nodes are the servers that share a database.
type Nodes interface {
	// List returns the nodes that are alive.
	List() []NodeInfo
	// Drain makes the node with the given id or name hand its rooms over and exit. Its errors are coded.
	Drain(ctx context.Context, idOrName string) error
}

// nodesHandler answers the operator's requests about the servers that share the database.
type nodesHandler struct {
	*httpx.Base
	// cluster is nil if this server runs alone.
	cluster Nodes
}

// NodeInfo is a node as the operator sees it.
type NodeInfo struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Addr    string `json:"addr"`
	Version string `json:"version"`
	// Rooms is the number of rooms that the node has in memory.
	Rooms int `json:"rooms"`
	// Draining is true while the node hands its rooms over. Leader is true for the node that runs the
	// tasks which only one node runs. Current is true for the node that answers this request.
	Draining bool `json:"draining"`
	Leader   bool `json:"leader"`
	Current  bool `json:"current"`
}

// nodes lists the nodes that are alive.
func (s *nodesHandler) nodes(w http.ResponseWriter, _ *http.Request) error {
	if s.cluster == nil {
		return errNoCluster()
	}
	s.WriteJSON(w, http.StatusOK, struct {
		Nodes []NodeInfo `json:"nodes"`
	}{s.cluster.List()})
	return nil
}

// drainNode makes a node hand its rooms over and exit.
func (s *nodesHandler) drainNode(w http.ResponseWriter, r *http.Request) error {
	if s.cluster == nil {
		return errNoCluster()
	}
	idOrName := chi.URLParam(r, "node")
	if err := s.cluster.Drain(r.Context(), idOrName); err != nil {
		return err
	}
	s.Log.Info("a node is to hand its rooms over", zap.String("node", idOrName))
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func errNoCluster() error {
	return coded.Errorf(coded.NotFound, "this server is not one of several: it has no --node-addr")
}
