// Package open has the rules of Three in a Row: on a board of 3 by 3 squares, two players take turns to place a
// piece, and the first with three in a line wins. Nothing is hidden and nothing is random.
package open

import (
	"archmage/internal/game"
	"archmage/internal/game/simple"
)

// size is the number of columns and of rows.
const size = 3

// match is the state. Squares are numbered from 0 at a1, along the rows.
type match struct {
	Turn game.Seat
	// Board has the seat of each piece plus 1, or 0 for an empty square.
	Board [size * size]int8
	// Winner is the seat of the winner plus 1, or 0.
	Winner int8
}

// The option words.
const optPlace uint8 = 1

// New returns the rules.
func New() game.Rules {
	return simple.New(simple.Game[match]{
		Info: game.Info{
			ID:       "open",
			Version:  1,
			Title:    game.English("Three in a Row"),
			MinSeats: 2,
			MaxSeats: 2,
		},
		Words: game.OptionWords{
			optPlace: {Word: "place", Arg: game.SquareB(size, size), Ref: "board"},
		},
		Start:   func(*match, *simple.Start) {},
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
	if m.Winner != 0 || m.isFull() {
		return 0
	}
	return game.Seats(0).With(m.Turn)
}

func ask(m *match, _ game.Seat, d *game.Decision) {
	d.Kind = "place"
	for square, piece := range m.Board {
		if piece == 0 {
			d.Add(game.Key{Word: optPlace, B: uint16(square)}, 0, 1)
		}
	}
}

func answer(m *match, a *simple.Answer) {
	square := int(a.Key().B)
	m.Board[square] = int8(a.Seat) + 1
	a.Log("place", game.ID("square", squareName(square)))
	if m.hasLine(int8(a.Seat) + 1) {
		m.Winner = int8(a.Seat) + 1
	}
	m.Turn = 1 - m.Turn
}

func (m *match) isFull() bool {
	for _, piece := range m.Board {
		if piece == 0 {
			return false
		}
	}
	return true
}

// lines are the rows, the columns and the diagonals.
var lines = [...][size]int{
	{0, 1, 2},
	{3, 4, 5},
	{6, 7, 8},
	{0, 3, 6},
	{1, 4, 7},
	{2, 5, 8},
	{0, 4, 8},
	{2, 4, 6},
}

func (m *match) hasLine(piece int8) bool {
	for _, line := range lines {
		if m.Board[line[0]] == piece && m.Board[line[1]] == piece && m.Board[line[2]] == piece {
			return true
		}
	}
	return false
}

// Public is the document that all viewers see. Clients draw a table whose keys are squares as a board.
type Public struct {
	Turn  string               `json:"turn"`
	Board game.Table[string]   `json:"board"`
	Seats game.Table[SeatView] `json:"seats"`
}

// SeatView is the part of the document about one seat.
type SeatView struct {
	Points int `json:"points"`
}

// squareName returns the name of a square, such as "a1".
func squareName(square int) string { return game.SquareName(square%size, square/size) }

func public(m *match) any {
	document := &Public{Turn: simple.SeatKey(m.Turn)}
	for square, piece := range m.Board {
		owner := ""
		if piece != 0 {
			owner = simple.SeatKey(game.Seat(piece - 1))
		}
		document.Board.Add(squareName(square), owner)
	}
	for seat, n := range points(m) {
		document.Seats.Add(simple.SeatKey(game.Seat(seat)), SeatView{Points: n})
	}
	return document
}

func points(m *match) []int {
	points := make([]int, 2)
	if m.Winner != 0 {
		points[m.Winner-1] = 1
	}
	return points
}
