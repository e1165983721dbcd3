package api

import (
	"context"
	"net/http"

	"github.com/go-chi/chi/v5"

	"archmage/internal/archive"
	"archmage/internal/coded"
	"archmage/internal/lobby/directory"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/transport/httpx"
	"archmage/internal/work"
)

// roomOpener opens rooms.
type roomOpener interface {
	// Create opens a room and returns its id.
	Create(ctx context.Context, host people.Person, settings room.Settings) (string, error)
	// CreateFrom opens a room whose matches begin at a moment of a finished match.
	CreateFrom(ctx context.Context, host people.Person, settings room.Settings, from archive.From) (string, error)
}

// roomList lists rooms.
type roomList interface {
	List(ctx context.Context, query directory.ListQuery) (directory.RoomPage, error)
}

// roomCodes has the short codes of rooms.
type roomCodes interface {
	// Code returns the short code of a room whose match has not started. FindCode returns the id
	// of the room with a code.
	Code(ctx context.Context, id string) (string, error)
	FindCode(ctx context.Context, code string) (string, error)
}

// roomsHandler opens rooms and finds them, by lists and by codes.
type roomsHandler struct {
	*httpx.Base
	rooms roomOpener
	list  roomList
	codes roomCodes
	// maxHosted is the number of unfinished rooms that may have the same host; 0 means no limit.
	maxHosted int
}

// newRoom opens a room with these `settings`, of which `game` and `seats` are required. The client becomes its
// host and sits at seat 0. With `from`, every match of the room begins with the moment of `match` after `step` of
// its items, and the client gets that `seat`. The match then decides the game, its options and the number of
// seats. With `luck` `same` everything is as it was, also the cards and dice to come; with `new`, what a player of
// that seat could not know then is drawn anew. Allowed for anybody with a token; with `from` those who may see the
// match.
func (s *roomsHandler) newRoom(w http.ResponseWriter, r *http.Request) error {
	person, err := s.RequirePerson(r)
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
	if err := s.admitRoom(w, r, person); err != nil {
		return err
	}
	var id string
	if body.From != nil {
		done, refused := s.Reserve(w, r, httpx.Costs, httpx.Heavy)
		if refused != nil {
			return refused
		}
		defer done()
		id, err = s.rooms.CreateFrom(r.Context(), person, *body.Settings, *body.From)
	} else {
		id, err = s.rooms.Create(r.Context(), person, *body.Settings)
	}
	if err != nil {
		return err
	}
	w.Header().Set("Location", "/r/"+id)
	s.WriteJSON(w, http.StatusCreated, RoomAnswer{id})
	return nil
}

// admitRoom returns an error if a person may not open another room now, and counts the room otherwise.
func (s *roomsHandler) admitRoom(w http.ResponseWriter, r *http.Request, person people.Person) error {
	if err := s.CheckSpace(); err != nil {
		return err
	}
	if err := s.checkHosted(r, person); err != nil {
		return err
	}
	return s.countRoom(w, r)
}

// countRoom counts a new room of the client's address. It fails with CodeTooMany if there are too
// many.
func (s *roomsHandler) countRoom(w http.ResponseWriter, r *http.Request) error {
	if !s.Allow(w, r, httpx.Rooms) {
		return coded.Errorf(httpx.CodeTooMany, "too many rooms have been opened from your address; try again later")
	}
	return nil
}

// checkHosted refuses a person who is the host of too many unfinished rooms.
func (s *roomsHandler) checkHosted(r *http.Request, person people.Person) error {
	if s.maxHosted == 0 {
		return nil
	}
	query := directory.ListQuery{
		Member: person.ID, Limit: httpx.MaxPage,
		Statuses: []room.Status{room.StatusOpen, room.StatusSeated, room.StatusPlaying},
	}
	for hosted := 0; ; {
		page, err := s.list.List(r.Context(), query)
		if err != nil {
			return err
		}
		for _, info := range page.Rooms {
			if info.Host == person.ID {
				hosted++
			}
		}
		if hosted >= s.maxHosted {
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

// listRooms lists public rooms, with an `ETag`; with `mine=1` the rooms in which the client has a seat. `status`
// is one or several, separated by commas. Allowed for anybody; with `mine` anybody with a token.
func (s *roomsHandler) listRooms(w http.ResponseWriter, r *http.Request) error {
	query, err := httpx.RoomQuery(r)
	if err != nil {
		return err
	}
	if query.Limit > httpx.DefaultPage {
		done, err := s.Reserve(w, r, httpx.Costs, httpx.Light)
		if err != nil {
			return err
		}
		defer done()
	}
	query.Listed = true
	if isMine(r) {
		person, err := s.RequirePerson(r)
		if err != nil {
			return err
		}
		query.Listed, query.Member = false, person.ID
	}
	var page directory.RoomPage
	work.Do(r.Context(), func() { page, err = s.list.List(r.Context(), query) })
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

// isMine reports whether a request is for the client's own rooms or matches only.
func isMine(r *http.Request) bool { return r.URL.Query().Get("mine") == "1" }

// RoomAnswer is the id of a room or of a match.
type RoomAnswer struct {
	ID string `json:"id"`
}

// code returns the room's short `code`, by which it is found whenever no match is played or shown. Allowed for
// anybody with a token.
func (s *roomsHandler) code(w http.ResponseWriter, r *http.Request) error {
	if _, err := s.RequirePerson(r); err != nil {
		return err
	}
	code, err := s.codes.Code(r.Context(), chi.URLParam(r, "room"))
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, struct {
		Code string `json:"code"`
	}{code})
	return nil
}

// findCode returns the id of the room with a short code. Upper or lower case, spaces and hyphens do not matter.
// The rate is limited, so that codes cannot be guessed. Allowed for anybody with a token.
func (s *roomsHandler) findCode(w http.ResponseWriter, r *http.Request) error {
	if _, err := s.RequirePerson(r); err != nil {
		return err
	}
	if !s.Allow(w, r, httpx.Codes) {
		return coded.Errorf(coded.TooFast, "too many codes have been tried from your address; wait a moment")
	}
	id, err := s.codes.FindCode(r.Context(), chi.URLParam(r, "code"))
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, RoomAnswer{id})
	return nil
}
