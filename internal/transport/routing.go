package transport

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/netip"

	"github.com/go-chi/chi/v5"

	"archmage/internal/coded"
	"archmage/internal/lobby"
)

// The headers by which a node that passes a request on says whose it is: the client's
// address, and "1" if the client's connection is protected. They count only where
// FromNodes answers.
const (
	clientHeader = "Archmage-Client"
	secureHeader = "Archmage-Secure"
)

// passedOn marks the requests that another node passes on.
type passedOn struct{}

func isPassedOn(r *http.Request) bool { return r.Context().Value(passedOn{}) != nil }

// FromNodes returns what answers the requests that other nodes pass on, by connections
// that nobody else can make.
func (s *Server) FromNodes() http.Handler {
	public := s.Handler()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		client, err := netip.ParseAddr(r.Header.Get(clientHeader))
		if err != nil {
			s.fail(w, r, coded.Errorf(coded.Malformed, "the node does not say whose request it is"))
			return
		}
		r = r.WithContext(context.WithValue(r.Context(), passedOn{}, true))
		r.RemoteAddr = netip.AddrPortFrom(client, 0).String()
		if r.Header.Get(secureHeader) == "" {
			r.TLS = nil
		}
		public.ServeHTTP(w, r)
	})
}

// routed has the node that has the room of a request answer it.
func (s *Server) routed(next http.Handler) http.Handler {
	nodes := s.options.Nodes
	if nodes == nil {
		return next
	}
	return s.endpoint(func(w http.ResponseWriter, r *http.Request) error {
		room := chi.URLParam(r, "room")
		switch {
		case isPassedOn(r) && !nodes.Here(r.Context(), room):
			return errAway
		case isPassedOn(r), s.stopping.Load():
			next.ServeHTTP(w, r)
			return nil
		}
		r.Header.Set(clientHeader, s.clientAddr(r).String())
		r.Header.Del(secureHeader)
		if s.overTLS(r) {
			r.Header.Set(secureHeader, "1")
		}
		if r.ContentLength != 0 {
			// It may have to be sent twice.
			data, err := body(w, r, s.options.Limits.bodyLimit())
			if err != nil {
				return err
			}
			r.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil }
			r.Body, _ = r.GetBody()
		}
		return nodes.Route(w, r, room, next)
	})
}

// errAway says that this node does not have the room of a request that another node has
// passed on, which then looks for it again.
var errAway = errors.New("the room is not here")

// isAway reports whether the answer to a request is to be errAway.
func isAway(r *http.Request, err error) bool {
	return isPassedOn(r) && (errors.Is(err, errAway) || lobby.IsAway(err))
}

// connectionsTo returns who is connected to rooms, by any node.
func (s *core) connectionsTo(ctx context.Context, rooms ...string) []lobby.Connection {
	list := s.sockets.in(rooms)
	if s.options.Nodes != nil {
		list = append(list, s.options.Nodes.Connections(ctx, rooms)...)
	}
	return list
}

// Connections returns who is connected to rooms by this node.
func (s *Server) Connections(rooms []string) []lobby.Connection { return s.sockets.in(rooms) }
