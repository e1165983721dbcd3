package spellbook

import (
	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
)

// commit records that the chosen action is being done. It can no longer be dropped, and it is
// announced to all.
func (s *match) commit() {
	if s.committed {
		return
	}
	s.committed = true
	index := s.actionFrame()
	if index < 0 {
		return
	}
	frames := s.stack.All()[index+1:]
	for i := range frames {
		s.announce(&frames[i])
	}
}

// announce reports that the spell of a frame is used.
func (s *match) announce(f *frame) {
	c, _, level, ok := f.program.spellOf()
	if !ok || s.book.isLearning[f.program] && f.jokers == 0 {
		return
	}
	copied := 0
	if c != f.ownColour {
		copied = 1
	}
	s.step.Add(eventUsed, f.seat, game.Int("spell", f.program.number()), game.ID("colour", c.String()),
		game.Int("level", level), game.Int("copied", copied))
}

// drawable returns the number of Materia that can be drawn.
func (s *match) drawable() int { return int(s.bag.size) + int(s.box.size) }

// draw draws a random Materia from the bag. If the bag is empty, the box is emptied into it first
// (R5). It returns false if nothing can be drawn.
func (s *match) draw() (cards.Materia, bool) {
	if s.drawable() == 0 {
		return 0, false
	}
	s.commit()
	if s.bag.size == 0 {
		s.step.Add(eventBag, game.NoSeat, game.Int("n", s.box.size))
		s.bag.addAll(&s.box)
	}
	// The draw was hidden until now, and no player chose to show it.
	s.step.MarkRandom()
	s.step.MarkShownToAll()
	if s.trial != nil {
		s.trial.hasDrawn = true
	}
	m := noMateria
	if s.scriptAt < s.scriptLen {
		m = s.script[s.scriptAt]
		s.scriptAt++
	}
	if m == noMateria || s.bag.n[m] == 0 {
		m = s.bag.nth(s.chance.IntN(int(s.bag.size)))
	}
	s.bag.remove(m)
	return m, true
}

// drawToPool draws a Materia into a pool. It returns false if that is impossible.
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

// drawToAltar draws a Materia onto the altar. It returns false if that is impossible.
func (s *match) drawToAltar(seat game.Seat) bool {
	m, ok := s.draw()
	if ok {
		s.altar.add(m)
		s.step.Add(eventDrew, seat, game.ID("materia", m.String()), game.ID("to", "altar"))
	}
	return ok
}

// drawToLower draws a Materia into the lower part of the virtual opponent's board. It returns false
// if that is impossible.
func (s *match) drawToLower() bool {
	m, ok := s.draw()
	if ok {
		s.lower.add(m)
		s.step.Add(eventDrew, game.NoSeat, game.ID("materia", m.String()), game.ID("to", "lower"))
	}
	return ok
}

// take moves a Materia from the altar to the seat's pool or Familiar.
func (s *match) take(seat game.Seat, m cards.Materia, flags flags) {
	s.commit()
	s.altar.remove(m)
	if flags&toFamiliar != 0 {
		s.step.Add(eventTook, seat, game.ID("materia", m.String()), game.ID("to", "familiar"))
		s.addToFamiliar(seat, m)
	} else {
		s.players[seat].pool.add(m)
		s.step.Add(eventTook, seat, game.ID("materia", m.String()), game.ID("to", "pool"))
	}
	s.drawForMirage(seat, m)
}

// drawForMirage draws what Mirage gives for a Materia that was taken from the altar on the seat's
// own day (R19, R20).
func (s *match) drawForMirage(seat game.Seat, m cards.Materia) {
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

// addToFamiliar puts a Materia on the next empty space of the seat's Familiar.
func (s *match) addToFamiliar(seat game.Seat, m cards.Materia) {
	p := &s.players[seat]
	p.familiar[p.storedCount] = m
	p.storedCount++
	if p.storedCount == cards.Slots {
		s.endTriggered = true
		s.step.Add(eventEnding, seat, game.ID("cause", "familiar"))
	}
}

// store moves a Materia from the seat's pool to its Familiar.
func (s *match) store(seat game.Seat, m cards.Materia) {
	s.commit()
	s.players[seat].pool.remove(m)
	s.step.Add(eventStored, seat, game.ID("materia", m.String()), game.ID("from", "pool"))
	s.addToFamiliar(seat, m)
}

// discard moves n equal Materia from the seat's pool to the box.
func (s *match) discard(seat game.Seat, m cards.Materia, n int) {
	s.commit()
	for range n {
		s.players[seat].pool.remove(m)
		s.box.add(m)
	}
	s.step.Add(eventDiscarded, seat, game.ID("materia", m.String()), game.Int("n", n), game.ID("from", "pool"))
}

// clearAltar discards everything on the altar.
func (s *match) clearAltar() {
	if s.altar.size == 0 {
		return
	}
	s.step.Add(eventAltar, game.NoSeat, game.Int("n", s.altar.size))
	s.box.addAll(&s.altar)
}

// setLevel changes the level of a learned spell.
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

// addSpell counts a newly learned spell.
func (s *match) addSpell(seat game.Seat) {
	p := &s.players[seat]
	p.learnedCount++
	if p.learnedCount == cards.NumColours {
		s.endTriggered = true
		s.step.Add(eventEnding, seat, game.ID("cause", "spells"))
	}
}
