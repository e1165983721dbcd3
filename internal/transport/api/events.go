package api

import (
	"context"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"archmage/internal/appointment"
	"archmage/internal/coded"
	"archmage/internal/event"
	"archmage/internal/event/runner"
	"archmage/internal/moderation"
	"archmage/internal/people"
	"archmage/internal/transport/frame"
	"archmage/internal/transport/httpx"
)

// Events plans events and carries out commands. [runner.Runner] implements it.
type Events interface {
	Create(ctx context.Context, by people.Person, settings event.Settings) (string, error)
	Do(
		ctx context.Context, id string, by people.Person, isOfficer bool, commandID string, action event.Action,
	) (int, error)
	Lines(ctx context.Context, query runner.Query) (lines []runner.Line, next string, err error)
	Document(ctx context.Context, id string, audience runner.Audience) (*runner.Document, error)
	File(ctx context.Context, id string) ([]byte, error)
	Own(ctx context.Context, person string) ([]runner.Own, error)
	PlacesOf(
		ctx context.Context, person, viewer, after string, limit int,
	) (lines []runner.Line, next string, err error)
	Trophies(ctx context.Context, person string) (runner.Trophies, error)
	Champions(ctx context.Context) (since time.Time, list []runner.Champion, err error)
}

// eventsHandler answers requests about events.
type eventsHandler struct {
	*httpx.Base
	events  Events
	records *moderation.Records
	rooms   *roomsHandler
	// publicURL is the address that visitors use, "" if it is not known. gameTitle returns the title of a
	// game in a language.
	publicURL string
	gameTitle func(game, lang string) string
}

// mount adds the routes of the handler.
func (s *eventsHandler) mount(r chi.Router) {
	add := func(method, pattern string, do httpx.Endpoint) { r.Method(method, pattern, s.HandlerOf(do)) }
	add(http.MethodGet, "/events", s.Costly(httpx.Light, s.eventList))
	add(http.MethodGet, "/champions", s.Costly(httpx.Light, s.champions))
	add(http.MethodGet, "/events/{code}", s.Costly(httpx.Light, s.oneEvent))
	add(http.MethodGet, "/events/{code}/file", s.Costly(httpx.Heavy, s.eventFile))
	add(http.MethodGet, "/events/{code}/calendar.ics", s.Costly(httpx.Light, s.eventCalendar))
	change := func(method, pattern string, do sessionEndpoint) { r.Method(method, pattern, forProgram(s.Base, do)) }
	change(http.MethodPost, "/events", s.planEvent)
	change(http.MethodPost, "/events/{code}/commands", s.eventCommand)
}

// EventsAnswer is a page of events.
type EventsAnswer struct {
	Events []runner.Line `json:"events"`
	// Next is the cursor of the next page, "" if there is none.
	Next string `json:"next"`
	// Trophies are those of the person in whose list the events are.
	Trophies *runner.Trophies `json:"trophies,omitempty"`
}

// maxEventsPage is the greatest number of events on a page.
const maxEventsPage = 20

// eventList lists the `events` that are public or in which the client takes part: with `state=coming` (the
// default) those to come and in progress, the earliest first; with `state=past` those that are over, the latest
// first. With `person` (an id), it lists instead the finished events in whose standings that person is, with the
// places and the `trophies`. Allowed for anybody.
func (s *eventsHandler) eventList(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	limit, err := httpx.Number(q.Get("limit"), maxEventsPage, 1, maxEventsPage)
	if err != nil {
		return err
	}
	state := q.Get("state")
	if state != "" && state != "coming" && state != "past" {
		return coded.Malformedf("unknown state %.40q", state)
	}
	person, err := s.PersonIfAny(r)
	if err != nil {
		return err
	}
	answer := EventsAnswer{}
	if of := q.Get("person"); of != "" {
		if state != "" {
			return coded.Malformedf("state and person do not go together")
		}
		answer, err = s.placesOf(r.Context(), of, person.ID, q.Get("after"), limit)
	} else {
		answer.Events, answer.Next, err = s.events.Lines(r.Context(), runner.Query{
			Person: person.ID, Past: state == "past", After: q.Get("after"), Limit: limit,
		})
	}
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, answer)
	return nil
}

// placesOf returns a page of the events in whose standings a person is, for a viewer.
func (s *eventsHandler) placesOf(
	ctx context.Context,
	person, viewer, after string,
	limit int,
) (answer EventsAnswer, err error) {
	if answer.Events, answer.Next, err = s.events.PlacesOf(ctx, person, viewer, after, limit); err != nil {
		return answer, err
	}
	trophies, err := s.events.Trophies(ctx, person)
	answer.Trophies = &trophies
	return answer, err
}

// ChampionsAnswer has those who have won most listed events since a time.
type ChampionsAnswer struct {
	// Since is in milliseconds since 1970.
	Since int64 `json:"since"`
	// Champions has at most ten people, the one with the most events first.
	Champions []runner.Champion `json:"champions"`
}

// champions returns the ten people who have won most events `since` half a year ago. Allowed for anybody.
func (s *eventsHandler) champions(w http.ResponseWriter, r *http.Request) error {
	since, list, err := s.events.Champions(r.Context())
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, ChampionsAnswer{since.UnixMilli(), list})
	return nil
}

// oneEvent returns the event. Allowed for anybody with its code.
func (s *eventsHandler) oneEvent(w http.ResponseWriter, r *http.Request) error {
	person, err := s.PersonIfAny(r)
	if err != nil {
		return err
	}
	doc, err := s.events.Document(r.Context(), chi.URLParam(r, "code"), runner.AudienceOf(person))
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, doc)
	return nil
}

// eventFile returns the file with which everybody can check an event that is over. Allowed for anybody with its
// code.
func (s *eventsHandler) eventFile(w http.ResponseWriter, r *http.Request) error {
	data, err := s.events.File(r.Context(), chi.URLParam(r, "code"))
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Disposition", `attachment; filename="event.json"`)
	w.Header().Set("Cache-Control", "no-store")
	// An error means that the client has disconnected.
	_, _ = w.Write(data)
	return nil
}

// eventCalendar returns the event as a calendar file (RFC 5545), with texts in the language `lang`. Allowed for
// anybody with its code.
func (s *eventsHandler) eventCalendar(w http.ResponseWriter, r *http.Request) error {
	doc, err := s.events.Document(r.Context(), chi.URLParam(r, "code"), runner.Visitor)
	if err != nil {
		return err
	}
	if doc.Settings.Begins == 0 {
		return coded.Errorf(coded.NotFound, "the event has no time")
	}
	lang := r.URL.Query().Get("lang")
	address := s.publicURL
	if address == "" {
		scheme := "http"
		if s.IsTLS(r) {
			scheme = "https"
		}
		address = scheme + "://" + r.Host
	}
	file := appointment.EventFile(appointment.CalendarEvent{
		ID: doc.ID, At: time.UnixMilli(doc.Settings.Begins), Sequence: doc.Last, Modified: time.UnixMilli(doc.Changed),
		IsCancelled: doc.Status == event.StatusCancelled,
	}, doc.Settings.Title, s.gameTitle(doc.Settings.Game, lang), lang, address)
	writeCalendar(w, "event.ics", file)
	return nil
}

// writeCalendar sends a calendar file.
func writeCalendar(w http.ResponseWriter, name string, file []byte) {
	w.Header().Set("Content-Type", "text/calendar; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	w.Header().Set("Cache-Control", "no-store")
	// An error means that the client has disconnected.
	_, _ = w.Write(file)
}

// EventPlanned is the id of an event that was planned, which is the last part of the address of its page.
type EventPlanned struct {
	ID string `json:"id"`
}

// planEvent plans an event with these `settings`, and returns its `id`. It counts as a room of the organiser.
// Allowed for an account, also by an API token.
func (s *eventsHandler) planEvent(w http.ResponseWriter, r *http.Request, session people.Session) error {
	var body struct {
		Settings event.Settings `json:"settings"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	if session.Kind != people.Account {
		return coded.Errorf(people.CodeNoAccount, "only people with an account plan events")
	}
	if err := s.rooms.countRoom(w, r); err != nil {
		return err
	}
	id, err := s.events.Create(r.Context(), session.Person, body.Settings)
	if err != nil {
		return err
	}
	w.Header().Set("Location", "/e/"+id)
	s.WriteJSON(w, http.StatusCreated, EventPlanned{id})
	return nil
}

// EventChanged has the number of the last entry of an event after a command.
type EventChanged struct {
	Number int `json:"number"`
}

// eventCommand carries out a `command` with an `id` of 1 to 64 bytes and its fields, and returns the `number` of
// the last entry. A command that is sent again with the same `id` is carried out once. Moderators may do what the
// organiser may, but not with an API token. Allowed for an account, also by an API token.
func (s *eventsHandler) eventCommand(w http.ResponseWriter, r *http.Request, session people.Session) error {
	object, err := s.ReadObject(w, r)
	if err != nil {
		return err
	}
	var id string
	var name event.Name
	if err := object.Take("id", &id); err != nil {
		return err
	}
	if err := object.Take("command", &name); err != nil {
		return err
	}
	if id == "" || len(id) > frame.MaxID {
		return coded.Malformedf("the id of a command has 1 to %d bytes", frame.MaxID)
	}
	action, err := event.DecodeAction(name, &object)
	if err != nil {
		return err
	}
	isOfficer := false
	if !session.API {
		role, err := s.records.Role(r.Context(), session.ID)
		if err != nil {
			return err
		}
		isOfficer = role != moderation.NoRole
	}
	number, err := s.events.Do(r.Context(), chi.URLParam(r, "code"), session.Person, isOfficer, id, action)
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, EventChanged{number})
	return nil
}

// eventsOf returns the events in which a person has a role.
func (s *eventsHandler) eventsOf(ctx context.Context, person people.Person) ([]runner.Own, error) {
	if s.events == nil {
		return []runner.Own{}, nil
	}
	return s.events.Own(ctx, person.ID)
}
