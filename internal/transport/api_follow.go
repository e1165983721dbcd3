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
	list, err := people.NewCircle(s.People).Followed(r.Context(), by.ID)
	if err != nil {
		return answer, err
	}
	here := map[string][]string{}
	for i := range list {
		if list[i].Here {
			here[list[i].Person.ID] = nil
		}
	}
	s.sockets.findAll(here)
	for i := range list {
		one := followedAnswer{
			Person:      httpx.AsPerson(list[i].Person),
			Whereabouts: directory.Whereabouts{Doing: directory.Away},
		}
		if list[i].Here {
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

// maxPlaces bounds in how many rooms a followed person is looked for.
const maxPlaces = 4

// findAll fills in the rooms to which people are connected, at most maxPlaces rooms for
// each person.
func (k *sockets) findAll(people map[string][]string) {
	if len(people) == 0 {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for at := range k.present {
		if rooms, asked := people[at.person]; asked && len(rooms) < maxPlaces {
			people[at.person] = append(rooms, at.room)
		}
	}
}

// follow follows a person.
func (s *findAPI) follow(w http.ResponseWriter, r *http.Request, by people.Person) error {
	var body struct {
		Person string `json:"person"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	if err := people.NewCircle(s.People).Follow(r.Context(), by.ID, body.Person); err != nil {
		return err
	}
	return s.follows(w, r, by)
}

// unfollow ends a follow.
func (s *findAPI) unfollow(w http.ResponseWriter, r *http.Request, by people.Person) error {
	if err := people.NewCircle(s.People).Unfollow(r.Context(), by.ID, chi.URLParam(r, "person")); err != nil {
		return err
	}
	return s.follows(w, r, by)
}

// search sends the accounts whose names begin with a text.
func (s *findAPI) search(w http.ResponseWriter, r *http.Request, _ people.Person) error {
	list, err := people.NewCircle(s.People).Search(r.Context(), r.URL.Query().Get("name"))
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
