package spellbook

import (
	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
)

// The sizes of the altar and the number of Materia drawn at the start (rulebook: "A day").
const (
	altarLow   = 5
	altarFull  = 10
	soloAltar  = 7
	startDraws = 2
)

// actIn offers the actions of a phase and starts the chosen one. Its child runs afterwards, unless
// the action was skipped.
func actIn(p phase) part { return part{{verb: verbAction, n: uint8(p)}} }

var verbAction = &verb{
	run: func(s *match, f *frame, o *op) game.Flow {
		if f.Begun {
			return f.startChild(o, 0)
		}
		if o.flags&second != 0 {
			if n, _ := s.permanent(f.seat, secondMorning); n == 0 {
				return game.Next
			}
		}
		now := s.prospect(f.seat)
		basics, uses, learns := s.actions(&now, phase(o.n))
		if basics == 0 && uses == 0 && learns == 0 {
			return game.Next
		}
		// From here on the player chooses an action. What was done before cannot be undone.
		s.committed = false
		s.ask = question{ask: askAction, seat: f.seat, min: 1, max: 1, basics: basics, uses: uses, learns: learns}
		return game.Stay
	},
	ask: askAction,
	answer: func(s *match, f *frame, o *op, picks []game.Pick) game.Flow {
		key := picks[0].Key
		if key.Word == optSkip {
			s.step.Add(eventSkipped, f.seat, game.ID("phase", phase(o.n).String()))
			return game.Next
		}
		f.Begun = true
		s.committed = false
		switch key.Word {
		case optTake:
			s.committed = true // so that commit announces no spell for this action
			s.take(f.seat, cards.Materia(key.A), 0)
		case optDraw:
			s.stack.Push(newFrame(programDraw, f.seat, noColour, noRune))
		case optStore:
			s.store(f.seat, cards.Materia(key.A))
		case optLearn:
			learning := s.learnFrame(f.seat)
			learning.learnColour, learning.level = cards.Colour(key.A), uint8(key.B)
			s.stack.Push(learning)
		case optUse:
			c := cards.Colour(key.A)
			s.stack.Push(s.ownFrame(s.programOf(c, uint8(key.B)), f.seat, c))
		}
		return game.Stay
	},
	// why checks an action that a spell grants.
	why: func(s *match, pr prospect, o *op) reason {
		basics, uses, learns := s.actions(&pr, phase(o.n))
		if basics == 0 && uses == 0 && learns == 0 {
			return whyNoAction
		}
		return possible
	},
	actions: true,
}

// actions returns the possible actions of the seat in a phase, as in a question.
func (s *match) actions(pr *prospect, ph phase) (basics uint8, uses, learns uint32) {
	owner := &s.players[pr.seat]
	switch ph {
	case morning:
		if pr.room() > 0 && s.altar.size > 0 {
			basics |= 1 << programTake
		}
		if pr.room() > 0 && pr.drawable > 0 {
			basics |= 1 << programDraw
		}
	case midday:
		if owner.freeSlots() > 0 && pr.pool.size > 0 {
			basics |= 1 << programStore
		}
	case evening:
		f := s.learnFrame(pr.seat)
		learns = s.learnable(&f, &pr.pool)
	}
	if owner.learnedCount == 0 {
		return basics, 0, learns
	}
	for c := range cards.Colour(cards.NumColours) {
		spell := &owner.spells[c]
		if spell.level == 0 || spell.learnedToday {
			continue
		}
		for level := int(spell.level); level >= cards.MinLevel; level-- {
			if s.whyUse(pr, c, level, ph) == possible {
				uses |= levelBit(c, level)
			}
		}
	}
	return basics, uses, learns
}

// whyUse returns why the seat cannot use its spell at a level in a phase. It does not check whether
// the spell is learned, or when it was learned.
func (s *match) whyUse(pr *prospect, c cards.Colour, level int, ph phase) reason {
	p := s.programOf(c, uint8(level))
	if kind := s.book.kinds[p]; kind != ph.kind() {
		if kind >= cards.Morning && kind <= cards.Evening {
			return whyOtherPhase
		}
		return whyNoAction
	}
	if s.book.isLearning[p] {
		return whyNoAction // it replaces the learn action
	}
	return s.whyProgram(pr.inFrame(s.ownFrame(p, pr.seat, c)))
}

// learnFrame returns the frame with which the seat learns in the Evening. Its program is the basic
// action, or the highest level of a spell that replaces the basic action and allows jokers (R13).
func (s *match) learnFrame(seat game.Seat) frame {
	c := s.book.learner.colour
	spell := &s.players[seat].spells[c]
	if spell.level > 0 && !spell.learnedToday && s.sets[c] == s.book.learner.set {
		for level := spell.level; level >= cards.MinLevel; level-- {
			if p := s.programOf(c, level); s.book.isLearning[p] {
				return s.ownFrame(p, seat, c)
			}
		}
	}
	return newFrame(programLearn, seat, noColour, noRune)
}

// verbGive moves a Materia to the virtual opponent's track at the end of a solo day.
var verbGive = &verb{
	// run moves one Materia from the altar to the opponent's next space (R30).
	run: func(s *match, f *frame, _ *op) game.Flow {
		switch {
		case !s.isSolo() || s.altar.size == 0:
			return game.Next
		case s.altar.kinds.isSingle():
			return s.giveNext(f, s.altar.kinds.first())
		default:
			return s.askFor(f, question{min: 1, max: 1, set: s.altar.kinds})
		}
	},
	ask: &ask{name: "give", fill: fillGive("track")},
	answer: func(s *match, f *frame, _ *op, picks []game.Pick) game.Flow {
		return s.giveNext(f, onlyMateria(picks))
	},
	why: whyNothing,
}

func (s *match) giveNext(f *frame, m cards.Materia) game.Flow {
	s.altar.remove(m)
	s.track[s.givenCount] = m
	symbol := s.book.facts.Opponent.Symbol[s.givenCount]
	s.givenCount++
	s.step.Add(eventGiven, f.seat, game.ID("materia", m.String()), game.ID("to", "track"))
	if s.givenCount == cards.Slots {
		s.endTriggered = true
		s.step.Add(eventEnding, game.NoSeat, game.ID("cause", "opponent"))
	}
	if symbol {
		// The altar is filled to seven and then emptied (R29).
		s.updateSoloAltar()
		s.clearAltar()
	}
	return game.Next
}

// verbAltar updates the altar at the end of the day.
var verbAltar = &verb{
	run: func(s *match, f *frame, _ *op) game.Flow {
		if s.trial != nil {
			s.trial.dayOver = !s.trial.hasDrawn
		}
		switch {
		case s.isSolo():
			s.updateSoloAltar()
		case s.altar.size >= altarFull:
			s.clearAltar()
			s.fillAltar(altarLow)
		case s.altar.size < altarLow:
			s.fillAltar(altarLow)
		default:
			s.fillAltar(s.altar.size + 1)
		}
		return game.Next
	},
	why: whyNothing,
}

// updateSoloAltar fills the altar to seven. It empties a full altar first (R29).
func (s *match) updateSoloAltar() {
	if s.altar.size >= altarFull {
		s.clearAltar()
	}
	s.fillAltar(soloAltar)
}

// fillAltar draws until the altar has size Materia.
func (s *match) fillAltar(size uint8) {
	for s.altar.size < size && s.drawToAltar(game.NoSeat) {
	}
}

// verbNextDay continues with the next player.
var verbNextDay = &verb{
	// run starts the next player's day. After the last day of the round in which the end was
	// triggered, it ends the match (R8, R33).
	run: func(s *match, _ *frame, _ *op) game.Flow {
		next := s.leftOf(s.active)
		if s.endTriggered && next == s.first {
			s.over = true
			s.stack.Cut(0)
			s.committed = false
			s.step.Add(eventOver, game.NoSeat)
			return game.Stay
		}
		if next == s.first {
			if s.round++; s.round == lastRound {
				s.endTriggered = true
				s.step.Add(eventEnding, game.NoSeat, game.ID("cause", "rounds"))
			}
		}
		s.startDay(next)
		return game.Stay
	},
	why: whyNothing,
}

// startDay ends the current day and starts the day of a seat.
func (s *match) startDay(seat game.Seat) {
	s.active = seat
	s.committed = false
	for c := range s.players[seat].spells {
		s.players[seat].spells[c].learnedToday = false
	}
	s.stack.Cut(0)
	s.stack.Push(newFrame(programDay, seat, noColour, noRune))
	s.addDayEvent(s.step)
}

func (s *match) addDayEvent(step *game.Step) {
	step.Add(eventDay, s.active, game.Int("round", s.round))
}
