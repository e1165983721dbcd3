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
	// PlayNow seats a person at a table of the wanted kind, or opens one unless mayOpen
	// returns an error. id is the id that the person has given the request.
	PlayNow(
		ctx context.Context,
		by people.Person,
		id string,
		wanted matchmaking.Wanted,
		mayOpen func() error,
	) (string, error)
}

// playHandler finds a table for a client that wants to play now.
type playHandler struct {
	*httpx.Base
	matchmaker Matchmaker
	rooms      *roomsHandler
}

// mount adds the request of the handler.
func (s *playHandler) mount(r chi.Router) {
	r.Method(http.MethodPost, "/play", forPerson(s.Base, s.playNow))
}

// playNow seats the client at a table of the wanted kind, or opens one.
func (s *playHandler) playNow(w http.ResponseWriter, r *http.Request, by people.Person) error {
	var body struct {
		// ID is chosen by the client: a request that is sent twice with the same ID
		// counts once.
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
	id, err := s.matchmaker.PlayNow(r.Context(), by, body.ID, body.Wanted, func() error {
		if err := s.rooms.checkHosted(r, by); err != nil {
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
