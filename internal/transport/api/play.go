package api

import (
	"context"
	"net/http"

	"github.com/go-chi/chi/v5"

	"archmage/internal/coded"
	"archmage/internal/lobby/matchmaking"
	"archmage/internal/people"
	"archmage/internal/transport/frame"
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

// playNow seats the client at a public table of that `game`, number of `seats` and `pace`, `rated` or not, and
// returns its `id`. `pace` is the time to think: `live` is 30 minutes and 15 seconds a turn, `days` is 3 days a
// turn, `free` has no limit. The server takes the oldest public room of that kind with a free seat, the default
// options and no delay. It passes over rooms from which the client was removed, that are for accounts if the
// client has none, in which somebody sits whom the client has blocked or who has blocked the client, that begin
// with a moment of a finished match, or (unless the pace is `days`) in which no player was connected within the
// last minute. If there is none, it opens one with `autoStart`. Equal searches are carried out one after another,
// so two clients that search at once meet. A client that waits alone leaves its room for one of somebody else. A
// repeated request with the same `id` (at most 64 bytes) gets the same room. Allowed for a person; rated matches
// for accounts.
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
	if len(body.ID) > frame.MaxID {
		return coded.Malformedf("an id has at most %d bytes", frame.MaxID)
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
