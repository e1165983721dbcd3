package rating

import "math"

const (
	// Settled is after how many matches a rating counts for a place among the
	// others; until then it is provisional.
	SettledAfter = 10
	// MaxMeetings is how many matches of a game that any two players play against
	// each other on one day count.
	MaxMeetings = 3
)

// Standing is where a player stands in one game.
type Standing struct {
	Rating
	// Matches is how many matches have changed the rating.
	Matches int
	// Meetings counts by opponent the matches of the day with that number that have
	// changed anybody's rating.
	Day      int64
	Meetings map[string]int
}

// Play changes the standings of the players of a match on that day, and reports
// whose ratings have changed. None do if two of the players have met in MaxMeetings
// matches of the day already; and a settled one does not if all other players are
// provisional. Ranks are as for [Rate].
func Play(day int64, players []string, ranks []int, standings map[string]*Standing) []bool {
	changed := make([]bool, len(players))
	before := make([]Rating, len(players))
	settled := 0
	for i, player := range players {
		s := standings[player]
		if s.Day != day {
			s.Day, s.Meetings = day, nil
		}
		for _, other := range players[:i] {
			if s.Meetings[other] >= MaxMeetings {
				return changed
			}
		}
		before[i] = s.Rating
		if s.Matches >= SettledAfter {
			settled++
		}
	}
	for i, after := range Rate(before, ranks) {
		s := standings[players[i]]
		if s.Matches < SettledAfter || settled > 1 {
			s.Rating, changed[i] = after, true
			s.Matches++
		}
		if s.Meetings == nil {
			s.Meetings = map[string]int{}
		}
		for j, other := range players {
			if j != i {
				s.Meetings[other]++
			}
		}
	}
	return changed
}

// Points returns a strength as people see it. A player without matches has
// 1000.
func Points(strength float64) int { return int(math.Round(1000 + 40*strength)) }
