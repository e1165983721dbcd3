package spellbook

import (
	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
)

// sweep discards at least one Materia from the altar and draws as many (R23).
func sweep() part { return part{{verb: verbSweep}} }

var verbSweep = &verb{
	run: func(s *match, f *frame, _ *op) game.Flow {
		if s.altar.size == 0 {
			return game.Next
		}
		return s.askFor(f, question{min: 1, max: s.altar.size, set: s.altar.kinds})
	},
	ask: &ask{name: "sweep", fill: func(s *match, f *frame, _ *op, d *game.Decision) {
		addSource(d, f)
		addCounted(d, optSweep, s.ask.set, &s.altar)
	}},
	answer: answerSweep,
	why:    func(s *match, _ prospect, _ *op) reason { return whyAltarEmpty.When(s.altar.size == 0) },
}

func answerSweep(s *match, f *frame, _ *op, picks []game.Pick) game.Flow {
	total := 0
	for _, p := range picks {
		s.sweep(f.seat, cards.Materia(p.Key.A), int(p.N))
		total += int(p.N)
	}
	return s.replace(f, total)
}

// sweep discards n equal Materia from the altar.
func (s *match) sweep(seat game.Seat, m cards.Materia, n int) {
	s.commit()
	for range n {
		s.altar.remove(m)
		s.box.add(m)
	}
	s.step.Add(eventDiscarded, seat, game.ID("materia", m.String()), game.Int("n", n), game.ID("from", "altar"))
}

// replace draws n Materia onto the altar.
func (s *match) replace(f *frame, n int) game.Flow {
	for ; n > 0 && s.drawToAltar(f.seat); n-- {
	}
	return game.Next
}

// raisable returns the colours of the seat's other spells that can be raised.
func (s *match) raisable(f *frame) kinds {
	var set kinds
	for c := range cards.Colour(cards.NumColours) {
		level := s.players[f.seat].spells[c].level
		if level > 0 && level < cards.MaxLevel && c != f.ownColour {
			set |= 1 << c
		}
	}
	return set
}

// raise raises another spell by one level (R14).
func raise() part { return part{{verb: verbRaise}} }

var verbRaise = &verb{
	run: func(s *match, f *frame, _ *op) game.Flow {
		set := s.raisable(f)
		switch {
		case set == 0:
			return game.Next
		case set.isSingle():
			return s.raise(f, cards.Colour(set.first()))
		default:
			return s.askFor(f, question{min: 1, max: 1, set: set})
		}
	},
	ask: &ask{name: "raise", fill: func(s *match, f *frame, _ *op, d *game.Decision) {
		addSource(d, f)
		for c := range cards.Colour(cards.NumColours) {
			if s.ask.set>>c&1 == 1 {
				d.Add(colourKey(optRaise, c), 0, 1)
			}
		}
	}},
	answer: func(s *match, f *frame, _ *op, picks []game.Pick) game.Flow {
		return s.raise(f, cards.Colour(picks[0].Key.A))
	},
	why: func(s *match, pr prospect, _ *op) reason { return whyNoSpellToRaise.When(s.raisable(&pr.frame) == 0) },
}

func (s *match) raise(f *frame, c cards.Colour) game.Flow {
	s.setLevel(f.seat, c, s.players[f.seat].spells[c].level+1, eventRaised)
	return game.Next
}

// lowerTo lowers the used spell to level n (R15). A spell that copied the effect is lowered by one
// level instead (R28).
func lowerTo(n uint8) part { return part{{verb: verbLower, n: n}} }

var verbLower = &verb{
	run: runLower,
	why: whyNothing,
}

func runLower(s *match, f *frame, o *op) game.Flow {
	if f.ownColour < noColour {
		own, _, _, _ := f.program.spellOf()
		level := s.players[f.seat].spells[f.ownColour].level
		switch {
		case f.ownColour == own:
			s.setLevel(f.seat, f.ownColour, o.n, eventLowered)
		case level > cards.MinLevel:
			s.setLevel(f.seat, f.ownColour, level-1, eventLowered)
		}
	}
	return game.Next
}

// othersTake lets each other player, clockwise, take a Materia from the altar. In a solo match the
// player takes a Materia for the opponent's lower part.
func othersTake() part { return part{{verb: verbOthersTake}} }

var verbOthersTake = &verb{
	run: func(s *match, f *frame, _ *op) game.Flow {
		if !f.Begun {
			f.Begin(int(max(1, s.seats-1)))
			if !s.isSolo() {
				s.commit() // the other players are asked now
			}
		}
		for ; f.Remaining > 0; f.Remaining-- {
			if s.altar.size == 0 {
				continue
			}
			single := s.altar.kinds.isSingle()
			if s.isSolo() {
				if single && !s.beforeCommit() {
					s.giveToLower(f.seat, s.altar.kinds.first())
					continue
				}
				return s.askFor(f, question{ask: askGive, min: 1, max: 1, set: s.altar.kinds})
			}
			seat := s.otherOnTurn(f)
			if s.players[seat].room() == 0 {
				continue
			}
			if single {
				s.take(seat, s.altar.kinds.first(), 0)
				continue
			}
			s.askFor(f, question{min: 1, max: 1, set: s.altar.kinds})
			s.ask.seat = seat
			return game.Stay
		}
		return game.Next
	},
	ask: &ask{name: "take", fill: func(s *match, f *frame, o *op, d *game.Decision) { fillTake(s, f, o, 1, d) }},
	answer: func(s *match, f *frame, _ *op, picks []game.Pick) game.Flow {
		if s.isSolo() {
			s.giveToLower(f.seat, onlyMateria(picks))
		} else {
			s.take(s.otherOnTurn(f), onlyMateria(picks), 0)
		}
		f.Remaining--
		return game.Stay
	},
	why: func(s *match, pr prospect, _ *op) reason {
		if s.altar.size == 0 {
			return whyAltarEmpty
		}
		return s.whyOthers(pr.seat)
	},
}

// askGive asks for a Materia for the virtual opponent's lower part.
var askGive = &ask{name: "give", fill: fillGive("lower")}

// otherOnTurn returns the other seat that takes next.
func (s *match) otherOnTurn(f *frame) game.Seat {
	return game.Seat((uint8(f.seat) + s.seats - f.Remaining) % s.seats)
}

// giveToLower moves a Materia from the altar to the lower part of the virtual opponent's board.
func (s *match) giveToLower(seat game.Seat, m cards.Materia) {
	s.commit()
	s.altar.remove(m)
	s.lower.add(m)
	s.step.Add(eventGiven, seat, game.ID("materia", m.String()), game.ID("to", "lower"))
}

// whyOthers returns whyPoolFull if no other pool has room.
func (s *match) whyOthers(seat game.Seat) reason {
	if s.isSolo() {
		return possible
	}
	for other := range game.Seat(s.seats) {
		if other != seat && s.players[other].room() > 0 {
			return possible
		}
	}
	return whyPoolFull
}

// othersDraw lets each other player, clockwise, draw a Materia. In a solo match a Materia is drawn
// into the opponent's lower part.
func othersDraw() part { return part{{verb: verbOthersDraw}} }

var verbOthersDraw = &verb{
	run: func(s *match, f *frame, _ *op) game.Flow {
		s.commit()
		if s.isSolo() {
			s.drawToLower()
		} else {
			for seat := s.leftOf(f.seat); seat != f.seat; seat = s.leftOf(seat) {
				s.drawToPool(seat)
			}
		}
		return game.Next
	},
	why: func(s *match, pr prospect, _ *op) reason {
		if pr.drawable == 0 {
			return whyBagEmpty
		}
		return s.whyOthers(pr.seat)
	},
}
