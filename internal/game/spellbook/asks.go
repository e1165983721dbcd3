package spellbook

import (
	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
)

// ask is a kind of question. docs/decisions.md describes all kinds.
type ask struct {
	name string
	// fill adds the arguments, options and groups of the question that the frame asks.
	fill func(*match, *frame, *op, *game.Decision)
}

// The questions that several operations ask.
var (
	askAction  = &ask{name: "action", fill: fillAction}
	askDiscard = &ask{name: "discard", fill: fillDiscard}
)

// groupPut is the index of the group for the Materia that is put down in an exchange.
const groupPut = 1

// Decision implements game.State.
func (s *match) Decision(seat game.Seat, d *game.Decision) bool {
	if s.over || seat != s.ask.seat {
		return false
	}
	d.Reset()
	f := s.stack.Top()
	o, _ := s.op(f)
	d.ID = s.players[seat].decisionCount
	d.Seat = seat
	d.Kind = s.ask.ask.name
	d.Min, d.Max = int(s.ask.min), int(s.ask.max)
	s.ask.ask.fill(s, f, o, d)
	if s.ask.canStop {
		d.AddAlone(game.Key{Word: optDone})
	}
	if s.ask.canDrop {
		d.AddAlone(game.Key{Word: optBack})
	}
	if !d.Plain {
		s.markOptions(d)
	}
	return true
}

var trials game.Trials[match]

// markOptions marks the options that cannot be undone, because something is drawn or the match
// ends, and those after which another player acts next or the day ends.
//
// The marks must not depend on the Materia that is drawn. So an answer that draws counts as passing
// the day only if the day was over before the draw and only the altar is refilled.
func (s *match) markOptions(d *game.Decision) {
	var tried trial
	trials.Mark(d, s, func(t *match, step *game.Step, picks []game.Pick) (over, passes bool) {
		tried = trial{}
		t.trial = &tried
		t.answer(picks, step)
		switch {
		case t.over:
			return true, false
		case tried.hasDrawn:
			return true, tried.dayOver && !s.isSolo()
		default:
			return false, t.active != s.active || t.ask.seat != d.Seat
		}
	})
}

// Apply implements game.State.
func (s *match) Apply(seat game.Seat, answer game.Answer, step *game.Step) error {
	if err := game.CheckAnswer(s, seat, answer); err != nil {
		return err
	}
	s.answer(answer.Picks, step)
	return nil
}

// answer applies a legal answer to the open decision.
func (s *match) answer(picks []game.Pick, step *game.Step) {
	s.step = step
	s.ask = question{}
	if picks[0].Key.Word == optBack {
		s.dropAction()
	} else {
		f := s.stack.Top()
		o, _ := s.op(f)
		s.settle(f, o, o.verb.answer(s, f, o, picks))
	}
	s.run()
	s.step = nil
}

// addMateria adds an option for each Materia of a set.
func addMateria(d *game.Decision, word uint8, set kinds) {
	for k := set; k != 0; k = k.withoutFirst() {
		d.Add(materiaKey(word, k.first()), 0, 1)
	}
}

// addCounted adds an option for each Materia of a set, which can be chosen as often as it is in the
// bunch.
func addCounted(d *game.Decision, word uint8, set kinds, b *bunch) {
	for k := set; k != 0; k = k.withoutFirst() {
		d.Add(materiaKey(word, k.first()), 0, int(b.n[k.first()]))
	}
}

// addLevels adds an option for each colour and level whose bit is set (see levelBit).
func addLevels(d *game.Decision, word uint8, bits uint32) {
	for i := 0; bits != 0; i, bits = i+1, bits>>1 {
		if bits&1 == 1 {
			d.Add(levelKey(word, cards.Colour(i/cards.NumLevels), i%cards.NumLevels+cards.MinLevel), 0, 1)
		}
	}
}

// addArg adds an argument of the prompt.
func addArg(d *game.Decision, fact game.Fact) { d.Args = append(d.Args, fact) }

// addSource adds the number of the spell whose effect asks the question.
func addSource(d *game.Decision, f *frame) {
	if n := f.program.number(); n > 0 {
		addArg(d, game.Int("spell", n))
	}
}

func fillAction(s *match, f *frame, o *op, d *game.Decision) {
	addArg(d, game.ID("phase", phase(o.n).String()))
	if o.flags&second != 0 {
		addArg(d, game.Int("second", 1))
	}
	if o.flags&granted != 0 {
		addArg(d, game.Int("granted", 1))
	}
	if s.ask.basics>>programTake&1 == 1 {
		addMateria(d, optTake, s.altar.kinds)
	}
	if s.ask.basics>>programDraw&1 == 1 {
		d.Add(game.Key{Word: optDraw}, 0, 1)
	}
	if s.ask.basics>>programStore&1 == 1 {
		addMateria(d, optStore, s.players[f.seat].pool.kinds)
	}
	addLevels(d, optLearn, s.ask.learns)
	addLevels(d, optUse, s.ask.uses)
	// A learned spell that grants an action makes it mandatory (R12).
	if o.flags&granted == 0 {
		d.AddAlone(game.Key{Word: optSkip})
	}
}

// fillTake offers Materia of the altar. left is the number that will be taken, one by one.
func fillTake(s *match, f *frame, o *op, left int, d *game.Decision) {
	to := "pool"
	if o.flags&toFamiliar != 0 {
		to = "familiar"
	}
	addArg(d, game.Int("left", left))
	addArg(d, game.ID("to", to))
	addSource(d, f)
	addMateria(d, optTake, s.ask.set)
}

// fillCounted offers a number of Materia from one place.
func (s *match) fillCounted(f *frame, d *game.Decision, word uint8, from *bunch) {
	addArg(d, game.Int("n", s.ask.min))
	addSource(d, f)
	addCounted(d, word, s.ask.set, from)
}

func fillDiscard(s *match, f *frame, _ *op, d *game.Decision) {
	s.fillCounted(f, d, optDiscard, &s.players[f.seat].pool)
}

// addLearning adds the spell and the level that are being learned.
func addLearning(d *game.Decision, f *frame) {
	addArg(d, game.ID("colour", f.learnColour.String()))
	addArg(d, game.Int("level", f.level))
}

// The groups of a payment, in order. Groups that get nothing are left out.
const (
	groupReal = iota
	groupJoker
	groupTriple  // the first of the groups for triples, one for each rune
	numPayGroups = groupTriple + cards.NumRunes
)

var payGroupNames = [numPayGroups]string{"real", "joker", "circle", "triangle", "square"}

// suggestPay suggests a payment whose triples use as few Materia of the spell's colour as possible.
func suggestPay(f *frame, left *bunch, need [numPayGroups]int, d *game.Decision) {
	group := 0
	for _, g := range [...]int{groupJoker, groupTriple, groupTriple + 1, groupTriple + 2, groupReal} {
		if need[g] == 0 {
			continue
		}
		for i := range d.Groups {
			if d.Groups[i].ID == payGroupNames[g] {
				group = i
			}
		}
		from := left.kinds & ofColour(f.learnColour)
		switch {
		case g == groupJoker:
			from = left.kinds & ofRune(f.rune) &^ ofColour(f.learnColour)
		case g >= groupTriple:
			// Materia of other colours first, then the spell's own colour.
			from = left.kinds & ofRune(cards.Rune(g-groupTriple))
			need[g] = suggestFrom(left, from&^ofColour(f.learnColour), need[g], group, d)
			from &= ofColour(f.learnColour)
		}
		suggestFrom(left, from, need[g], group, d)
	}
}

// suggestFrom suggests up to n Materia of a set and returns the number that is still missing.
func suggestFrom(left *bunch, from kinds, n, group int, d *game.Decision) int {
	for k := from; k != 0 && n > 0; k = k.withoutFirst() {
		some := min(n, int(left.n[k.first()]))
		d.Suggest(materiaKey(optPay, k.first()), some, group)
		for range some {
			left.remove(k.first())
		}
		n -= some
	}
	return n
}

// fillGive offers Materia for a part of the virtual opponent's board.
func fillGive(to string) func(*match, *frame, *op, *game.Decision) {
	return func(s *match, _ *frame, _ *op, d *game.Decision) {
		addArg(d, game.ID("to", to))
		addMateria(d, optGive, s.ask.set)
	}
}
