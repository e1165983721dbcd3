package spellbook

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
)

// readColour reads the name of a colour. where is used in messages.
func (b *builder) readColour(where, name string) cards.Colour {
	return cards.Colour(b.IndexOf(where+": colour", name, cards.ColourNames[:]))
}

// checkSeat checks the number of a seat. name is used in messages.
func (b *builder) checkSeat(name string, seat game.Seat) game.Seat {
	b.CheckRange(name+": seat", int(seat), 0, len(b.in.Seats)-1)
	return seat
}

func (b *builder) buildSpells() {
	s, in := b.s, b.in
	defaultMode := modeNames[modeSet1]
	if len(in.Spells) > 0 {
		defaultMode = modeNames[modeAgreed]
	}
	s.mode = mode(b.IndexOf("mode", cmp.Or(in.Mode, defaultMode), modeNames[:]))
	var fixed uint8
	if s.mode < modeClassic {
		fixed = uint8(s.mode - modeSet1)
	}
	for c := range s.sets {
		s.sets[c] = fixed
	}
	for _, name := range slices.Sorted(maps.Keys(in.Spells)) {
		set := in.Spells[name]
		c := b.readColour("spells", name)
		low, high := 1, cards.NumSets
		if s.mode < modeClassic {
			low, high = int(fixed)+1, int(fixed)+1
		}
		b.CheckRange(fmt.Sprintf("spells: mode %s: %s: set", modeNames[s.mode], name), set, low, high)
		s.sets[c] = uint8(set - 1)
	}
}

// readMateria reads the name of a Materia. where is used in messages.
func (b *builder) readMateria(where, name string) cards.Materia {
	m, ok := cards.ParseMateria(name)
	if !ok {
		b.Fail("%s: no Materia %q; it is COLOUR.RUNE, as red.circle", where, name)
	}
	return m
}

// readBunch reads Materia into a bunch. where is used in messages.
func (b *builder) readBunch(where string, into *bunch, in Counts) {
	for _, name := range slices.Sorted(maps.Keys(in)) {
		m, n := b.readMateria(where, name), in[name]
		b.CheckRange(where+": "+name, n, 0, b.s.book.facts.Each)
		for range n {
			into.add(m)
		}
	}
}

// readTrack reads the Materia on a track and returns their number. where is used in messages.
func (b *builder) readTrack(where string, into []cards.Materia, in []string) uint8 {
	b.CheckRange(where+":", len(in), 0, len(into))
	for i, name := range in {
		into[i] = b.readMateria(where, name)
	}
	return uint8(len(in))
}

func (b *builder) buildPlayer(p *player, in *SeatSetup) {
	b.readBunch("pool", &p.pool, in.Pool)
	b.CheckRange("pool:", int(p.pool.size), 0, poolLimit)
	p.storedCount = b.readTrack("familiar", p.familiar[:], in.Familiar)
	if p.decisionCount = in.Asked; p.decisionCount > 0 {
		p.decisionCount--
	}
	for _, name := range slices.Sorted(maps.Keys(in.Spells)) {
		spell := in.Spells[name]
		c := b.readColour("spells", name)
		r := cards.Rune(b.IndexOf("spells: "+name+": rune", spell.Rune, cards.RuneNames[:]))
		b.CheckRange("spells: "+name+": level", spell.Level, cards.MinLevel, cards.MaxLevel)
		p.spells[c] = learnedSpell{level: uint8(spell.Level), materia: cards.MateriaOf(c, r), learnedToday: spell.Fresh}
		p.learnedCount++
	}
}

func (b *builder) buildOpponent() {
	if b.in.Opponent == nil {
		return
	}
	if !b.s.isSolo() {
		b.Fail("opponent: only a player alone has one, not %d players", b.s.seats)
	}
	b.s.givenCount = b.readTrack("opponent: track", b.s.track[:], b.in.Opponent.Track)
	b.readBunch("opponent: lower", &b.s.lower, b.in.Opponent.Lower)
}

// buildBagAndBox fills the bag and the box. Materia that are nowhere else go into the bag, or into the
// box if only the bag is given.
func (b *builder) buildBagAndBox() {
	s, in := b.s, b.in
	b.readBunch("bag", &s.bag, in.Bag)
	b.readBunch("box", &s.box, in.Box)
	if in.Bag != nil && in.Box != nil {
		return
	}
	remainder := &s.bag
	if in.Bag != nil {
		remainder = &s.box
	}
	var used bunch
	for _, place := range []*bunch{&s.altar, &s.spent, &s.lower, &s.bag, &s.box} {
		c := *place
		used.addAll(&c)
	}
	for seat := range s.players {
		p := &s.players[seat]
		c := p.pool
		used.addAll(&c)
		for _, m := range p.familiar[:p.storedCount] {
			used.add(m)
		}
		for _, spell := range p.spells {
			if spell.level > 0 {
				used.add(spell.materia)
			}
		}
	}
	for _, m := range s.track[:s.givenCount] {
		used.add(m)
	}
	for m, n := range used.n {
		for ; int(n) < s.book.facts.Each; n++ {
			remainder.add(cards.Materia(m))
		}
	}
}

// checkTotals fails if there are too many or too few of a Materia. The message lists where they are.
func (b *builder) checkTotals() {
	s := b.s
	for m := range cards.Materia(cards.NumMateria) {
		n := 0
		var places []string
		add := func(where string, count int) {
			if count > 0 {
				n += count
				places = append(places, fmt.Sprintf("%s %d", where, count))
			}
		}
		for seat := range s.seats {
			p := &s.players[seat]
			suffix := fmt.Sprintf(" of seat %d has", seat)
			add("pool"+suffix, int(p.pool.n[m]))
			add("familiar"+suffix, countOf(p.familiar[:p.storedCount], m))
			if spell := p.spells[m.Colour()]; spell.level > 0 && spell.materia == m {
				add("spells"+suffix, 1)
			}
		}
		add("altar", int(s.altar.n[m]))
		add("bag", int(s.bag.n[m]))
		add("box", int(s.box.n[m]))
		add("spent", int(s.spent.n[m]))
		add("track of the opponent", countOf(s.track[:s.givenCount], m))
		add("lower of the opponent", int(s.lower.n[m]))
		if each := s.book.facts.Each; n != each {
			b.Fail("%d of %s: %s; there are %d", n, m, cmp.Or(strings.Join(places, ", "), "nowhere"), each)
		}
	}
}

// countOf returns the number of Materia in the list that equal m.
func countOf(list []cards.Materia, m cards.Materia) int {
	n := 0
	for _, item := range list {
		if item == m {
			n++
		}
	}
	return n
}

// buildScript reads the scripted draws. Draws after the bag is empty are not checked, because the content
// of the box at that time is unknown. A scripted draw that is not in the bag is replaced by a
// random one.
func (b *builder) buildScript() {
	s, in := b.s, b.in
	if len(in.Draws) > maxScript {
		b.Fail("draws: %d, at most %d", len(in.Draws), maxScript)
	}
	bag := s.bag
	for i, name := range in.Draws {
		m := b.readMateria("draws", name)
		if bag.size > 0 {
			if bag.n[m] == 0 {
				b.Fail("draws: %d: %s is not in the bag by then", i+1, name)
			}
			bag.remove(m)
		}
		s.script[i] = m
		s.scriptLen++
	}
}
