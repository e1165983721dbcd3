package spellbook

import (
	"math"

	cards "archmage/internal/cards/spellbook"
	"archmage/internal/coded"
	"archmage/internal/game"
)

// codecVersion is the version of the binary form of a state.
const codecVersion = 1

// maxEach bounds the number of one Materia in one place.
const maxEach = 5

func carryBunch(c *game.Codec, b *bunch) {
	n := b.n
	c.Raw(n[:])
	if !c.Reading() {
		return
	}
	*b = bunch{}
	for m, n := range n {
		if n > maxEach {
			c.Fail("too many of one Materia")
			return
		}
		for range n {
			b.add(cards.Materia(m))
		}
	}
}

func carryMateria(c *game.Codec, m *cards.Materia) { game.Carry(c, m, 0, noMateria) }

func carryPlayer(c *game.Codec, p *player) {
	carryBunch(c, &p.pool)
	for i := range p.familiar {
		carryMateria(c, &p.familiar[i])
	}
	game.Carry(c, &p.stored, 0, cards.Slots)
	for i := range p.spells {
		game.Carry(c, &p.spells[i].level, 0, cards.MaxLevel)
		carryMateria(c, &p.spells[i].materia)
		c.Flags(&p.spells[i].fresh)
	}
	game.Carry(c, &p.known, 0, cards.NumColours)
	game.Carry(c, &p.asks, 0, math.MaxUint32)
}

func carryFrame(c *game.Codec, f *frame) {
	game.Carry(c, &f.program, 0, numPrograms-1)
	f.Cursor.Carry(c, 15)
	game.Carry(c, &f.seat, 0, game.MaxSeats-1)
	game.Carry(c, &f.card, 0, noCard)
	game.Carry(c, &f.rune, 0, noRune)
	game.Carry(c, &f.same, 0, allKinds)
	game.Carry(c, &f.copies, 0, numPrograms-1)
	game.Carry(c, &f.learn, 0, cards.NumColours-1)
	game.Carry(c, &f.level, 0, cards.MaxLevel)
	carryMateria(c, &f.materia)
	game.Carry(c, &f.jokers, 0, maxJokers)
	game.Carry(c, &f.triples, 0, numTriples-1)
}

// carryTable carries all fields of a match but the question, which follows from them.
func carryTable(c *game.Codec, t *table) {
	game.Carry(c, &t.mode, 0, numModes-1)
	for i := range t.sets {
		game.Carry(c, &t.sets[i], 0, cards.NumSets-1)
	}
	game.Carry(c, &t.seats, 0, game.MaxSeats)
	game.Carry(c, &t.handicap, 0, maxHandicap)
	game.Carry(c, &t.first, 0, game.MaxSeats-1)
	game.Carry(c, &t.active, 0, game.MaxSeats-1)
	game.Carry(c, &t.round, 1, lastRound)
	c.Flags(&t.ending)
	c.Flags(&t.over)
	c.Flags(&t.changed)
	for _, b := range []*bunch{&t.altar, &t.bag, &t.box, &t.spent, &t.lower} {
		carryBunch(c, b)
	}
	for i := range int(t.seats) {
		carryPlayer(c, &t.players[i])
	}
	for i := range t.track {
		carryMateria(c, &t.track[i])
	}
	game.Carry(c, &t.given, 0, cards.Slots)
	t.stack.Carry(c, carryFrame)
	game.Carry(c, &t.scriptLen, 0, maxScript)
	game.Carry(c, &t.scriptAt, 0, t.scriptLen)
	for i := range int(t.scriptLen) {
		game.Carry(c, &t.script[i], 0, cards.NumMateria-1)
	}
	c.RNG(&t.chance)
}

// AppendBinary encodes the whole state.
func (s *match) AppendBinary(b []byte) ([]byte, error) {
	c := game.NewEncoder(b, codecVersion)
	carryTable(&c, &s.table)
	return c.End()
}

// Decode reads what AppendBinary wrote.
func (r *rules) Decode(data []byte) (game.State, error) {
	s := &match{book: r.book}
	s.clearSlots()
	c := game.NewDecoder(data, codecVersion)
	carryTable(&c, &s.table)
	if _, err := c.End(); err != nil {
		return nil, err
	}
	if err := s.resume(); err != nil {
		return nil, coded.Errorf(game.CodeBadState, "%v", err)
	}
	if !s.over && s.players[s.ask.seat].asks == 0 {
		return nil, coded.Errorf(game.CodeBadState, "a decision that was never asked")
	}
	return s, nil
}
