package spellbook

import (
	"math"

	cards "archmage/internal/cards/spellbook"
	"archmage/internal/coded"
	"archmage/internal/game"
)

// codecVersion is the version of the binary form of a state.
const codecVersion = 1

// maxEach bounds the number of equal Materia in one place.
const maxEach = 5

func transferBunch(c *game.Codec, b *bunch) {
	n := b.n
	c.Raw(n[:])
	if !c.Decoding() {
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

func transferMateria(c *game.Codec, m *cards.Materia) { game.Transfer(c, m, 0, noMateria) }

func transferPlayer(c *game.Codec, p *player) {
	transferBunch(c, &p.pool)
	for i := range p.familiar {
		transferMateria(c, &p.familiar[i])
	}
	game.Transfer(c, &p.storedCount, 0, cards.Slots)
	for i := range p.spells {
		game.Transfer(c, &p.spells[i].level, 0, cards.MaxLevel)
		transferMateria(c, &p.spells[i].materia)
		c.Flags(&p.spells[i].learnedToday)
	}
	game.Transfer(c, &p.learnedCount, 0, cards.NumColours)
	game.Transfer(c, &p.decisionCount, 0, math.MaxUint32)
}

func transferFrame(c *game.Codec, f *frame) {
	game.Transfer(c, &f.program, 0, numPrograms-1)
	f.Cursor.Transfer(c, 15)
	game.Transfer(c, &f.seat, 0, maxSeats-1)
	game.Transfer(c, &f.ownColour, 0, noColour)
	game.Transfer(c, &f.rune, 0, noRune)
	game.Transfer(c, &f.limit, 0, allKinds)
	game.Transfer(c, &f.copiedProgram, 0, numPrograms-1)
	game.Transfer(c, &f.learnColour, 0, cards.NumColours-1)
	game.Transfer(c, &f.level, 0, cards.MaxLevel)
	transferMateria(c, &f.materia)
	game.Transfer(c, &f.jokers, 0, maxJokers)
	game.Transfer(c, &f.triples, 0, numTriples-1)
}

// transferTable encodes or decodes all fields of a match except the question, which follows from
// them.
func transferTable(c *game.Codec, t *table) {
	game.Transfer(c, &t.mode, 0, numModes-1)
	for i := range t.sets {
		game.Transfer(c, &t.sets[i], 0, cards.NumSets-1)
	}
	game.Transfer(c, &t.seats, 0, maxSeats)
	game.Transfer(c, &t.handicap, 0, maxHandicap)
	game.Transfer(c, &t.first, 0, maxSeats-1)
	game.Transfer(c, &t.active, 0, maxSeats-1)
	game.Transfer(c, &t.round, 1, lastRound)
	c.Flags(&t.endTriggered)
	c.Flags(&t.over)
	c.Flags(&t.committed)
	for _, b := range []*bunch{&t.altar, &t.bag, &t.box, &t.spent, &t.lower} {
		transferBunch(c, b)
	}
	for i := range int(t.seats) {
		transferPlayer(c, &t.players[i])
	}
	for i := range t.track {
		transferMateria(c, &t.track[i])
	}
	game.Transfer(c, &t.givenCount, 0, cards.Slots)
	t.stack.Transfer(c, transferFrame)
	game.Transfer(c, &t.scriptLen, 0, maxScript)
	game.Transfer(c, &t.scriptAt, 0, t.scriptLen)
	for i := range int(t.scriptLen) {
		game.Transfer(c, &t.script[i], 0, cards.NumMateria-1)
	}
	c.RNG(&t.chance)
}

// AppendBinary implements game.State.
func (s *match) AppendBinary(b []byte) ([]byte, error) {
	c := game.NewEncoder(b, codecVersion)
	transferTable(&c, &s.table)
	return c.End()
}

// Decode implements game.Rules.
func (r *rules) Decode(data []byte) (game.State, error) {
	s := &match{book: r.book}
	s.clearSlots()
	c := game.NewDecoder(data, codecVersion)
	transferTable(&c, &s.table)
	if _, err := c.End(); err != nil {
		return nil, err
	}
	if err := s.resume(); err != nil {
		return nil, coded.Errorf(game.CodeBadState, "%v", err)
	}
	if !s.over && s.players[s.ask.seat].decisionCount == 0 {
		return nil, coded.Errorf(game.CodeBadState, "a decision that was never asked")
	}
	return s, nil
}
