package gametest

import (
	"math/bits"

	"archmage/internal/game"
)

// Toy returns the rules of a tiny card game for 2 to 4 players that has one of
// everything: hidden hands and a deck, a simultaneous secret choice, a grouped
// and an ordered decision, declarations with a way back, a die.
//
// In each of 6 rounds everybody bids a card of their hand in secret. The
// highest bid scores and its player does one of three things: rolls a die,
// splits tokens between two bowls, or sings a tune. Then everybody draws.
func Toy() game.Rules { return toy{} }

type toy struct{}

const (
	toyCards  = 32
	toyHand   = 3
	toyRounds = 6
)

type toyPhase uint8

// Phases of a round. Split and sing are declarations: only their owner knows
// that they were chosen, until they are paid.
const (
	phaseBid toyPhase = iota
	phaseAct
	phaseSplit
	phaseSing
	phaseOver
)

// Sources of points.
const (
	fromBids = iota
	fromDice
	fromBowls
	fromTunes
	toySources
)

// toyData is a match without its seed. Cards are numbered from 0.
type toyData struct {
	Seats  uint8
	Phase  toyPhase
	Round  uint8
	Turn   uint8
	Faulty bool // toy only
	// Left is the size of the deck; its top is Deck[Left-1].
	Left uint8
	Deck [toyCards]uint8
	// Hands and Laid are sets of cards.
	Hands [game.MaxSeats]uint32
	Laid  uint32
	// Bids holds 1 + the card, or 0.
	Bids   [game.MaxSeats]uint8
	Points [game.MaxSeats][toySources]int16
	// Asked counts each seat's decisions.
	Asked [game.MaxSeats]uint32
}

type toyState struct {
	toyData
	seed game.Seed
}

func (toy) Info() game.Info {
	label := func(en, fr string) game.Label { return game.Label{En: en, Fr: fr} }
	return game.Info{
		ID: "toy", Version: 1, Title: label("Toy", "Jouet"), MinSeats: 2, MaxSeats: game.MaxSeats,
		Options: toyOptions(), // toy only
		Tallies: []game.Tally{{Event: "roll", Fact: "points"}},
	}
}

func (toy) New(options game.MatchOptions, seats int, seed game.Seed) (game.State, error) {
	if _, err := game.ResolveOptions(toy{}.Info(), options, seats); err != nil {
		return nil, err
	}
	s := &toyState{toyData: toyData{Seats: uint8(seats), Left: toyCards}, seed: seed}
	s.Faulty = options["panic"] == "on" // toy only
	for card := range s.Deck {
		s.Deck[card] = uint8(card)
	}
	game.Shuffle(seed.Stream("deck"), s.Deck[:])
	for seat := range seats {
		for range toyHand {
			s.Hands[seat] |= 1 << s.draw()
		}
		s.Asked[seat] = 1
	}
	return s, nil
}

func (s *toyState) Opening(step *game.Step) {
	step.Add("deal", game.NoSeat, game.Int("cards", toyHand))
}

// draw takes the top card of the deck.
func (s *toyState) draw() uint8 {
	s.Left--
	card := s.Deck[s.Left]
	s.Deck[s.Left] = 0
	return card
}

func (s *toyState) all() game.Seats { return game.AllSeats(int(s.Seats)) }

func (s *toyState) Waiting() game.Seats {
	switch s.Phase {
	case phaseOver:
		return 0
	case phaseBid:
		waiting := s.all()
		for seat := range s.Seats {
			if s.Bids[seat] != 0 {
				waiting = waiting.Without(game.Seat(seat))
			}
		}
		return waiting
	default:
		return game.Seats(0).With(game.Seat(s.Turn))
	}
}

// toyPhaseRules is what is known of a phase: the kind of its question, how that
// is filled in, and what an answer does.
type toyPhaseRules struct {
	kind   string
	fill   func(*toyState, game.Seat, *game.Decision)
	answer func(*toyState, game.Seat, []game.Pick, *game.Step)
}

var toyPhases = [phaseOver]toyPhaseRules{
	phaseBid:   {kind: "bid", fill: (*toyState).fillBid, answer: (*toyState).bid},
	phaseAct:   {kind: "act", fill: (*toyState).fillAct, answer: (*toyState).act},
	phaseSplit: {kind: "split", fill: (*toyState).fillSplit, answer: (*toyState).split},
	phaseSing:  {kind: "sing", fill: (*toyState).fillSing, answer: (*toyState).sing},
}

func (s *toyState) Decision(seat game.Seat, d *game.Decision) bool {
	d.Reset()
	if !s.all().Has(seat) || s.Phase == phaseOver || (s.Phase != phaseBid && seat != game.Seat(s.Turn)) {
		return false
	}
	d.ID, d.Seat, d.Min, d.Max = s.Asked[seat], seat, 1, 1
	d.Kind = toyPhases[s.Phase].kind
	toyPhases[s.Phase].fill(s, seat, d)
	return true
}

func (s *toyState) Apply(seat game.Seat, answer game.Answer, step *game.Step) error {
	if err := game.CheckAnswer(s, seat, answer); err != nil {
		return err
	}
	panicIfAsked(answer.Picks[0].Key) // toy only
	if answer.Picks[0].Key.Verb == verbBack {
		s.ask(phaseAct)
		return nil
	}
	toyPhases[s.Phase].answer(s, seat, answer.Picks, step)
	return nil
}

// ask puts another question to the seat on its turn.
func (s *toyState) ask(phase toyPhase) {
	s.Phase = phase
	s.Asked[s.Turn]++
}

func (s *toyState) score(source, points int) { s.Points[s.Turn][source] += int16(points) }

func (s *toyState) fillBid(seat game.Seat, d *game.Decision) {
	d.Args = append(d.Args, game.Int("round", s.Round+1))
	for card := range toyCards {
		if s.Hands[seat]>>card&1 == 1 {
			d.Add(bidKey(card), 0, 1)
		}
	}
	d.Open = true
	d.MarkFinal()
	s.offerPanic(d) // toy only
	d.Suggest(bidKey(bits.Len32(s.Hands[seat])-1), 1, 0)
	if bid := s.Bids[seat]; bid != 0 {
		d.Answered = true
		d.Current = append(d.Current, game.Pick{Key: bidKey(int(bid) - 1), N: 1})
	}
}

// bid notes a bid, and opens them all when it is the last one. That shows
// something hidden: the last player to bid must not take the bid back.
func (s *toyState) bid(seat game.Seat, picks []game.Pick, step *game.Step) {
	if s.Bids[seat] == 0 {
		step.Add("bid", seat)
	}
	s.Bids[seat] = picks[0].Key.A + 1
	if s.Waiting() != 0 {
		return
	}
	step.MarkShownToAll()
	for seat := range s.Seats {
		card := s.Bids[seat] - 1
		step.Add("reveal", game.Seat(seat), game.Int("card", card))
		s.Hands[seat] &^= 1 << card
		s.Laid |= 1 << card
		if s.Bids[seat] > s.Bids[s.Turn] {
			s.Turn = seat
		}
	}
	s.Bids = [game.MaxSeats]uint8{}
	s.score(fromBids, 2)
	s.ask(phaseAct)
}

func (s *toyState) fillAct(_ game.Seat, d *game.Decision) {
	d.Add(game.Key{Verb: verbRoll}, 0, 1)
	d.MarkFinal()
	d.Add(game.Key{Verb: verbSplit}, 0, 1)
	d.Add(game.Key{Verb: verbSing}, 0, 1)
}

// act rolls a die, or asks how the declared action is done.
func (s *toyState) act(seat game.Seat, picks []game.Pick, step *game.Step) {
	switch picks[0].Key.Verb {
	case verbRoll:
		points := 1 + s.seed.Stream("die", int(s.Round)).IntN(6)
		step.MarkRandom()
		step.Add("roll", seat, game.Int("points", points))
		s.score(fromDice, points)
		s.endRound(step)
	case verbSplit:
		s.ask(phaseSplit)
	case verbSing:
		s.ask(phaseSing)
	}
}

func (s *toyState) fillSplit(_ game.Seat, d *game.Decision) {
	d.Max = 3
	d.Groups = append(d.Groups, game.Group{ID: "left", Min: 1, Max: 2}, game.Group{ID: "right", Max: 2})
	d.AddTo(game.Key{Verb: verbToken, A: 0}, 0, 2, 0b11)
	d.AddTo(game.Key{Verb: verbToken, A: 1}, 1, 1, 0b01)
	d.MarkFinal()
	d.AddAlone(game.Key{Verb: verbBack})
	d.Suggest(game.Key{Verb: verbToken, A: 1}, 1, 0)
}

func (s *toyState) split(seat game.Seat, picks []game.Pick, step *game.Step) {
	left, right := 0, 0
	for _, pick := range picks {
		if pick.Group == 0 {
			left += int(pick.N)
		} else {
			right += int(pick.N)
		}
	}
	step.Add("split", seat, game.Int("left", left), game.Int("right", right))
	s.score(fromBowls, left*(1+right))
	s.endRound(step)
}

func (s *toyState) fillSing(_ game.Seat, d *game.Decision) {
	d.Max, d.Ordered = 3, true
	for note := range toyNotes {
		d.Add(game.Key{Verb: verbNote, A: uint8(note)}, 0, 2)
	}
	d.MarkFinal()
	d.AddAlone(game.Key{Verb: verbBack})
}

func (s *toyState) sing(seat game.Seat, picks []game.Pick, step *game.Step) {
	points, at := 0, 0
	for _, pick := range picks {
		step.Add("note", seat, game.ID("note", toyNotes[pick.Key.A]))
		for range pick.N {
			at++
			points += at * int(pick.Key.A)
		}
	}
	s.score(fromTunes, points)
	s.endRound(step)
}

// endRound lets everybody draw and bid again, or ends the match.
func (s *toyState) endRound(step *game.Step) {
	if s.Round == toyRounds-1 {
		s.Phase = phaseOver
		step.MarkShownToAll()
		step.Add("end", game.NoSeat)
		return
	}
	s.Round++
	s.Phase = phaseBid
	for seat := range game.Seat(s.Seats) {
		card := s.draw()
		s.Hands[seat] |= 1 << card
		s.Asked[seat]++
		step.AddSecret("draw", seat, game.Seats(0).With(seat), game.Int("card", card))
	}
}
