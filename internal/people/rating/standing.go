package rating

import "math"

const (
	// SettledAfter is the number of matches after which a rating is settled and gets a place in
	// lists. Until then it is provisional.
	SettledAfter = 10
	// MaxMeetings is the number of matches of two players against each other that count on one
	// day, in each game.
	MaxMeetings = 3
)

// Standing is a player's rating in one game, with the data for rating the next match.
type Standing struct {
	Rating
	// Matches is the number of matches that have changed the rating.
	Matches int
	// Meetings counts, by opponent, the matches of the day number Day that have counted.
	Day      int64
	Meetings map[string]int
}

// Play updates the standings of the players of a match on the given day, and reports for each player
// whether the rating has changed. No rating changes if two opponents have already met in
// MaxMeetings matches of the day against each other. A settled rating does not change if all other
// players are provisional. results is as for [Rate].
func Play(day int64, players []string, results []Result, standings map[string]*Standing) []bool {
	changed := make([]bool, len(players))
	before := make([]Rating, len(players))
	settled := 0
	for i, player := range players {
		s := standings[player]
		if s.Day != day {
			s.Day, s.Meetings = day, nil
		}
		for j, other := range players[:i] {
			if s.Meetings[other] >= MaxMeetings && !results[i].isTeammate(results[j]) {
				return changed
			}
		}
		before[i] = s.Rating
		if s.Matches >= SettledAfter {
			settled++
		}
	}
	for i, after := range Rate(before, results) {
		s := standings[players[i]]
		if s.Matches < SettledAfter || settled > 1 {
			s.Rating, changed[i] = after, true
			s.Matches++
		}
		if s.Meetings == nil {
			s.Meetings = map[string]int{}
		}
		for j, other := range players {
			if j != i && !results[i].isTeammate(results[j]) {
				s.Meetings[other]++
			}
		}
	}
	return changed
}

// Points converts a strength to the number that people see. A player without matches has 1000.
func Points(strength float64) int { return int(math.Round(1000 + 40*strength)) }
