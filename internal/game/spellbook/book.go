package spellbook

import (
	"strconv"

	cards "archmage/internal/cards/spellbook"
)

// book has everything that is the same in all matches: the catalogue and the programs. It is
// read-only and shared by all matches.
type book struct {
	facts   *cards.Catalogue
	effects [numPrograms]effect
	// steps has the operations of each program in the order of layOut.
	steps   [numPrograms][]op
	kinds   [numPrograms]cards.Kind
	holders [numPermanent]holder
	// learner is the spell whose action learns other spells.
	learner holder
	// isLearning marks the programs that learn a spell. jokers has the number of jokers that each
	// program allows.
	isLearning [numPrograms]bool
	jokers     [numPrograms]uint8
	// learnIDs and useIDs are option ids by colour and level.
	learnIDs, useIDs [cards.NumColours][cards.NumLevels]string
}

func newBook() *book {
	b := &book{facts: cards.MustLoad()}
	b.effects[programDay].ops = dayOps()
	b.effects[programTake] = effectOf(take(1))
	b.effects[programDraw] = effectOf(draw(2))
	b.effects[programStore] = effectOf(store(1))
	b.effects[programLearn] = effectOf(learnSpell(0))
	b.isLearning[programLearn] = true
	for _, spell := range allEffects() {
		for i, e := range [...]effect{spell.level3, spell.level4, spell.level5} {
			level := cards.MinLevel + i
			p := spellProgram(spell.number, level)
			colour, set, _, _ := p.spellOf()
			b.effects[p] = e
			b.kinds[p] = b.facts.Spells[colour][set].Level(level).Kind
			if len(e.ops) > 0 && e.ops[0].verb == verbLearn {
				b.isLearning[p], b.jokers[p] = true, e.ops[0].n
				b.learner = holder{colour, uint8(set)}
			}
			if e.permanent != noPermanent {
				b.holders[e.permanent] = holder{colour, uint8(set)}
			}
		}
	}
	for p := range b.effects {
		ops := b.effects[p].ops
		b.steps[p] = layOut(nil, ops, countSteps(ops))
	}
	for c := range b.useIDs {
		for i := range b.useIDs[c] {
			where := cards.Colour(c).String() + ":" + strconv.Itoa(i+cards.MinLevel)
			b.learnIDs[c][i], b.useIDs[c][i] = "learn:"+where, "use:"+where
		}
	}
	return b
}

func (b *book) ops(p program) []op { return b.steps[p] }

// op returns the current operation of the frame, or false if the program has ended.
func (s *match) op(f *frame) (*op, bool) {
	ops := s.book.ops(f.program)
	if f.Done(len(ops)) {
		return nil, false
	}
	return &ops[f.Step], true
}
