package spellbook

import (
	"strconv"

	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
)

// describedDraws is the number of upcoming draws in a description.
const describedDraws = 10

// Describe implements game.State. The result is a *Setup.
func (s *match) Describe() any {
	active := s.active
	d := &Setup{
		Mode: modeNames[s.mode], Spells: map[string]int{}, Handicap: int(s.handicap),
		Round: int(s.round), First: s.first, Active: &active, Phase: phaseOver,
		Altar: s.altar.counts(), Bag: s.bag.counts(), Box: s.box.counts(), Spent: s.spent.counts(),
		Draws: s.peek(describedDraws),
	}
	for c := range s.sets {
		d.Spells[cards.Colour(c).String()] = int(s.sets[c]) + 1
	}
	for seat := range s.seats {
		p := &s.players[seat]
		in := SeatSetup{
			Pool:     p.pool.counts(),
			Familiar: names(p.familiar[:p.storedCount]),
			Spells:   map[string]LearnedSetup{},
			Asked:    p.decisionCount,
		}
		if s.over || game.Seat(seat) != s.ask.seat {
			in.Asked++ // the next decision
		}
		for c, spell := range p.spells {
			if spell.level > 0 {
				in.Spells[cards.Colour(c).String()] = LearnedSetup{
					Level: int(spell.level),
					Rune:  spell.materia.Rune().String(),
					Fresh: spell.learnedToday,
				}
			}
		}
		d.Seats = append(d.Seats, in)
	}
	if s.isSolo() {
		d.Opponent = &OpponentSetup{Track: names(s.track[:s.givenCount]), Lower: s.lower.counts()}
	}
	if s.over {
		return d
	}
	frames := s.stack.All()
	d.Phase = dayNames[frames[0].Step]
	for i := 1; i < len(frames); i++ {
		d.Doing = append(d.Doing, s.describeFrame(&frames[i]))
	}
	d.Started = len(d.Doing) > 0 && !s.committed
	return d
}

// counts returns the numbers of a bunch. The result is not nil, so that an empty bag differs from a
// missing one.
func (b *bunch) counts() Counts {
	c := Counts{}
	for k := b.kinds; k != 0; k = k.withoutFirst() {
		c[k.first().String()] = int(b.n[k.first()])
	}
	return c
}

func (s *match) describeFrame(f *frame) FrameSetup {
	d := FrameSetup{
		Program: f.program.name(), Step: int(f.Step), Left: int(f.Remaining), Begun: f.Begun, Same: limitName(f.limit),
		Level: int(f.level),
	}
	if f.copiedProgram != noProgram {
		d.Copies = f.copiedProgram.name()
	}
	if f.level > 0 {
		d.Learn = f.learnColour.String()
	}
	if f.materia != noMateria {
		d.Materia = f.materia.String()
	}
	if f.jokers > 0 || f.triples > 0 {
		d.Way = wayText(game.Key{A: f.jokers, B: uint16(f.triples)})
	}
	return d
}

// limitName returns the name of the rune or colour that defines the set, or "".
func limitName(set kinds) string {
	for r := range cards.Rune(cards.NumRunes) {
		if set == ofRune(r) {
			return r.String()
		}
	}
	for c := range cards.Colour(cards.NumColours) {
		if set == ofColour(c) {
			return c.String()
		}
	}
	return ""
}

// name returns the readable name of a program.
func (p program) name() string {
	if c, _, level, ok := p.spellOf(); ok {
		return c.String() + ":" + strconv.Itoa(level)
	}
	return basicNames[p]
}
