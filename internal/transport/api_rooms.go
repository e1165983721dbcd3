package transport

import (
	"math"
	"net/http"

	"github.com/go-chi/chi/v5"

	"archmage/internal/archive"
	"archmage/internal/coded"
	"archmage/internal/lobby"
	"archmage/internal/lobby/directory"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/transport/httpx"
	"archmage/internal/work"
)

// roomsAPI answers requests about rooms.
type roomsAPI struct{ *core }

// newRoom opens a room, whose host is the client.
func (s *roomsAPI) newRoom(w http.ResponseWriter, r *http.Request) error {
	by, err := s.Guest(r)
	if err != nil {
		return err
	}
	var body struct {
		Settings *room.Settings `json:"settings"`
		From     *archive.From  `json:"from"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	if body.Settings == nil {
		if body.From == nil {
			return coded.Malformedf("there are no settings")
		}
		body.Settings = &room.Settings{}
	}
	if err := s.CheckSpace(); err != nil {
		return err
	}
	if err := s.checkHosted(r, by); err != nil {
		return err
	}
	if err := s.countRoom(w, r); err != nil {
		return err
	}
	var id string
	if body.From != nil {
		done, refused := s.SetAside(w, r, httpx.Costs, httpx.Heavy)
		if refused != nil {
			return refused
		}
		defer done()
		id, err = s.rooms.CreateFrom(r.Context(), by, *body.Settings, *body.From)
	} else {
		id, err = s.rooms.Create(r.Context(), by, *body.Settings)
	}
	if err != nil {
		return err
	}
	w.Header().Set("Location", "/r/"+id)
	s.WriteJSON(w, http.StatusCreated, roomAnswer{id})
	return nil
}

// countRoom counts a new room for the client's address, or refuses it.
func (s *roomsAPI) countRoom(w http.ResponseWriter, r *http.Request) error {
	if !s.Allow(w, r, httpx.Rooms) {
		return coded.Errorf(httpx.CodeTooMany, "too many rooms have been opened from your address; try again later")
	}
	return nil
}

// checkHosted refuses a person who is the host of too many unfinished rooms.
func (s *roomsAPI) checkHosted(r *http.Request, by people.Person) error {
	if s.options.Limits.Hosted == 0 {
		return nil
	}
	query := directory.ListQuery{
		Member: by.ID, Limit: httpx.MaxPage,
		Statuses: []room.Status{room.StatusOpen, room.StatusSeated, room.StatusPlaying},
	}
	for hosted := 0; ; {
		page, err := s.rooms.List(r.Context(), query)
		if err != nil {
			return err
		}
		for _, one := range page.Rooms {
			if one.Host == by.ID {
				hosted++
			}
		}
		if hosted >= s.options.Limits.Hosted {
			s.Refused.WithLabelValues("hosted").Inc()
			return coded.Errorf(
				httpx.CodeTooMany,
				"you are the host of %d unfinished rooms; finish or leave one first",
				hosted,
			)
		}
		if query.After = page.Next; page.Next == "" {
			return nil
		}
	}
}

// listRooms lists the listed rooms, or those in which the client has a seat.
func (s *roomsAPI) listRooms(w http.ResponseWriter, r *http.Request) error {
	query, err := httpx.RoomQuery(r)
	if err != nil {
		return err
	}
	if query.Limit > httpx.DefaultPage {
		done, err := s.SetAside(w, r, httpx.Costs, httpx.Light)
		if err != nil {
			return err
		}
		defer done()
	}
	query.Listed = true
	if isMine(r) {
		by, err := s.Guest(r)
		if err != nil {
			return err
		}
		query.Listed, query.Member = false, by.ID
	}
	var page directory.RoomPage
	work.Do(r.Context(), func() { page, err = s.rooms.List(r.Context(), query) })
	if err != nil {
		return err
	}
	if query.Listed {
		httpx.WriteTagged(w, r, page)
	} else {
		s.WriteJSON(w, http.StatusOK, page)
	}
	return nil
}

// isMine reports whether a list is narrowed to what the client takes part in.
func isMine(r *http.Request) bool { return r.URL.Query().Get("mine") == "1" }

// events sends a page of the events of a room's match.
func (s *roomsAPI) events(w http.ResponseWriter, r *http.Request) error {
	by, err := s.Guest(r)
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
	page, err := s.rooms.Events(r.Context(), chi.URLParam(r, "room"), by, before, limit)
	if err != nil {
		return err
	}
	httpx.WriteTagged(w, r, page)
	return nil
}

// board sends what spectators see now of a table in the public list.
func (s *roomsAPI) board(w http.ResponseWriter, r *http.Request) error {
	by, err := s.Guest(r)
	if err != nil {
		return err
	}
	board, err := s.rooms.Board(r.Context(), chi.URLParam(r, "room"), by)
	if err != nil {
		return err
	}
	httpx.WriteTagged(w, r, board)
	return nil
}

// does returns an endpoint by which a client gives a command to a room without watching
// it.
func (s *roomsAPI) does(body room.Action) httpx.Endpoint {
	return func(w http.ResponseWriter, r *http.Request) error {
		by, err := s.Guest(r)
		if err != nil {
			return err
		}
		if err := s.CountChange(w, r, by); err != nil {
			return err
		}
		id := chi.URLParam(r, "room")
		if err := s.rooms.Do(r.Context(), id, by, "", body); err != nil {
			return err
		}
		s.WriteJSON(w, http.StatusOK, roomAnswer{id})
		return nil
	}
}

// hint sends the answer that the search would give in the client's place.
func (s *roomsAPI) hint(w http.ResponseWriter, r *http.Request) error {
	by, err := s.Guest(r)
	if err != nil {
		return err
	}
	hint, err := s.rooms.Hint(r.Context(), chi.URLParam(r, "room"), by)
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, hint)
	return nil
}

// roomAnswer is the id of a room or of a match.
type roomAnswer struct {
	ID string `json:"id"`
}

// code sends the short code of a room.
func (s *roomsAPI) code(w http.ResponseWriter, r *http.Request) error {
	if _, err := s.Guest(r); err != nil {
		return err
	}
	code, err := s.rooms.Code(r.Context(), chi.URLParam(r, "room"))
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, struct {
		Code string `json:"code"`
	}{code})
	return nil
}

// findCode sends the id of the room with a short code. A limit on tries keeps codes from
// being guessed.
func (s *roomsAPI) findCode(w http.ResponseWriter, r *http.Request) error {
	if _, err := s.Guest(r); err != nil {
		return err
	}
	if !s.Allow(w, r, httpx.Codes) {
		return coded.Errorf(coded.TooFast, "too many codes have been tried from your address; wait a moment")
	}
	id, err := s.rooms.FindCode(r.Context(), chi.URLParam(r, "code"))
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, roomAnswer{id})
	return nil
}
