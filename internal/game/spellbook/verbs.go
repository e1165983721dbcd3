package spellbook

import (
	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
)

// verb is what an operation does. Each stands with the word that makes its
// operations, in a file verbs_*.go, day.go or learn.go.
type verb struct {
	// run does as much as it can without asking.
	run func(*match, *frame, *op) game.Flow
	// ask is the question that run puts, answer takes the answer.
	ask    *ask
	answer func(*match, *frame, *op, []game.Pick) game.Flow
	// why says why the operation could change nothing now.
	why func(*match, prospect, *op) reason
	// actions: it offers the actions of a phase, and does the chosen one.
	actions bool
}

type reason = game.WhyNot

const (
	possible = game.Possible
	// nothing to say: the operation alone is no reason to do anything.
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

// prospect is what an operation would find: the frame in which it would be done, the pool of the
// frame's seat, and how many Materia there would be to draw. What an earlier operation would change
// of these is taken account of, as a cost that discards a Materia.
type prospect struct {
	frame
	pool     bunch
	drawable int
}

// prospect returns what the operations of a frame of the seat would find now; inFrame adds the frame.
func (s *match) prospect(seat game.Seat) prospect {
	return prospect{frame: frame{seat: seat}, pool: s.players[seat].pool, drawable: s.drawable()}
}

// room returns how many Materia the pool could still take.
func (at *prospect) room() int { return poolLimit - int(at.pool.size) }

// after returns the prospect once a Materia of the pool has been discarded. It goes to the box, from
// which the bag is refilled.
func (at prospect) after(discarded cards.Materia) *prospect {
	at.pool.remove(discarded)
	at.drawable++
	return &at
}

// inFrame returns the prospect in a frame of the seat.
func (at prospect) inFrame(f frame) *prospect {
	at.frame = f
	return &at
}

func whyNothing(*match, prospect, *op) reason { return whyNothingToDo }

// why says why a program could change nothing at all now (R2, R3).
func (s *match) why(f frame) reason {
	now := s.prospect(f.seat)
	return s.whyProgram(now.inFrame(f))
}

// whyProgram is why for a program that would be started later.
func (s *match) whyProgram(at *prospect) reason { return s.whyAll(at, s.book.effects[at.program].do) }

// whyAll says why none of the operations could change anything: the first of their reasons.
func (s *match) whyAll(at *prospect, ops []op) reason {
	first := whyNothingToDo
	for i := range ops {
		r := ops[i].verb.why(s, *at, &ops[i])
		if r == possible {
			return r
		}
		if first == whyNothingToDo {
			first = r
		}
	}
	return first
}

// mask returns the Materia that the operation's pick allows.
func (s *match) mask(f *frame, p pick) kinds {
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
	case knownColour:
		var colours kinds
		owner := &s.players[f.seat]
		for _, m := range owner.familiar[:owner.stored] {
			colours |= ofColour(m.Colour())
		}
		return colours
	default:
		return allKinds
	}
}

// askFor asks the frame's seat the question: that of the operation on turn, if q names no other.
func (s *match) askFor(f *frame, q question) game.Flow {
	if q.ask == nil {
		o, _ := s.op(f)
		q.ask = o.verb.ask
	}
	q.seat = f.seat
	q.back = s.beforeCommit()
	s.ask = q
	return game.Stay
}

// beforeCommit reports whether a question asked now commits the player: nothing of the chosen
// action has been done yet. Such a question is asked even if it has only one answer.
func (s *match) beforeCommit() bool { return !s.changed && s.actionFrame() >= 0 }

// actionFrame returns the index of the frame whose chosen action is being done, or -1 if none is.
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

// dropAction takes back the chosen action, of which nothing has been done.
func (s *match) dropAction() {
	s.stack.Cut(s.actionFrame() + 1)
	s.stack.Top().Begun = false
}

// run carries out programs until somebody is asked or the match is over.
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
		s.players[s.ask.seat].asks++
	}
}

// settle goes on as an operation of the frame wants it.
func (s *match) settle(f *frame, o *op, flow game.Flow) {
	if flow == game.Next {
		f.GoTo(o.next)
		return
	}
	s.stack.Settle(&f.Cursor, flow)
}

// start goes on with a child program of the operation, or after it if there is none.
func (f *frame) start(o *op, child int) game.Flow {
	if child >= len(o.children) {
		return game.Next
	}
	f.GoTo(o.children[child].start)
	return game.Stay
}

// picked returns the Materia of the answer's only choice.
func picked(picks []game.Pick) cards.Materia { return cards.Materia(picks[0].Key.A) }
