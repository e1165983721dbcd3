package pages

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"archmage/internal/appointment"
)

// appointmentPage is the pattern of the pages of appointments.
const appointmentPage = "/a/{code}"

// appointmentPage sends the page of an appointment. The preview of a link to it names the game, the time and the number
// of people who come.
func (s *Pages) appointmentPage(w http.ResponseWriter, r *http.Request) {
	names := pageNames(appointmentPage, "")
	if s.appointments == nil {
		s.sendPage(w, r, nil, names...)
		return
	}
	found, err := s.appointments.Find(r.Context(), chi.URLParam(r, "code"))
	if err != nil {
		s.sendPage(w, r, nil, names...)
		return
	}
	coming := 0
	if answers, err := s.appointments.Answers(r.Context(), found.Code); err == nil {
		for _, given := range answers[found.Code] {
			if given.Answer == appointment.Yes {
				coming++
			}
		}
	}
	s.sendPage(w, r, s.appointmentHead(&found, coming, s.site.Words().Lang()), names...)
}

// appointmentHead returns the head of the page of an appointment to which a number of people come. It names nobody.
func (s *Pages) appointmentHead(a *appointment.Appointment, coming int, lang string) *linkHead {
	title := a.Subject.Game
	for i := range s.games {
		if info := &s.games[i].Info; info.ID == a.Subject.Game {
			title = gameTitle(lang, info)
		}
	}
	head := &linkHead{
		Title:  headText(lang, "appointment", title, momentText(lang, a.At.In(time.Local))),
		Text:   headText(lang, "appointment.text"),
		Path:   "/a/" + a.Code,
		Hidden: !a.Listed,
	}
	switch {
	case a.State == appointment.Cancelled:
		head.Text = headText(lang, "appointment.cancelled")
	case coming == 1:
		head.Text = headText(lang, "appointment.coming.one", a.Subject.Places) + " " + head.Text
	case coming > 1:
		head.Text = headText(lang, "appointment.coming", coming, a.Subject.Places) + " " + head.Text
	}
	return head
}

// momentText returns a day and time with its time zone, as in "Tuesday 1 December, 20:00 (UTC)" or "mardi 1er
// décembre, 20 h (UTC)".
func momentText(lang string, at time.Time) string {
	weekday := strings.Fields(headWords[lang]["weekdays"])[at.Weekday()]
	month := strings.Fields(headWords[lang]["months"])[at.Month()-1]
	day, clock := fmt.Sprint(at.Day()), at.Format("15:04")
	if lang == "fr" {
		if day == "1" {
			day = "1er"
		}
		clock = strings.TrimSuffix(at.Format("15 h 04"), " 00")
	}
	return fmt.Sprintf("%s %s %s, %s (%s)", weekday, day, month, clock, at.Format("MST"))
}
