package transport

import (
	"mime"
	"net/http"

	"github.com/go-chi/chi/v5"

	"archmage/internal/lobby"
)

// listMatches lists the matches of listed rooms that have ended, of one person
// or of all, or those in which the client held a seat.
func (s *Server) listMatches(w http.ResponseWriter, r *http.Request) error {
	who, err := s.guestIfAny(r)
	if isMine(r) {
		who, err = s.guest(r)
	}
	if err != nil {
		return err
	}
	q := r.URL.Query()
	query := lobby.MatchQuery{Game: q.Get("game"), After: q.Get("after")}
	if query.Limit, err = number(q.Get("limit"), defaultPage, 1, maxPage); err != nil {
		return err
	}
	switch {
	case isMine(r):
		query.Person = who.ID
	case q.Get("person") != "":
		query.Person = q.Get("person")
		query.Listed = query.Person != who.ID
	}
	page, err := s.rooms.Matches(r.Context(), who, query)
	if err != nil {
		return err
	}
	s.answer(w, http.StatusOK, page)
	return nil
}

// match sends an archived match.
func (s *Server) match(w http.ResponseWriter, r *http.Request) error {
	who, err := s.guestIfAny(r)
	if err != nil {
		return err
	}
	info, err := s.rooms.Match(r.Context(), who, chi.URLParam(r, "match"))
	if err != nil {
		return err
	}
	s.answer(w, http.StatusOK, info)
	return nil
}

// record sends the record of a match as a file.
func (s *Server) record(w http.ResponseWriter, r *http.Request) error {
	who, err := s.guestIfAny(r)
	if err != nil {
		return err
	}
	id := chi.URLParam(r, "match")
	text, err := s.rooms.Record(r.Context(), who, id)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", contentType(".json"))
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": "archmage-" + id + ".json"}))
	// The names in it can change.
	w.Header().Set("Cache-Control", "no-store")
	// An error here is ignored: the client has left.
	_, _ = w.Write(text)
	return nil
}
