package spellbook

import (
	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
)

func (b *builder) seat(seat game.Seat) game.Seat {
	if seat < 0 || int(seat) >= len(b.in.Seats) {
		b.fail("seat %d", seat)
		return 0
	}
	return seat
}

func (b *builder) spells() {
	s, in := b.s, b.in
	name := in.Mode
	if name == "" {
		name = modeNames[modeSet1]
		if len(in.Spells) > 0 {
			name = modeNames[modeAgreed]
		}
	}
	found := false
	for m, known := range modeNames {
		if known == name {
			s.mode, found = mode(m), true
		}
	}
	if !found {
		b.fail("mode %q", in.Mode)
		return
	}
	var fixed uint8
	if s.mode < modeClassic {
		fixed = uint8(s.mode - modeSet1)
	}
	for c := range s.sets {
		s.sets[c] = fixed
	}
	for name, set := range in.Spells {
		c, ok := cards.ParseColour(name)
		if !ok || set < 1 || set > cards.NumSets || s.mode < modeClassic && set != int(fixed)+1 {
			b.fail("%s of set %d in mode %s", name, set, modeNames[s.mode])
			return
		}
		s.sets[c] = uint8(set - 1)
	}
}

func (b *builder) materia(name string) cards.Materia {
	m, ok := cards.ParseMateria(name)
	if !ok {
		b.fail("Materia %q", name)
	}
	return m
}

func (b *builder) bunch(into *bunch, in Counts) {
	for name, n := range in {
		m := b.materia(name)
		if n < 0 || n > b.s.book.facts.Each {
			b.fail("%d of %s", n, name)
			return
		}
		for range n {
			into.add(m)
		}
	}
}

func (b *builder) track(into []cards.Materia, in []string) uint8 {
	if len(in) > len(into) {
		b.fail("%d Materia on a track of %d", len(in), len(into))
		return 0
	}
	for i, name := range in {
		into[i] = b.materia(name)
	}
	return uint8(len(in))
}

func (b *builder) player(p *player, in *SeatSetup) {
	b.bunch(&p.pool, in.Pool)
	p.stored = b.track(p.familiar[:], in.Familiar)
	if p.asks = in.Asked; p.asks > 0 {
		p.asks--
	}
	for name, on := range in.Spells {
		c, ok := cards.ParseColour(name)
		r, okRune := cards.ParseRune(on.Rune)
		if !ok || !okRune || on.Level < cards.MinLevel || on.Level > cards.MaxLevel {
			b.fail("%s at level %d with rune %q", name, on.Level, on.Rune)
			return
		}
		p.spells[c] = learned{level: uint8(on.Level), materia: cards.MateriaOf(c, r), fresh: on.Fresh}
		p.known++
	}
}

func (b *builder) opponent() {
	if b.in.Opponent == nil {
		return
	}
	b.s.given = b.track(b.s.track[:], b.in.Opponent.Track)
	b.bunch(&b.s.lower, b.in.Opponent.Lower)
}

// bagAndBox fills the bag and the box; what is nowhere else goes into the bag,
// or into the box if only the bag is given.
func (b *builder) bagAndBox() {
	s, in := b.s, b.in
	b.bunch(&s.bag, in.Bag)
	b.bunch(&s.box, in.Box)
	if b.err != nil || in.Bag != nil && in.Box != nil {
		return
	}
	rest := &s.bag
	if in.Bag != nil {
		rest = &s.box
	}
	var used bunch
	for _, there := range []*bunch{&s.altar, &s.spent, &s.lower, &s.bag, &s.box} {
		c := *there
		used.addAll(&c)
	}
	for seat := range s.players {
		p := &s.players[seat]
		c := p.pool
		used.addAll(&c)
		for _, m := range p.familiar[:p.stored] {
			used.add(m)
		}
		for _, on := range p.spells {
			if on.level > 0 {
				used.add(on.materia)
			}
		}
	}
	for _, m := range s.track[:s.given] {
		used.add(m)
	}
	for m, n := range used.n {
		for ; int(n) < s.book.facts.Each; n++ {
			rest.add(cards.Materia(m))
		}
	}
}

// draws reads the scripted draws. Those that come once the bag is empty are not
// checked, as what is in the box by then is not known yet: one that is not there
// is drawn at random.
func (b *builder) draws() {
	s, in := b.s, b.in
	if len(in.Draws) > maxScript {
		b.fail("%d scripted draws; at most %d", len(in.Draws), maxScript)
		return
	}
	bag := s.bag
	for i, name := range in.Draws {
		m := b.materia(name)
		if b.err != nil {
			return
		}
		if bag.size > 0 {
			if bag.n[m] == 0 {
				b.fail("draw %d: %s is not in the bag then", i+1, name)
				return
			}
			bag.remove(m)
		}
		s.script[i] = m
		s.last++
	}
}
