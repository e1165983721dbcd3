package socket

import (
	"crypto/tls"
	"net"
	"net/http"

	"github.com/go-chi/chi/v5"
	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/lobby"
	"archmage/internal/moderation"
	"archmage/internal/transport/httpx"
)

// sendBuffer is the number of bytes that the operating system may buffer for a client that does not
// read. Without a limit it would take megabytes, and the server would notice late that the client
// reads nothing.
const sendBuffer = 64 << 10

// ServeHTTP answers the request for a WebSocket to a room, ServeClub that for one to the club, and ServeEvent that for
// one to an event. A client that has too many gets CodeTooMany on the WebSocket itself, because browsers do not show
// pages why a server has refused one.
func (s *Sockets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.serve(w, r, chi.URLParam(r, "room"), "")
}

// ServeClub answers the request for a WebSocket to the club.
func (s *Sockets) ServeClub(w http.ResponseWriter, r *http.Request) { s.serve(w, r, noRoom, "") }

// ServeEvent answers the request for a WebSocket to an event.
func (s *Sockets) ServeEvent(w http.ResponseWriter, r *http.Request) {
	s.serve(w, r, noRoom, chi.URLParam(r, "code"))
}

// serve answers the request for a WebSocket to a room or, for noRoom, to an event, or to the club if event is "".
func (s *Sockets) serve(w http.ResponseWriter, r *http.Request, room, event string) {
	session, err := s.Session(r)
	person := session.Person
	if err == nil {
		err = s.CheckBan(person, s.ClientAddr(r))
	}
	if err == nil && s.stopping.Load() {
		err = coded.Errorf(lobby.CodeClosing, "the server is stopping; come back in a moment")
	}
	if err == nil && room != noRoom && httpx.IsPassedOn(r) && s.nodes.ReleaseIdle(r.Context(), room) {
		// Another node passed the request on. No person is in the room, so that node can load it
		// itself.
		err = httpx.ErrRoomElsewhere
	}
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	response := outboxWriter{ResponseWriter: w}
	ws, err := s.upgrader.Upgrade(&response, r, nil)
	if err != nil {
		s.Log.Debug("no WebSocket", zap.Stringer("addr", s.ClientAddr(r)), zap.Error(err))
		return
	}
	boundSendBuffer(response.out.Conn)
	c := newConn(s, ws, response.out, session, s.ClientAddr(r), room)
	c.event = event
	if err := c.flush(); err != nil {
		_ = ws.Close()
		return
	}
	if end, limit := s.add(c, s.limits); end != endNone {
		if limit != "" {
			s.Refused.WithLabelValues(limit).Inc()
		}
		c.bye(end)
		_ = ws.Close()
		return
	}
	if err := s.CheckBan(person, c.addr); err != nil {
		// The ban was added after the first check.
		c.stop(endingFor(moderation.CodeBanned))
	}
	if _, err := s.Session(r); err != nil {
		// The session was ended after the first check, or cannot be read.
		refusal, _ := coded.Refusal(err)
		c.stop(endingFor(refusal.Code))
	}
	s.metrics.connections.Inc()
	s.Log.Debug("a connection begins", zap.String("person", person.ID), zap.Stringer("addr", c.addr))
	// In a new goroutine, so that the memory of the request can be freed.
	go c.run()
}

func boundSendBuffer(socket net.Conn) {
	if secured, ok := socket.(*tls.Conn); ok {
		socket = secured.NetConn()
	}
	if tcp, ok := socket.(interface{ SetWriteBuffer(int) error }); ok {
		// If it fails, the server only notices later that a client reads nothing.
		_ = tcp.SetWriteBuffer(sendBuffer)
	}
}
