package api

import (
	"net/http"
	"strconv"
	"strings"

	"archmage/internal/people"
	"archmage/internal/transport/httpx"
	"archmage/internal/work"
)

// profilesHandler sends the public profiles of accounts.
type profilesHandler struct{ *httpx.Base }

// ProfileAnswer is the public profile of an account.
type ProfileAnswer struct {
	httpx.Person
	// Created is the time at which the person was first seen, in milliseconds since 1970.
	Created int64 `json:"created"`
	// About is the person's text about themselves, or "".
	About string `json:"about"`
	// Followed is true if the client follows the person.
	Followed bool `json:"followed"`
	// Ratings are the person's ratings, by game.
	Ratings []ProfileRatingAnswer `json:"ratings"`
	// Tallies are sums over the matches, by game and number of seats. Companions are the people
	// with whom the person has played most often.
	Tallies    []TallyAnswer     `json:"tallies"`
	Companions []CompanionAnswer `json:"companions"`
	// Days are the days of the last year with a match, oldest first. Streaks and Favourites are
	// ordered by game. Favourites with the most matches come first.
	Days         []DayAnswer         `json:"days"`
	Streaks      []StreakAnswer      `json:"streaks"`
	Favourites   []FavouriteAnswer   `json:"favourites"`
	Achievements []AchievementAnswer `json:"achievements"`
}

// DayAnswer is a day (UTC) with matches.
type DayAnswer struct {
	// Day is the beginning of the day, in milliseconds since 1970.
	Day    int64 `json:"day"`
	Played int   `json:"played"`
	Won    int   `json:"won"`
}

// StreakAnswer is the current and the best winning streak of the person in a game. Only matches
// with other people count.
type StreakAnswer struct {
	Game string `json:"game"`
	// Current is the number of matches won in a row up to now. Best is the longest such row.
	Current int `json:"current"`
	Best    int `json:"best"`
}

// FavouriteAnswer is a card or a spell that the person often had at the end of a match.
type FavouriteAnswer struct {
	Game string `json:"game"`
	// Piece is the number of the card or spell in the game's catalogue.
	Piece  int `json:"piece"`
	Played int `json:"played"`
	Won    int `json:"won"`
}

// AchievementAnswer is a first win of the person. Kind is "level" or "bot". What is the level of the game,
// or the bot of the server that was beaten.
type AchievementAnswer struct {
	Game string `json:"game"`
	Kind string `json:"kind"`
	What string `json:"what"`
	// At is in milliseconds since 1970.
	At int64 `json:"at"`
}

// addCareer fills in Days, Streaks, Favourites and Achievements.
func (a *ProfileAnswer) addCareer(profile *people.Profile) {
	a.Days = []DayAnswer{}
	a.Streaks = []StreakAnswer{}
	a.Favourites = []FavouriteAnswer{}
	a.Achievements = []AchievementAnswer{}
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

// TallyAnswer has sums over the matches of one game and number of seats.
type TallyAnswer struct {
	Game   string `json:"game"`
	Seats  int    `json:"seats"`
	Played int    `json:"played"`
	Won    int    `json:"won"`
	// Place and Total are the average place and the average points. Best is the most points.
	Place float64 `json:"place"`
	Total float64 `json:"total"`
	Best  int     `json:"best"`
}

// CompanionAnswer is a person with whom the person of the profile has played.
type CompanionAnswer struct {
	httpx.Person
	// Matches is the number of their common matches. Ahead is the number of those in which the
	// person of the profile had the better place.
	Matches int `json:"matches"`
	Ahead   int `json:"ahead"`
}

// profile returns the profile of the account with that `name`: its ratings by game; its matches by game and number
// of `seats` (`place` and `total` are averages); with whom it plays most; the `days` of the last year with
// matches; `streaks` of matches won against people; `favourites`, the cards and spells it had at the end, by their
// numbers in the catalogue; `achievements`, the first win at each `level` (the first value of the game's options,
// unless it never counts for ratings) and against each `bot`; and whether the client has `followed` it. Others see
// only what comes from public rooms. Matches that began with a moment of another one do not count. Allowed for
// anybody.
func (s *profilesHandler) profile(w http.ResponseWriter, r *http.Request) error {
	person, err := s.PersonIfAny(r)
	if err != nil {
		return err
	}
	var profile people.Profile
	work.Do(r.Context(), func() {
		profile, err = s.People.Profiles.Profile(r.Context(), r.URL.Query().Get("name"), person.ID)
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
	answer.addCareer(profile)
	for _, t := range profile.Tallies {
		answer.Tallies = append(answer.Tallies, TallyAnswer{
			Game: t.Game, Seats: t.Seats, Played: t.Played, Won: t.Won,
			Place: float64(t.RankSum) / float64(t.Played), Total: float64(t.PointSum) / float64(t.Played), Best: t.Best,
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

// avatars returns the `avatars` that the accounts with those names (parameter `name`, up to 60 times) have chosen,
// by name. Allowed for anybody.
func (s *profilesHandler) avatars(w http.ResponseWriter, r *http.Request) error {
	avatars, err := s.People.Accounts.Avatars(r.Context(), r.URL.Query()["name"])
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, AvatarsAnswer{avatars})
	return nil
}

// AvatarsAnswer has the avatars of accounts, by name.
type AvatarsAnswer struct {
	Avatars map[string]string `json:"avatars"`
}
