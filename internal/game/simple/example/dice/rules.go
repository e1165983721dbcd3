// Package dice has the rules of Twenty-One: on a turn, a player rolls a die as often as they like and adds up
// the points. Above 21 the player is out. The highest total that is not above 21 wins.
package dice

import (
	"archmage/internal/game"
	"archmage/internal/game/simple"
)

const (
	maxSeats = 4
	limit    = 21
	sides    = 6
)

// match is the state.
type match struct {
	Seats int
	// Turn is the seat that rolls. It is Seats when the match is over.
	Turn game.Seat
	// Totals are the sums of the dice of each seat.
	Totals [maxSeats]int
}

// The option words.
const (
	optRoll uint8 = iota + 1
	optStop
)

// New returns the rules.
func New() game.Rules {
	return simple.New(simple.Game[match]{
		Info: game.Info{
			ID:       "dice",
			Version:  1,
			Title:    game.English("Twenty-One"),
			MinSeats: 2,
			MaxSeats: maxSeats,
		},
		Words: game.OptionWords{
			optRoll: {Word: "roll"},
			optStop: {Word: "stop"},
		},
		Start:   func(m *match, start *simple.Start) { m.Seats = start.Seats },
		Waiting: waiting,
		Ask:     ask,
		Answer:  answer,
		Public:  public,
		Points:  points,
	})
}

// Module returns what the program needs to offer the game.
func Module() game.Module { return game.Module{Rules: New()} }

func waiting(m *match) game.Seats {
	if int(m.Turn) == m.Seats {
		return 0
	}
	return game.Seats(0).With(m.Turn)
}

func ask(m *match, seat game.Seat, d *game.Decision) {
	d.Kind = "turn"
	d.Args = append(d.Args, game.Int("total", m.Totals[seat]))
	d.Add(game.Key{Word: optRoll}, 0, 1)
	d.Add(game.Key{Word: optStop}, 0, 1)
}

func answer(m *match, a *simple.Answer) {
	if a.Key().Word == optStop {
		a.Log("stop")
		m.Turn++
		return
	}
	die := a.Roll(sides)
	m.Totals[a.Seat] += die
	a.Log("roll", game.Int("die", die), game.Int("total", m.Totals[a.Seat]))
	if m.Totals[a.Seat] > limit {
		a.Log("out")
		m.Turn++
	}
}

// Public is the document that all viewers see.
type Public struct {
	// Turn is the key of the seat that rolls. It is "" when the match is over.
	Turn  string               `json:"turn"`
	Limit int                  `json:"limit"`
	Seats game.Table[SeatView] `json:"seats"`
}

// SeatView is the part of the document about one seat.
type SeatView struct {
	Points int `json:"points"`
	Total  int `json:"total"`
}

func public(m *match) any {
	document := &Public{Limit: limit}
	if waiting(m) != 0 {
		document.Turn = simple.SeatKey(m.Turn)
	}
	for seat, n := range points(m) {
		document.Seats.Add(simple.SeatKey(game.Seat(seat)), SeatView{Points: n, Total: m.Totals[seat]})
	}
	return document
}

func points(m *match) []int {
	points := make([]int, m.Seats)
	for seat := range points {
		if m.Totals[seat] <= limit {
			points[seat] = m.Totals[seat]
		}
	}
	return points
}
