package api

import (
	"context"
	"errors"
	"mime"
	"net/http"

	"github.com/go-chi/chi/v5"

	"archmage/internal/archive"
	"archmage/internal/coded"
	"archmage/internal/match"
	"archmage/internal/people"
	"archmage/internal/transport/httpx"
	"archmage/internal/work"
)

// matchArchive has the finished matches. A method returns what the person may see, or the public
// matches if the person is zero.
type matchArchive interface {
	matchLists
	matchFinder
	// Record returns the file of a match.
	Record(ctx context.Context, person people.Person, id string) ([]byte, error)
	// Import stores a match from a file. DeleteImport deletes such a match.
	Import(ctx context.Context, person people.Person, text []byte) (archive.MatchInfo, error)
	DeleteImport(ctx context.Context, person people.Person, id string) error
}

// matchLists lists finished matches.
type matchLists interface {
	Matches(ctx context.Context, person people.Person, query archive.MatchQuery) (archive.MatchPage, error)
}

// matchFinder finds a finished match by id.
type matchFinder interface {
	Match(ctx context.Context, person people.Person, id string) (archive.MatchInfo, error)
}

// matchesHandler answers requests about finished matches.
type matchesHandler struct {
	*httpx.Base
	archive matchArchive
}

// listMatches lists finished matches of public rooms, the latest first; with `person` those of that person; with
// `mine=1` those in which the client had a seat, and with `with=PERSON` only those of them in which that person
// had one too; with `brought=1` those that the client has uploaded. If spectators have a delay, the players find
// the match as soon as it ends, and everybody else when spectators have seen its end. Allowed for anybody; with
// `mine` or `brought` anybody with a token.
func (s *matchesHandler) listMatches(w http.ResponseWriter, r *http.Request) error {
	person, err := s.PersonIfAny(r)
	brought := r.URL.Query().Get("brought") == "1"
	if isMine(r) || brought {
		person, err = s.RequirePerson(r)
	}
	if err != nil {
		return err
	}
	q := r.URL.Query()
	query := archive.MatchQuery{Game: q.Get("game"), After: q.Get("after")}
	if query.Limit, err = httpx.Number(q.Get("limit"), httpx.DefaultPage, 1, httpx.MaxPage); err != nil {
		return err
	}
	switch {
	case brought:
		query.Owner = person.ID
	case isMine(r):
		query.Person, query.With = person.ID, q.Get("with")
	case q.Get("person") != "":
		query.Person = q.Get("person")
		query.Listed = query.Person != person.ID
	}
	done, err := s.Reserve(w, r, httpx.Costs, httpx.Light)
	if err != nil {
		return err
	}
	defer done()
	var page archive.MatchPage
	work.Do(r.Context(), func() { page, err = s.archive.Matches(r.Context(), person, query) })
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, page)
	return nil
}

// bringMatch stores the match of a record for 30 days. The body is the file of the record. The file is checked
// first; one that fails is refused with the code of the first failed check, and with the number of the `item` at
// which it breaks, counted from 0, or -1. Allowed for anybody with a token.
func (s *matchesHandler) bringMatch(w http.ResponseWriter, r *http.Request) error {
	person, err := s.RequirePerson(r)
	if err != nil {
		return err
	}
	if err := s.CheckSpace(); err != nil {
		return err
	}
	if err := s.CountChange(w, r, person); err != nil {
		return err
	}
	text, err := httpx.ReadBody(w, r, match.MaxRecord)
	if err != nil {
		return err
	}
	info, err := s.archive.Import(r.Context(), person, text)
	if bad := (*archive.ImportError)(nil); errors.As(err, &bad) {
		s.WriteJSON(w, http.StatusBadRequest, struct {
			Code    coded.Code `json:"code"`
			Message string     `json:"message"`
			Item    int        `json:"item"`
		}{bad.Refusal.Code, bad.Refusal.Message, bad.Item})
		return nil
	} else if err != nil {
		return err
	}
	w.Header().Set("Location", "/m/"+info.ID)
	s.WriteJSON(w, http.StatusCreated, info)
	return nil
}

// forgetMatch deletes a match that the client has uploaded. Allowed for the person who has uploaded it.
func (s *matchesHandler) forgetMatch(w http.ResponseWriter, r *http.Request) error {
	person, err := s.RequirePerson(r)
	if err != nil {
		return err
	}
	if err := s.CountChange(w, r, person); err != nil {
		return err
	}
	id := chi.URLParam(r, "match")
	if err := s.archive.DeleteImport(r.Context(), person, id); err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, RoomAnswer{id})
	return nil
}

// match returns a finished match. Allowed for anybody with its id.
func (s *matchesHandler) match(w http.ResponseWriter, r *http.Request) error {
	person, err := s.PersonIfAny(r)
	if err != nil {
		return err
	}
	info, err := s.archive.Match(r.Context(), person, chi.URLParam(r, "match"))
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, info)
	return nil
}

// record returns the record of the match as a file. Allowed for anybody with its id.
func (s *matchesHandler) record(w http.ResponseWriter, r *http.Request) error {
	person, err := s.PersonIfAny(r)
	if err != nil {
		return err
	}
	id := chi.URLParam(r, "match")
	var text []byte
	work.Do(r.Context(), func() { text, err = s.archive.Record(r.Context(), person, id) })
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set(
		"Content-Disposition",
		mime.FormatMediaType("attachment", map[string]string{"filename": "archmage-" + id + ".json"}),
	)
	// The names in the record can change, so no cache may keep it.
	w.Header().Set("Cache-Control", "no-store")
	// An error means that the client has disconnected.
	_, _ = w.Write(text)
	return nil
}
