package transport

import (
	"net/http"
	"slices"

	"github.com/go-chi/chi/v5"

	"archmage/internal/lobby/directory"
	"archmage/internal/people"
	"archmage/internal/transport/httpx"
)

// followsAnswer are the people whom a person follows: first those who are doing
// something, then the others; within both, the latest followed first.
type followsAnswer struct {
	Followed []followedAnswer `json:"followed"`
}

// followedAnswer is somebody who is followed, and what that person does now.
type followedAnswer struct {
	httpx.Person
	directory.Whereabouts
}

// foundAnswer are the people whom a search has found.
type foundAnswer struct {
	People []httpx.Person `json:"people"`
}

// follows sends whom the client follows, and where they are.
func (s *findAPI) follows(w http.ResponseWriter, r *http.Request, by people.Person) error {
	answer, err := s.followsOf(r, by)
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, answer)
	return nil
}

func (s *findAPI) followsOf(r *http.Request, by people.Person) (followsAnswer, error) {
	answer := followsAnswer{Followed: []followedAnswer{}}
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
	s.sockets.FindAll(here)
	for i := range list {
		one := followedAnswer{
			Person:      httpx.AsPerson(list[i].Person),
			Whereabouts: directory.Whereabouts{Doing: directory.Away},
		}
		if list[i].Online {
			if one.Whereabouts, err = s.rooms.Whereabouts(r.Context(), one.ID, here[one.ID]); err != nil {
				return answer, err
			}
		}
		answer.Followed = append(answer.Followed, one)
	}
	slices.SortStableFunc(answer.Followed, func(a, b followedAnswer) int {
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
func (s *findAPI) follow(w http.ResponseWriter, r *http.Request, by people.Person) error {
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
func (s *findAPI) unfollow(w http.ResponseWriter, r *http.Request, by people.Person) error {
	if err := s.People.Social.Unfollow(r.Context(), by.ID, chi.URLParam(r, "person")); err != nil {
		return err
	}
	return s.follows(w, r, by)
}

// search sends the accounts whose names begin with a text.
func (s *findAPI) search(w http.ResponseWriter, r *http.Request, _ people.Person) error {
	list, err := s.People.Social.Search(r.Context(), r.URL.Query().Get("name"))
	if err != nil {
		return err
	}
	answer := foundAnswer{People: []httpx.Person{}}
	for _, one := range list {
		answer.People = append(answer.People, httpx.AsPerson(one))
	}
	s.WriteJSON(w, http.StatusOK, answer)
	return nil
}
