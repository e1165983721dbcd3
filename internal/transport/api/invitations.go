package api

import (
	"context"
	"net/http"

	"github.com/go-chi/chi/v5"
	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/lobby/directory"
	"archmage/internal/people"
	"archmage/internal/people/notify"
	"archmage/internal/room"
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
	signals Signals
	notices *notify.Notifier
	// tables opens tables for invitations. lists finds the client's tables, and commands leaves them.
	tables   *roomsHandler
	lists    roomList
	commands commander
}

// mount adds the routes of the handler.
func (s *invitationsHandler) mount(r chi.Router) {
	add := func(method, pattern string, do personEndpoint) { r.Method(method, pattern, forPerson(s.Base, do)) }
	add(http.MethodGet, "/invitations", s.invitations)
	add(http.MethodPost, "/invitations", s.inviteToTable)
	add(http.MethodPost, "/invitations/{invitation}", s.answerInvitation)
	add(http.MethodGet, "/rooms/{room}/invitations", s.invited)
	add(http.MethodPost, "/rooms/{room}/invitations", s.invite)
	add(http.MethodDelete, "/rooms/{room}/invitations/{person}", s.withdraw)
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
	// Created is in milliseconds since 1970.
	Created int64 `json:"created"`
}

// InvitedToTable is the answer to an invitation to a table of a game.
type InvitedToTable struct {
	ID string `json:"id"`
	// Opened is true if the table was opened for the invitation.
	Opened bool `json:"opened"`
}

// InvitedList is the list of invitations that a person has sent for a table.
type InvitedList struct {
	Invited []InvitedAnswer `json:"invited"`
}

// invitations returns the `invitations` of the client to rooms with a free seat, each with its `id` and whom it is
// `from`. Allowed for a person.
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
		if table, ok := open[list[i].Room]; ok {
			answer.Invitations = append(answer.Invitations, InvitationAnswer{
				ID: list[i].ID, From: httpx.AsPerson(list[i].From), Room: table, Created: list[i].Created.UnixMilli(),
			})
		}
	}
	s.WriteJSON(w, http.StatusOK, answer)
	return nil
}

// answerInvitation seats the client in the room if `accept` is true, and otherwise declines. It returns the room's
// id. Allowed for the invited person.
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
	s.signals.News(r.Context(), invitation.From.ID)
	s.signals.MineChanged(invitation.From.ID)
	s.WriteJSON(w, http.StatusOK, RoomAnswer{invitation.Room})
	return nil
}

// withdraw withdraws the open invitation of a person to the room, and returns the remaining ones. Allowed for a
// person.
func (s *invitationsHandler) withdraw(w http.ResponseWriter, r *http.Request, person people.Person) error {
	to := chi.URLParam(r, "person")
	if err := s.People.Social.Withdraw(r.Context(), person.ID, to, chi.URLParam(r, "room")); err != nil {
		return err
	}
	s.signals.News(r.Context(), to)
	return s.invited(w, r, person)
}

// invite invites a `person` to the client's room, and returns whom the client has `invited` there, with the
// `answer` of each (empty, `accepted` or `declined`) and when the invitation was `created`. People who have played
// a match together can invite each other; with an account one can invite everybody who has one. An invitation
// lasts a day, and is shown while a seat is free. Inviting somebody again changes nothing, unless the invitation
// was withdrawn. Only the two know of the invitation, and only the inviter sees the answer. To a person who has
// blocked the client it is never shown, and the client is not told. Allowed for a person with a seat.
func (s *invitationsHandler) invite(w http.ResponseWriter, r *http.Request, person people.Person) error {
	var body struct {
		Person string `json:"person"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	if err := s.send(r.Context(), person, body.Person, chi.URLParam(r, "room")); err != nil {
		return err
	}
	return s.invited(w, r, person)
}

// send invites a person to a table and notifies the person.
func (s *invitationsHandler) send(ctx context.Context, from people.Person, to, table string) error {
	if err := s.rooms.CheckInvitation(ctx, table, from, to); err != nil {
		return err
	}
	shown, err := s.People.Social.Invite(ctx, from, to, table)
	if err != nil {
		return err
	}
	if shown {
		s.signals.News(ctx, to)
		s.signals.MineChanged(to)
	}
	if shown && s.notices != nil {
		// The invitation is stored even if the notification fails.
		if err := s.notices.Invite(ctx, to, table, from.Name); err != nil {
			s.Log.Error("somebody is invited and not called", zap.Error(err))
		}
	}
	return nil
}

// inviteToTable invites a `person` to a table of the game in `settings`: to the client's own table if that has a
// free seat, and otherwise to a new one with these `settings`, which is closed again if the invitation is refused.
// It returns the room's `id`, and whether it was `opened` for the invitation. Allowed for a person.
func (s *invitationsHandler) inviteToTable(w http.ResponseWriter, r *http.Request, person people.Person) error {
	var body struct {
		Person   string         `json:"person"`
		Settings *room.Settings `json:"settings"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	if body.Settings == nil {
		return coded.Malformedf("there are no settings")
	}
	table, err := s.ownTable(r.Context(), person, body.Settings.Game)
	if err != nil {
		return err
	}
	isNew := table == ""
	if isNew {
		if err := s.tables.admitRoom(w, r, person); err != nil {
			return err
		}
		if table, err = s.tables.rooms.Create(r.Context(), person, *body.Settings); err != nil {
			return err
		}
	}
	if err := s.send(r.Context(), person, body.Person, table); err != nil {
		if isNew {
			if failed := s.commands.Do(r.Context(), table, person, "", &room.Leave{}); failed != nil {
				s.Log.Warn("a table of a failed invitation stays", zap.String("room", table), zap.Error(failed))
			}
		}
		return err
	}
	s.WriteJSON(w, http.StatusCreated, InvitedToTable{table, isNew})
	return nil
}

// ownTable returns the id of an open table of a game whose host is the person, or "".
func (s *invitationsHandler) ownTable(ctx context.Context, person people.Person, game string) (string, error) {
	page, err := s.lists.List(ctx, directory.ListQuery{
		Member: person.ID, Limit: httpx.MaxPage, Statuses: []room.Status{room.StatusOpen},
	})
	if err != nil {
		return "", err
	}
	for i := range page.Rooms {
		if page.Rooms[i].Host == person.ID && page.Rooms[i].Game == game {
			return page.Rooms[i].ID, nil
		}
	}
	return "", nil
}

// invited returns whom the client has `invited` to the room, with the `answer` of each. Allowed for a person.
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
				InvitedAnswer{httpx.AsPerson(list[i].To), list[i].Answer, list[i].Created.UnixMilli()},
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
