// Package simultaneous has the rules of Lone Number: in each of five rounds, all players choose a number from 0
// to 20 in secret. The highest number that only one player chose scores its value.
package simultaneous

import (
	"archmage/internal/game"
	"archmage/internal/game/simple"
)

const (
	maxSeats = 4
	rounds   = 5
	highest  = 20
)

// match is the state.
type match struct {
	Seats int
	// Round counts from 0. It is rounds when the match is over.
	Round int
	// Chosen are the numbers of the last round.
	Chosen [maxSeats]int
	Points [maxSeats]int
}

// The option words.
const optNumber uint8 = 1

// New returns the rules.
func New() game.Rules {
	return simple.New(simple.Game[match]{
		Info: game.Info{
			ID:       "simultaneous",
			Version:  1,
			Title:    game.English("Lone Number"),
			MinSeats: 2,
			MaxSeats: maxSeats,
		},
		Words: game.OptionWords{
			optNumber: {Word: "number"},
		},
		Start:   func(m *match, start *simple.Start) { m.Seats = start.Seats },
		Waiting: waiting,
		Ask:     ask,
		Answer:  answer,
		Resolve: resolve,
		Public:  public,
		Points:  points,
		Round:   func(m *match) int { return min(m.Round+1, rounds) },
	})
}

// Module returns what the program needs to offer the game.
func Module() game.Module { return game.Module{Rules: New()} }

// waiting returns all seats. Each answer stays secret until all have answered.
func waiting(m *match) game.Seats {
	if m.Round == rounds {
		return 0
	}
	return game.AllSeats(m.Seats)
}

func ask(_ *match, _ game.Seat, d *game.Decision) {
	d.Kind = "number"
	d.AddNumber(game.Key{Word: optNumber}, 0, highest)
}

// answer reveals the number of one seat. It runs for every seat after all have answered.
func answer(m *match, a *simple.Answer) {
	m.Chosen[a.Seat] = a.Number()
	a.Log("reveal", game.Int("number", m.Chosen[a.Seat]))
}

// resolve scores the round.
func resolve(m *match, a *simple.Answer) {
	var seats [highest + 1][]game.Seat
	for seat := range game.Seat(m.Seats) {
		number := m.Chosen[seat]
		seats[number] = append(seats[number], seat)
	}
	for number := highest; number > 0; number-- {
		if len(seats[number]) == 1 {
			winner := seats[number][0]
			m.Points[winner] += number
			a.Step.Add("score", winner, game.Int("points", number))
			break
		}
	}
	m.Round++
}

// Public is the document that all viewers see.
type Public struct {
	Round int                  `json:"round"`
	Seats game.Table[SeatView] `json:"seats"`
}

// SeatView is the part of the document about one seat.
type SeatView struct {
	Points int `json:"points"`
	// Last is the number that the seat chose in the last round.
	Last int `json:"last"`
}

func public(m *match) any {
	document := &Public{Round: min(m.Round+1, rounds)}
	for seat, n := range points(m) {
		document.Seats.Add(simple.SeatKey(game.Seat(seat)), SeatView{Points: n, Last: m.Chosen[seat]})
	}
	return document
}

func points(m *match) []int { return append([]int(nil), m.Points[:m.Seats]...) }
