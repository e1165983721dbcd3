package gametest

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"archmage/internal/coded"
	"archmage/internal/game"
)

// The verbs of the toy's options.
const (
	verbBid uint8 = iota + 1
	verbRoll
	verbSplit
	verbSing
	verbBack
	verbPanic // toy only
	verbToken
	verbNote
)

var toyNotes = []string{"do", "re", "mi"}

func bidKey(card int) game.Key { return game.Key{Verb: verbBid, A: uint8(card)} }

// toyVerbs says how the options are written.
var toyVerbs = game.Verbs{
	verbBid:   {Word: "bid", Arg: game.NumberA(0, toyCards-1), Ref: "hand"},
	verbRoll:  {Word: "roll"},
	verbSplit: {Word: "split"},
	verbSing:  {Word: "sing"},
	verbBack:  {Word: "back"},
	verbPanic: {Word: "panic"}, // toy only
	verbToken: {Word: "token", Arg: game.NameA("red", "blue")},
	verbNote:  {Word: "note", Arg: game.NameA(toyNotes...)},
}

func (toy) OptionID(key game.Key) string           { return toyVerbs.OptionID(key) }
func (toy) OptionRef(key game.Key) string          { return toyVerbs.OptionRef(key) }
func (toy) ParseOption(id string) (game.Key, bool) { return toyVerbs.ParseOption(id) }

// toyPublic is what everybody may know of a match.
type toyPublic struct {
	Round int    `json:"round"`
	Phase string `json:"phase"`
	Turn  string `json:"turn,omitempty"`
	Deck  int    `json:"deck"`
	// Library is the deck from the bottom up, once the match is over.
	Library []int `json:"library,omitempty"`
	// Seats are in order, by their keys "s0", "s1", ...
	Seats game.Table[toySeat] `json:"seats"`
}

type toySeat struct {
	Points int  `json:"points"`
	Cards  int  `json:"cards"`
	HasBid bool `json:"hasBid,omitempty"`
	// Hand is there once the match is over.
	Hand []int `json:"hand,omitempty"`
}

// toyPrivate is what a player knows besides, until the match is over.
type toyPrivate struct {
	Hand []int `json:"hand,omitempty"`
	// Bid is the card that the seat has bid, as an option refers to it.
	Bid string `json:"bid,omitempty"`
}

var seatNames = game.MakeNames("s")

func (s *toyState) Public() any {
	over := s.Phase == phaseOver
	public := &toyPublic{Round: int(s.Round) + 1, Phase: "turn", Deck: int(s.Left)}
	switch {
	case over:
		public.Phase = "over"
		for _, card := range s.Deck[:s.Left] {
			public.Library = append(public.Library, int(card))
		}
	case s.Phase == phaseBid:
		public.Phase = "bid"
	default:
		public.Turn = seatNames.Of(int(s.Turn))
	}
	for seat, points := range s.Standing() {
		player := toySeat{Points: points, Cards: bits.OnesCount32(s.Hands[seat]), HasBid: s.Bids[seat] != 0}
		if over {
			player.Hand = cardsOf(s.Hands[seat])
		}
		public.Seats.Add(seatNames.Of(seat), player)
	}
	return public
}

func (s *toyState) Standing() []int {
	standing := make([]int, s.Seats)
	for seat := range standing {
		for _, points := range s.Points[seat] {
			standing[seat] += int(points)
		}
	}
	return standing
}

func (s *toyState) Progress() game.Progress { return game.Progress{Round: int(s.Round) + 1} }

func (s *toyState) Private(seat game.Seat) any {
	if s.Phase == phaseOver {
		return &toyPrivate{}
	}
	private := &toyPrivate{Hand: cardsOf(s.Hands[seat])}
	if s.Bids[seat] != 0 {
		private.Bid = fmt.Sprintf("hand:%d", s.Bids[seat]-1)
	}
	return private
}

// cardsOf lists the cards of a set.
func cardsOf(set uint32) []int {
	var cards []int
	for ; set != 0; set &= set - 1 {
		cards = append(cards, bits.TrailingZeros32(set))
	}
	return cards
}

func (s *toyState) Sample(viewer game.Viewer, rng *game.RNG) game.State {
	c := *s
	c.seed = rng.Seed()
	if s.Phase == phaseOver {
		return &c
	}
	var pool []uint8
	pool = append(pool, s.Deck[:s.Left]...)
	for seat := range game.Seat(s.Seats) {
		if !viewer.Sees(seat) {
			for _, card := range cardsOf(s.Hands[seat]) {
				pool = append(pool, uint8(card))
			}
		}
	}
	slices.Sort(pool)
	game.Shuffle(rng, pool)
	pool = pool[copy(c.Deck[:c.Left], pool):]
	for seat := range game.Seat(s.Seats) {
		if viewer.Sees(seat) {
			continue
		}
		n := bits.OnesCount32(s.Hands[seat])
		c.Hands[seat] = 0
		for _, card := range pool[:n] {
			c.Hands[seat] |= 1 << card
		}
		if s.Bids[seat] != 0 {
			c.Bids[seat] = pool[rng.IntN(n)] + 1
		}
		pool = pool[n:]
		// How often somebody went back is a secret too, and so is what they
		// have declared.
		c.Asked[seat] = 1
		if s.Phase != phaseBid && seat == game.Seat(s.Turn) {
			c.Phase = phaseAct
		}
	}
	return &c
}

func (s *toyState) Clone() game.State       { c := *s; return &c }
func (s *toyState) CopyInto(dst game.State) { *dst.(*toyState) = *s }
func (s *toyState) Describe() any           { return s.toyData }

const toyVersion = 1

func (s *toyState) AppendBinary(b []byte) ([]byte, error) {
	c := game.NewEncoder(b, toyVersion)
	s.visit(&c)
	return c.End()
}

func (toy) Decode(data []byte) (game.State, error) {
	var s toyState
	if err := s.read(data); err != nil {
		return nil, err
	}
	if err := s.Check(); err != nil {
		return nil, coded.Errorf(game.CodeBadState, "%v", err)
	}
	return &s, nil
}

// read reads a state and does not check it.
func (s *toyState) read(data []byte) error {
	c := game.NewDecoder(data, toyVersion)
	s.visit(&c)
	_, err := c.End()
	return err
}

// visit carries every field of a match.
func (s *toyState) visit(c *game.Codec) {
	game.Carry(c, &s.Seats, 2, game.MaxSeats)
	game.Carry(c, &s.Phase, phaseBid, phaseOver)
	game.Carry(c, &s.Round, 0, toyRounds-1)
	game.Carry(c, &s.Turn, 0, game.MaxSeats-1)
	c.Flags(&s.Faulty) // toy only
	c.List(s.Deck[:], &s.Left)
	game.Carry(c, &s.Laid, 0, math.MaxUint32)
	for seat := range s.Hands {
		game.Carry(c, &s.Hands[seat], 0, math.MaxUint32)
		game.Carry(c, &s.Bids[seat], 0, toyCards)
		for source := range s.Points[seat] {
			game.Carry(c, &s.Points[seat][source], math.MinInt16, math.MaxInt16)
		}
		game.Carry(c, &s.Asked[seat], 0, math.MaxUint32)
	}
	c.Seed(&s.seed)
}

func (toy) Setup(data []byte, seed game.Seed, _ *game.Step) (game.State, error) {
	s := toyState{seed: seed}
	if err := game.ReadSetup(data, &s.toyData); err != nil {
		return nil, err
	}
	if err := s.Check(); err != nil {
		return nil, coded.Errorf(game.CodeBadSetup, "%v", err)
	}
	return &s, nil
}

func (s *toyState) Check() error {
	if s.Seats < 2 || s.Seats > game.MaxSeats || s.Turn >= s.Seats || s.Phase > phaseOver ||
		s.Round >= toyRounds || s.Left > toyCards {
		return errors.New("a number out of range")
	}
	var count [toyCards]int
	add := func(set uint32) {
		for _, card := range cardsOf(set) {
			count[card]++
		}
	}
	add(s.Laid)
	for _, card := range s.Deck[:s.Left] {
		if card >= toyCards {
			return fmt.Errorf("there is no card %d", card)
		}
		count[card]++
	}
	for seat, hand := range s.Hands {
		if seat >= int(s.Seats) && hand != 0 {
			return fmt.Errorf("seat %d does not exist and has cards", seat)
		}
		add(hand)
		bid := s.Bids[seat]
		if bid != 0 && (s.Phase != phaseBid || hand>>(bid-1)&1 == 0) {
			return fmt.Errorf("seat %d bids a card that it does not have", seat)
		}
	}
	for card, n := range count {
		if n != 1 {
			return fmt.Errorf("card %d is there %d times", card, n)
		}
	}
	if s.Phase != phaseOver && s.Waiting() == 0 {
		return errors.New("nobody is asked")
	}
	return nil
}

func (s *toyState) Outcome() *game.Outcome {
	if s.Phase != phaseOver {
		return nil
	}
	outcome := &game.Outcome{Rounds: toyRounds}
	for seat := range game.Seat(s.Seats) {
		place := game.Place{Seat: seat, TieBreaks: []int{bits.Len32(s.Hands[seat])}}
		for source, points := range s.Points[seat] {
			name := [toySources]string{"bids", "dice", "bowls", "tunes"}[source]
			place.Parts = append(place.Parts, game.Part{Source: name, Points: int(points)})
			place.Total += int(points)
		}
		outcome.Places = append(outcome.Places, place)
	}
	slices.SortStableFunc(outcome.Places, func(a, b game.Place) int {
		return 2*(sign(b.Total-a.Total)) + sign(b.TieBreaks[0]-a.TieBreaks[0])
	})
	game.Rank(outcome.Places)
	return outcome
}

func sign(n int) int { return min(1, max(-1, n)) }
