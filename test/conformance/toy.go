package conformance

import "archmage/internal/game"

// Toy returns the rules of a tiny card game for 2 to 4 players with an example of each concept:
// hidden hands and a deck, a simultaneous secret decision, a grouped and an ordered decision, choices
// that can be dropped, and a die.
//
// In each of 6 rounds, every player bids a card from the hand in secret. The highest bid scores,
// and its player does one of three things: roll a die, split tokens between two bowls, or sing a
// tune. Then every player draws a card, while cards last.
func Toy() game.Rules { return toy{toyOptionWords} }

type toy struct{ game.OptionWords }

const toyCards = 32 // toy only

const (
	toyMinSeats = 2
	toyMaxSeats = 4
	toyHandSize = 3
	toyRounds   = 6
)

type toyPhase uint8

// Phases of a match.
const (
	phaseBid toyPhase = iota
	phaseAct
	phaseOver
)

// toySet is a set of cards, one bit each.
type toySet uint32

const toyAll toySet = 1<<toyCards - 1

// Sources of points.
const (
	fromBids = iota
	fromDice
	fromBowls
	fromTunes
	toySources
)

// The kinds of events, each with its seat, its public facts and its private ones. A fact is a number unless it is
// marked as a string, and ? marks a fact that may be missing. web/types makes types of them.
const (
	eventDeal   = "deal"   // cards
	eventBid    = "bid"    // seat
	eventReveal = "reveal" // seat; card
	eventRoll   = "roll"   // seat; points
	eventSplit  = "split"  // seat; left, right
	eventNote   = "note"   // seat; note: string
	eventDraw   = "draw"   // seat; private card
	eventEnd    = "end"    // no facts
)

// toyData is a match without its seed and the programs in progress. Cards are numbered from 0.
type toyData struct {
	Seats  uint8
	Phase  toyPhase
	Round  uint8
	Turn   uint8
	Faulty bool // toy only
	// Left is the size of the deck. The top card is Deck[Left-1].
	Left uint8
	Deck [toyCards]uint8
	// Hands and Laid are sets of cards.
	Hands [toyMaxSeats]toySet
	Laid  toySet
	// Bids has the bid card plus 1, or 0.
	Bids   [toyMaxSeats]uint8
	Points [toyMaxSeats][toySources]int16
	// Asked is the number of decisions of each seat.
	Asked [toyMaxSeats]uint32
}

type toyState struct {
	toyData
	// stack has the program of the seat on turn.
	stack game.Stack[toyFrame]
	seed  game.Seed
}

func (toy) Info() game.Info {
	return game.Info{
		ID: "toy", Version: 1, Title: game.English("Toy"), MinSeats: toyMinSeats, MaxSeats: toyMaxSeats,
		Options: toyOptions(), // toy only
		Tallies: []game.Tally{{Event: eventRoll, Fact: "points"}},
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
		for range toyHandSize {
			s.Hands[seat].add(s.draw())
		}
		s.Asked[seat] = 1
	}
	return s, nil
}

func (s *toyState) Opening(step *game.Step) {
	step.Add(eventDeal, game.NoSeat, game.Int("cards", toyHandSize))
}

func (s *toyState) draw() uint8 {
	s.Left--
	card := s.Deck[s.Left]
	s.Deck[s.Left] = 0
	return card
}

func (s *toyState) allSeats() game.Seats { return game.AllSeats(int(s.Seats)) }

func (s *toyState) Waiting() game.Seats {
	switch s.Phase {
	case phaseOver:
		return 0
	case phaseBid:
		waiting := s.allSeats()
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

type toyAsk struct {
	name string
	// fill adds the options of the question. If an operation asks, it is the argument. If a phase
	// asks, the argument is nil.
	fill func(*toyState, *toyOp, *game.Decision)
}

// toyPhaseRules has the question of a phase and handles its answer.
type toyPhaseRules struct {
	ask    *toyAsk
	answer func(*toyState, game.Seat, []game.Pick, *game.Step)
}

var toyPhases = [phaseOver]toyPhaseRules{
	phaseBid: {ask: &toyAsk{name: "bid", fill: (*toyState).fillBid}, answer: (*toyState).bid},
	phaseAct: {ask: &toyAsk{name: "act", fill: (*toyState).fillAct}, answer: (*toyState).act},
}

func (s *toyState) Decision(seat game.Seat, d *game.Decision) bool {
	d.Reset()
	if !s.allSeats().Has(seat) || s.Phase == phaseOver || (s.Phase != phaseBid && seat != game.Seat(s.Turn)) {
		return false
	}
	d.ID, d.Seat, d.Min, d.Max = s.Asked[seat], seat, 1, 1
	asked := toyPhases[s.Phase].ask
	o := s.askingOp()
	if o != nil {
		asked = o.verb.ask
	}
	d.Kind = asked.name
	asked.fill(s, o, d)
	return true
}

func (s *toyState) Apply(seat game.Seat, answer game.Answer, step *game.Step) error {
	if err := game.CheckAnswer(s, seat, answer); err != nil {
		return err
	}
	panicIfAsked(answer.Picks[0].Key) // toy only
	o := s.askingOp()
	switch {
	case o == nil:
		toyPhases[s.Phase].answer(s, seat, answer.Picks, step)
	case answer.Picks[0].Key.Word == optBack:
		s.stack.Pop()
		s.ask()
	default:
		f := s.stack.Top()
		s.stack.Settle(&f.Cursor, o.verb.answer(s, o, answer.Picks, step))
		s.run(step)
	}
	return nil
}

// ask starts a new decision of the seat on turn.
func (s *toyState) ask() { s.Asked[s.Turn]++ }

func (s *toyState) score(source, points int) { s.Points[s.Turn][source] += int16(points) }

func (s *toyState) fillBid(_ *toyOp, d *game.Decision) {
	d.Args = append(d.Args, game.Int("round", s.Round+1))
	for _, card := range s.Hands[d.Seat].list() {
		d.Add(bidKey(card), 0, 1)
	}
	d.Open = true
	d.MarkFinal()
	s.offerPanic(d) // toy only
	d.Suggest(bidKey(s.Hands[d.Seat].highest()), 1, 0)
	if bid := s.Bids[d.Seat]; bid != 0 {
		d.Answered = true
		d.Current = append(d.Current, game.Pick{Key: bidKey(int(bid) - 1), N: 1})
	}
}

// bid records a bid. The last bid reveals all bids, so it must not be undone.
func (s *toyState) bid(seat game.Seat, picks []game.Pick, step *game.Step) {
	if s.Bids[seat] == 0 {
		step.Add(eventBid, seat)
	}
	s.Bids[seat] = picks[0].Key.A + 1
	if s.Waiting() != 0 {
		return
	}
	step.MarkShownToAll()
	for seat := range s.Seats {
		card := s.Bids[seat] - 1
		step.Add(eventReveal, game.Seat(seat), game.Int("card", card))
		s.Hands[seat].remove(card)
		s.Laid.add(card)
		if s.Bids[seat] > s.Bids[s.Turn] {
			s.Turn = seat
		}
	}
	s.Bids = [toyMaxSeats]uint8{}
	s.score(fromBids, 2)
	s.Phase = phaseAct
	s.ask()
}

func (s *toyState) fillAct(_ *toyOp, d *game.Decision) {
	d.Add(game.Key{Word: optRoll}, 0, 1)
	d.MarkFinal()
	d.Add(game.Key{Word: optSplit}, 0, 1)
	d.Add(game.Key{Word: optSing}, 0, 1)
}

func (s *toyState) act(_ game.Seat, picks []game.Pick, step *game.Step) {
	s.stack.Push(toyFrame{Program: picks[0].Key.Word - optRoll})
	s.run(step)
}

// endRound starts the next round, in which all players draw and bid. It ends the match after the
// last round, or if a player has no card left to bid.
func (s *toyState) endRound(step *game.Step) {
	hasNext := s.Round < toyRounds-1
	for seat := range game.Seat(s.Seats) {
		if hasNext = hasNext && (s.Hands[seat] != 0 || s.Left > uint8(seat)); !hasNext {
			s.Phase = phaseOver
			step.MarkShownToAll()
			step.Add(eventEnd, game.NoSeat)
			return
		}
	}
	s.Round++
	s.Phase = phaseBid
	for seat := range game.Seat(s.Seats) {
		s.Asked[seat]++
		if s.Left > 0 {
			card := s.draw()
			s.Hands[seat].add(card)
			step.AddSecret(eventDraw, seat, game.Seats(0).With(seat), game.Int("card", card))
		}
	}
}
