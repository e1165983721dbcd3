package transport

import (
	"bytes"
	"io"
	"net/http"
	"net/netip"

	"github.com/go-chi/chi/v5"

	"archmage/internal/coded"
	"archmage/internal/lobby/directory"
	"archmage/internal/transport/httpx"
)

// A node that passes a request on sends the client's address in clientHeader, and "1" in
// secureHeader if the client uses TLS. Only the handler of FromNodes reads them.
const (
	clientHeader = "Archmage-Client"
	secureHeader = "Archmage-Secure"
)

// FromNodes returns the handler of requests that other nodes pass on. Only other nodes may be able
// to reach it.
func (s *Server) FromNodes() http.Handler {
	public := s.Handler()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		client, err := netip.ParseAddr(r.Header.Get(clientHeader))
		if err != nil {
			s.Fail(w, r, coded.Malformedf("the node does not say whose request it is"))
			return
		}
		r = httpx.MarkPassedOn(r)
		r.RemoteAddr = netip.AddrPortFrom(client, 0).String()
		if r.Header.Get(secureHeader) == "" {
			r.TLS = nil
		}
		public.ServeHTTP(w, r)
	})
}

// routed is middleware that passes a request on to the node that has its room.
func (s *Server) routed(next http.Handler) http.Handler {
	nodes := s.options.Nodes
	if nodes == nil {
		return next
	}
	return s.HandlerOf(func(w http.ResponseWriter, r *http.Request) error {
		room := chi.URLParam(r, "room")
		switch {
		case httpx.IsPassedOn(r) && !nodes.HasRoom(r.Context(), room):
			return httpx.ErrRoomElsewhere
		case httpx.IsPassedOn(r), s.sockets.IsStopping():
			next.ServeHTTP(w, r)
			return nil
		}
		r.Header.Set(clientHeader, s.ClientAddr(r).String())
		r.Header.Del(secureHeader)
		if s.IsTLS(r) {
			r.Header.Set(secureHeader, "1")
		}
		if r.ContentLength != 0 {
			// The body is sent again if the first node turns out not to have the room.
			data, err := httpx.ReadBody(w, r, s.options.Limits.BodyLimit())
			if err != nil {
				return err
			}
			r.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil }
			r.Body, _ = r.GetBody()
		}
		return nodes.Route(w, r, room, next)
	})
}

// Connections returns the connections to rooms at this node.
func (s *Server) Connections(rooms []string) []directory.Connection {
	return s.sockets.Connections(rooms)
}
