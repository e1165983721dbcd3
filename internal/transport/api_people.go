package transport

import (
	"net/http"

	"archmage/internal/people"
	"archmage/internal/work"
)

// profileAnswer is what an account shows of itself.
type profileAnswer struct {
	person
	// Created is when the person came first, in milliseconds since 1970.
	Created int64 `json:"created"`
	// Followed: the client follows the person.
	Followed bool `json:"followed"`
	// Ratings are those of the games in which the person has one.
	Ratings []profileRatingAnswer `json:"ratings"`
	// Tallies sum up the matches by game and number of seats, Companions are those
	// with whom the person plays most.
	Tallies    []tallyAnswer     `json:"tallies"`
	Companions []companionAnswer `json:"companions"`
}

// tallyAnswer sums up the matches of one game and number of seats.
type tallyAnswer struct {
	Game   string `json:"game"`
	Seats  int    `json:"seats"`
	Played int    `json:"played"`
	Won    int    `json:"won"`
	// Place and Total are averages, Best is the most points.
	Place float64 `json:"place"`
	Total float64 `json:"total"`
	Best  int     `json:"best"`
}

// companionAnswer is somebody with whom a person has played.
type companionAnswer struct {
	person
	// Matches counts the matches of both, Ahead those in which the person of the
	// profile had the better place.
	Matches int `json:"matches"`
	Ahead   int `json:"ahead"`
}

// profile sends the profile of an account.
func (s *peopleAPI) profile(w http.ResponseWriter, r *http.Request) error {
	who, err := s.guestIfAny(r)
	if err != nil {
		return err
	}
	var profile people.Profile
	work.Do(r.Context(), func() { profile, err = s.people.Profile(r.Context(), r.URL.Query().Get("name"), who.ID) })
	if err != nil {
		return err
	}
	answer := profileAnswer{
		person: asPerson(profile.Person), Created: profile.Created.UnixMilli(), Followed: profile.Followed, Tallies: []tallyAnswer{}, Ratings: profileRatings(profile.Ratings), Companions: []companionAnswer{},
	}
	for _, t := range profile.Tallies {
		answer.Tallies = append(answer.Tallies, tallyAnswer{
			Game: t.Game, Seats: t.Seats, Played: t.Played, Won: t.Won,
			Place: float64(t.Ranks) / float64(t.Played), Total: float64(t.Totals) / float64(t.Played), Best: t.Best,
		})
	}
	for _, c := range profile.Companions {
		answer.Companions = append(answer.Companions, companionAnswer{person: asPerson(c.Person), Matches: c.Matches, Ahead: c.Ahead})
	}
	s.answer(w, http.StatusOK, answer)
	return nil
}

func asPerson(who people.Person) person {
	return person{ID: who.ID, Name: who.Name, Kind: who.Kind, Face: who.Face}
}

// faces sends the faces that the accounts with some names have chosen, by name.
func (s *peopleAPI) faces(w http.ResponseWriter, r *http.Request) error {
	faces, err := s.people.Faces(r.Context(), r.URL.Query()["name"])
	if err != nil {
		return err
	}
	s.answer(w, http.StatusOK, facesInfo{faces})
	return nil
}

// facesInfo is what is sent of faces.
type facesInfo struct {
	Faces map[string]string `json:"faces"`
}
