// Package cards has the rules of High Card: every player has six cards. In each of five tricks, all play one
// card in turn, and the highest takes the trick and leads the next. Hands are hidden.
package cards

import (
	"fmt"

	"archmage/internal/game"
	"archmage/internal/game/simple"
)

const (
	minSeats = 2
	maxSeats = 4
	numCards = 32
	handSize = 6
	tricks   = 5
)

// match is the state. Cards are numbered from 1 to numCards.
type match struct {
	Seats int
	Deck  simple.Pile
	Hands [maxSeats]simple.Pile
	// Played has the card of each seat in the open trick, or 0.
	Played [maxSeats]int
	Turn   game.Seat
	// Trick counts from 0. It is tricks when the match is over.
	Trick int
	Taken [maxSeats]int
}

// The option words.
const optPlay uint8 = 1

// New returns the rules.
func New() game.Rules {
	return simple.New(simple.Game[match]{
		Info: game.Info{
			ID:       "cards",
			Version:  1,
			Title:    game.English("High Card"),
			MinSeats: minSeats,
			MaxSeats: maxSeats,
		},
		Words: game.OptionWords{
			optPlay: {Word: "play", Arg: game.NumberA(1, numCards), Ref: "hand"},
		},
		Start:   start,
		Waiting: waiting,
		Ask:     ask,
		Answer:  answer,
		Public:  public,
		Private: private,
		Hide:    hide,
		Points:  func(m *match) []int { return append([]int(nil), m.Taken[:m.Seats]...) },
		Round:   func(m *match) int { return min(m.Trick+1, tricks) },
		Check:   check,
	})
}

// Module returns what the program needs to offer the game.
func Module() game.Module { return game.Module{Rules: New()} }

func start(m *match, start *simple.Start) {
	m.Seats = start.Seats
	for card := 1; card <= numCards; card++ {
		m.Deck.Add(card)
	}
	m.Deck.Shuffle(start.Random)
	for seat := range m.Seats {
		for range handSize {
			m.Hands[seat].Add(m.Deck.Draw())
		}
	}
}

func waiting(m *match) game.Seats {
	if m.Trick == tricks {
		return 0
	}
	return game.Seats(0).With(m.Turn)
}

func ask(m *match, seat game.Seat, d *game.Decision) {
	d.Kind = "play"
	for _, card := range m.Hands[seat].Sorted() {
		d.Add(game.Key{Word: optPlay, A: uint8(card)}, 0, 1)
	}
}

func answer(m *match, a *simple.Answer) {
	card := int(a.Key().A)
	m.Hands[a.Seat].Remove(card)
	m.Played[a.Seat] = card
	a.Log("play", game.Int("card", card))
	m.Turn = (m.Turn + 1) % game.Seat(m.Seats)
	if m.Played[m.Turn] != 0 {
		m.takeTrick(a)
	}
}

// takeTrick gives the trick to the seat with the highest card.
func (m *match) takeTrick(a *simple.Answer) {
	winner := game.Seat(0)
	for seat := range game.Seat(m.Seats) {
		if m.Played[seat] > m.Played[winner] {
			winner = seat
		}
	}
	a.Step.Add("take", winner)
	m.Taken[winner]++
	m.Turn = winner
	m.Trick++
	if m.Trick < tricks {
		m.Played = [maxSeats]int{}
	}
}

// Public is the document that all viewers see.
type Public struct {
	Turn  string               `json:"turn"`
	Round int                  `json:"round"`
	Seats game.Table[SeatView] `json:"seats"`
	// Trick has the cards of the open trick, by the key of the seat.
	Trick game.Table[int] `json:"trick"`
	// Deck is set when the match is over.
	Deck []int `json:"deck,omitempty"`
}

// SeatView is the part of the document about one seat.
type SeatView struct {
	Points int `json:"points"`
	Cards  int `json:"cards"`
	// Hand is set when the match is over.
	Hand []int `json:"hand,omitempty"`
}

func public(m *match) any {
	over := waiting(m) == 0
	document := &Public{Turn: simple.SeatKey(m.Turn), Round: min(m.Trick+1, tricks)}
	if over {
		document.Deck = m.Deck.List()
	}
	for seat := range game.Seat(m.Seats) {
		view := SeatView{Points: m.Taken[seat], Cards: m.Hands[seat].Len()}
		if over {
			view.Hand = m.Hands[seat].Sorted()
		}
		document.Seats.Add(simple.SeatKey(seat), view)
		if card := m.Played[seat]; card != 0 {
			document.Trick.Add(simple.SeatKey(seat), card)
		}
	}
	return document
}

// Private is the document that only the player of a seat sees.
type Private struct {
	Hand []int `json:"hand,omitempty"`
}

func private(m *match, seat game.Seat) any { return &Private{Hand: m.Hands[seat].Sorted()} }

// hide deals the deck and the hands that the viewer cannot see again.
func hide(m *match, viewer game.Viewer, random *game.RNG) {
	hidden := []*simple.Pile{&m.Deck}
	for seat := range m.Seats {
		if !viewer.Sees(game.Seat(seat)) {
			hidden = append(hidden, &m.Hands[seat])
		}
	}
	simple.Redeal(random, hidden...)
}

// check returns an error if a hand does not have one card for every trick that is left and one more.
func check(m *match) error {
	for seat := range m.Seats {
		want := handSize - m.Trick
		if m.Trick < tricks && m.Played[seat] != 0 {
			want--
		}
		if got := m.Hands[seat].Len(); got != want {
			return fmt.Errorf("seat %d has %d cards, not %d", seat, got, want)
		}
	}
	return nil
}
