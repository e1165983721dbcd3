package api

import (
	"context"
	"net/http"
	"slices"

	"github.com/go-chi/chi/v5"

	"archmage/internal/lobby/directory"
	"archmage/internal/people"
	"archmage/internal/transport/httpx"
)

// presence says where people are on the server.
type presence interface {
	// Whereabouts returns what a person who is connected to some rooms does there, as
	// everybody may know it.
	Whereabouts(ctx context.Context, person string, rooms []string) (directory.Whereabouts, error)
}

// Connections are the open WebSockets.
type Connections interface {
	// FindAll fills in rooms to which people are connected, by the id of the person.
	FillRooms(people map[string][]string)
}

// socialHandler answers requests about the people whom a person follows, blocks or looks for.
type socialHandler struct {
	*httpx.Base
	presence    presence
	connections Connections
}

// mount adds the requests of the handler.
func (s *socialHandler) mount(r chi.Router) {
	add := func(method, pattern string, do personEndpoint) { r.Method(method, pattern, forPerson(s.Base, do)) }
	add(http.MethodGet, "/follows", s.follows)
	add(http.MethodPost, "/follows", s.follow)
	add(http.MethodDelete, "/follows/{person}", s.unfollow)
	add(http.MethodGet, "/people/search", s.search)
	add(http.MethodGet, "/people/head-to-head", s.together)
	add(http.MethodGet, "/blocks", s.blocks)
	add(http.MethodPost, "/blocks", s.block)
	add(http.MethodDelete, "/blocks/{person}", s.unblock)
}

// FollowsAnswer are the people whom a person follows: first those who are doing
// something, then the others; within both, the latest followed first.
type FollowsAnswer struct {
	Followed []FollowedAnswer `json:"followed"`
}

// FollowedAnswer is somebody who is followed, and what that person does now.
type FollowedAnswer struct {
	httpx.Person
	directory.Whereabouts
}

// FoundAnswer are the people whom a search has found.
type FoundAnswer struct {
	People []httpx.Person `json:"people"`
}

// follows sends whom the client follows, and where they are.
func (s *socialHandler) follows(w http.ResponseWriter, r *http.Request, by people.Person) error {
	answer, err := s.followsOf(r, by)
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, answer)
	return nil
}

func (s *socialHandler) followsOf(r *http.Request, by people.Person) (FollowsAnswer, error) {
	answer := FollowsAnswer{Followed: []FollowedAnswer{}}
	list, err := s.People.Social.Followed(r.Context(), by.ID)
	if err != nil {
		return answer, err
	}
	here := map[string][]string{}
	for i := range list {
		if list[i].Online {
			here[list[i].Person.ID] = nil
		}
	}
	s.connections.FillRooms(here)
	for i := range list {
		one := FollowedAnswer{
			Person:      httpx.AsPerson(list[i].Person),
			Whereabouts: directory.Whereabouts{Doing: directory.Away},
		}
		if list[i].Online {
			if one.Whereabouts, err = s.presence.Whereabouts(r.Context(), one.ID, here[one.ID]); err != nil {
				return answer, err
			}
		}
		answer.Followed = append(answer.Followed, one)
	}
	slices.SortStableFunc(answer.Followed, func(a, b FollowedAnswer) int {
		switch {
		case a.Doing.Before(b.Doing):
			return -1
		case b.Doing.Before(a.Doing):
			return 1
		}
		return 0
	})
	return answer, nil
}

// follow follows a person.
func (s *socialHandler) follow(w http.ResponseWriter, r *http.Request, by people.Person) error {
	var body struct {
		Person string `json:"person"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	if err := s.People.Social.Follow(r.Context(), by.ID, body.Person); err != nil {
		return err
	}
	return s.follows(w, r, by)
}

// unfollow ends a follow.
func (s *socialHandler) unfollow(w http.ResponseWriter, r *http.Request, by people.Person) error {
	if err := s.People.Social.Unfollow(r.Context(), by.ID, chi.URLParam(r, "person")); err != nil {
		return err
	}
	return s.follows(w, r, by)
}

// search sends the accounts whose names begin with a text.
func (s *socialHandler) search(w http.ResponseWriter, r *http.Request, _ people.Person) error {
	list, err := s.People.Social.Search(r.Context(), r.URL.Query().Get("name"))
	if err != nil {
		return err
	}
	answer := FoundAnswer{People: []httpx.Person{}}
	for _, one := range list {
		answer.People = append(answer.People, httpx.AsPerson(one))
	}
	s.WriteJSON(w, http.StatusOK, answer)
	return nil
}

// TogetherAnswer is how the client has played with somebody.
type TogetherAnswer struct {
	Person httpx.Person `json:"person"`
	// Matches counts the matches of both, Ahead those in which the client had the better
	// place, Behind those in which the other person had.
	Matches int `json:"matches"`
	Ahead   int `json:"ahead"`
	Behind  int `json:"behind"`
}

// together sends how the client has played with the account that has a name.
func (s *socialHandler) together(w http.ResponseWriter, r *http.Request, by people.Person) error {
	together, err := s.People.Profiles.Together(r.Context(), by.ID, r.URL.Query().Get("name"))
	if err != nil {
		return err
	}
	answer := TogetherAnswer{httpx.AsPerson(together.Person), together.Matches, together.Ahead, together.Behind}
	s.WriteJSON(w, http.StatusOK, answer)
	return nil
}

// BlocksAnswer are the people whom a person has blocked.
type BlocksAnswer struct {
	Blocked []httpx.Person `json:"blocked"`
}

// blocks sends whom the client has blocked.
func (s *socialHandler) blocks(w http.ResponseWriter, r *http.Request, by people.Person) error {
	answer, err := s.blocksOf(r, by)
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, answer)
	return nil
}

func (s *socialHandler) blocksOf(r *http.Request, by people.Person) (BlocksAnswer, error) {
	answer := BlocksAnswer{Blocked: []httpx.Person{}}
	list, err := s.People.Social.Blocked(r.Context(), by.ID)
	for _, one := range list {
		answer.Blocked = append(answer.Blocked, httpx.AsPerson(one))
	}
	return answer, err
}

// block blocks a person.
func (s *socialHandler) block(w http.ResponseWriter, r *http.Request, by people.Person) error {
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
func (s *socialHandler) unblock(w http.ResponseWriter, r *http.Request, by people.Person) error {
	if err := s.People.Social.Unblock(r.Context(), by.ID, chi.URLParam(r, "person")); err != nil {
		return err
	}
	return s.blocks(w, r, by)
}
