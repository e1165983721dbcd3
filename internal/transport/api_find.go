package transport

import (
	"net/http"

	"github.com/go-chi/chi/v5"
	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/lobby/directory"
	"archmage/internal/lobby/matchmaking"
	"archmage/internal/people"
	"archmage/internal/transport/httpx"
)

// findAPI finds tables and people to play with.
type findAPI struct {
	*core
	tables *roomsAPI
}

// invitationAnswer is an invitation as the invited person sees it.
type invitationAnswer struct {
	ID   string       `json:"id"`
	From httpx.Person `json:"from"`
	// Room is the table. A seat at it is free.
	Room directory.RoomInfo `json:"room"`
	// Created is in milliseconds since 1970.
	Created int64 `json:"created"`
}

// invitationsAnswer are the invitations to a person.
type invitationsAnswer struct {
	Invitations []invitationAnswer `json:"invitations"`
}

// invitedAnswer is an invitation as the person who has made it sees it.
type invitedAnswer struct {
	To     httpx.Person  `json:"to"`
	Answer people.Answer `json:"answer"`
}

// invitedList are the invitations that a person has made to a table.
type invitedList struct {
	Invited []invitedAnswer `json:"invited"`
}

// blocksAnswer are the people whom a person has blocked.
type blocksAnswer struct {
	Blocked []httpx.Person `json:"blocked"`
}

// mountFinding adds the endpoints by which people find each other. Programs with an API
// token may not use them.
func (s *findAPI) mountFinding(r chi.Router) {
	add := func(method, pattern string, do func(http.ResponseWriter, *http.Request, people.Person) error) {
		r.Method(method, pattern, s.HandlerOf(func(w http.ResponseWriter, r *http.Request) error {
			session, err := s.Owner(r)
			changes := r.Method != http.MethodGet
			if err == nil && changes {
				err = s.CheckSpace()
			}
			if err == nil && changes {
				err = s.CountChange(w, r, session.Person)
			}
			if err != nil {
				return err
			}
			return do(w, r, session.Person)
		}))
	}
	add(http.MethodPost, "/play", s.playNow)
	add(http.MethodGet, "/invitations", s.invitations)
	add(http.MethodPost, "/invitations/{invitation}", s.answerInvitation)
	add(http.MethodGet, "/rooms/{room}/invitations", s.invited)
	add(http.MethodPost, "/rooms/{room}/invitations", s.invite)
	add(http.MethodGet, "/follows", s.follows)
	add(http.MethodPost, "/follows", s.follow)
	add(http.MethodDelete, "/follows/{person}", s.unfollow)
	add(http.MethodGet, "/people/search", s.search)
	add(http.MethodGet, "/people/head-to-head", s.together)
	add(http.MethodGet, "/blocks", s.blocks)
	add(http.MethodPost, "/blocks", s.block)
	add(http.MethodDelete, "/blocks/{person}", s.unblock)
}

// playNow seats the client at a table of the wanted kind, or opens one.
func (s *findAPI) playNow(w http.ResponseWriter, r *http.Request, by people.Person) error {
	var body struct {
		// ID is chosen by the client: a request that is sent twice with the same ID
		// counts once.
		ID string `json:"id"`
		matchmaking.Wanted
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	if len(body.ID) > httpx.MaxCommandID {
		return coded.Malformedf("an id has at most %d bytes", httpx.MaxCommandID)
	}
	done, err := s.SetAside(w, r, httpx.Costs, httpx.Light)
	if err != nil {
		return err
	}
	defer done()
	id, err := s.rooms.PlayNow(r.Context(), by, body.ID, body.Wanted, func() error {
		if err := s.tables.checkHosted(r, by); err != nil {
			return err
		}
		return s.tables.countRoom(w, r)
	})
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, roomAnswer{id})
	return nil
}

// invitations sends the invitations to the client to tables at which a seat is
// free.
func (s *findAPI) invitations(w http.ResponseWriter, r *http.Request, by people.Person) error {
	list, err := s.People.Social.Invitations(r.Context(), by.ID)
	if err != nil {
		return err
	}
	answer := invitationsAnswer{Invitations: []invitationAnswer{}}
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
			answer.Invitations = append(answer.Invitations, invitationAnswer{
				ID: list[i].ID, From: httpx.AsPerson(list[i].From), Room: room, Created: list[i].Created.UnixMilli(),
			})
		}
	}
	s.WriteJSON(w, http.StatusOK, answer)
	return nil
}

// answerInvitation seats the client at the table to which it was invited, or
// declines.
func (s *findAPI) answerInvitation(w http.ResponseWriter, r *http.Request, by people.Person) error {
	var body struct {
		Accept bool `json:"accept"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	one, err := s.People.Social.Invitation(r.Context(), by.ID, chi.URLParam(r, "invitation"))
	if err != nil {
		return err
	}
	answer := people.Declined
	if body.Accept {
		answer = people.Accepted
		if err := s.rooms.Sit(r.Context(), one.Room, by); err != nil {
			return err
		}
	}
	if err := s.People.Social.AnswerInvitation(r.Context(), by.ID, one.ID, answer); err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, roomAnswer{one.Room})
	return nil
}

// invite invites a person to the client's table.
func (s *findAPI) invite(w http.ResponseWriter, r *http.Request, by people.Person) error {
	var body struct {
		Person string `json:"person"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	room := chi.URLParam(r, "room")
	if err := s.rooms.CheckInvitation(r.Context(), room, by, body.Person); err != nil {
		return err
	}
	shown, err := s.People.Social.Invite(r.Context(), by, body.Person, room)
	if err != nil {
		return err
	}
	if shown && s.options.Notices != nil {
		// The invitation stands even if the call fails.
		if err := s.options.Notices.Invite(r.Context(), body.Person, room, by.Name); err != nil {
			s.Log.Error("somebody is invited and not called", zap.Error(err))
		}
	}
	return s.invited(w, r, by)
}

// invited sends whom the client has invited to a table, and their answers.
func (s *findAPI) invited(w http.ResponseWriter, r *http.Request, by people.Person) error {
	list, err := s.People.Social.Invited(r.Context(), by.ID)
	if err != nil {
		return err
	}
	answer := invitedList{Invited: []invitedAnswer{}}
	for i := range list {
		if list[i].Room == chi.URLParam(r, "room") {
			answer.Invited = append(
				answer.Invited,
				invitedAnswer{To: httpx.AsPerson(list[i].To), Answer: list[i].Answer},
			)
		}
	}
	s.WriteJSON(w, http.StatusOK, answer)
	return nil
}

// blocks sends whom the client has blocked.
func (s *findAPI) blocks(w http.ResponseWriter, r *http.Request, by people.Person) error {
	answer, err := s.blocksOf(r, by)
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, answer)
	return nil
}

func (s *findAPI) blocksOf(r *http.Request, by people.Person) (blocksAnswer, error) {
	answer := blocksAnswer{Blocked: []httpx.Person{}}
	list, err := s.People.Social.Blocked(r.Context(), by.ID)
	for _, one := range list {
		answer.Blocked = append(answer.Blocked, httpx.AsPerson(one))
	}
	return answer, err
}

// block blocks a person.
func (s *findAPI) block(w http.ResponseWriter, r *http.Request, by people.Person) error {
	var body struct {
		Person string `json:"person"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	if err := s.People.Social.Block(r.Context(), by.ID, body.Person); err != nil {
		return err
	}
	return s.blocks(w, r, by)
}

// unblock ends a block.
func (s *findAPI) unblock(w http.ResponseWriter, r *http.Request, by people.Person) error {
	if err := s.People.Social.Unblock(r.Context(), by.ID, chi.URLParam(r, "person")); err != nil {
		return err
	}
	return s.blocks(w, r, by)
}

// madeInvitation is an invitation by or to a person, in the file of everything that is
// stored about that person.
type madeInvitation struct {
	From   httpx.Person  `json:"from"`
	To     httpx.Person  `json:"to"`
	Room   string        `json:"room"`
	Answer people.Answer `json:"answer"`
	// Created is in milliseconds since 1970.
	Created int64 `json:"created"`
}

// madeInvitations returns the invitations by a person and the open invitations to the
// person.
func (s *findAPI) madeInvitations(r *http.Request, by people.Person) ([]madeInvitation, error) {
	made, err := s.People.Social.Invited(r.Context(), by.ID)
	if err != nil {
		return nil, err
	}
	received, err := s.People.Social.Invitations(r.Context(), by.ID)
	list := []madeInvitation{}
	for _, i := range append(made, received...) {
		list = append(
			list,
			madeInvitation{httpx.AsPerson(i.From), httpx.AsPerson(i.To), i.Room, i.Answer, i.Created.UnixMilli()},
		)
	}
	return list, err
}
