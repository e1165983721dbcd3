package api

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"time"

	"github.com/go-chi/chi/v5"

	"archmage/internal/appointment"
	"archmage/internal/coded"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/strict"
	"archmage/internal/transport/httpx"
)

// Appointments plans appointments and opens them. [appointment.Keeper] implements it.
type Appointments interface {
	Plan(ctx context.Context, by people.Person, plan appointment.Plan) (appointment.Appointment, error)
	Find(ctx context.Context, code string) (appointment.Appointment, error)
	Change(
		ctx context.Context, code, by string, edit func(before appointment.Plan) (appointment.Plan, error),
	) (appointment.Appointment, error)
	Cancel(ctx context.Context, code, by string) (appointment.Appointment, error)
	Open(ctx context.Context, code, by string) (appointment.Appointment, error)
	Answer(
		ctx context.Context, code string, by people.Person, answer appointment.Answer,
	) (appointment.Appointment, error)
	Answers(ctx context.Context, codes ...string) (map[string][]appointment.Given, error)
	Upcoming(ctx context.Context, query appointment.Query) ([]appointment.Appointment, string, error)
	Soon(ctx context.Context, person string) (appointment.Appointment, bool, error)
	// CancelAllOf cancels the appointments to come that a person has planned, and notifies those who come.
	CancelAllOf(ctx context.Context, planner string) error
}

// settingsCompleter completes the settings of rooms.
type settingsCompleter interface {
	// CompleteSettings returns settings with every missing value, or an error if no room can be opened
	// with them.
	CompleteSettings(host people.Person, settings room.Settings) (room.Settings, error)
}

// SubjectTable is the kind of the subjects that open a table.
const SubjectTable = "table"

// appointmentsHandler answers requests about appointments for tables.
type appointmentsHandler struct {
	*httpx.Base
	appointments Appointments
	settings     settingsCompleter
	rooms        *roomsHandler
	// publicURL is the address that visitors use, "" if it is not known. gameTitle returns the title of a
	// game in a language.
	publicURL string
	gameTitle func(game, lang string) string
}

// mount adds the routes of the handler.
func (s *appointmentsHandler) mount(r chi.Router) {
	add := func(method, pattern string, do httpx.Endpoint) { r.Method(method, pattern, s.HandlerOf(do)) }
	add(http.MethodGet, "/appointments", s.Costly(httpx.Light, s.appointmentList))
	add(http.MethodGet, "/appointments/{code}", s.oneAppointment)
	add(http.MethodGet, "/appointments/{code}/calendar.ics", s.calendarFile)
	change := func(method, pattern string, do personEndpoint) { r.Method(method, pattern, forPerson(s.Base, do)) }
	change(http.MethodPost, "/appointments", s.planAppointment)
	change(http.MethodPatch, "/appointments/{code}", s.changeAppointment)
	change(http.MethodDelete, "/appointments/{code}", s.cancelAppointment)
	change(http.MethodPost, "/appointments/{code}/answer", s.answerAppointment)
	change(http.MethodPost, "/appointments/{code}/open", s.openAppointment)
}

// AppointmentAnswer is an appointment as the client sees it.
type AppointmentAnswer struct {
	// Code is the last part of the address of its page.
	Code    string       `json:"code"`
	Planner httpx.Person `json:"planner"`
	// At is in milliseconds since 1970.
	At int64 `json:"at"`
	// Listed is true if it is in the public list.
	Listed bool `json:"listed"`
	// State is open, begun or cancelled.
	State appointment.State `json:"state"`
	// Settings are those of the table.
	Settings room.Settings `json:"settings"`
	// Room is the id of the table once it is open, or "".
	Room string `json:"room"`
	// Comes and Perhaps are the people who come, and who come perhaps, the earliest answers first.
	// Declined are those who do not come, for the planner only.
	Comes    []httpx.Person `json:"comes"`
	Perhaps  []httpx.Person `json:"perhaps"`
	Declined []httpx.Person `json:"declined"`
	// Answer is the client's answer, or "".
	Answer appointment.Answer `json:"answer"`
}

// AppointmentPage is a page of appointments, the earliest first.
type AppointmentPage struct {
	Appointments []AppointmentAnswer `json:"appointments"`
	// Next is the cursor of the next page, "" if there is none.
	Next string `json:"next"`
}

// maxAppointmentsPage is the greatest number of appointments on a page, each with up to
// appointment.MaxAnswers people.
const maxAppointmentsPage = 20

// appointmentList lists the `appointments` to come that are in the public list or that the client has planned or
// answered, the earliest first; with `mine=1` only the latter, with `days` only those of the next so many days.
// Appointments of people with whom the client has a block are left out. Allowed for anybody; with `mine` anybody
// with a token.
func (s *appointmentsHandler) appointmentList(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	limit, err := httpx.Number(q.Get("limit"), maxAppointmentsPage, 1, maxAppointmentsPage)
	if err != nil {
		return err
	}
	days, err := httpx.Number(q.Get("days"), 0, 0, int(appointment.MaxAhead/(24*time.Hour)))
	if err != nil {
		return err
	}
	person, err := s.PersonIfAny(r)
	if err != nil {
		return err
	}
	if isMine(r) {
		if person, err = s.RequirePerson(r); err != nil {
			return err
		}
	}
	found, next, err := s.appointments.Upcoming(r.Context(), appointment.Query{
		Person: person.ID, Mine: isMine(r), Within: time.Duration(days) * 24 * time.Hour,
		After: q.Get("after"), Limit: limit,
	})
	if err != nil {
		return err
	}
	if person.ID != "" {
		strangers, err := s.People.Social.Strangers(r.Context(), person.ID)
		if err != nil {
			return err
		}
		found = slices.DeleteFunc(found, func(a appointment.Appointment) bool {
			return slices.Contains(strangers, a.Planner)
		})
	}
	shown, err := s.show(r.Context(), person, found...)
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, AppointmentPage{Appointments: shown, Next: next})
	return nil
}

// show returns appointments as a person sees them. It leaves out those whose planner is deleted.
func (s *appointmentsHandler) show(
	ctx context.Context,
	person people.Person,
	list ...appointment.Appointment,
) ([]AppointmentAnswer, error) {
	shown := []AppointmentAnswer{}
	var codes []string
	for i := range list {
		codes = append(codes, list[i].Code)
	}
	answers, err := s.appointments.Answers(ctx, codes...)
	if err != nil {
		return nil, err
	}
	var ids []string
	for i := range list {
		ids = append(ids, list[i].Planner)
		for _, given := range answers[list[i].Code] {
			ids = append(ids, given.Person)
		}
	}
	slices.Sort(ids)
	persons, err := s.People.Social.Visible(ctx, slices.Compact(ids))
	if err != nil {
		return nil, err
	}
	for i := range list {
		a := &list[i]
		planner, ok := persons[a.Planner]
		if !ok {
			continue
		}
		answer := AppointmentAnswer{
			Code: a.Code, Planner: httpx.AsPerson(planner.Person), At: a.At.UnixMilli(), Listed: a.Listed,
			State: a.State, Room: a.Opened(),
			Comes: []httpx.Person{}, Perhaps: []httpx.Person{}, Declined: []httpx.Person{},
		}
		if err := json.Unmarshal(a.Subject.Settings, &answer.Settings); err != nil {
			return nil, err
		}
		for _, given := range answers[a.Code] {
			if given.Person == person.ID {
				answer.Answer = given.Answer
			}
			who, ok := persons[given.Person]
			switch {
			case !ok:
			case given.Answer == appointment.Yes:
				answer.Comes = append(answer.Comes, httpx.AsPerson(who.Person))
			case given.Answer == appointment.Perhaps:
				answer.Perhaps = append(answer.Perhaps, httpx.AsPerson(who.Person))
			case person.ID == a.Planner:
				answer.Declined = append(answer.Declined, httpx.AsPerson(who.Person))
			}
		}
		shown = append(shown, answer)
	}
	return shown, nil
}

// find returns the appointment of a request. For a person whom the planner has blocked there is none.
func (s *appointmentsHandler) find(r *http.Request, person people.Person) (appointment.Appointment, error) {
	a, err := s.appointments.Find(r.Context(), chi.URLParam(r, "code"))
	if err != nil || person.ID == "" || person.ID == a.Planner {
		return a, err
	}
	blocked, err := s.People.Social.HasBlocked(r.Context(), a.Planner, person.ID)
	if err != nil {
		return a, err
	}
	if blocked {
		return a, coded.Errorf(appointment.CodeNoAppointment, "there is no such appointment")
	}
	return a, nil
}

// showOne returns an appointment as a person sees it.
func (s *appointmentsHandler) showOne(
	ctx context.Context,
	person people.Person,
	a appointment.Appointment,
) (AppointmentAnswer, error) {
	shown, err := s.show(ctx, person, a)
	if err != nil {
		return AppointmentAnswer{}, err
	}
	if len(shown) == 0 {
		return AppointmentAnswer{}, coded.Errorf(appointment.CodeNoAppointment, "there is no such appointment")
	}
	return shown[0], nil
}

// oneAppointment returns the appointment. Everybody who has the code sees it, except for people whom the planner
// has blocked. Allowed for anybody with its code.
func (s *appointmentsHandler) oneAppointment(w http.ResponseWriter, r *http.Request) error {
	person, err := s.PersonIfAny(r)
	if err != nil {
		return err
	}
	a, err := s.find(r, person)
	if err != nil {
		return err
	}
	shown, err := s.showOne(r.Context(), person, a)
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, shown)
	return nil
}

// calendarFile returns the appointment as a calendar file (RFC 5545), with texts in the language `lang`. Allowed
// for anybody with its code.
func (s *appointmentsHandler) calendarFile(w http.ResponseWriter, r *http.Request) error {
	person, err := s.PersonIfAny(r)
	if err != nil {
		return err
	}
	a, err := s.find(r, person)
	if err != nil {
		return err
	}
	planners, err := s.People.Social.Visible(r.Context(), []string{a.Planner})
	if err != nil {
		return err
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
	file := appointment.CalendarFile(
		&a, s.gameTitle(a.Subject.Game, lang), planners[a.Planner].Name, lang, address,
	)
	writeCalendar(w, "appointment.ics", file)
	return nil
}

// appointmentRequest is what a planner decides. In a change, what is missing stays as it is.
type appointmentRequest struct {
	// At is in milliseconds since 1970.
	At       *int64         `json:"at"`
	Listed   *bool          `json:"listed"`
	Settings *room.Settings `json:"settings"`
}

// maxAt bounds the times of requests, in milliseconds since 1970: the year 9999.
const maxAt = 253_370_764_800_000

// planOf returns a plan with the parts that the request has.
func (s *appointmentsHandler) planOf(
	by people.Person,
	body *appointmentRequest,
	before appointment.Plan,
) (appointment.Plan, error) {
	if body.At != nil {
		if *body.At < 0 || *body.At > maxAt {
			return before, coded.Malformedf("the time %d is out of range", *body.At)
		}
		before.At = time.UnixMilli(*body.At)
	}
	if body.Listed != nil {
		before.Listed = *body.Listed
	}
	if body.Settings != nil {
		// The table opens for those who come; whether strangers find it decides its host.
		body.Settings.Listed = false
		settings, err := s.settings.CompleteSettings(by, *body.Settings)
		if err != nil {
			return before, err
		}
		before.Subject = appointment.Subject{
			Kind: SubjectTable, Game: settings.Game, Places: settings.Seats, Members: settings.Accounts,
			Settings: strict.Encode(&settings),
		}
	}
	return before, nil
}

// planAppointment plans an appointment `at` a time in milliseconds since 1970, for a table with these `settings`,
// `listed` or not, and returns it. The time is 15 minutes to 60 days ahead. Ten minutes before it the server opens
// the table, which is not in the public list and whose host is the planner. An appointment counts as a room of the
// planner, and is deleted 30 days after its time. Allowed for an account.
func (s *appointmentsHandler) planAppointment(w http.ResponseWriter, r *http.Request, person people.Person) error {
	var body appointmentRequest
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	if body.At == nil || body.Settings == nil {
		return coded.Malformedf("there is no time, or there are no settings")
	}
	if person.Kind != people.Account {
		return coded.Errorf(people.CodeNoAccount, "only people with an account plan appointments")
	}
	plan, err := s.planOf(person, &body, appointment.Plan{})
	if err != nil {
		return err
	}
	if err := s.rooms.checkHosted(r, person); err != nil {
		return err
	}
	if err := s.rooms.countRoom(w, r); err != nil {
		return err
	}
	a, err := s.appointments.Plan(r.Context(), person, plan)
	if err != nil {
		return err
	}
	w.Header().Set("Location", "/a/"+a.Code)
	shown, err := s.showOne(r.Context(), person, a)
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusCreated, shown)
	return nil
}

// changeAppointment changes `at`, `settings` and `listed` as far as they are sent, and returns the appointment.
// Allowed for the planner.
func (s *appointmentsHandler) changeAppointment(w http.ResponseWriter, r *http.Request, person people.Person) error {
	var body appointmentRequest
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	edit := func(before appointment.Plan) (appointment.Plan, error) { return s.planOf(person, &body, before) }
	if _, err := s.find(r, person); err != nil {
		return err
	}
	a, err := s.appointments.Change(r.Context(), chi.URLParam(r, "code"), person.ID, edit)
	if err != nil {
		return err
	}
	shown, err := s.showOne(r.Context(), person, a)
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, shown)
	return nil
}

// cancelAppointment cancels the appointment, and returns it. Allowed for the planner.
func (s *appointmentsHandler) cancelAppointment(w http.ResponseWriter, r *http.Request, person people.Person) error {
	if _, err := s.find(r, person); err != nil {
		return err
	}
	a, err := s.appointments.Cancel(r.Context(), chi.URLParam(r, "code"), person.ID)
	if err != nil {
		return err
	}
	shown, err := s.showOne(r.Context(), person, a)
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, shown)
	return nil
}

// answerAppointment stores the client's `answer`: `yes`, `perhaps` or `no`, and returns the appointment. Allowed
// for a person; an account if the table is for accounts.
func (s *appointmentsHandler) answerAppointment(w http.ResponseWriter, r *http.Request, person people.Person) error {
	var body struct {
		Answer appointment.Answer `json:"answer"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	if _, err := s.find(r, person); err != nil {
		return err
	}
	a, err := s.appointments.Answer(r.Context(), chi.URLParam(r, "code"), person, body.Answer)
	if err != nil {
		return err
	}
	shown, err := s.showOne(r.Context(), person, a)
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, shown)
	return nil
}

// openAppointment opens the table of the appointment before its time, and returns the appointment with the `room`.
// Allowed for the planner.
func (s *appointmentsHandler) openAppointment(w http.ResponseWriter, r *http.Request, person people.Person) error {
	if _, err := s.find(r, person); err != nil {
		return err
	}
	a, err := s.appointments.Open(r.Context(), chi.URLParam(r, "code"), person.ID)
	if err != nil {
		return err
	}
	shown, err := s.showOne(r.Context(), person, a)
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, shown)
	return nil
}

// OwnAppointment is an appointment that a person has planned or answered, in the file with everything that
// is stored about the person.
type OwnAppointment struct {
	Code string `json:"code"`
	// At is in milliseconds since 1970.
	At     int64              `json:"at"`
	State  appointment.State  `json:"state"`
	Own    bool               `json:"own"`
	Answer appointment.Answer `json:"answer"`
}

// appointmentsOf returns every stored appointment that a person has planned or answered.
func (s *appointmentsHandler) appointmentsOf(ctx context.Context, person people.Person) ([]OwnAppointment, error) {
	all := []OwnAppointment{}
	if s.appointments == nil {
		return all, nil
	}
	for query := (appointment.Query{Person: person.ID, Mine: true, All: true, Limit: httpx.MaxPage}); ; {
		list, next, err := s.appointments.Upcoming(ctx, query)
		if err != nil {
			return nil, err
		}
		shown, err := s.show(ctx, person, list...)
		if err != nil {
			return nil, err
		}
		for i := range shown {
			a := &shown[i]
			all = append(all, OwnAppointment{a.Code, a.At, a.State, a.Planner.ID == person.ID, a.Answer})
		}
		if query.After = next; next == "" {
			return all, nil
		}
	}
}
