package spellbook

import (
	"slices"

	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
)

// program is the number of a program: the day, a basic action, or the effect of one level of a
// spell.
type program uint8

const (
	noProgram program = iota
	programDay
	programTake
	programDraw
	programStore
	programLearn
	firstSpellProgram
)

const numPrograms = firstSpellProgram + cards.NumSpells*cards.NumLevels

// spellProgram returns the program of a level of the spell with this number.
func spellProgram(number, level int) program {
	return firstSpellProgram + program((number-1)*cards.NumLevels+level-cards.MinLevel)
}

// spellNumber returns the number of a spell. set counts from 0.
func spellNumber(c cards.Colour, set uint8) int { return int(c)*cards.NumSets + int(set) + 1 }

// spellOf returns the spell and the level of a program, or false if it belongs to no spell.
func (p program) spellOf() (c cards.Colour, set, level int, ok bool) {
	if p < firstSpellProgram || p >= numPrograms {
		return 0, 0, 0, false
	}
	i := int(p - firstSpellProgram)
	spell := i / cards.NumLevels
	return cards.Colour(spell / cards.NumSets), spell % cards.NumSets, i%cards.NumLevels + cards.MinLevel, true
}

// number returns the number of the program's spell, or 0.
func (p program) number() int {
	if p < firstSpellProgram {
		return 0
	}
	return int(p-firstSpellProgram)/cards.NumLevels + 1
}

// phase is a phase of the day.
type phase uint8

const (
	morning phase = iota
	midday
	evening
)

var phaseNames = [...]string{"morning", "midday", "evening"}

func (p phase) String() string { return phaseNames[p] }

// kind returns the kind of effect that can be used in the phase.
func (p phase) kind() cards.Kind { return cards.Morning + cards.Kind(p) }

// pick limits which Materia an operation can choose.
type pick uint8

const (
	anyMateria   pick = iota
	runeA             // Materia with the spell's rune A
	runeAB            // Materia with the spell's rune A or B
	placedRune        // Materia with the rune placed on the spell
	storedColour      // Materia of a colour that is stored on the Familiar
)

// flags modify an operation.
type flags uint8

const (
	toFamiliar flags = 1 << iota // to the Familiar instead of the pool
	upTo                         // fewer are allowed, even none
	oneRune                      // all with the same rune
	oneColour                    // all of the same colour
	granted                      // an action granted by learning a spell
	second                       // the second Morning action
)

// op is one operation of a program: a verb with its arguments.
type op struct {
	verb  *verb
	n     uint8
	pick  pick
	flags flags
	// next is the step that follows the operation and its children.
	next uint8
	// children are programs, of which the operation starts at most one: the effect that a cost pays
	// for, the program that runs the copy of a Clone, or the alternatives of a choice. When the child
	// has ended, the program continues after the operation.
	children []child
}

// child is a program that belongs to an operation.
type child struct {
	ops []op
	// option is doStore or doTake, the option that chooses this alternative.
	option uint8
	// start is the first step of the child.
	start uint8
}

// layOut appends the operations of a program to steps, each followed by its children. after is the
// step at which execution continues when the program has ended. Stored matches refer to operations
// by step, so the order must not change.
func layOut(steps, ops []op, after int) []op {
	for i := range ops {
		index := len(steps)
		next := index + countSteps(ops[i:i+1])
		if i == len(ops)-1 {
			next = after
		}
		steps = append(steps, ops[i])
		steps[index].next = uint8(next)
		steps[index].children = slices.Clone(ops[i].children)
		for c := range steps[index].children {
			start := len(steps)
			steps[index].children[c].start = uint8(start)
			steps = layOut(steps, ops[i].children[c].ops, next)
		}
	}
	return steps
}

// countSteps returns the number of operations of a program, including its children.
func countSteps(ops []op) int {
	n := len(ops)
	for i := range ops {
		for c := range ops[i].children {
			n += countSteps(ops[i].children[c].ops)
		}
	}
	return n
}

// permanent is a permanent effect.
type permanent uint8

const (
	noPermanent    permanent = iota
	secondMorning            // a second Morning action each day
	drawOnTake               // draws when a matching Materia is taken on the owner's day
	storeOnLearned           // stores from the payment for a spell
	numPermanent
)

// effect is the effect of one level of a spell: operations when it is used or learned, a permanent
// effect, or a score at the end.
type effect struct {
	ops       []op
	permanent permanent
	amount    uint8
	score     func(*match, game.Seat, *learnedSpell) int
}

// holder is the spell that has a permanent effect.
type holder struct {
	colour cards.Colour
	set    uint8
}

// dayOps returns the program of a player's day, which ends by starting the next day.
func dayOps() []op {
	return concat(
		actIn(morning).then(actIn(morning).with(second)),
		actIn(midday),
		actIn(evening),
		part{{verb: verbGive}, {verb: verbAltar}, {verb: verbNextDay}},
	)
}

// learnSpell learns a spell, for which up to the given number of jokers can be paid.
func learnSpell(jokers uint8) part {
	return part{
		{verb: verbLearn, n: jokers}, {verb: verbPlace}, {verb: verbChoosePayment},
		{verb: verbPay}, {verb: verbKeep}, {verb: verbOnce},
	}
}

// part is a part of an effect, as in a sentence of the rules: one operation, or several that belong
// together.
type part []op

// do returns the operations of the parts in order.
func concat(parts ...part) []op {
	var ops []op
	for _, p := range parts {
		ops = append(ops, p...)
	}
	return ops
}

// effectOf returns the effect of a spell that acts when it is used or learned.
func effectOf(parts ...part) effect { return effect{ops: concat(parts...)} }

// of limits which Materia the first operation of a part can choose.
func (p part) of(from pick) part {
	p[0].pick = from
	return p
}

// with adds flags to the first operation of a part.
func (p part) with(f flags) part {
	p[0].flags |= f
	return p
}

// then adds a child program, which runs unless the part is skipped or impossible.
func (p part) then(parts ...part) part {
	p[0].children = append(p[0].children, child{ops: concat(parts...)})
	return p
}

// spellEffects has the effects of the levels of one spell.
type spellEffects struct {
	number                 int
	level5, level4, level3 effect
}

// allEffects returns the effects of all spells. Each effect is defined only here.
func allEffects() []spellEffects {
	return []spellEffects{
		{
			number: cards.Sacrifice,
			level5: effectOf(discardFirst().then(draw(4))),
			level4: effectOf(discardFirst().of(runeAB).then(draw(4))),
			level3: effectOf(discardFirst().of(runeA).then(draw(4))),
		},
		{
			number: cards.Eruption,
			level5: effectOf(drawUntil(6)),
			level4: effectOf(drawUntil(5)),
			level3: effectOf(drawUntil(4)),
		},
		{
			number: cards.Blaze,
			level5: effectOf(draw(4), othersTake()),
			level4: effectOf(draw(4), othersTake()),
			level3: effectOf(draw(4), othersTake()),
		},
		{
			number: cards.Levitation,
			level5: effectOf(take(2).with(oneRune)),
			level4: effectOf(take(2).of(runeAB).with(oneRune)),
			level3: effectOf(take(2).of(runeA).with(oneRune)),
		},
		{
			number: cards.Sharing,
			level5: effectOf(take(3), othersDraw()),
			level4: effectOf(take(2), othersDraw()),
			level3: effectOf(take(1), draw(1), othersDraw()),
		},
		{
			number: cards.Divination,
			level5: effectOf(reveal(2), take(2)),
			level4: effectOf(reveal(2), take(2).with(upTo|oneColour)),
			level3: effectOf(reveal(2), take(2), discard(1)),
		},
		{
			number: cards.Purification,
			level5: effectOf(exchange(3)),
			level4: effectOf(exchange(2)),
			level3: effectOf(exchange(1)),
		},
		{
			number: cards.Healing,
			level5: effectOf(draw(3), discard(3)),
			level4: effectOf(draw(2), discard(2)),
			level3: effectOf(draw(1), discard(1)),
		},
		{
			number: cards.Growth,
			level5: effectOf(take(3).with(toFamiliar), lowerTo(4)),
			level4: effectOf(take(2).with(toFamiliar), lowerTo(3)),
			level3: effectOf(exchange(1).with(toFamiliar)),
		},
		{
			number: cards.Offering,
			level5: effectOf(store(4).with(oneColour)),
			level4: effectOf(store(3).with(oneColour)),
			level3: effectOf(store(2).with(oneColour)),
		},
		{
			number: cards.Focus,
			level5: effectOf(oneOf(in(doStore, store(3).of(placedRune)), in(doTake, take(2).of(placedRune)))),
			level4: effectOf(oneOf(in(doStore, store(2).of(placedRune)), in(doTake, take(1).of(placedRune)))),
			level3: effectOf(store(1).of(placedRune)),
		},
		{
			number: cards.Feast,
			level5: effect{score: scoreStoredColours},
			level4: effectOf(take(1).with(toFamiliar)),
			level3: effectOf(take(1).of(storedColour)),
		},
		{
			number: cards.TimeTravel,
			level5: effectOf(discardFirst().then(raise())),
			level4: effectOf(discardFirst().of(runeAB).then(raise())),
			level3: effectOf(discardFirst().of(runeA).then(raise())),
		},
		{
			number: cards.Tempest,
			level5: effectOf(sweep(), take(3), lowerTo(4)),
			level4: effectOf(sweep(), take(3), lowerTo(3)),
			level3: effect{},
		},
		{
			number: cards.Clone,
			level5: effectOf(chooseCopy(morning).then(discardFirst().of(placedRune).then(doCopied()))),
			level4: effectOf(chooseCopy(evening).then(doCopied())),
			level3: effectOf(chooseCopy(midday).then(doCopied())),
		},
		{
			number: cards.Transmutation,
			level5: effectOf(learnSpell(2)),
			level4: effectOf(learnSpell(1)),
			level3: effect{},
		},
		{
			number: cards.Swiftness,
			level5: effect{permanent: secondMorning, amount: 1},
			level4: effectOf(actIn(morning).with(granted)),
			level3: effectOf(actIn(morning).with(granted)),
		},
		{
			number: cards.Mirage,
			level5: effect{permanent: drawOnTake, amount: 2},
			level4: effect{permanent: drawOnTake, amount: 2},
			level3: effect{permanent: drawOnTake, amount: 1},
		},
		{
			number: cards.Abundance,
			level5: effectOf(draw(4)),
			level4: effectOf(draw(3)),
			level3: effectOf(draw(2)),
		},
		{
			number: cards.Knowledge,
			level5: effect{score: scoreTwoASpell},
			level4: effect{score: scoreByLevel},
			level3: effect{score: scoreOneASpell},
		},
		{
			number: cards.Communion,
			level5: effect{permanent: storeOnLearned, amount: 2},
			level4: effect{score: scoreStoredRune},
			level3: effectOf(take(3).with(toFamiliar)),
		},
	}
}
