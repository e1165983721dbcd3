package conformance

import (
	"errors"
	"fmt"
	"math"

	"archmage/internal/coded"
	"archmage/internal/game"
)

func (s *toyState) Clone() game.State       { c := *s; return &c }
func (s *toyState) CopyInto(dst game.State) { *dst.(*toyState) = *s }

// toySetup is a match in readable form, without the seed. A missing deck has all cards that are
// nowhere else.
type toySetup struct {
	toyData
	Doing []toyFrame
}

func (s *toyState) Describe() any { return toySetup{s.toyData, s.stack.All()} }

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

// read decodes a state without checking it.
func (s *toyState) read(data []byte) error {
	c := game.NewDecoder(data, toyVersion)
	s.visit(&c)
	_, err := c.End()
	return err
}

// visit encodes or decodes every field of a match.
func (s *toyState) visit(c *game.Codec) {
	game.Transfer(c, &s.Seats, toyMinSeats, toyMaxSeats)
	game.Transfer(c, &s.Phase, phaseBid, phaseOver)
	game.Transfer(c, &s.Round, 0, toyRounds-1)
	game.Transfer(c, &s.Turn, 0, toyMaxSeats-1)
	c.Flags(&s.Faulty) // toy only
	c.List(s.Deck[:], &s.Left)
	game.Transfer(c, &s.Laid, 0, toyAll)
	for seat := range s.Hands {
		game.Transfer(c, &s.Hands[seat], 0, toyAll)
		game.Transfer(c, &s.Bids[seat], 0, toyCards)
		for source := range s.Points[seat] {
			game.Transfer(c, &s.Points[seat][source], math.MinInt16, math.MaxInt16)
		}
		game.Transfer(c, &s.Asked[seat], 0, math.MaxUint32)
	}
	s.stack.Transfer(c, func(c *game.Codec, f *toyFrame) {
		f.Cursor.Transfer(c, math.MaxUint8)
		game.Transfer(c, &f.Program, 0, uint8(len(toyPrograms)-1))
	})
	c.Seed(&s.seed)
}

func (toy) Setup(data []byte, seed game.Seed, _ *game.Step) (game.State, error) {
	var setup toySetup
	if err := game.ReadSetup(data, &setup); err != nil {
		return nil, err
	}
	s := toyState{toyData: setup.toyData, seed: seed}
	for _, f := range setup.Doing[:min(len(setup.Doing), game.MaxFrames)] {
		s.stack.Push(f)
	}
	if s.Left == 0 {
		s.fillDeck()
	}
	if err := s.Check(); err != nil {
		return nil, coded.Errorf(game.CodeBadSetup, "%v", err)
	}
	return &s, nil
}

// fillDeck fills the deck with all cards that are nowhere else.
func (s *toyState) fillDeck() {
	remaining := toyAll &^ s.Laid
	for _, hand := range s.Hands {
		remaining &^= hand
	}
	for _, card := range remaining.list() {
		s.Deck[s.Left] = uint8(card)
		s.Left++
	}
}

func (s *toyState) Check() error {
	if s.Seats < toyMinSeats || s.Seats > toyMaxSeats || s.Turn >= s.Seats || s.Phase > phaseOver ||
		s.Round >= toyRounds || s.Left > toyCards {
		return errors.New("a number out of range")
	}
	seen, n := s.Laid, s.Laid.len()
	for _, card := range s.Deck[:s.Left] {
		seen.add(card)
		n++
	}
	for seat, hand := range s.Hands {
		if seat >= int(s.Seats) && hand != 0 {
			return fmt.Errorf("seat %d does not exist and has cards", seat)
		}
		seen |= hand
		n += hand.len()
		bid := s.Bids[seat]
		if bid != 0 && (s.Phase != phaseBid || hand>>(bid-1)&1 == 0) {
			return fmt.Errorf("seat %d bids a card that it does not have", seat)
		}
		if s.Phase == phaseBid && seat < int(s.Seats) && hand == 0 {
			return fmt.Errorf("seat %d has no card to bid", seat)
		}
	}
	if seen != toyAll || n != toyCards {
		return fmt.Errorf("%d cards, of which %d different ones, and not each of %d once", n, seen.len(), toyCards)
	}
	if s.Phase != phaseOver && s.Waiting() == 0 {
		return errors.New("nobody is asked")
	}
	return s.checkStack()
}

// checkStack makes sure that each program in progress is at an operation that asks.
func (s *toyState) checkStack() error {
	if s.stack.Len() > 0 && s.Phase != phaseAct {
		return errors.New("something is done in a phase that does nothing")
	}
	for _, f := range s.stack.All() {
		if int(f.Program) >= len(toyPrograms) || f.Done(len(f.ops())) || f.ops()[f.Step].verb.run != nil {
			return errors.New("a program that asks nothing")
		}
	}
	return nil
}
