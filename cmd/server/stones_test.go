package main

import (
	"encoding/json"
	"fmt"
	"slices"

	"archmage/internal/game"
)

// stonesMark is an environment variable that makes the server offer the game of stones, of which the client
// has no folder. The browser tests use it.
const stonesMark = "WITH_STONES"

// stones is a game for tests of the generic board. Its documents have everything that the board draws: a
// board, a collection, lists, facts, a hand. A player in turn puts a stone on the board and bets chips on it,
// plays a card, or takes from a pile. The match ends with the last empty square.
type stones struct{ game.OptionWords }

const (
	stonePlace uint8 = iota + 1
	stoneCard
	stoneTake
	stoneBet
)

const (
	stoneHand  = 3
	stoneChips = 20
)

var (
	stoneSquares = []string{"a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"}
	stonePiles   = []string{"north", "south"}
	stoneWords   = game.OptionWords{
		stonePlace: {Word: "place_stone", Arg: game.NameA(stoneSquares...), Ref: "board"},
		stoneCard:  {Word: "play", Arg: game.NumberA(1, 12), Ref: "hand"},
		stoneTake:  {Word: "take", Arg: game.NameA(stonePiles...), Ref: "piles"},
		stoneBet:   {Word: "bet"},
	}
)

// stoneState is a match. A square holds a seat plus 1, or 0.
type stoneState struct {
	Seats     int
	Seed      game.Seed
	Turn      int
	Turns     int
	Square    int // the stone on which the seat in turn bets, or -1
	Squares   [9]int
	Piles     [2]int
	Hands     [][]int
	Discarded []int
	Points    [][3]int // from stones, cards and piles
	Chips     []int
	Asked     []uint32
}

func (stones) Info() game.Info {
	return game.Info{
		ID: "stones", Version: 1, Title: game.English("Stones"), MinSeats: 2, MaxSeats: game.MaxSeats,
	}
}

func (stones) New(_ game.MatchOptions, seats int, seed game.Seed) (game.State, error) {
	s := &stoneState{Seats: seats, Seed: seed, Square: -1, Piles: [2]int{5, 5}}
	for seat := range seats {
		hand := seed.Stream("hand", seat)
		cards := []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}
		game.Shuffle(hand, cards)
		cards = cards[:stoneHand]
		slices.Sort(cards)
		s.Hands, s.Points = append(s.Hands, cards), append(s.Points, [3]int{})
		s.Chips, s.Asked = append(s.Chips, stoneChips), append(s.Asked, 0)
	}
	s.Asked[0] = 1
	return s, nil
}

func (stones) Decode(data []byte) (game.State, error) {
	s := &stoneState{}
	return s, json.Unmarshal(data, s)
}

func (g stones) Setup(data []byte, _ game.Seed, _ *game.Step) (game.State, error) {
	return g.Decode(data)
}

func (s *stoneState) Opening(step *game.Step) {
	step.Add("deal", game.NoSeat, game.Int("cards", stoneHand))
}

func (s *stoneState) isOver() bool { return s.Square < 0 && !slices.Contains(s.Squares[:], 0) }

func (s *stoneState) Waiting() game.Seats {
	if s.isOver() {
		return 0
	}
	return game.Seats(0).With(game.Seat(s.Turn))
}

func (s *stoneState) Decision(seat game.Seat, d *game.Decision) bool {
	d.Reset()
	if !s.Waiting().Has(seat) {
		return false
	}
	d.ID, d.Seat = s.Asked[seat], seat
	if s.Square >= 0 {
		d.Kind, d.Max = "bet", s.Chips[seat]
		d.Add(game.Key{Word: stoneBet}, 0, d.Max)
		d.Suggest(game.Key{Word: stoneBet}, min(2, d.Max), 0)
		return true
	}
	d.Kind, d.Min, d.Max = "turn", 1, 1
	for square, owner := range s.Squares {
		if owner == 0 {
			d.Add(game.Key{Word: stonePlace, A: uint8(square)}, 0, 1)
		}
	}
	for _, card := range s.Hands[seat] {
		d.Add(game.Key{Word: stoneCard, A: uint8(card)}, 0, 1)
	}
	for pile, n := range s.Piles {
		if n > 0 {
			d.Add(game.Key{Word: stoneTake, A: uint8(pile)}, 0, 1)
		}
	}
	return true
}

func (s *stoneState) Apply(seat game.Seat, answer game.Answer, step *game.Step) error {
	if err := game.CheckAnswer(s, seat, answer); err != nil {
		return err
	}
	if s.Square >= 0 {
		bet := answer.Count(game.Key{Word: stoneBet})
		s.Chips[seat] -= bet
		s.Points[seat][0] += 1 + bet
		step.Add("bet", seat, game.Int("chips", bet), game.ID("square", stoneSquares[s.Square]))
		s.Square = -1
		s.next()
		return nil
	}
	switch key := answer.Picks[0].Key; key.Word {
	case stonePlace:
		s.Square = int(key.A)
		s.Squares[key.A] = int(seat) + 1
		step.Add("place_stone", seat, game.ID("square", stoneSquares[key.A]))
		if s.Chips[seat] > 0 {
			s.Asked[seat]++
			return nil
		}
		s.Square = -1
		s.Points[seat][0]++
	case stoneCard:
		s.Hands[seat] = slices.DeleteFunc(
			slices.Clone(s.Hands[seat]),
			func(card int) bool { return card == int(key.A) },
		)
		s.Discarded = append(slices.Clip(s.Discarded), int(key.A))
		s.Points[seat][1] += int(key.A)
		step.Add("play", seat, game.Int("card", key.A))
	case stoneTake:
		s.Piles[key.A]--
		s.Points[seat][2]++
		step.Add("take", seat, game.ID("from", stonePiles[key.A]), game.Int("left", s.Piles[key.A]))
	}
	s.next()
	return nil
}

// next asks the next seat.
func (s *stoneState) next() {
	s.Turns++
	s.Turn = s.Turns % s.Seats
	s.Asked[s.Turn]++
}

type stonePublic struct {
	Round     int                         `json:"round"`
	Phase     string                      `json:"phase"`
	Turn      string                      `json:"turn,omitempty"`
	Last      string                      `json:"last_square,omitempty"`
	Open      bool                        `json:"openHands"`
	Discarded []int                       `json:"discarded,omitempty"`
	Board     game.Table[string]          `json:"board"`
	Piles     game.Table[int]             `json:"piles"`
	Seats     game.Table[stonePublicSeat] `json:"seats"`
}

type stonePublicSeat struct {
	Stones int   `json:"stones"`
	Points int   `json:"points"`
	Chips  int   `json:"chips"`
	Cards  int   `json:"cards"`
	Hand   []int `json:"hand,omitempty"`
}

type stonePrivate struct {
	Hand []int `json:"hand,omitempty"`
}

func (s *stoneState) Public() any {
	p := &stonePublic{Round: s.Turns/s.Seats + 1, Phase: "turn", Discarded: s.Discarded, Open: s.isOver()}
	if s.Square >= 0 {
		p.Phase, p.Last = "bet", stoneSquares[s.Square]
	}
	if s.isOver() {
		p.Phase = "over"
	} else {
		p.Turn = fmt.Sprintf("s%d", s.Turn)
	}
	for square, owner := range s.Squares {
		text := ""
		if owner > 0 {
			text = fmt.Sprintf("s%d", owner-1)
		}
		p.Board.Add(stoneSquares[square], text)
	}
	for pile, n := range s.Piles {
		p.Piles.Add(stonePiles[pile], n)
	}
	for seat, points := range s.Standing() {
		one := stonePublicSeat{Points: points, Chips: s.Chips[seat], Cards: len(s.Hands[seat])}
		for _, owner := range s.Squares {
			if owner == seat+1 {
				one.Stones++
			}
		}
		if s.isOver() {
			one.Hand = s.Hands[seat]
		}
		p.Seats.Add(fmt.Sprintf("s%d", seat), one)
	}
	return p
}

func (s *stoneState) Private(seat game.Seat) any {
	if s.isOver() {
		return &stonePrivate{}
	}
	return &stonePrivate{Hand: s.Hands[seat]}
}

func (s *stoneState) SamePrivate(game.State, game.Seat) bool { return false }

func (s *stoneState) Standing() []int {
	standing := make([]int, s.Seats)
	for seat, points := range s.Points {
		standing[seat] = points[0] + points[1] + points[2]
	}
	return standing
}

func (s *stoneState) Progress() game.Progress { return game.Progress{Round: s.Turns/s.Seats + 1} }

func (s *stoneState) Outcome() *game.Outcome {
	if !s.isOver() {
		return nil
	}
	out := &game.Outcome{Rounds: s.Turns/s.Seats + 1}
	for seat, total := range s.Standing() {
		place := game.Place{Seat: game.Seat(seat), Total: total}
		for i, source := range []string{"stones", "played_cards", "piles"} {
			place.Parts = append(place.Parts, game.Part{Source: source, Points: s.Points[seat][i]})
		}
		out.Places = append(out.Places, place)
	}
	slices.SortStableFunc(out.Places, func(a, b game.Place) int { return b.Total - a.Total })
	game.Rank(out.Places)
	return out
}

func (s *stoneState) Clone() game.State {
	c := *s
	c.Hands, c.Points = slices.Clone(s.Hands), slices.Clone(s.Points)
	c.Chips, c.Asked = slices.Clone(s.Chips), slices.Clone(s.Asked)
	return &c
}

func (s *stoneState) CopyInto(dst game.State) { *dst.(*stoneState) = *s.Clone().(*stoneState) }

func (s *stoneState) AppendBinary(b []byte) ([]byte, error) {
	data, err := json.Marshal(s)
	return append(b, data...), err
}

// Sample deals the hands of others again.
func (s *stoneState) Sample(viewer game.Viewer, rng *game.RNG) game.State {
	c := s.Clone().(*stoneState)
	for seat, hand := range c.Hands {
		if viewer.Sees(game.Seat(seat)) {
			continue
		}
		cards := []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}
		game.Shuffle(rng, cards)
		c.Hands[seat] = cards[:len(hand)]
		slices.Sort(c.Hands[seat])
	}
	return c
}

func (s *stoneState) Describe() any { return s }

func (s *stoneState) Check() error { return nil }
