package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"

	"archmage/internal/game"
	"archmage/internal/game/bot"
	"archmage/internal/match"
)

// fullCheck checks the contract of package game after every answer. It has its
// own random stream, so that a game is the same with and without it.
type fullCheck struct {
	rules    game.Rules
	players  int
	random   *rand.PCG
	rng      *rand.Rand
	decision game.Decision
	picks    []game.Pick
	// before is a copy of the state, and was its encoding, as of the last
	// call: changes of the state must not affect them.
	before   game.State
	was, now []byte
	again    []byte
}

func newFullCheck(rules game.Rules, players int) *fullCheck {
	random := rand.NewPCG(0, 0)
	return &fullCheck{rules: rules, players: players, random: random, rng: rand.New(random)}
}

// start checks a new match.
func (c *fullCheck) start(s game.State, number int) error {
	c.random.Seed(uint64(number), 1)
	c.before = nil
	return c.after(s)
}

// after checks a state, once after each answer.
func (c *fullCheck) after(s game.State) error {
	if err := s.Check(); err != nil {
		return err
	}
	var err error
	if c.now, err = s.AppendBinary(c.now[:0]); err != nil {
		return fmt.Errorf("the state cannot be encoded: %w", err)
	}
	if err := c.copies(s); err != nil {
		return err
	}
	waiting := s.Waiting()
	if over := s.Outcome() != nil; over != (waiting == 0) {
		return fmt.Errorf("over is %t, and these seats are waited for: %v", over, seatList(waiting))
	}
	for seat := game.Seat(0); seat < game.MaxSeats; seat++ {
		if err := c.asked(s, seat, waiting.Has(seat)); err != nil {
			return fmt.Errorf("seat %d: %w", seat, err)
		}
	}
	if err := c.documents(s, waiting); err != nil {
		return err
	}
	// Nothing above may have changed the state.
	return c.same(s, c.now, "looking at the state")
}

// copies checks that a decoded, a cloned and an overwritten state equal the
// state, and that the copy from before the answer has not changed with it.
func (c *fullCheck) copies(s game.State) error {
	decoded, err := c.rules.Decode(c.now)
	if err != nil {
		return fmt.Errorf("the encoded state cannot be decoded: %w", err)
	}
	if err := c.same(decoded, c.now, "encoding and decoding"); err != nil {
		return err
	}
	if c.before == nil {
		c.before = s.Clone()
	} else {
		if err := c.same(c.before, c.was, "an answer to the original"); err != nil {
			return err
		}
		s.CopyInto(c.before)
		if err := c.same(c.before, c.now, "CopyInto"); err != nil {
			return err
		}
	}
	if err := c.same(s.Clone(), c.now, "Clone"); err != nil {
		return err
	}
	c.was = append(c.was[:0], c.now...)
	return nil
}

// same checks that a state encodes to exactly these bytes.
func (c *fullCheck) same(s game.State, want []byte, cause string) error {
	var err error
	if c.again, err = s.AppendBinary(c.again[:0]); err != nil {
		return fmt.Errorf("after %s the state cannot be encoded: %w", cause, err)
	}
	if !bytes.Equal(c.again, want) {
		return fmt.Errorf("%s changes the state", cause)
	}
	return nil
}

// asked checks a seat's decision, if it has one.
func (c *fullCheck) asked(s game.State, seat game.Seat, waited bool) error {
	d := &c.decision
	if !s.Decision(seat, d) {
		if waited {
			return fmt.Errorf("it is waited for and not asked anything")
		}
		return nil
	}
	if int(seat) >= c.players || d.Seat != seat {
		return fmt.Errorf("it has a decision of seat %d", d.Seat)
	}
	if d.Answered == waited {
		return fmt.Errorf("%s: answered is %t, and waited for is %t", d.Kind, d.Answered, waited)
	}
	for i, option := range d.Options {
		id := c.rules.OptionID(option.Key)
		if key, ok := c.rules.ParseOption(id); !ok || key != option.Key {
			return fmt.Errorf("%s: option %d has the id %q, which does not lead back to it", d.Kind, i+1, id)
		}
	}
	var ok bool
	if c.picks, ok = bot.Random(d, c.rng, c.picks[:0]); !ok {
		return fmt.Errorf("%s: no legal answer was found", d.Kind)
	}
	if err := d.Check(game.Answer{Decision: d.ID, Picks: c.picks}); err != nil {
		return fmt.Errorf("%s: a random answer is not legal: %w", d.Kind, err)
	}
	for _, given := range []struct {
		name  string
		picks []game.Pick
		there bool
	}{{"suggested", d.Suggested, len(d.Suggested) > 0}, {"current", d.Current, d.Answered}} {
		if !given.there {
			continue
		}
		if err := d.Check(game.Answer{Decision: d.ID, Picks: given.picks}); err != nil {
			return fmt.Errorf("%s: the %s answer is not legal: %w", d.Kind, given.name, err)
		}
	}
	picks, err := d.PicksFromText(c.rules, d.PicksText(c.rules, c.picks))
	if err != nil || !slices.Equal(picks, c.picks) {
		return fmt.Errorf("%s: an answer is not the same after writing and reading it: %v", d.Kind, err)
	}
	if _, err := json.Marshal(d.Text(c.rules)); err != nil {
		return fmt.Errorf("%s: the decision cannot be encoded: %w", d.Kind, err)
	}
	return nil
}

// documents checks that each document encodes as one JSON object and, where
// Public says under seats.s0 and so on who is "asked" something and has
// "answered" it, that this agrees with the seats that the state waits for.
func (c *fullCheck) documents(s game.State, waiting game.Seats) error {
	public, err := encodeObject(s.Public())
	if err != nil {
		return fmt.Errorf("the public document: %w", err)
	}
	for seat := range game.Seat(c.players) {
		private, err := encodeObject(s.Private(seat))
		if err == nil && waiting == 0 && string(private) != "{}" {
			err = fmt.Errorf("the match is over, and it is not empty")
		}
		if err != nil {
			return fmt.Errorf("the private document of seat %d: %w", seat, err)
		}
	}
	var shown struct {
		Seats map[string]struct {
			Asked    *string `json:"asked"`
			Answered bool    `json:"answered"`
		} `json:"seats"`
	}
	if json.Unmarshal(public, &shown) != nil {
		return nil // the game gives these names to other things
	}
	for seat := range game.Seat(c.players) {
		entry := shown.Seats["s"+strconv.Itoa(int(seat))]
		if entry.Asked == nil {
			continue
		}
		if waits := *entry.Asked != "" && !entry.Answered; waits != waiting.Has(seat) {
			return fmt.Errorf("the public document says that waiting for seat %d is %t", seat, waits)
		}
	}
	return nil
}

// encodeObject encodes a document.
func encodeObject(document any) ([]byte, error) {
	data, err := json.Marshal(document)
	if err == nil && data[0] != '{' {
		err = fmt.Errorf("it is not an object")
	}
	return data, err
}

// end checks that the finished match's record, written and read as a file,
// replays to the same states.
func (c *fullCheck) end(s game.State, record *match.Record) error {
	read, err := match.Decode(record.Encode())
	if err != nil {
		return fmt.Errorf("the record cannot be read: %w", err)
	}
	last, err := read.Replay(c.rules, nil)
	if err != nil {
		return fmt.Errorf("the record does not replay: %w", err)
	}
	if last.Hash != game.Hash(s) {
		return fmt.Errorf("the record replays to another end")
	}
	return nil
}

// seatList returns the seats of a set, in order; never nil.
func seatList(set game.Seats) []game.Seat {
	list := []game.Seat{}
	for seat := game.Seat(0); seat < game.MaxSeats; seat++ {
		if set.Has(seat) {
			list = append(list, seat)
		}
	}
	return list
}
