package conformance

import (
	"fmt"
	"slices"

	"archmage/internal/game"
)

// toyPublic is the document that all viewers may see.
type toyPublic struct {
	Round int    `json:"round"`
	Phase string `json:"phase"`
	Turn  string `json:"turn,omitempty"`
	Deck  int    `json:"deck"`
	// Library is the deck from the bottom up, once the match is over.
	Library []int `json:"library,omitempty"`
	// Seats are in order, with the keys "s0", "s1" and so on.
	Seats game.Table[toySeatView] `json:"seats"`
}

type toySeatView struct {
	Points int  `json:"points"`
	Cards  int  `json:"cards"`
	HasBid bool `json:"hasBid,omitempty"`
	// Hand is set once the match is over.
	Hand []int `json:"hand,omitempty"`
}

// toyPrivate is the document that only the player may see, until the match is over.
type toyPrivate struct {
	Hand []int `json:"hand,omitempty"`
	// Bid is the card that the seat has bid, as in the reference of an option.
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
		player := toySeatView{Points: points, Cards: s.Hands[seat].len(), HasBid: s.Bids[seat] != 0}
		if over {
			player.Hand = s.Hands[seat].list()
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
	private := &toyPrivate{Hand: s.Hands[seat].list()}
	if s.Bids[seat] != 0 {
		private.Bid = fmt.Sprintf("hand:%d", s.Bids[seat]-1)
	}
	return private
}

func (s *toyState) SamePrivate(before game.State, seat game.Seat) bool {
	b, ok := before.(*toyState)
	return ok && s.Phase != phaseOver && s.Hands[seat] == b.Hands[seat] && s.Bids[seat] == b.Bids[seat]
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
			for _, card := range s.Hands[seat].list() {
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
		n := s.Hands[seat].len()
		c.Hands[seat] = 0
		for _, card := range pool[:n] {
			c.Hands[seat].add(card)
		}
		if s.Bids[seat] != 0 {
			c.Bids[seat] = pool[rng.IntN(n)] + 1
		}
		pool = pool[n:]
		// The number of decisions would reveal the number of times that a seat went back. The program
		// that the seat has chosen is secret, too.
		c.Asked[seat] = 1
		if seat == game.Seat(s.Turn) {
			c.stack.Cut(0)
		}
	}
	return &c
}

func (s *toyState) Outcome() *game.Outcome {
	if s.Phase != phaseOver {
		return nil
	}
	outcome := &game.Outcome{Rounds: int(s.Round) + 1}
	for seat := range game.Seat(s.Seats) {
		place := game.Place{Seat: seat, TieBreaks: []int{s.Hands[seat].highest()}}
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
