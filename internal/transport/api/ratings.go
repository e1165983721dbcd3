package api

import (
	"maps"
	"net/http"
	"slices"

	"github.com/go-chi/chi/v5"

	"archmage/internal/coded"
	"archmage/internal/people"
	"archmage/internal/transport/httpx"
	"archmage/internal/work"
)

// ratingsHandler sends ratings, leaderboards and standings.
type ratingsHandler struct {
	*httpx.Base
	matches matchFinder
}

// RatingAnswer is the rating of a player in a game.
type RatingAnswer struct {
	Points int `json:"points"`
	// Estimate is the points that the rating would have if it were certain.
	Estimate int `json:"estimate"`
	// Matches is the number of matches on which the rating is based.
	Matches     int  `json:"matches"`
	Provisional bool `json:"provisional"`
	// Last is the end of the last match, in milliseconds since 1970.
	Last int64 `json:"last"`
}

func asRating(r *people.Rating) RatingAnswer {
	return RatingAnswer{
		Points:      r.Points,
		Estimate:    r.Estimate,
		Matches:     r.Matches,
		Provisional: r.Provisional,
		Last:        r.Last.UnixMilli(),
	}
}

// ProfileRatingAnswer is the rating of a profile in one game.
type ProfileRatingAnswer struct {
	Game string `json:"game"`
	RatingAnswer
	// Place is the place among the players whose rating is not provisional, or 0 while this rating
	// is provisional. Settled is the number of those players.
	Place   int `json:"place"`
	Settled int `json:"settled"`
	// Curve is the rating after each of the last matches, oldest first.
	Curve []CurvePoint `json:"curve"`
}

// CurvePoint is a rating after a match.
type CurvePoint struct {
	// At is the end of the match, in milliseconds since 1970.
	At       int64 `json:"at"`
	Points   int   `json:"points"`
	Estimate int   `json:"estimate"`
}

func profileRatings(list []people.ProfileRating) []ProfileRatingAnswer {
	answers := []ProfileRatingAnswer{}
	for i := range list {
		r := &list[i]
		answer := ProfileRatingAnswer{
			Game:         r.Game,
			RatingAnswer: asRating(&r.Rating),
			Place:        r.Place,
			Settled:      r.Settled,
			Curve:        []CurvePoint{},
		}
		for _, point := range r.Curve {
			answer.Curve = append(
				answer.Curve,
				CurvePoint{At: point.At.UnixMilli(), Points: point.Points, Estimate: point.Estimate},
			)
		}
		answers = append(answers, answer)
	}
	return answers
}

// LeaderAnswer is a player on the leaderboard of a game.
type LeaderAnswer struct {
	httpx.Person
	RatingAnswer
	// Place is 0 while the rating is provisional.
	Place int `json:"place"`
}

func asLeader(l *people.Leader) LeaderAnswer {
	return LeaderAnswer{Person: httpx.AsPerson(l.Person), RatingAnswer: asRating(&l.Rating), Place: l.Place}
}

// LeaderboardAnswer is a page of the leaderboard of a game, the strongest first.
type LeaderboardAnswer struct {
	Players []LeaderAnswer `json:"players"`
	// Next is the cursor of the next page, or "".
	Next string `json:"next"`
	// Settled is the number of players whose rating is not provisional.
	Settled int `json:"settled"`
	// Own is the client's entry, absent without a rating.
	Own *LeaderAnswer `json:"own,omitempty"`
}

// leaderboard lists the ratings of a `game`, the strongest first, and the client's own (`own`, if it has a
// rating). Allowed for anybody.
func (s *ratingsHandler) leaderboard(w http.ResponseWriter, r *http.Request) error {
	person, err := s.PersonIfAny(r)
	if err != nil {
		return err
	}
	q := r.URL.Query()
	limit, err := httpx.Number(q.Get("limit"), httpx.DefaultPage, 1, httpx.MaxPage)
	if err != nil {
		return err
	}
	var board people.Leaderboard
	work.Do(
		r.Context(),
		func() {
			board, err = s.People.Profiles.Leaderboard(r.Context(), q.Get("game"), q.Get("after"), limit, person)
		},
	)
	if err != nil {
		return err
	}
	answer := LeaderboardAnswer{Players: []LeaderAnswer{}, Next: board.Next, Settled: board.Settled}
	for i := range board.Leaders {
		answer.Players = append(answer.Players, asLeader(&board.Leaders[i]))
	}
	if board.Own != nil {
		own := asLeader(board.Own)
		answer.Own = &own
	}
	s.WriteJSON(w, http.StatusOK, answer)
	return nil
}

// StandingAnswer is a line of the standings.
type StandingAnswer struct {
	// Person is absent for a bot of the server. In this case, Bot is the name of the bot.
	Person *httpx.Person `json:"person,omitempty"`
	Bot    string        `json:"bot,omitempty"`
	Place  int           `json:"place"`
	// Points is the number of players with a worse place, summed over all matches.
	Points int `json:"points"`
	Won    int `json:"won"`
	Played int `json:"played"`
}

func asStanding(standing *people.Standing) StandingAnswer {
	answer := StandingAnswer{
		Bot:    standing.Bot,
		Place:  standing.Place,
		Points: standing.Points,
		Won:    standing.Won,
		Played: standing.Played,
	}
	if standing.Bot == "" {
		person := httpx.AsPerson(standing.Person)
		answer.Person = &person
	}
	return answer
}

// StandingsAnswer is a page of the standings of a game, the most points first.
type StandingsAnswer struct {
	Standings []StandingAnswer `json:"standings"`
	// Next is the cursor of the next page, or "".
	Next string `json:"next"`
	// Begins is the beginning of the week, in milliseconds since 1970; 0 for all time.
	Begins int64 `json:"begins"`
	// Own is the client's line, absent if there is none.
	Own *StandingAnswer `json:"own,omitempty"`
}

// standings lists the standings of a `game`, or of all games together if `game` is missing: one point for each
// opponent finished ahead of. With `weeks` they are those of the week that many weeks ago (0 to 7), without it
// those of all time; with `seats` only matches of that many count. Matches of public rooms with at least two
// people count. A bot of the server has `bot` in place of `person`. `own` is the client's line. Allowed for
// anybody.
func (s *ratingsHandler) standings(w http.ResponseWriter, r *http.Request) error {
	person, err := s.PersonIfAny(r)
	if err != nil {
		return err
	}
	q := r.URL.Query()
	query := people.StandingsQuery{Game: q.Get("game"), After: q.Get("after"), AllTime: q.Get("weeks") == ""}
	if query.Limit, err = httpx.Number(q.Get("limit"), httpx.DefaultPage, 1, httpx.MaxPage); err != nil {
		return err
	}
	if query.Seats, err = httpx.Number(q.Get("seats"), 0, 0, httpx.MaxPage); err != nil {
		return err
	}
	if query.WeeksAgo, err = httpx.Number(q.Get("weeks"), 0, 0, people.KeptWeeks-1); err != nil {
		return err
	}
	var board people.Standings
	work.Do(r.Context(), func() { board, err = s.People.Profiles.Standings(r.Context(), query, person) })
	if err != nil {
		return err
	}
	answer := StandingsAnswer{Standings: []StandingAnswer{}, Next: board.Next, Begins: httpx.Milliseconds(board.Begins)}
	for i := range board.List {
		answer.Standings = append(answer.Standings, asStanding(&board.List[i]))
	}
	if board.Own != nil {
		own := asStanding(board.Own)
		answer.Own = &own
	}
	s.WriteJSON(w, http.StatusOK, answer)
	return nil
}

// MaxRatings is the number of people that a request for ratings may name.
const MaxRatings = 100

// ratings returns the ratings in a `game` of up to 100 people, each named by a parameter `player`. People without
// a rating are left out. Allowed for anybody.
func (s *ratingsHandler) ratings(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	ids := q["player"]
	if len(ids) > MaxRatings {
		return coded.Malformedf("ratings of at most %d players are asked for at once", MaxRatings)
	}
	ratings, err := s.People.Profiles.Ratings(r.Context(), q.Get("game"), ids)
	if err != nil {
		return err
	}
	type playerRating struct {
		Player string `json:"player"`
		RatingAnswer
	}
	answer := struct {
		Ratings []playerRating `json:"ratings"`
	}{[]playerRating{}}
	for _, id := range slices.Sorted(maps.Keys(ratings)) {
		rating := ratings[id]
		answer.Ratings = append(answer.Ratings, playerRating{id, asRating(&rating)})
	}
	s.WriteJSON(w, http.StatusOK, answer)
	return nil
}

// SeatRating is the change of the rating of the player who started a match at a seat. Before and
// Points are the points before and after the match.
type SeatRating struct {
	// Before is the rating before the match, and Points the one after it.
	Before      int  `json:"before"`
	Points      int  `json:"points"`
	Matches     int  `json:"matches"`
	Provisional bool `json:"provisional"`
	// Changed is false if the match has not changed the rating.
	Changed bool `json:"changed"`
}

// matchRatings returns what the match has changed in the ratings of its players. Allowed for anybody with its id.
func (s *ratingsHandler) matchRatings(w http.ResponseWriter, r *http.Request) error {
	person, err := s.PersonIfAny(r)
	if err != nil {
		return err
	}
	id := chi.URLParam(r, "match")
	if _, err := s.matches.Match(r.Context(), person, id); err != nil {
		return err
	}
	changed, err := s.People.Profiles.MatchRatings(r.Context(), id)
	if err != nil {
		return err
	}
	answer := struct {
		Rated    bool         `json:"rated"`
		Repeated bool         `json:"repeated"`
		Seats    []SeatRating `json:"seats"`
	}{changed.Rated, changed.Repeated, []SeatRating{}}
	for _, seat := range changed.Seats {
		answer.Seats = append(
			answer.Seats,
			SeatRating{
				Before:      seat.Before,
				Points:      seat.Points,
				Matches:     seat.Matches,
				Provisional: seat.Provisional,
				Changed:     seat.Changed,
			},
		)
	}
	s.WriteJSON(w, http.StatusOK, answer)
	return nil
}
