package api

import (
	"context"
	"net/http"

	"github.com/go-chi/chi/v5"

	"archmage/internal/daily"
	"archmage/internal/daily/dealer"
	"archmage/internal/people"
	"archmage/internal/transport/httpx"
	"archmage/internal/work"
)

// Daily runs the deals of the day. [dealer.Dealer] implements it.
type Daily interface {
	Begin(ctx context.Context, person people.Person, deal string) (room string, err error)
	Document(ctx context.Context, viewer people.Person) (*dealer.Document, error)
	Past(ctx context.Context, day daily.Day) (*dealer.PastDay, error)
	Ladder(ctx context.Context, person string) (*dealer.Ladder, error)
	Own(ctx context.Context, person string) ([]dealer.OwnTry, error)
}

// dailyHandler answers requests about the deals of the day.
type dailyHandler struct {
	*httpx.Base
	daily Daily
	rooms *roomsHandler
}

// mount adds the routes of the handler.
func (s *dailyHandler) mount(r chi.Router) {
	add := func(method, pattern string, do httpx.Endpoint) { r.Method(method, pattern, s.HandlerOf(do)) }
	add(http.MethodGet, "/daily", s.Costly(httpx.Light, s.today))
	add(http.MethodGet, "/daily/ladder", s.Costly(httpx.Light, s.ladder))
	add(http.MethodGet, "/daily/{day}", s.Costly(httpx.Light, s.past))
	change := func(method, pattern string, do personEndpoint) { r.Method(method, pattern, forPerson(s.Base, do)) }
	change(http.MethodPost, "/daily", s.begin)
}

// today returns the deals of today: how many people have played each, the `commitment` of today and of `tomorrow`, the
// client's tries, `streak` and `week`, and the `results` of the deals that the client has played. Allowed for anybody.
func (s *dailyHandler) today(w http.ResponseWriter, r *http.Request) error {
	person, err := s.PersonIfAny(r)
	if err != nil {
		return err
	}
	var doc *dealer.Document
	work.Do(r.Context(), func() { doc, err = s.daily.Document(r.Context(), person) })
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, doc)
	return nil
}

// DailyBegun has the room of a try.
type DailyBegun struct {
	Room string `json:"room"`
}

// begin begins the client's try at a `deal` of today, and returns its `room`. A later request returns the same room.
// Allowed for a person, without an API token.
func (s *dailyHandler) begin(w http.ResponseWriter, r *http.Request, person people.Person) error {
	var body struct {
		Deal string `json:"deal"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	if err := s.rooms.countRoom(w, r); err != nil {
		return err
	}
	room, err := s.daily.Begin(r.Context(), person, body.Deal)
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, DailyBegun{room})
	return nil
}

// past returns the `secret`, the seeds and the results of a day that is over. The day is in UTC, as in `2026-11-30`.
// Allowed for anybody.
func (s *dailyHandler) past(w http.ResponseWriter, r *http.Request) error {
	day, err := daily.ParseDay(chi.URLParam(r, "day"))
	if err != nil {
		return err
	}
	past, err := s.daily.Past(r.Context(), day)
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, past)
	return nil
}

// ladder returns the results of the account with this `name` at the deals of days that are over. Allowed for anybody.
func (s *dailyHandler) ladder(w http.ResponseWriter, r *http.Request) error {
	account, err := s.People.Profiles.Account(r.Context(), r.URL.Query().Get("name"))
	if err != nil {
		return err
	}
	var ladder *dealer.Ladder
	work.Do(r.Context(), func() { ladder, err = s.daily.Ladder(r.Context(), account.ID) })
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, ladder)
	return nil
}

// triesOf returns the tries of a person.
func (s *dailyHandler) triesOf(ctx context.Context, person people.Person) ([]dealer.OwnTry, error) {
	if s.daily == nil {
		return []dealer.OwnTry{}, nil
	}
	return s.daily.Own(ctx, person.ID)
}
