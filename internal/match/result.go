package match

import (
	"slices"

	"archmage/internal/game"
)

// Result is the result of a match. Nothing in it is secret any more.
type Result struct {
	// Match is the id of the match.
	Match string `json:"match"`
	// Ended is the time of the end, in milliseconds since 1970.
	Ended int64 `json:"ended"`
	// Outcome is the outcome of the game, absent if the match was abandoned. If the match ended before its
	// game did, it has the points that were public. Seats that have lost whatever the score come after all
	// others and share the last rank.
	Outcome *game.Outcome `json:"outcome,omitempty"`
	// Seats has the result of each seat, in seat order.
	Seats []SeatResult `json:"seats"`
	// Seed is the seed of all random events, absent if it is that of a Deal, because others may still play
	// with it, and if the match began with a state. Proof has the values from which it was drawn.
	Seed  *game.Seed `json:"seed,omitempty"`
	Proof *Proof     `json:"proof,omitempty"`
	Deal  *Deal      `json:"deal,omitempty"`
}

// SeatResult is the result of a seat.
type SeatResult struct {
	// Rank counts from 1; 0 if the match was abandoned.
	Rank int `json:"rank"`
	// Total is the score; 0 if the match was abandoned.
	Total int `json:"total"`
	// Team is the team of the seat, from 1; 0 in a game without teams. A player who has lost whatever the score
	// keeps the team but does not share its rank.
	Team int `json:"team,omitempty"`
	// Lost is the reason why the seat has lost whatever its score. LostAt is when, in milliseconds since 1970.
	Lost   Lost  `json:"lost,omitempty"`
	LostAt int64 `json:"lostAt,omitempty"`
	// Answers has the number of answers by each person and bot.
	Answers []Share `json:"answers,omitempty"`
}

// lost returns the reason of each seat's loss, by seat.
func (r *Result) lost() []Lost {
	list := make([]Lost, len(r.Seats))
	for i := range r.Seats {
		list[i] = r.Seats[i].Lost
	}
	return list
}

// rankLost moves the seats that have lost whatever the score below all other places, also below the virtual
// opponent of a solo game. They share the last rank, which is never 1. Other places move up.
func rankLost(outcome *game.Outcome, lost []Lost) *game.Outcome {
	hasLost := func(p game.Place) bool { return p.Seat != game.NoSeat && lost[p.Seat] != "" }
	if !slices.ContainsFunc(outcome.Places, hasLost) {
		return outcome
	}
	ranked := &game.Outcome{Rounds: outcome.Rounds}
	before := 0
	for _, p := range outcome.Places {
		if hasLost(p) {
			continue
		}
		place := p
		place.Rank = len(ranked.Places) + 1
		if n := len(ranked.Places); n > 0 && p.Rank == before {
			place.Rank = ranked.Places[n-1].Rank
		}
		before = p.Rank
		ranked.Places = append(ranked.Places, place)
	}
	last := max(2, len(ranked.Places)+1)
	for _, p := range outcome.Places {
		if hasLost(p) {
			p.Rank = last
			ranked.Places = append(ranked.Places, p)
		}
	}
	return ranked
}

// earlyOutcome returns the outcome of a match that ends before its game does, by the public points. If all
// players are one team, the virtual opponent comes first.
func earlyOutcome(s game.State) *game.Outcome {
	outcome := &game.Outcome{Rounds: s.Progress().Round}
	standing := s.Standing()
	teams := game.TeamsOf(s, len(standing))
	for seat, total := range standing {
		outcome.Places = append(outcome.Places, game.Place{
			Seat: game.Seat(seat), Team: teams[seat], Total: total, Parts: []game.Part{}, TieBreaks: []int{},
		})
	}
	slices.SortStableFunc(outcome.Places, func(a, b game.Place) int { return b.Total - a.Total })
	game.Rank(outcome.Places)
	if isOneTeam(teams) {
		opponent := game.Place{Seat: game.NoSeat, Rank: 1, Parts: []game.Part{}, TieBreaks: []int{}}
		for i := range outcome.Places {
			outcome.Places[i].Rank++
		}
		outcome.Places = slices.Insert(outcome.Places, 0, opponent)
	}
	return outcome
}

// isOneTeam reports whether all seats play together.
func isOneTeam(teams []int) bool {
	return !slices.ContainsFunc(teams, func(team int) bool { return !game.AreTeammates(team, teams[0]) })
}

// namesEachSeat reports whether the outcome has exactly one place for each of the first n seats. It may also
// have places of the virtual opponent.
func namesEachSeat(outcome *game.Outcome, n int) bool {
	var seats game.Seats
	for _, p := range outcome.Places {
		if p.Seat == game.NoSeat {
			continue
		}
		if !game.AllSeats(n).Has(p.Seat) || seats.Has(p.Seat) {
			return false
		}
		seats = seats.With(p.Seat)
	}
	return seats == game.AllSeats(n)
}

// Persons returns the ids of all persons who have held a seat, each once. They all find the match in their
// lists.
func (m *Match) Persons() []string {
	var list []string
	add := func(person string) {
		if person != "" && !slices.Contains(list, person) {
			list = append(list, person)
		}
	}
	for i := range m.Players {
		add(m.Players[i].Person)
	}
	for i := range m.Seats {
		for _, person := range m.Seats[i].Held {
			add(person)
		}
	}
	return list
}
