package match

import (
	"slices"

	"archmage/internal/game"
)

// Result is what became of a match. Nothing in it is a secret any more.
type Result struct {
	// Match is the id of the match.
	Match string `json:"match"`
	Ended int64  `json:"ended"`
	// Outcome is nil if the match was abandoned.
	Outcome *game.Outcome `json:"outcome,omitempty"`
	Seats   []SeatResult  `json:"seats"`
	// Seed decided every random event, and Proof says where it came from; both
	// are nil if the match began with a state.
	Seed  *game.Seed `json:"seed,omitempty"`
	Proof *Proof     `json:"proof,omitempty"`
}

// SeatResult is what became of a seat.
type SeatResult struct {
	// Rank counts from 1, see [Placing]; 0 if the match was abandoned.
	Rank int `json:"rank"`
	// Total is the score; 0 if the match was abandoned.
	Total   int     `json:"total"`
	Lost    Lost    `json:"lost,omitempty"`
	LostAt  int64   `json:"lostAt,omitempty"`
	Answers []Share `json:"answers,omitempty"`
}

// lost returns by seat why each has lost whatever the score.
func (r *Result) lost() []Lost {
	list := make([]Lost, len(r.Seats))
	for i := range r.Seats {
		list[i] = r.Seats[i].Lost
	}
	return list
}

// Placing returns the rank of each seat, counted from 1. Seats that have lost
// whatever the score share the last rank, below all others and below the virtual
// opponent of a solo game. Without an outcome every rank is 0.
func Placing(outcome *game.Outcome, lost []Lost) []int {
	ranks := make([]int, len(lost))
	if outcome == nil {
		return ranks
	}
	last := 1
	for _, p := range outcome.Places {
		if p.Seat == game.NoSeat || lost[p.Seat] == "" {
			last++
		}
	}
	for _, p := range outcome.Places {
		switch {
		case p.Seat == game.NoSeat:
		case lost[p.Seat] != "":
			ranks[p.Seat] = last
		default:
			ranks[p.Seat] = p.Rank - above(outcome, lost, p.Rank)
		}
	}
	return ranks
}

// placed returns the seats that an outcome names; with a seat outside of
// [game.Seats] or one that is named twice, it returns more than any match has.
func placed(outcome *game.Outcome) game.Seats {
	var seats game.Seats
	for _, p := range outcome.Places {
		if p.Seat == game.NoSeat {
			continue
		}
		if p.Seat < 0 || p.Seat >= game.MaxSeats || seats.Has(p.Seat) {
			return ^game.Seats(0)
		}
		seats = seats.With(p.Seat)
	}
	return seats
}

// above counts the seats with a better rank that have lost whatever the score.
func above(outcome *game.Outcome, lost []Lost, rank int) int {
	n := 0
	for _, p := range outcome.Places {
		if p.Seat != game.NoSeat && p.Rank < rank && lost[p.Seat] != "" {
			n++
		}
	}
	return n
}

// Persons returns everybody who has held a seat, each once. They find the match
// under their name.
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
