package spellbook

import (
	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
)

// verb is what an operation does.
type verb uint8

const (
	verbAction     verb = iota // offer the actions of phase n, and do the chosen one
	verbGive                   // solo: the opponent's Materia at the end of the day
	verbAltar                  // update the altar
	verbNextDay                // go on to the next player
	verbDraw                   // draw n
	verbFill                   // draw until the pool holds n
	verbReveal                 // draw n onto the altar
	verbTake                   // take n from the altar, one by one
	verbCost                   // discard 1, which must leave the rest possible
	verbDiscard                // discard n, or all there are
	verbStore                  // store n
	verbExchange               // exchange n, one after the other
	verbEither                 // choose between the next operation and the last
	verbStop                   // the program ends here
	verbSweep                  // discard some of the altar and draw as many
	verbRaise                  // raise another spell
	verbLower                  // lower the card that is used to level n
	verbOthersTake             // the others take 1 each
	verbOthersDraw             // the others draw 1 each
	verbCopy                   // choose what is copied from phase n
	verbRunCopy                // do what was chosen
	verbLearn                  // choose spell and level
	verbPlace                  // choose the Materia to place
	verbWay                    // choose jokers and triples
	verbPay                    // choose what is spent, and learn
	verbKeep                   // store some of what was spent
	verbOnce                   // the learned spell's effect at learning
	numVerbs
)

// verbRules is what is known of a verb.
type verbRules struct {
	// run does as much as it can without asking.
	run func(*match, *frame, op) game.Flow
	// answer takes the answer to what run has asked.
	answer func(*match, *frame, op, []game.Pick) game.Flow
	// why says why the operation could change nothing now.
	why func(*match, frame, op) reason
	// gate: without this operation none of the program's others is done.
	gate bool
}

func verbTable() [numVerbs]verbRules {
	return [numVerbs]verbRules{
		verbAction:     {run: runAction, answer: answerAction, why: whyAction},
		verbGive:       {run: runGive, answer: answerGive, why: whyNothing},
		verbAltar:      {run: runAltar, why: whyNothing},
		verbNextDay:    {run: runNextDay, why: whyNothing},
		verbDraw:       {run: runDraw, why: whyDraw},
		verbFill:       {run: runFill, why: whyFill},
		verbReveal:     {run: runReveal, why: whyReveal},
		verbTake:       {run: runTake, answer: answerTake, why: whyTake},
		verbCost:       {run: runCost, answer: answerDiscard, why: whyCost, gate: true},
		verbDiscard:    {run: runDiscard, answer: answerDiscard, why: whyDiscard},
		verbStore:      {run: runStore, answer: answerStore, why: whyStore},
		verbExchange:   {run: runExchange, answer: answerExchange, why: whyExchange},
		verbEither:     {run: runEither, answer: answerEither, why: whyNothing},
		verbStop:       {run: runStop, why: whyNothing},
		verbSweep:      {run: runSweep, answer: answerSweep, why: whySweep},
		verbRaise:      {run: runRaise, answer: answerRaise, why: whyRaise},
		verbLower:      {run: runLower, why: whyNothing},
		verbOthersTake: {run: runOthersTake, answer: answerOthersTake, why: whyOthersTake},
		verbOthersDraw: {run: runOthersDraw, why: whyOthersDraw},
		verbCopy:       {run: runCopy, answer: answerCopy, why: whyCopy, gate: true},
		verbRunCopy:    {run: runRunCopy, why: whyRunCopy},
		verbLearn:      {run: runLearn, answer: answerLearn, why: whyLearn, gate: true},
		verbPlace:      {run: runPlace, answer: answerPlace, why: whyNothing},
		verbWay:        {run: runWay, answer: answerWay, why: whyNothing},
		verbPay:        {run: runPay, answer: answerPay, why: whyNothing},
		verbKeep:       {run: runKeep, answer: answerKeep, why: whyNothing},
		verbOnce:       {run: runOnce, why: whyNothing},
	}
}

// reason says why something cannot be done now; possible is none.
type reason uint8

const (
	possible reason = iota
	// nothing to say: the operation alone is no reason to do anything.
	nothingToDo
	poolFull
	poolEmpty
	poolEnough
	altarEmpty
	bagEmpty
	familiarFull
	familiarEmpty
	noRuneInPool
	noRuneOnAltar
	noColourOnAltar
	noSpellToRaise
	noSpellToCopy
	tooFewMateria
	alreadyLearned
	notLearned
	learnedToday
	higherLevel
	otherPhase
	noAction
	numReasons
)

var reasonNames = [numReasons]string{
	"", "nothing_to_do", "pool_full", "pool_empty", "pool_enough", "altar_empty", "bag_empty",
	"familiar_full", "familiar_empty", "no_rune_in_pool", "no_rune_on_altar", "no_colour_on_altar",
	"no_spell_to_raise", "no_spell_to_copy", "too_few_materia", "already_learned", "not_learned",
	"learned_today", "higher_level", "other_phase", "no_action",
}

func (r reason) String() string { return reasonNames[r] }

func whyNothing(*match, frame, op) reason { return nothingToDo }

// why says why a program could change nothing at all now (R2, R3).
func (s *match) why(f frame) reason { return s.whyFrom(f, 0) }

// whyFrom is why for what is left of a program from an operation on.
func (s *match) whyFrom(f frame, from int) reason {
	first := nothingToDo
	for _, o := range s.book.ops(f.program)[from:] {
		rules := &s.book.verbs[o.verb]
		r := rules.why(s, f, o)
		if r == possible || rules.gate {
			return r
		}
		if first == nothingToDo {
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

// askFor asks the frame's seat the question.
func (s *match) askFor(f *frame, q question) game.Flow {
	q.seat = f.seat
	q.back = s.commits()
	s.ask = q
	return game.Stay
}

// commits reports whether a question asked now commits the player: nothing of
// the chosen action has been done yet. Such a question is asked even if it has
// only one answer.
func (s *match) commits() bool { return !s.changed && s.actionFrame() >= 0 }

// actionFrame returns the index of the frame whose chosen action is being
// done, or -1 if none is.
func (s *match) actionFrame() int {
	frames := s.stack.All()
	for i := len(frames) - 2; i >= 0; i-- {
		f := &frames[i]
		if o, ok := s.op(f); ok && o.verb == verbAction {
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
	for s.ask.kind == noAsk && !s.over {
		f := s.stack.Top()
		ops := s.book.ops(f.program)
		if f.Done(len(ops)) {
			s.stack.Pop()
			continue
		}
		o := ops[f.Step]
		s.stack.Settle(&f.Cursor, s.book.verbs[o.verb].run(s, f, o))
	}
	if !s.over {
		s.players[s.ask.seat].asks++
	}
}

// picked returns the Materia of the answer's only choice.
func picked(picks []game.Pick) cards.Materia { return cards.Materia(picks[0].Key.A) }
