package api

import (
	"context"
	"math"
	"net/http"

	"github.com/go-chi/chi/v5"

	"archmage/internal/archive/replay"
	"archmage/internal/lobby"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/transport/httpx"
)

// runningRooms has the rooms and their current matches. All methods except IsLoaded load the room
// if it is not in memory.
type runningRooms interface {
	commander
	// IsLoaded reports whether a room is in memory.
	IsLoaded(id string) bool
	// Events returns at most limit events of the current match, those before the number before, or
	// the last ones if before is 0.
	Events(ctx context.Context, id string, person people.Person, before, limit int) (lobby.EventPage, error)
	// LiveSteps returns a part of the steps of the current match so far, as the person sees them.
	LiveSteps(ctx context.Context, id string, person people.Person, step int) (replay.Part, error)
	// Board returns the current board of a listed table, as spectators see it.
	Board(ctx context.Context, id string, person people.Person) (lobby.Board, error)
	// Hint returns the answer that a search finds best for the person.
	Hint(ctx context.Context, id string, person people.Person) (lobby.Hint, error)
}

// commander carries out commands in rooms.
type commander interface {
	// Do carries out a command of a person, who need not watch the room. command is the id that the
	// client has chosen for it, or "".
	Do(ctx context.Context, id string, person people.Person, command string, body room.Action) error
}

// liveHandler answers requests about a room and its current match.
type liveHandler struct {
	*httpx.Base
	rooms runningRooms
}

// mount adds the routes of the handler. route passes requests on to the node that has the room.
func (s *liveHandler) mount(r chi.Router, route func(http.Handler) http.Handler) {
	add := func(method, pattern string, do httpx.Endpoint) {
		r.With(route).Method(method, pattern, s.HandlerOf(do))
	}
	add(http.MethodGet, "/rooms/{room}/events", s.loading(s.events))
	add(http.MethodGet, "/rooms/{room}/board", s.loading(s.board))
	add(http.MethodGet, "/rooms/{room}/steps", s.Costly(httpx.Light, s.liveSteps))
	add(http.MethodPost, "/rooms/{room}/leave", s.loading(s.commandTo(&room.Leave{})))
	add(http.MethodPost, "/rooms/{room}/rematch", s.loading(s.commandTo(&room.Rematch{})))
	add(http.MethodPost, "/rooms/{room}/hint", s.Costly(httpx.Heavy, s.hint))
}

// loading returns an endpoint that reserves a cost if the room of the request is not in memory.
func (s *liveHandler) loading(do httpx.Endpoint) httpx.Endpoint {
	return func(w http.ResponseWriter, r *http.Request) error {
		if s.rooms.IsLoaded(chi.URLParam(r, "room")) {
			return do(w, r)
		}
		return s.Costly(httpx.Light, do)(w, r)
	}
}

// events returns events of the room's current match: those before number `before`, or the last ones, with an
// `ETag`. Allowed for anybody with a token who may watch the room.
func (s *liveHandler) events(w http.ResponseWriter, r *http.Request) error {
	person, err := s.RequirePerson(r)
	if err != nil {
		return err
	}
	q := r.URL.Query()
	before, err := httpx.Number(q.Get("before"), 0, 0, math.MaxInt32)
	if err != nil {
		return err
	}
	limit, err := httpx.Number(q.Get("limit"), httpx.DefaultPage, 1, lobby.MaxEvents)
	if err != nil {
		return err
	}
	page, err := s.rooms.Events(r.Context(), chi.URLParam(r, "room"), person, before, limit)
	if err != nil {
		return err
	}
	httpx.WriteTagged(w, r, page)
	return nil
}

// board returns what spectators see now of a public table, with an `ETag`: the `room` as in its frame, the
// `public` document, and once the match is over its `result`. It is the same for everybody, and as late as
// spectators are. A small picture of the table can be drawn from it without a connection. Allowed for anybody with
// a token who may watch the room.
func (s *liveHandler) board(w http.ResponseWriter, r *http.Request) error {
	person, err := s.RequirePerson(r)
	if err != nil {
		return err
	}
	board, err := s.rooms.Board(r.Context(), chi.URLParam(r, "room"), person)
	if err != nil {
		return err
	}
	httpx.WriteTagged(w, r, board)
	return nil
}

// commandTo returns an endpoint that carries out a command of the client, who need not watch the
// room.
func (s *liveHandler) commandTo(body room.Action) httpx.Endpoint {
	return func(w http.ResponseWriter, r *http.Request) error {
		person, err := s.RequirePerson(r)
		if err != nil {
			return err
		}
		if err := s.CountChange(w, r, person); err != nil {
			return err
		}
		id := chi.URLParam(r, "room")
		if err := s.rooms.Do(r.Context(), id, person, "", body); err != nil {
			return err
		}
		s.WriteJSON(w, http.StatusOK, RoomAnswer{id})
		return nil
	}
}

// hint returns the answers that a search finds best for the decision that the client is asked, the best one first.
// It works at tables where no other person plays. Allowed for anybody with a token and a seat.
func (s *liveHandler) hint(w http.ResponseWriter, r *http.Request) error {
	person, err := s.RequirePerson(r)
	if err != nil {
		return err
	}
	hint, err := s.rooms.Hint(r.Context(), chi.URLParam(r, "room"), person)
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, hint)
	return nil
}

// liveSteps returns steps of the room's match as far as the client sees it: those from number `from` on, or the
// last ones. They have the form of the steps of a finished match, with the client's own `decisions` and answers.
// Answers that were taken back, and moments at which the client learned nothing, are left out, so events have
// other numbers than in the live match. The `ETag` changes when the client learns something. Allowed for anybody
// with a token who may watch the room.
func (s *liveHandler) liveSteps(w http.ResponseWriter, r *http.Request) error {
	person, err := s.RequirePerson(r)
	if err != nil {
		return err
	}
	step, err := httpx.Number(r.URL.Query().Get("from"), replay.Last, 0, math.MaxInt32)
	if err != nil {
		return err
	}
	part, err := s.rooms.LiveSteps(r.Context(), chi.URLParam(r, "room"), person, step)
	if err != nil {
		return err
	}
	return sendPart(w, r, part)
}
