package api

import (
	"context"
	"net/http"

	"github.com/go-chi/chi/v5"
	"go.uber.org/zap"

	"archmage/internal/lobby/directory"
	"archmage/internal/people"
	"archmage/internal/people/notify"
	"archmage/internal/transport/httpx"
)

// seater gives people seats.
type seater interface {
	// Sit gives a person a free seat of a room.
	Sit(ctx context.Context, id string, person people.Person) error
}

// invitationRooms has the methods of rooms that invitations need.
type invitationRooms interface {
	// OpenRooms returns the rooms with these ids that have a free seat, by id.
	OpenRooms(ctx context.Context, ids []string) (map[string]directory.RoomInfo, error)
	// CheckInvitation fails with a coded error if a person may not invite the other one to a room.
	CheckInvitation(ctx context.Context, id string, person people.Person, other string) error
}

// invitationsHandler answers requests about invitations to tables.
type invitationsHandler struct {
	*httpx.Base
	seats   seater
	rooms   invitationRooms
	notices *notify.Notifier
}

// mount adds the routes of the handler.
func (s *invitationsHandler) mount(r chi.Router) {
	add := func(method, pattern string, do personEndpoint) { r.Method(method, pattern, forPerson(s.Base, do)) }
	add(http.MethodGet, "/invitations", s.invitations)
	add(http.MethodPost, "/invitations/{invitation}", s.answerInvitation)
	add(http.MethodGet, "/rooms/{room}/invitations", s.invited)
	add(http.MethodPost, "/rooms/{room}/invitations", s.invite)
}

// InvitationAnswer is an invitation as the invited person sees it.
type InvitationAnswer struct {
	ID   string       `json:"id"`
	From httpx.Person `json:"from"`
	// Room is the table, which has a free seat.
	Room directory.RoomInfo `json:"room"`
	// Created is in milliseconds since 1970.
	Created int64 `json:"created"`
}

// InvitationsAnswer is the list of invitations to a person.
type InvitationsAnswer struct {
	Invitations []InvitationAnswer `json:"invitations"`
}

// InvitedAnswer is an invitation as the person who has sent it sees it.
type InvitedAnswer struct {
	To     httpx.Person  `json:"to"`
	Answer people.Answer `json:"answer"`
}

// InvitedList is the list of invitations that a person has sent for a table.
type InvitedList struct {
	Invited []InvitedAnswer `json:"invited"`
}

// invitations sends the client's invitations to tables with a free seat.
func (s *invitationsHandler) invitations(w http.ResponseWriter, r *http.Request, person people.Person) error {
	list, err := s.People.Social.Invitations(r.Context(), person.ID)
	if err != nil {
		return err
	}
	answer := InvitationsAnswer{Invitations: []InvitationAnswer{}}
	var ids []string
	for i := range list {
		ids = append(ids, list[i].Room)
	}
	open, err := s.rooms.OpenRooms(r.Context(), ids)
	if err != nil {
		return err
	}
	for i := range list {
		if room, ok := open[list[i].Room]; ok {
			answer.Invitations = append(answer.Invitations, InvitationAnswer{
				ID: list[i].ID, From: httpx.AsPerson(list[i].From), Room: room, Created: list[i].Created.UnixMilli(),
			})
		}
	}
	s.WriteJSON(w, http.StatusOK, answer)
	return nil
}

// answerInvitation accepts an invitation, which gives the client a seat, or declines it.
func (s *invitationsHandler) answerInvitation(w http.ResponseWriter, r *http.Request, person people.Person) error {
	var body struct {
		Accept bool `json:"accept"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	invitation, err := s.People.Social.Invitation(r.Context(), person.ID, chi.URLParam(r, "invitation"))
	if err != nil {
		return err
	}
	answer := people.Declined
	if body.Accept {
		answer = people.Accepted
		if err := s.seats.Sit(r.Context(), invitation.Room, person); err != nil {
			return err
		}
	}
	if err := s.People.Social.AnswerInvitation(r.Context(), person.ID, invitation.ID, answer); err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, RoomAnswer{invitation.Room})
	return nil
}

// invite invites a person to a table.
func (s *invitationsHandler) invite(w http.ResponseWriter, r *http.Request, person people.Person) error {
	var body struct {
		Person string `json:"person"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	room := chi.URLParam(r, "room")
	if err := s.rooms.CheckInvitation(r.Context(), room, person, body.Person); err != nil {
		return err
	}
	shown, err := s.People.Social.Invite(r.Context(), person, body.Person, room)
	if err != nil {
		return err
	}
	if shown && s.notices != nil {
		// The invitation is stored even if the notification fails.
		if err := s.notices.Invite(r.Context(), body.Person, room, person.Name); err != nil {
			s.Log.Error("somebody is invited and not called", zap.Error(err))
		}
	}
	return s.invited(w, r, person)
}

// invited sends the invitations that the client has sent for a table, with the answers.
func (s *invitationsHandler) invited(w http.ResponseWriter, r *http.Request, person people.Person) error {
	list, err := s.People.Social.SentInvitations(r.Context(), person.ID)
	if err != nil {
		return err
	}
	answer := InvitedList{Invited: []InvitedAnswer{}}
	for i := range list {
		if list[i].Room == chi.URLParam(r, "room") {
			answer.Invited = append(
				answer.Invited,
				InvitedAnswer{To: httpx.AsPerson(list[i].To), Answer: list[i].Answer},
			)
		}
	}
	s.WriteJSON(w, http.StatusOK, answer)
	return nil
}

// MadeInvitation is an invitation by or to a person, in the file with everything that is stored
// about the person.
type MadeInvitation struct {
	From   httpx.Person  `json:"from"`
	To     httpx.Person  `json:"to"`
	Room   string        `json:"room"`
	Answer people.Answer `json:"answer"`
	// Created is in milliseconds since 1970.
	Created int64 `json:"created"`
}

// madeInvitations returns the invitations by a person and the open invitations to the person.
func (s *invitationsHandler) madeInvitations(r *http.Request, person people.Person) ([]MadeInvitation, error) {
	sent, err := s.People.Social.SentInvitations(r.Context(), person.ID)
	if err != nil {
		return nil, err
	}
	received, err := s.People.Social.Invitations(r.Context(), person.ID)
	list := []MadeInvitation{}
	for _, i := range append(sent, received...) {
		list = append(
			list,
			MadeInvitation{httpx.AsPerson(i.From), httpx.AsPerson(i.To), i.Room, i.Answer, i.Created.UnixMilli()},
		)
	}
	return list, err
}
