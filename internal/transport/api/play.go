package api

import (
	"context"
	"net/http"

	"github.com/go-chi/chi/v5"

	"archmage/internal/coded"
	"archmage/internal/lobby/matchmaking"
	"archmage/internal/people"
	"archmage/internal/transport/httpx"
)

// Matchmaker seats people who want to play now.
type Matchmaker interface {
	// PlayNow seats a person at a table of the wanted kind. If there is none, it opens one, unless
	// mayOpen returns an error. id is the id that the client has chosen for the request.
	PlayNow(
		ctx context.Context,
		person people.Person,
		id string,
		wanted matchmaking.Wanted,
		mayOpen func() error,
	) (string, error)
}

// playHandler finds tables for clients that want to play now.
type playHandler struct {
	*httpx.Base
	matchmaker Matchmaker
	rooms      *roomsHandler
}

// mount adds the route of the handler.
func (s *playHandler) mount(r chi.Router) {
	r.Method(http.MethodPost, "/play", forPerson(s.Base, s.playNow))
}

// playNow seats the client at a table of the wanted kind, or opens one.
func (s *playHandler) playNow(w http.ResponseWriter, r *http.Request, person people.Person) error {
	var body struct {
		// ID is chosen by the client. A request that is sent twice with the same ID is carried out
		// once.
		ID string `json:"id"`
		matchmaking.Wanted
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	if len(body.ID) > httpx.MaxCommandID {
		return coded.Malformedf("an id has at most %d bytes", httpx.MaxCommandID)
	}
	done, err := s.Reserve(w, r, httpx.Costs, httpx.Light)
	if err != nil {
		return err
	}
	defer done()
	id, err := s.matchmaker.PlayNow(r.Context(), person, body.ID, body.Wanted, func() error {
		if err := s.rooms.checkHosted(r, person); err != nil {
			return err
		}
		return s.rooms.countRoom(w, r)
	})
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, RoomAnswer{id})
	return nil
}
