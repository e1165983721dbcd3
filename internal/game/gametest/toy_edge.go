package gametest

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

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
	verbPanic
	verbToken
	verbNote
)

var (
	toyWords  = []string{verbRoll: "roll", verbSplit: "split", verbSing: "sing", verbBack: "back", verbPanic: "panic"}
	toyTokens = []string{"red", "blue"}
	toyNotes  = []string{"do", "re", "mi"}
)

func bidKey(card int) game.Key { return game.Key{Verb: verbBid, A: uint8(card)} }

func (toy) OptionID(key game.Key) string {
	switch key.Verb {
	case verbBid:
		return "bid:" + strconv.Itoa(int(key.A))
	case verbToken:
		return "token:" + toyTokens[key.A]
	case verbNote:
		return "note:" + toyNotes[key.A]
	default:
		return toyWords[key.Verb]
	}
}

func (toy) OptionRef(key game.Key) string {
	if key.Verb == verbBid {
		return "hand:" + strconv.Itoa(int(key.A))
	}
	return ""
}

func (toy) ParseOption(id string) (game.Key, bool) {
	verb, name, ok := strings.Cut(id, ":")
	if !ok {
		at := slices.Index(toyWords, id)
		return game.Key{Verb: uint8(max(0, at))}, at > 0 && id != ""
	}
	switch verb {
	case "bid":
		card, err := strconv.ParseUint(name, 10, 8)
		return bidKey(int(card)), err == nil && card < toyCards && name == strconv.FormatUint(card, 10)
	case "token":
		at := slices.Index(toyTokens, name)
		return game.Key{Verb: verbToken, A: uint8(max(0, at))}, at >= 0
	case "note":
		at := slices.Index(toyNotes, name)
		return game.Key{Verb: verbNote, A: uint8(max(0, at))}, at >= 0
	}
	return game.Key{}, false
}

// toyPublic is what everybody may know of a match.
type toyPublic struct {
	Round int    `json:"round"`
	Phase string `json:"phase"`
	Turn  string `json:"turn,omitempty"`
	Deck  int    `json:"deck"`
	// Library is the deck from the bottom up, once the match is over.
	Library []int              `json:"library,omitempty"`
	Order   []string           `json:"order"`
	Players map[string]toySeat `json:"players"`
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
	// Bid is the card as text.
	Bid string `json:"bid,omitempty"`
}

func (s *toyState) Public() any {
	over := s.Phase == phaseOver
	public := &toyPublic{Round: int(s.Round) + 1, Phase: "turn", Deck: int(s.Left), Players: map[string]toySeat{}}
	switch {
	case over:
		public.Phase = "over"
		for _, card := range s.Deck[:s.Left] {
			public.Library = append(public.Library, int(card))
		}
	case s.Phase == phaseBid:
		public.Phase = "bid"
	default:
		public.Turn = fmt.Sprintf("p%d", s.Turn)
	}
	for seat, points := range s.Standing() {
		player := toySeat{Points: points, Cards: bits.OnesCount32(s.Hands[seat]), HasBid: s.Bids[seat] != 0}
		if over {
			player.Hand = cardsOf(s.Hands[seat])
		}
		id := fmt.Sprintf("p%d", seat)
		public.Order = append(public.Order, id)
		public.Players[id] = player
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

func (s *toyState) Private(seat game.Seat) any {
	if s.Phase == phaseOver {
		return &toyPrivate{}
	}
	private := &toyPrivate{Hand: cardsOf(s.Hands[seat])}
	if s.Bids[seat] != 0 {
		private.Bid = strconv.Itoa(int(s.Bids[seat]) - 1)
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
	var seed game.Seed
	for i := 0; i < len(seed); i += 8 {
		binary.LittleEndian.PutUint64(seed[i:], rng.Uint64())
	}
	c.rng = game.NewRNG(seed)
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
	b, err := binary.Append(append(b, toyVersion), binary.LittleEndian, &s.toyData)
	if err != nil {
		return nil, err
	}
	return s.rng.AppendBinary(b)
}

func (toy) Decode(data []byte) (game.State, error) {
	var s toyState
	if len(data) == 0 || data[0] != toyVersion {
		return nil, coded.Errorf(game.CodeBadState, "not a toy of version %d", toyVersion)
	}
	n, err := binary.Decode(data[1:], binary.LittleEndian, &s.toyData)
	if err == nil {
		err = s.rng.UnmarshalBinary(data[1+n:])
	}
	if err = errors.Join(err, s.Check()); err != nil {
		return nil, coded.Errorf(game.CodeBadState, "%v", err)
	}
	return &s, nil
}

func (toy) Setup(data []byte, rng game.RNG, _ *game.Step) (game.State, error) {
	s := toyState{rng: rng}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := errors.Join(decoder.Decode(&s.toyData), s.Check()); err != nil {
		return nil, coded.Errorf(game.CodeBadSetup, "%v", err)
	}
	return &s, nil
}

func (s *toyState) Check() error {
	if s.Seats < 2 || s.Seats > game.MaxSeats || s.Turn >= s.Seats || s.Phase > phaseOver ||
		s.Round >= toyRounds || s.Left > toyCards {
		return errors.New("a number out of range")
	}
	seen, cards := s.Laid, bits.OnesCount32(s.Laid)
	add := func(set uint32) {
		cards += bits.OnesCount32(set)
		seen |= set
	}
	for _, card := range s.Deck[:s.Left] {
		add(1 << card)
	}
	for seat, hand := range s.Hands {
		add(hand)
		bid := s.Bids[seat]
		if bid != 0 && (s.Phase != phaseBid || hand>>(bid-1)&1 == 0) {
			return fmt.Errorf("seat %d bids a card that it does not have", seat)
		}
	}
	if cards != toyCards || seen != 1<<toyCards-1 {
		return errors.New("cards lost or doubled")
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
