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

// presence finds the current activities of people.
type presence interface {
	// Whereabouts returns the public part of the activity of a person who is connected to these
	// rooms.
	Whereabouts(ctx context.Context, person string, rooms []string) (directory.Whereabouts, error)
}

// Connections has the open WebSockets.
type Connections interface {
	// FillRooms fills in rooms to which people are connected, for each id that is a key of the map.
	FillRooms(people map[string][]string)
}

// socialHandler answers requests about follows and blocks, and searches for people.
type socialHandler struct {
	*httpx.Base
	presence    presence
	connections Connections
	signals     Signals
}

// mount adds the routes of the handler.
func (s *socialHandler) mount(r chi.Router) {
	add := func(method, pattern string, do personEndpoint) { r.Method(method, pattern, forPerson(s.Base, do)) }
	add(http.MethodGet, "/follows", s.follows)
	add(http.MethodPost, "/follows", s.follow)
	add(http.MethodDelete, "/follows/{person}", s.unfollow)
	add(http.MethodGet, "/people/search", s.search)
	add(http.MethodGet, "/people/members", s.members)
	add(http.MethodGet, "/people/head-to-head", s.together)
	add(http.MethodGet, "/blocks", s.blocks)
	add(http.MethodPost, "/blocks", s.block)
	add(http.MethodDelete, "/blocks/{person}", s.unblock)
}

// FollowsAnswer has the people whom a person follows, ordered by activity: playing, waiting,
// watching, here, away. Among people with the same activity, the latest followed comes first.
type FollowsAnswer struct {
	Followed []FollowedAnswer `json:"followed"`
}

// FollowedAnswer is a followed person with the person's current activity.
type FollowedAnswer struct {
	httpx.Person
	directory.Whereabouts
}

// FoundAnswer has the results of a search for people.
type FoundAnswer struct {
	People []httpx.Person `json:"people"`
}

// follows returns whom the client has `followed`, and what each is `doing`: `playing`, `waiting` at a public table
// with a free seat, `watching`, `online`, or `away`. At a public table `game` is what is played, and `room` where,
// if others may come. Of a private table nothing is shown but `playing`. Nobody is told about followers. An
// account that has blocked the client, or lets nobody follow it, is always `away`. Allowed for a person.
func (s *socialHandler) follows(w http.ResponseWriter, r *http.Request, person people.Person) error {
	answer, err := s.followsOf(r, person)
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, answer)
	return nil
}

func (s *socialHandler) followsOf(r *http.Request, person people.Person) (FollowsAnswer, error) {
	answer := FollowsAnswer{Followed: []FollowedAnswer{}}
	list, err := s.People.Social.Followed(r.Context(), person.ID)
	if err != nil {
		return answer, err
	}
	rooms := map[string][]string{}
	for i := range list {
		if list[i].Online {
			rooms[list[i].Person.ID] = nil
		}
	}
	s.connections.FillRooms(rooms)
	for i := range list {
		followed := FollowedAnswer{
			Person:      httpx.AsPerson(list[i].Person),
			Whereabouts: directory.Whereabouts{Doing: directory.Away},
		}
		if list[i].Online {
			if followed.Whereabouts, err = s.presence.Whereabouts(
				r.Context(),
				followed.ID,
				rooms[followed.ID],
			); err != nil {
				return answer, err
			}
		}
		answer.Followed = append(answer.Followed, followed)
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

// follow follows a `person` with an account, and returns the same list. Allowed for a person.
func (s *socialHandler) follow(w http.ResponseWriter, r *http.Request, person people.Person) error {
	var body struct {
		Person string `json:"person"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	if err := s.People.Social.Follow(r.Context(), person.ID, body.Person); err != nil {
		return err
	}
	return s.follows(w, r, person)
}

// unfollow stops following a person, and returns the same list. Allowed for a person.
func (s *socialHandler) unfollow(w http.ResponseWriter, r *http.Request, person people.Person) error {
	if err := s.People.Social.Unfollow(r.Context(), person.ID, chi.URLParam(r, "person")); err != nil {
		return err
	}
	return s.follows(w, r, person)
}

// search returns the accounts (`people`, at most 20) whose names begin with `name`, or with something that looks
// like it. Allowed for a person.
func (s *socialHandler) search(w http.ResponseWriter, r *http.Request, _ people.Person) error {
	list, err := s.People.Social.Search(r.Context(), r.URL.Query().Get("name"))
	if err != nil {
		return err
	}
	answer := FoundAnswer{People: []httpx.Person{}}
	for _, found := range list {
		answer.People = append(answer.People, httpx.AsPerson(found))
	}
	s.WriteJSON(w, http.StatusOK, answer)
	return nil
}

// TogetherAnswer compares the client with another person, over their common matches.
type TogetherAnswer struct {
	Person httpx.Person `json:"person"`
	// Matches is the number of common matches. Ahead is the number of those in which the client
	// had the better place. Behind is the number in which the other person had it.
	Matches int `json:"matches"`
	Ahead   int `json:"ahead"`
	Behind  int `json:"behind"`
}

// together returns how the client has played with the account of that `name`: the number of `matches`, and in how
// many the client was `ahead` and `behind`. Allowed for a person.
func (s *socialHandler) together(w http.ResponseWriter, r *http.Request, person people.Person) error {
	together, err := s.People.Profiles.Together(r.Context(), person.ID, r.URL.Query().Get("name"))
	if err != nil {
		return err
	}
	answer := TogetherAnswer{httpx.AsPerson(together.Person), together.Matches, together.Ahead, together.Behind}
	s.WriteJSON(w, http.StatusOK, answer)
	return nil
}

// BlocksAnswer has the people whom a person has blocked.
type BlocksAnswer struct {
	Blocked []httpx.Person `json:"blocked"`
}

// blocks returns whom the client has `blocked`. Allowed for a person.
func (s *socialHandler) blocks(w http.ResponseWriter, r *http.Request, person people.Person) error {
	answer, err := s.blocksOf(r, person)
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, answer)
	return nil
}

func (s *socialHandler) blocksOf(r *http.Request, person people.Person) (BlocksAnswer, error) {
	answer := BlocksAnswer{Blocked: []httpx.Person{}}
	list, err := s.People.Social.Blocked(r.Context(), person.ID)
	for _, blocked := range list {
		answer.Blocked = append(answer.Blocked, httpx.AsPerson(blocked))
	}
	return answer, err
}

// block blocks a `person`, and returns the same list. A blocked person is not told. The two no longer meet through
// `POST /api/play`, and the blocked one cannot take a seat in a room whose host is the other: it is refused as if
// somebody had been faster. Allowed for a person.
func (s *socialHandler) block(w http.ResponseWriter, r *http.Request, person people.Person) error {
	var body struct {
		Person string `json:"person"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	if err := s.People.Social.Block(r.Context(), person.ID, body.Person); err != nil {
		return err
	}
	s.signals.BlocksChanged(person.ID, body.Person)
	return s.blocks(w, r, person)
}

// unblock unblocks a person, and returns the same list. Allowed for a person.
func (s *socialHandler) unblock(w http.ResponseWriter, r *http.Request, person people.Person) error {
	other := chi.URLParam(r, "person")
	if err := s.People.Social.Unblock(r.Context(), person.ID, other); err != nil {
		return err
	}
	s.signals.BlocksChanged(person.ID, other)
	return s.blocks(w, r, person)
}
