package spellbook

import (
	"encoding/binary"

	cards "archmage/internal/cards/spellbook"
	"archmage/internal/coded"
	"archmage/internal/game"
)

// codecVersion is the version of the binary form of a state.
const codecVersion = 1

// maxEach bounds the number of one Materia in one place.
const maxEach = 5

// codec carries fields to or from their binary form: one visit names all
// fields, for both directions.
type codec struct {
	data    []byte
	reading bool
	err     error
}

// fail notes the first error.
func (c *codec) fail(text string) {
	if c.err == nil {
		c.err = coded.Errorf(game.CodeBadState, "%s", text)
	}
}

// raw carries n bytes and returns them when reading, or nil at the end.
func (c *codec) raw(n int) []byte {
	if c.err != nil || len(c.data) < n {
		c.fail("the state ends too early")
		return nil
	}
	b := c.data[:n]
	c.data = c.data[n:]
	return b
}

// number carries a field of one byte that must be below the limit.
func number[T ~uint8 | ~int8](c *codec, v *T, limit int) {
	if !c.reading {
		c.data = append(c.data, byte(*v))
		return
	}
	if b := c.raw(1); b != nil {
		if int(b[0]) >= limit {
			c.fail("a field is out of range")
			return
		}
		*v = T(b[0])
	}
}

func (c *codec) flag(v *bool) {
	var n uint8
	if *v {
		n = 1
	}
	number(c, &n, 2)
	if c.reading {
		*v = n == 1
	}
}

func (c *codec) uint16(v *uint16) {
	if !c.reading {
		c.data = binary.LittleEndian.AppendUint16(c.data, *v)
	} else if b := c.raw(2); b != nil {
		*v = binary.LittleEndian.Uint16(b)
	}
}

func (c *codec) uint32(v *uint32) {
	if !c.reading {
		c.data = binary.LittleEndian.AppendUint32(c.data, *v)
	} else if b := c.raw(4); b != nil {
		*v = binary.LittleEndian.Uint32(b)
	}
}

func (c *codec) bunch(b *bunch) {
	if !c.reading {
		c.data = append(c.data, b.n[:]...)
		return
	}
	*b = bunch{}
	for m, n := range c.raw(len(b.n)) {
		if int(n) > maxEach {
			c.fail("a field is out of range")
			return
		}
		for range n {
			b.add(cards.Materia(m))
		}
	}
}

func (c *codec) materia(m *cards.Materia) { number(c, m, int(noMateria)+1) }

func (c *codec) player(p *player) {
	c.bunch(&p.pool)
	for i := range p.familiar {
		c.materia(&p.familiar[i])
	}
	number(c, &p.stored, cards.Slots+1)
	for i := range p.spells {
		number(c, &p.spells[i].level, cards.MaxLevel+1)
		c.materia(&p.spells[i].materia)
		c.flag(&p.spells[i].fresh)
	}
	number(c, &p.known, cards.NumColours+1)
	c.uint32(&p.asks)
}

func (c *codec) frame(f *frame) {
	number(c, &f.program, int(numPrograms))
	number(c, &f.step, 16)
	number(c, &f.left, 16)
	c.flag(&f.begun)
	number(c, &f.seat, game.MaxSeats)
	number(c, &f.card, int(noCard)+1)
	number(c, &f.rune, int(noRune)+1)
	number(c, &f.memo, int(numPrograms))
	number(c, &f.learn, cards.NumColours)
	number(c, &f.level, cards.MaxLevel+1)
	c.materia(&f.materia)
	number(c, &f.jokers, maxJokers+1)
	number(c, &f.triples, int(numTriples))
}

// table visits all fields of a match but the question, which follows from them.
func (c *codec) table(t *table) {
	version := uint8(codecVersion)
	number(c, &version, 256)
	if version != codecVersion {
		c.fail("a state of another version")
		return
	}
	number(c, &t.mode, int(numModes))
	for i := range t.sets {
		number(c, &t.sets[i], cards.NumSets)
	}
	number(c, &t.seats, game.MaxSeats+1)
	number(c, &t.handicap, maxHandicap+1)
	number(c, &t.first, game.MaxSeats)
	number(c, &t.active, game.MaxSeats)
	c.uint16(&t.round)
	c.flag(&t.ending)
	c.flag(&t.over)
	c.flag(&t.changed)
	for _, b := range []*bunch{&t.altar, &t.bag, &t.box, &t.spent, &t.lower} {
		c.bunch(b)
	}
	for i := range int(t.seats) {
		c.player(&t.players[i])
	}
	for i := range t.track {
		c.materia(&t.track[i])
	}
	number(c, &t.given, cards.Slots+1)
	number(c, &t.depth, maxFrames+1)
	for i := range int(t.depth) {
		c.frame(&t.frames[i])
	}
	number(c, &t.last, maxScript+1)
	number(c, &t.scriptAt, int(t.last)+1)
	for i := range int(t.last) {
		number(c, &t.script[i], cards.NumMateria)
	}
	c.stream(&t.rng)
}

// stream carries the random stream: its length, then its own form.
func (c *codec) stream(rng *game.RNG) {
	if !c.reading {
		at := len(c.data)
		c.data = append(c.data, 0)
		data, err := rng.AppendBinary(c.data)
		if err != nil {
			c.fail("the random stream cannot be encoded")
			return
		}
		c.data = data
		c.data[at] = byte(len(data) - at - 1)
		return
	}
	length := c.raw(1)
	if length == nil {
		return
	}
	if b := c.raw(int(length[0])); b != nil && rng.UnmarshalBinary(b) != nil {
		c.fail("the random stream cannot be read")
	}
}

// AppendBinary encodes the whole state.
func (s *match) AppendBinary(b []byte) ([]byte, error) {
	c := codec{data: b}
	c.table(&s.table)
	if c.err != nil {
		return b, c.err
	}
	return c.data, nil
}

// Decode reads what AppendBinary wrote.
func (r *rules) Decode(data []byte) (game.State, error) {
	c := codec{data: data, reading: true}
	s := &match{book: r.book}
	s.clearSlots()
	c.table(&s.table)
	if c.err == nil && len(c.data) > 0 {
		c.fail("the state is longer than it should be")
	}
	if c.err != nil {
		return nil, c.err
	}
	if err := s.resume(); err != nil {
		return nil, coded.Errorf(game.CodeBadState, "%v", err)
	}
	return s, nil
}
