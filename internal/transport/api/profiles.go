package api

import (
	"net/http"
	"strconv"
	"strings"

	"archmage/internal/people"
	"archmage/internal/transport/httpx"
	"archmage/internal/work"
)

// profilesHandler sends what accounts show of themselves.
type profilesHandler struct{ *httpx.Base }

// ProfileAnswer is what an account shows of itself.
type ProfileAnswer struct {
	httpx.Person
	// Created is when the person came first, in milliseconds since 1970.
	Created int64 `json:"created"`
	// About is what the person says of itself, or "".
	About string `json:"about"`
	// Followed is true if the client follows the person.
	Followed bool `json:"followed"`
	// Ratings are the person's ratings, by game.
	Ratings []ProfileRatingAnswer `json:"ratings"`
	// Tallies sum up the matches by game and number of seats. Companions are the people
	// with whom the person plays most.
	Tallies    []TallyAnswer     `json:"tallies"`
	Companions []CompanionAnswer `json:"companions"`
	// Days are the days of the last year with a match, oldest first. Streaks and
	// Favourites are by game; favourites of the most matches come first.
	Days         []DayAnswer         `json:"days"`
	Streaks      []StreakAnswer      `json:"streaks"`
	Favourites   []FavouriteAnswer   `json:"favourites"`
	Achievements []AchievementAnswer `json:"achievements"`
}

// DayAnswer is a day (UTC) with matches.
type DayAnswer struct {
	// Day is when the day begins, in milliseconds since 1970.
	Day    int64 `json:"day"`
	Played int   `json:"played"`
	Won    int   `json:"won"`
}

// StreakAnswer is how many matches of a game the person has won one after another: now,
// and at best. Only matches with other people count.
type StreakAnswer struct {
	Game    string `json:"game"`
	Current int    `json:"current"`
	Best    int    `json:"best"`
}

// FavouriteAnswer is a card or a spell that the person had at the end of matches.
type FavouriteAnswer struct {
	Game string `json:"game"`
	// Piece is the number of the card or spell in the game's catalogue.
	Piece  int `json:"piece"`
	Played int `json:"played"`
	Won    int `json:"won"`
}

// AchievementAnswer is a first win of the person. Kind is "level" for a win at a level, or "bot"
// for one against a bot of the server; What says at which or against which.
type AchievementAnswer struct {
	Game string `json:"game"`
	Kind string `json:"kind"`
	What string `json:"what"`
	// At is in milliseconds since 1970.
	At int64 `json:"at"`
}

// careerAnswers fills in the sums of a profile's matches.
func (a *ProfileAnswer) careerAnswers(profile *people.Profile) {
	a.Days, a.Streaks, a.Favourites, a.Achievements = []DayAnswer{}, []StreakAnswer{}, []FavouriteAnswer{}, []AchievementAnswer{}
	for _, d := range profile.Days {
		a.Days = append(a.Days, DayAnswer{d.Day.UnixMilli(), d.Played, d.Won})
	}
	for _, s := range profile.Streaks {
		a.Streaks = append(a.Streaks, StreakAnswer{s.Game, s.Current, s.Best})
	}
	for _, f := range profile.Favourites {
		piece, err := strconv.Atoi(f.Piece)
		if err == nil {
			a.Favourites = append(a.Favourites, FavouriteAnswer{f.Game, piece, f.Played, f.Won})
		}
	}
	for _, f := range profile.Feats {
		kind, what, _ := strings.Cut(f.Feat, " ")
		a.Achievements = append(a.Achievements, AchievementAnswer{f.Game, kind, what, f.At.UnixMilli()})
	}
}

// TallyAnswer sums up the matches of one game and number of seats.
type TallyAnswer struct {
	Game   string `json:"game"`
	Seats  int    `json:"seats"`
	Played int    `json:"played"`
	Won    int    `json:"won"`
	// Place and Total are averages, Best is the most points.
	Place float64 `json:"place"`
	Total float64 `json:"total"`
	Best  int     `json:"best"`
}

// CompanionAnswer is somebody with whom a person has played.
type CompanionAnswer struct {
	httpx.Person
	// Matches counts the matches of both, Ahead those in which the person of the
	// profile had the better place.
	Matches int `json:"matches"`
	Ahead   int `json:"ahead"`
}

// profile sends the profile of an account.
func (s *profilesHandler) profile(w http.ResponseWriter, r *http.Request) error {
	by, err := s.PersonIfAny(r)
	if err != nil {
		return err
	}
	var profile people.Profile
	work.Do(r.Context(), func() {
		profile, err = s.People.Profiles.Profile(r.Context(), r.URL.Query().Get("name"), by.ID)
	})
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, asProfile(&profile))
	return nil
}

func asProfile(profile *people.Profile) ProfileAnswer {
	answer := ProfileAnswer{
		Person:     httpx.AsPerson(profile.Person),
		Created:    profile.Created.UnixMilli(),
		About:      profile.About,
		Followed:   profile.Followed,
		Tallies:    []TallyAnswer{},
		Ratings:    profileRatings(profile.Ratings),
		Companions: []CompanionAnswer{},
	}
	answer.careerAnswers(profile)
	for _, t := range profile.Tallies {
		answer.Tallies = append(answer.Tallies, TallyAnswer{
			Game: t.Game, Seats: t.Seats, Played: t.Played, Won: t.Won,
			Place: float64(t.Ranks) / float64(t.Played), Total: float64(t.Totals) / float64(t.Played), Best: t.Best,
		})
	}
	for _, c := range profile.Companions {
		answer.Companions = append(
			answer.Companions,
			CompanionAnswer{Person: httpx.AsPerson(c.Person), Matches: c.Matches, Ahead: c.Ahead},
		)
	}
	return answer
}

// avatars sends the avatars of the accounts with some names, by name.
func (s *profilesHandler) avatars(w http.ResponseWriter, r *http.Request) error {
	avatars, err := s.People.Accounts.Avatars(r.Context(), r.URL.Query()["name"])
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, AvatarsAnswer{avatars})
	return nil
}

// AvatarsAnswer is the answer of avatars.
type AvatarsAnswer struct {
	Avatars map[string]string `json:"avatars"`
}
