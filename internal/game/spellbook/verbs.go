package spellbook

import (
	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
)

// verb defines an operation. Each verb is next to the function that makes its operations, in
// verbs_*.go, day.go or learn.go.
type verb struct {
	// run carries out the operation, or asks the player if there is a choice.
	run func(*match, *frame, *op) game.Flow
	// ask is the question that run may ask. answer handles the answer.
	ask    *ask
	answer func(*match, *frame, *op, []game.Pick) game.Flow
	// why returns the reason why the operation could change nothing now, or possible.
	why func(*match, prospect, *op) reason
	// actions marks the verb that offers the actions of a phase.
	actions bool
}

type reason = game.WhyNot

const (
	possible = game.Possible
	// The operation alone is no reason to use a spell.
	whyNothingToDo     reason = "nothing_to_do"
	whyPoolFull        reason = "pool_full"
	whyPoolEmpty       reason = "pool_empty"
	whyPoolEnough      reason = "pool_enough"
	whyAltarEmpty      reason = "altar_empty"
	whyBagEmpty        reason = "bag_empty"
	whyFamiliarFull    reason = "familiar_full"
	whyFamiliarEmpty   reason = "familiar_empty"
	whyNoRuneInPool    reason = "no_rune_in_pool"
	whyNoRuneOnAltar   reason = "no_rune_on_altar"
	whyNoColourOnAltar reason = "no_colour_on_altar"
	whyNoSpellToRaise  reason = "no_spell_to_raise"
	whyNoSpellToCopy   reason = "no_spell_to_copy"
	whyTooFewMateria   reason = "too_few_materia"
	whyAlreadyLearned  reason = "already_learned"
	whyNotLearned      reason = "not_learned"
	whyLearnedToday    reason = "learned_today"
	whyHigherLevel     reason = "higher_level"
	whyOtherPhase      reason = "other_phase"
	whyNoAction        reason = "no_action"
)

// prospect is the situation in which an operation would run: the frame, the pool of the frame's
// seat, and the number of Materia that can be drawn. It includes changes by earlier operations,
// such as a cost that discards a Materia.
type prospect struct {
	frame
	pool     bunch
	drawable int
}

// prospect returns the current situation of a seat. inFrame adds the frame.
func (s *match) prospect(seat game.Seat) prospect {
	return prospect{frame: frame{seat: seat}, pool: s.players[seat].pool, drawable: s.drawable()}
}

// room returns the number of further Materia that the pool could hold.
func (pr *prospect) room() int { return poolLimit - int(pr.pool.size) }

// after returns the prospect after a Materia of the pool has been discarded. It goes to the box and
// can be drawn again.
func (pr prospect) after(discarded cards.Materia) *prospect {
	pr.pool.remove(discarded)
	pr.drawable++
	return &pr
}

// inFrame returns the prospect in a frame of the seat.
func (pr prospect) inFrame(f frame) *prospect {
	pr.frame = f
	return &pr
}

func whyNothing(*match, prospect, *op) reason { return whyNothingToDo }

// whyNot returns the reason why a program could change nothing now, or possible (R2, R3).
func (s *match) whyNot(f frame) reason {
	now := s.prospect(f.seat)
	return s.whyProgram(now.inFrame(f))
}

// whyProgram is like whyNot, for a given prospect.
func (s *match) whyProgram(pr *prospect) reason { return s.whyAll(pr, s.book.effects[pr.program].ops) }

// whyAll returns possible if one of the operations could change something, and otherwise the first
// reason.
func (s *match) whyAll(pr *prospect, ops []op) reason {
	first := whyNothingToDo
	for i := range ops {
		r := ops[i].verb.why(s, *pr, &ops[i])
		if r == possible {
			return r
		}
		if first == whyNothingToDo {
			first = r
		}
	}
	return first
}

// allowedMateria returns the Materia that a pick allows.
func (s *match) allowedMateria(f *frame, p pick) kinds {
	switch p {
	case runeA, runeAB:
		c, set, _, _ := f.program.spellOf()
		runes := &s.book.facts.Spells[c][set].Runes
		allowed := ofRune(runes[0])
		if p == runeAB {
			allowed |= ofRune(runes[1])
		}
		return allowed
	case placedRune:
		return ofRune(f.rune)
	case storedColour:
		var colours kinds
		owner := &s.players[f.seat]
		for _, m := range owner.familiar[:owner.storedCount] {
			colours |= ofColour(m.Colour())
		}
		return colours
	default:
		return allKinds
	}
}

// askFor asks the frame's seat a question. The default is the question of the current operation.
func (s *match) askFor(f *frame, q question) game.Flow {
	if q.ask == nil {
		o, _ := s.op(f)
		q.ask = o.verb.ask
	}
	q.seat = f.seat
	q.canDrop = s.beforeCommit()
	s.ask = q
	return game.Stay
}

// beforeCommit reports whether the player can still drop the chosen action. The answer to a question
// at this point commits the player, so it is asked even if it has only one answer.
func (s *match) beforeCommit() bool { return !s.committed && s.actionFrame() >= 0 }

// actionFrame returns the index of the frame whose chosen action is in progress, or -1.
func (s *match) actionFrame() int {
	frames := s.stack.All()
	for i := len(frames) - 2; i >= 0; i-- {
		f := &frames[i]
		if o, ok := s.op(f); ok && o.verb.actions {
			if f.Begun {
				return i
			}
			return -1
		}
	}
	return -1
}

// dropAction undoes the choice of an action that has not done anything yet.
func (s *match) dropAction() {
	s.stack.Cut(s.actionFrame() + 1)
	s.stack.Top().Begun = false
}

// run continues the match until a player has to answer or the match is over.
func (s *match) run() {
	for s.ask.ask == nil && !s.over {
		f := s.stack.Top()
		ops := s.book.ops(f.program)
		if f.Done(len(ops)) {
			s.stack.Pop()
			continue
		}
		o := &ops[f.Step]
		s.settle(f, o, o.verb.run(s, f, o))
	}
	if !s.over {
		s.players[s.ask.seat].decisionCount++
	}
}

// settle continues the frame's program after an operation.
func (s *match) settle(f *frame, o *op, flow game.Flow) {
	if flow == game.Next {
		f.GoTo(o.next)
		return
	}
	s.stack.Settle(&f.Cursor, flow)
}

// startChild continues with a child of the operation, or after the operation if there is none.
func (f *frame) startChild(o *op, child int) game.Flow {
	if child >= len(o.children) {
		return game.Next
	}
	f.GoTo(o.children[child].start)
	return game.Stay
}

// onlyMateria returns the Materia of an answer with one choice.
func onlyMateria(picks []game.Pick) cards.Materia { return cards.Materia(picks[0].Key.A) }
