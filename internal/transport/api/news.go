package api

import (
	"context"
	"net/http"

	"archmage/internal/moderation"
	"archmage/internal/moderation/site"
	"archmage/internal/people"
	"archmage/internal/transport/httpx"
)

// newsHandler sends open pages news of the server and of moderation.
type newsHandler struct {
	*httpx.Base
	records *moderation.Records
	site    *site.Site
	// appointments is nil if this server has none.
	appointments Appointments
}

// NewsAnswer is the news that a page shows to its visitor.
type NewsAnswer struct {
	// Notice is the notice for all visitors, null if there is none.
	Notice *moderation.Notice `json:"notice"`
	// Acts are the unread acts of moderators about the visitor, the latest first.
	Acts []NewsAct `json:"acts"`
	// Role is the visitor's role, or "".
	Role moderation.Role `json:"role"`
	// Reports is the number of open reports; 0 if the visitor is not a moderator.
	Reports int `json:"reports"`
	// Online is the number of people who are online now.
	Online int `json:"online"`
	// Site is the tag of the host's texts. It changes when they do.
	Site string `json:"site"`
	// Appointment is the visitor's appointment that begins within the hour or has just begun, if the
	// visitor comes.
	Appointment *NewsAppointment `json:"appointment,omitempty"`
}

// NewsAppointment is an appointment that begins soon.
type NewsAppointment struct {
	Code string `json:"code"`
	Game string `json:"game"`
	// At is in milliseconds since 1970.
	At int64 `json:"at"`
	// Room is the id of the table once it is open, or "".
	Room string `json:"room"`
}

// NewsAct is an act of a moderator as the person concerned sees it. At and Until are in
// milliseconds since 1970.
type NewsAct struct {
	Number uint64        `json:"number"`
	At     int64         `json:"at"`
	Kind   string        `json:"kind"`
	Reason people.Reason `json:"reason"`
	Words  string        `json:"words"`
	Until  int64         `json:"until"`
	// Role is the person's new role after an act that changed it.
	Role string `json:"role"`
}

func asNewsAct(a *moderation.Act) NewsAct {
	shown := NewsAct{
		Number: a.Number,
		At:     a.At.UnixMilli(),
		Kind:   a.Kind,
		Reason: a.Reason,
		Words:  a.Words,
		Until:  httpx.Milliseconds(a.Until),
	}
	if a.Kind == moderation.ActRole {
		shown.Role = a.Target
	}
	return shown
}

// maxNewsActs is the maximum number of acts in an answer.
const maxNewsActs = 10

// news returns the `notice` to everybody (its `id`, its `texts` by language, with `""` for all others, and the
// time `until`, 0 until it is withdrawn) or null; `acts`, what moderators have done about the person and the
// person has not read; the person's `role`, and for people with one how many `reports` wait; how many people are
// `online` on all nodes; the `appointment` of the person that begins within the hour or has just begun; and the
// `tag` of the `site`. The request counts the client as online. Allowed for anybody.
func (s *newsHandler) news(w http.ResponseWriter, r *http.Request) error {
	person, err := s.PersonIfAny(r)
	if err != nil {
		return err
	}
	answer := NewsAnswer{
		Acts:   []NewsAct{},
		Online: s.People.Social.Touch(r.Context(), person),
		Site:   s.site.Words().Tag,
	}
	if answer.Notice, err = s.records.Notice(r.Context()); err != nil {
		return err
	}
	if person.Kind == people.Account {
		if answer.Role, err = s.records.Role(r.Context(), person.ID); err != nil {
			return err
		}
		if answer.Role.Above(moderation.NoRole) {
			if answer.Reports, err = s.records.OpenReports(r.Context()); err != nil {
				return err
			}
		}
	}
	if person.ID != "" {
		acts, _, err := s.records.Acts(
			r.Context(),
			moderation.ActQuery{Person: person.ID, Unread: true, Limit: maxNewsActs},
		)
		if err != nil {
			return err
		}
		for i := range acts {
			answer.Acts = append(answer.Acts, asNewsAct(&acts[i]))
		}
		if answer.Appointment, err = s.appointmentOf(r.Context(), person.ID); err != nil {
			return err
		}
	}
	s.WriteJSON(w, http.StatusOK, answer)
	return nil
}

// appointmentOf returns the appointment of a person that begins soon, or nil.
func (s *newsHandler) appointmentOf(ctx context.Context, person string) (*NewsAppointment, error) {
	if s.appointments == nil {
		return nil, nil //nolint:nilnil // there is none
	}
	a, found, err := s.appointments.Soon(ctx, person)
	if err != nil || !found {
		return nil, err
	}
	return &NewsAppointment{Code: a.Code, Game: a.Subject.Game, At: a.At.UnixMilli(), Room: a.Opened()}, nil
}

// markNewsRead records that the person has read the acts up to that `number`. Allowed for a person.
func (s *newsHandler) markNewsRead(w http.ResponseWriter, r *http.Request) error {
	session, err := s.RequirePersonalSession(r)
	if err != nil {
		return err
	}
	if err := s.CountChange(w, r, session.Person); err != nil {
		return err
	}
	var body struct {
		Number uint64 `json:"number"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	if err := s.records.MarkActsRead(r.Context(), session.ID, body.Number); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// ModerationAnswer is what moderation has stored about a person.
type ModerationAnswer struct {
	// Reports has the reports that the person has made. Acts has the acts of moderators about the
	// person.
	Reports []moderation.Reported `json:"reports"`
	Acts    []NewsAct             `json:"acts"`
	Role    moderation.Role       `json:"role"`
}

func (s *newsHandler) moderationOf(r *http.Request, person string) (answer ModerationAnswer, err error) {
	answer = ModerationAnswer{Reports: []moderation.Reported{}, Acts: []NewsAct{}}
	if answer.Role, err = s.records.Role(r.Context(), person); err != nil {
		return answer, err
	}
	for _, closed := range []bool{false, true} {
		for query := (moderation.ReportQuery{Reporter: person, Closed: closed, Limit: httpx.MaxPage}); ; {
			reports, next, err := s.records.Reports(r.Context(), query)
			if err != nil {
				return answer, err
			}
			for i := range reports {
				answer.Reports = append(answer.Reports, reports[i].Reported)
			}
			if query.After = next; next == "" {
				break
			}
		}
	}
	for query := (moderation.ActQuery{Person: person, Limit: httpx.MaxPage}); ; {
		acts, next, err := s.records.Acts(r.Context(), query)
		if err != nil {
			return answer, err
		}
		for i := range acts {
			answer.Acts = append(answer.Acts, asNewsAct(&acts[i]))
		}
		if query.After = next; next == "" {
			return answer, nil
		}
	}
}
