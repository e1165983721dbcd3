package match

import (
	"slices"

	"archmage/internal/game"
)

// Result is the result of a match. Nothing in it is secret any more.
type Result struct {
	// Match is the id of the match.
	Match string `json:"match"`
	Ended int64  `json:"ended"`
	// Outcome is the outcome of the game or, if the match ended earlier, the points that everybody
	// knows. Seats that have lost whatever the score stand below all others and share the last
	// rank. Outcome is nil if the match was abandoned.
	Outcome *game.Outcome `json:"outcome,omitempty"`
	Seats   []SeatResult  `json:"seats"`
	// Seed decided every random event; Proof says how it was drawn. Both are nil if the match began
	// with a state.
	Seed  *game.Seed `json:"seed,omitempty"`
	Proof *Proof     `json:"proof,omitempty"`
}

// SeatResult is the result of a seat.
type SeatResult struct {
	// Rank counts from 1; 0 if the match was abandoned.
	Rank int `json:"rank"`
	// Total is the score; 0 if the match was abandoned.
	Total   int     `json:"total"`
	Lost    Lost    `json:"lost,omitempty"`
	LostAt  int64   `json:"lostAt,omitempty"`
	Answers []Share `json:"answers,omitempty"`
}

// lost returns, by seat, why each seat has lost whatever the score.
func (r *Result) lost() []Lost {
	list := make([]Lost, len(r.Seats))
	for i := range r.Seats {
		list[i] = r.Seats[i].Lost
	}
	return list
}

// rankLost returns the outcome with the seats that have lost whatever the score below all others,
// also below the virtual opponent of a solo game. These seats share the last rank, which is never
// 1; the others move up.
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

// asItStands returns the outcome of a match that ends before the game does, from the points that
// everybody knows.
func asItStands(s game.State) *game.Outcome {
	outcome := &game.Outcome{Rounds: s.Progress().Round}
	for seat, total := range s.Standing() {
		outcome.Places = append(
			outcome.Places,
			game.Place{Seat: game.Seat(seat), Total: total, Parts: []game.Part{}, TieBreaks: []int{}},
		)
	}
	slices.SortStableFunc(outcome.Places, func(a, b game.Place) int { return b.Total - a.Total })
	game.Rank(outcome.Places)
	return outcome
}

// placed returns the set of seats that an outcome names. If a seat is named twice or is out of
// range, it returns more seats than any match has.
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

// Persons returns the ids of everybody who has held a seat, each once. The match is listed among
// the matches of all of them.
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
