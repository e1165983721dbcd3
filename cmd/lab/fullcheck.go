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

// fullCheck checks the contract of package game after every answer. It has its own random numbers, so that it
// does not change the game.
type fullCheck struct {
	rules    game.Rules
	players  int
	random   *rand.PCG
	rng      *rand.Rand
	decision game.Decision
	picks    []game.Pick
	// before is a copy of the state at the last call of checkState, and previous is the encoding of the copy.
	// Later changes of the state must not affect the copy.
	before            game.State
	previous, encoded []byte
	scratch           []byte
}

func newFullCheck(rules game.Rules, players int) *fullCheck {
	random := rand.NewPCG(0, 0)
	return &fullCheck{rules: rules, players: players, random: random, rng: rand.New(random)}
}

func (c *fullCheck) start(s game.State, number int) error {
	c.random.Seed(uint64(number), 1)
	c.before = nil
	return c.checkState(s)
}

// checkState checks a state. It is called after each answer.
func (c *fullCheck) checkState(s game.State) error {
	if err := s.Check(); err != nil {
		return err
	}
	var err error
	if c.encoded, err = s.AppendBinary(c.encoded[:0]); err != nil {
		return fmt.Errorf("the state cannot be encoded: %w", err)
	}
	if err := c.checkCopies(s); err != nil {
		return err
	}
	waiting := s.Waiting()
	if over := s.Outcome() != nil; over != (waiting == 0) {
		return fmt.Errorf("over is %t, and these seats are waited for: %v", over, seatList(waiting))
	}
	for seat := game.Seat(0); seat < game.MaxSeats; seat++ {
		if err := c.checkDecision(s, seat, waiting.Has(seat)); err != nil {
			return fmt.Errorf("seat %d: %w", seat, err)
		}
	}
	if err := c.checkDocuments(s, waiting); err != nil {
		return err
	}
	// The checks above must not have changed the state.
	return c.checkSame(s, c.encoded, "looking at the state")
}

// checkCopies checks that a decoded, a cloned and an overwritten state equal the state, and that the last
// answer has not changed the copy made before it.
func (c *fullCheck) checkCopies(s game.State) error {
	decoded, err := c.rules.Decode(c.encoded)
	if err != nil {
		return fmt.Errorf("the encoded state cannot be decoded: %w", err)
	}
	if err := c.checkSame(decoded, c.encoded, "encoding and decoding"); err != nil {
		return err
	}
	if c.before == nil {
		c.before = s.Clone()
	} else {
		if err := c.checkSame(c.before, c.previous, "an answer to the original"); err != nil {
			return err
		}
		s.CopyInto(c.before)
		if err := c.checkSame(c.before, c.encoded, "CopyInto"); err != nil {
			return err
		}
	}
	if err := c.checkSame(s.Clone(), c.encoded, "Clone"); err != nil {
		return err
	}
	c.previous = append(c.previous[:0], c.encoded...)
	return nil
}

// checkSame checks that a state has the encoding want. cause names the call that may have changed the state, for
// errors.
func (c *fullCheck) checkSame(s game.State, want []byte, cause string) error {
	var err error
	if c.scratch, err = s.AppendBinary(c.scratch[:0]); err != nil {
		return fmt.Errorf("after %s the state cannot be encoded: %w", cause, err)
	}
	if !bytes.Equal(c.scratch, want) {
		return fmt.Errorf("%s changes the state", cause)
	}
	return nil
}

// checkDecision checks a seat's decision, if it has one.
func (c *fullCheck) checkDecision(s game.State, seat game.Seat, isWaiting bool) error {
	d := &c.decision
	if !s.Decision(seat, d) {
		if isWaiting {
			return fmt.Errorf("it is waited for and not asked anything")
		}
		return nil
	}
	if int(seat) >= c.players || d.Seat != seat {
		return fmt.Errorf("it has a decision of seat %d", d.Seat)
	}
	if d.Answered == isWaiting {
		return fmt.Errorf("%s: answered is %t, and waited for is %t", d.Kind, d.Answered, isWaiting)
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
	for _, named := range []struct {
		name  string
		picks []game.Pick
		there bool
	}{{"suggested", d.Suggested, len(d.Suggested) > 0}, {"current", d.Current, d.Answered}} {
		if !named.there {
			continue
		}
		if err := d.Check(game.Answer{Decision: d.ID, Picks: named.picks}); err != nil {
			return fmt.Errorf("%s: the %s answer is not legal: %w", d.Kind, named.name, err)
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

// checkDocuments checks that each document encodes as a JSON object. If the public document has the members
// "asked" and "answered" below seats.s0 and so on, they must agree with the seats that the state waits for.
func (c *fullCheck) checkDocuments(s game.State, waiting game.Seats) error {
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
	var document struct {
		Seats map[string]struct {
			Asked    *string `json:"asked"`
			Answered bool    `json:"answered"`
		} `json:"seats"`
	}
	if json.Unmarshal(public, &document) != nil {
		return nil // the game uses these names for other values
	}
	for seat := range game.Seat(c.players) {
		entry := document.Seats["s"+strconv.Itoa(int(seat))]
		if entry.Asked == nil {
			continue
		}
		if waits := *entry.Asked != "" && !entry.Answered; waits != waiting.Has(seat) {
			return fmt.Errorf("the public document says that waiting for seat %d is %t", seat, waits)
		}
	}
	return nil
}

// encodeObject encodes a document and refuses one that is not a JSON object.
func encodeObject(document any) ([]byte, error) {
	data, err := json.Marshal(document)
	if err == nil && data[0] != '{' {
		err = fmt.Errorf("it is not an object")
	}
	return data, err
}

// checkRecord encodes and decodes the record of the finished match, and checks that its replay ends in the same
// state.
func (c *fullCheck) checkRecord(s game.State, record *match.Record) error {
	decoded, err := match.Decode(record.Encode())
	if err != nil {
		return fmt.Errorf("the record cannot be read: %w", err)
	}
	last, err := decoded.Replay(c.rules, nil)
	if err != nil {
		return fmt.Errorf("the record does not replay: %w", err)
	}
	if last.Hash != game.Hash(s) {
		return fmt.Errorf("the record replays to another end")
	}
	return nil
}

// seatList returns the seats of a set in order. It is never nil, so that it encodes as a JSON list.
func seatList(set game.Seats) []game.Seat {
	list := []game.Seat{}
	for seat := game.Seat(0); seat < game.MaxSeats; seat++ {
		if set.Has(seat) {
			list = append(list, seat)
		}
	}
	return list
}
