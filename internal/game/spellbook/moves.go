package spellbook

import (
	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
)

// commit notes that the chosen action is being done: it cannot be dropped any
// more, and everybody learns what it is.
func (s *match) commit() {
	if s.changed {
		return
	}
	s.changed = true
	at := s.actionFrame()
	if at < 0 {
		return
	}
	frames := s.stack.All()[at+1:]
	for i := range frames {
		s.announce(&frames[i])
	}
}

// announce tells that the spell of a frame is used.
func (s *match) announce(f *frame) {
	c, _, level, ok := f.program.spellOf()
	if !ok || s.book.learns[f.program] && f.jokers == 0 {
		return
	}
	copied := 0
	if c != f.card {
		copied = 1
	}
	s.step.Add(eventUsed, f.seat, game.Int("spell", f.program.number()), game.ID("colour", c.String()),
		game.Int("level", level), game.Int("copied", copied))
}

// drawable returns how many Materia there are to draw.
func (s *match) drawable() int { return int(s.bag.size) + int(s.box.size) }

// draw takes a Materia out of the bag at random; the box goes back into the bag
// at the moment at which that is empty (R5). It reports whether there was one.
func (s *match) draw() (cards.Materia, bool) {
	if s.drawable() == 0 {
		return 0, false
	}
	s.commit()
	if s.bag.size == 0 {
		s.step.Add(eventBag, game.NoSeat, game.Int("n", s.box.size))
		s.bag.addAll(&s.box)
	}
	// What is drawn was hidden before, and nobody chose to show it.
	s.step.MarkRandom()
	s.step.MarkShownToAll()
	if s.trial != nil {
		s.trial.drew = true
	}
	m := noMateria
	if s.scriptAt < s.scriptLen {
		m = s.script[s.scriptAt]
		s.scriptAt++
	}
	if m == noMateria || s.bag.n[m] == 0 {
		m = s.bag.at(s.chance.IntN(int(s.bag.size)))
	}
	s.bag.remove(m)
	return m, true
}

// drawToPool draws one into a pool; it reports whether that was possible.
func (s *match) drawToPool(seat game.Seat) bool {
	if s.players[seat].room() == 0 {
		return false
	}
	m, ok := s.draw()
	if ok {
		s.players[seat].pool.add(m)
		s.step.Add(eventDrew, seat, game.ID("materia", m.String()), game.ID("to", "pool"))
	}
	return ok
}

// drawToAltar draws one onto the altar; it reports whether that was possible.
func (s *match) drawToAltar(seat game.Seat) bool {
	m, ok := s.draw()
	if ok {
		s.altar.add(m)
		s.step.Add(eventDrew, seat, game.ID("materia", m.String()), game.ID("to", "altar"))
	}
	return ok
}

// drawToLower draws one into the lower part of the opponent's board.
func (s *match) drawToLower() bool {
	m, ok := s.draw()
	if ok {
		s.lower.add(m)
		s.step.Add(eventDrew, game.NoSeat, game.ID("materia", m.String()), game.ID("to", "lower"))
	}
	return ok
}

// take moves one from the altar to the seat's pool or Familiar.
func (s *match) take(seat game.Seat, m cards.Materia, flags flags) {
	s.commit()
	s.altar.remove(m)
	if flags&toFamiliar != 0 {
		s.step.Add(eventTook, seat, game.ID("materia", m.String()), game.ID("to", "familiar"))
		s.fill(seat, m)
	} else {
		s.players[seat].pool.add(m)
		s.step.Add(eventTook, seat, game.ID("materia", m.String()), game.ID("to", "pool"))
	}
	s.taken(seat, m)
}

// taken draws what Mirage gives at once for a Materia that was taken from the
// altar on the seat's own day (R19, R20).
func (s *match) taken(seat game.Seat, m cards.Materia) {
	if seat != s.active {
		return
	}
	n, r := s.permanent(seat, drawOnTake)
	if n == 0 || r != m.Rune() {
		return
	}
	for ; n > 0 && s.drawToPool(seat); n-- {
	}
}

// fill puts a Materia on the seat's next free Familiar space.
func (s *match) fill(seat game.Seat, m cards.Materia) {
	p := &s.players[seat]
	p.familiar[p.stored] = m
	p.stored++
	if p.stored == cards.Slots {
		s.ending = true
		s.step.Add(eventEnding, seat, game.ID("cause", "familiar"))
	}
}

// store moves one from the seat's pool to its Familiar.
func (s *match) store(seat game.Seat, m cards.Materia) {
	s.commit()
	s.players[seat].pool.remove(m)
	s.step.Add(eventStored, seat, game.ID("materia", m.String()), game.ID("from", "pool"))
	s.fill(seat, m)
}

// discard moves some from the seat's pool to the box.
func (s *match) discard(seat game.Seat, m cards.Materia, n int) {
	s.commit()
	for range n {
		s.players[seat].pool.remove(m)
		s.box.add(m)
	}
	s.step.Add(eventDiscarded, seat, game.ID("materia", m.String()), game.Int("n", n), game.ID("from", "pool"))
}

// clearAltar discards all of the altar, if there is anything.
func (s *match) clearAltar() {
	if s.altar.size == 0 {
		return
	}
	s.step.Add(eventAltar, game.NoSeat, game.Int("n", s.altar.size))
	s.box.addAll(&s.altar)
}

// setLevel moves a learned spell to another level.
func (s *match) setLevel(seat game.Seat, c cards.Colour, level uint8, event string) {
	s.commit()
	s.players[seat].spells[c].level = level
	s.step.Add(
		event,
		seat,
		game.Int("spell", s.spell(c).Number),
		game.ID("colour", c.String()),
		game.Int("level", level),
	)
}

// addSpell notes that a spell was learned.
func (s *match) addSpell(seat game.Seat) {
	p := &s.players[seat]
	p.known++
	if p.known == cards.NumColours {
		s.ending = true
		s.step.Add(eventEnding, seat, game.ID("cause", "spells"))
	}
}
