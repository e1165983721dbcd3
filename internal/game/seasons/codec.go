package seasons

import (
	"encoding/binary"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/coded"
	"archmage/internal/game"
)

// encoding is the number of the encoded form. A change of the form raises it;
// code then tells old from new by codec.version.
const encoding = 1

// codec carries a state to bytes or back: every field is named once, in code,
// for both directions.
type codec struct {
	data    []byte
	reading bool
	failed  bool
	version uint8
}

// AppendBinary implements game.State.
func (s *State) AppendBinary(b []byte) ([]byte, error) {
	c := codec{data: append(b, encoding), version: encoding}
	// code only reads when it writes, but its callees take pointers.
	s.code(&c)
	return c.data, nil
}

// Decode implements game.Rules.
func (r *Rules) Decode(data []byte) (game.State, error) {
	if len(data) == 0 || data[0] != encoding {
		return nil, coded.Errorf(game.CodeBadState, "not an encoded state of Seasons, or of an unknown form")
	}
	c := codec{data: data[1:], reading: true, version: data[0]}
	s := &State{rules: r}
	s.code(&c)
	if c.failed || len(c.data) > 0 {
		return nil, coded.Errorf(game.CodeBadState, "the encoded state is cut off or damaged")
	}
	if err := s.wellFormed(); err != nil {
		return nil, err
	}
	return s, nil
}

func (s *State) code(c *codec) {
	c.rng(&s.rng)
	c.bytes(s.script.rolls[:], &s.script.nRolls)
	c.bytes(s.script.draws[:], &s.script.nDraws)
	number(c, &s.level)
	number(c, &s.edition)
	number(c, &s.seats)
	number(c, &s.phase)
	number(c, &s.position)
	number(c, &s.round)
	number(c, &s.first)
	number(c, &s.active)
	number(c, &s.cursor)
	c.flags(&s.given[0], &s.given[1])
	for i := range s.kept {
		for j := range s.kept[i] {
			number(c, &s.kept[i][j])
		}
	}
	for i := range s.dice {
		d := &s.dice[i]
		number(c, &d.number)
		number(c, &d.face)
		number(c, &d.owner)
	}
	number(c, &s.season)
	c.flags(&s.turn.drawn, &s.turn.declined, &s.turn.tree, &s.turn.potion, &s.turn.mandatory)
	number(c, &s.turn.bonus)
	number(c, &s.lastID)
	if int(s.seats) > len(s.players) {
		c.failed = true
		return
	}
	for i := range s.players[:s.seats] {
		s.players[i].code(c)
		number(c, &s.asked[i])
	}
	c.bytes(s.draw.cards[:], &s.draw.n)
	c.bytes(s.discard.cards[:], &s.discard.n)
	c.set(&s.held)
	c.set(&s.aside)
	number(c, &s.depth)
	if int(s.depth) > len(s.stack) {
		c.failed = true
		return
	}
	for i := range s.stack[:s.depth] {
		s.stack[i].code(c)
	}
	number(c, &s.ask.kind)
	number(c, &s.ask.seat)
	number(c, &s.ask.min)
	number(c, &s.ask.max)
	number(c, &s.ask.energies)
	number(c, &s.ask.modes)
	c.flags(&s.ask.items)
}

func (p *player) code(c *codec) {
	number(c, &p.crystals)
	number(c, &p.gauge)
	number(c, &p.bonuses)
	c.tokens(&p.reserve)
	number(c, &p.inPlay)
	if int(p.inPlay) > len(p.play) {
		c.failed = true
		return
	}
	for i := range p.play[:p.inPlay] {
		card := &p.play[i]
		number(c, &card.id)
		number(c, &card.number)
		c.flags(&card.turned)
		c.tokens(&card.tokens)
	}
	c.set(&p.hand)
	c.set(&p.library[0])
	c.set(&p.library[1])
	c.set(&p.packet)
	c.set(&p.picked)
	c.set(&p.split[0])
	c.set(&p.split[1])
	number(c, &p.pick)
	c.flags(&p.answered)
}

func (f *frame) code(c *codec) {
	number(c, &f.action)
	number(c, &f.step)
	number(c, &f.done)
	number(c, &f.seat)
	c.flags(&f.declaring, &f.asked)
	number(c, &f.card)
	number(c, &f.id)
	number(c, &f.by)
	number(c, &f.mode)
	number(c, &f.from)
	number(c, &f.to)
	number(c, &f.named)
	c.tokens(&f.due)
	for i := range f.paid {
		c.tokens(&f.paid[i])
	}
	number(c, &f.chosen)
	number(c, &f.nPlays)
	if int(f.nPlays) > len(f.plays) {
		c.failed = true
		return
	}
	for i := range f.plays {
		number(c, &f.plays[i])
	}
}

// take returns the next n bytes that are read, or nil if they are not there.
func (c *codec) take(n int) []byte {
	if c.failed || len(c.data) < n {
		c.failed = true
		return nil
	}
	part := c.data[:n]
	c.data = c.data[n:]
	return part
}

// number carries a whole number of up to 32 bits.
func number[T ~uint8 | ~int8 | ~uint16 | ~int16 | ~uint32 | ~int32](c *codec, n *T) {
	if !c.reading {
		c.data = binary.AppendVarint(c.data, int64(*n))
		return
	}
	value, size := binary.Varint(c.data)
	if c.failed || size <= 0 || int64(T(value)) != value {
		c.failed = true
		return
	}
	c.data = c.data[size:]
	*n = T(value)
}

// flags carries up to eight booleans in one byte.
func (c *codec) flags(flags ...*bool) {
	if c.reading {
		if part := c.take(1); part != nil {
			for i, flag := range flags {
				*flag = part[0]>>i&1 == 1
			}
			c.failed = c.failed || part[0]>>len(flags) != 0
		}
		return
	}
	b := byte(0)
	for i, flag := range flags {
		if *flag {
			b |= 1 << i
		}
	}
	c.data = append(c.data, b)
}

// bytes carries the first n bytes of a list.
func (c *codec) bytes(list []uint8, n *uint8) {
	number(c, n)
	if int(*n) > len(list) {
		c.failed = true
		return
	}
	if !c.reading {
		c.data = append(c.data, list[:*n]...)
		return
	}
	copy(list, c.take(int(*n)))
}

func (c *codec) tokens(t *tokens) {
	if !c.reading {
		c.data = append(c.data, t[:]...)
		return
	}
	copy(t[:], c.take(len(t)))
}

func (c *codec) set(set *cardSet) {
	if !c.reading {
		c.data = binary.LittleEndian.AppendUint64(c.data, set.one)
		c.data = binary.LittleEndian.AppendUint64(c.data, set.two)
		return
	}
	if part := c.take(16); part != nil {
		set.one = binary.LittleEndian.Uint64(part)
		set.two = binary.LittleEndian.Uint64(part[8:])
	}
}

func (c *codec) rng(rng *game.RNG) {
	const size = 48
	if !c.reading {
		data, err := rng.AppendBinary(make([]byte, 0, size))
		if err != nil || len(data) > 255 {
			panic("seasons: the random stream cannot be encoded")
		}
		c.data = append(append(c.data, byte(len(data))), data...)
		return
	}
	if length := c.take(1); length != nil {
		if part := c.take(int(length[0])); part != nil && rng.UnmarshalBinary(part) != nil {
			c.failed = true
		}
	}
}

// wellFormed refuses a decoded state that the rules could not even look at.
func (s *State) wellFormed() error {
	if s.validCourse() && s.validCards() && s.validStack() && s.Check() == nil {
		return nil
	}
	return coded.Errorf(game.CodeBadState, "the encoded state is not one of Seasons")
}

func (s *State) validSeat(seat int8) bool { return seat >= noSeat && seat < int8(s.seats) }

// validCourse checks the seats, the season, the dice and whose turn it is.
func (s *State) validCourse() bool {
	if s.seats < 2 || s.seats > maxSeats || s.level > archmage || s.edition > cards.Second ||
		s.phase > phaseOver || s.position < 1 || s.position > 5*12 || s.season > cards.Fall ||
		s.first < 0 || !s.validSeat(s.first) || !s.validSeat(s.active) || !s.validSeat(s.ask.seat) {
		return false
	}
	if s.inTurn() && s.active < 0 {
		return false
	}
	for season := range s.kept {
		for _, number := range s.kept[season][:s.seats+1] {
			if number < 1 || number > cards.DicePerSeason {
				return false
			}
		}
	}
	for _, d := range s.dice[:s.seats+1] {
		if s.round > 0 && (d.number < 1 || d.number > cards.DicePerSeason || d.face < 1 || d.face > 6 || !s.validSeat(d.owner)) {
			return false
		}
	}
	return s.ask.kind < numKinds && (!s.inTurn() || s.ownDie(s.active) != nil)
}

// validCards checks that only existing cards are anywhere.
func (s *State) validCards() bool {
	sets := []cardSet{s.held, s.aside}
	for i := range s.players[:s.seats] {
		p := &s.players[i]
		sets = append(sets, p.hand, p.library[0], p.library[1], p.packet, p.picked, p.split[0], p.split[1])
		for _, c := range p.play[:p.inPlay] {
			if c.number < 1 || c.number > cards.NumCards {
				return false
			}
		}
		if p.pick > cards.NumCards || p.bonuses > maxBonuses {
			return false
		}
	}
	const existing = (1<<cards.NumCards - 1) << 1
	for _, set := range sets {
		if set.one&^existing != 0 || set.two&^set.one != 0 {
			return false
		}
	}
	return true
}

// validStack checks the programs under way and the question that is open.
func (s *State) validStack() bool {
	for i := range s.stack[:s.depth] {
		f := &s.stack[i]
		if f.action >= numActions || f.card > cards.NumCards || f.by > cards.NumCards || f.chosen > cards.NumCards ||
			f.seat < 0 || !s.validSeat(f.seat) || f.from > uint8(cards.Earth) || f.to > uint8(cards.Earth) ||
			int(f.step) > len(s.program(f)) {
			return false
		}
	}
	ofFrame := s.ask.kind != askNothing && kinds[s.ask.kind].frame != nil
	return !ofFrame || s.depth > 0
}
