package spellbook

import (
	"slices"

	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
)

// program numbers everything that can be carried out: the day, the basic
// actions, and the effect of each level of each spell.
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

// spellProgram returns the program of a level of the spell with the number.
func spellProgram(number, level int) program {
	return firstSpellProgram + program((number-1)*cards.NumLevels+level-cards.MinLevel)
}

// spellNumber returns the number of the spell of a colour; the set counts from 0.
func spellNumber(c cards.Colour, set uint8) int { return int(c)*cards.NumSets + int(set) + 1 }

// spellOf returns the spell and level that a program belongs to.
func (p program) spellOf() (c cards.Colour, set, level int, ok bool) {
	if p < firstSpellProgram || p >= numPrograms {
		return 0, 0, 0, false
	}
	i := int(p - firstSpellProgram)
	spell := i / cards.NumLevels
	return cards.Colour(spell / cards.NumSets), spell % cards.NumSets, i%cards.NumLevels + cards.MinLevel, true
}

// number returns the spell's number, or 0 for a program of no spell.
func (p program) number() int {
	if p < firstSpellProgram {
		return 0
	}
	return int(p-firstSpellProgram)/cards.NumLevels + 1
}

// phase counts the phases of a day.
type phase uint8

const (
	morning phase = iota
	midday
	evening
)

var phaseNames = [...]string{"morning", "midday", "evening"}

func (p phase) String() string { return phaseNames[p] }

// kind returns the kind of effect that is usable in the phase.
func (p phase) kind() cards.Kind { return cards.Morning + cards.Kind(p) }

// pick says which Materia an operation may choose.
type pick uint8

const (
	anyMateria  pick = iota
	runeA            // with the spell's rune A
	runeAB           // with its rune A or B
	placedRune       // with the rune that lies on the spell
	knownColour      // of a colour that is stored on the Familiar
)

// how refines an operation.
type how uint8

const (
	toFamiliar how = 1 << iota // not into the pool
	upTo                       // fewer are allowed, also none
	oneRune                    // all with the same rune
	oneColour                  // all of the same colour
	granted                    // an action besides the day's own
	second                     // the second Morning action
)

// op is one operation of a program: a verb with its parameters.
type op struct {
	verb *verb
	n    uint8
	pick pick
	how  how
	// children are the programs of which it starts one, or none: what a cost pays for, what is done
	// with the choice of a Clone, the alternatives of a choice. When the child has ended, the program
	// goes on after the operation.
	children []child
	// next is the step of the program that follows it and its children.
	next uint8
}

// child is a program that belongs to an operation.
type child struct {
	ops []op
	// option is the index in doNames of the option that chooses it, among alternatives.
	option uint8
	// start is the step at which it begins.
	start uint8
}

// layOut appends the operations of a program to its steps: each is followed by its children. A frame
// names its operation by its step, also in a match that is stored, so the order must not change. The
// program goes on at the step after when it has ended.
func layOut(steps, ops []op, after int) []op {
	for i := range ops {
		at := len(steps)
		next := at + countSteps(ops[i:i+1])
		if i == len(ops)-1 {
			next = after
		}
		steps = append(steps, ops[i])
		steps[at].next = uint8(next)
		steps[at].children = slices.Clone(ops[i].children)
		for c := range steps[at].children {
			start := len(steps)
			steps[at].children[c].start = uint8(start)
			steps = layOut(steps, ops[i].children[c].ops, next)
		}
	}
	return steps
}

// countSteps returns how many operations a program has together with its children.
func countSteps(ops []op) int {
	n := len(ops)
	for i := range ops {
		for c := range ops[i].children {
			n += countSteps(ops[i].children[c].ops)
		}
	}
	return n
}

// permanent is a permanent effect, as the verbs ask for it.
type permanent uint8

const (
	noPermanent    permanent = iota
	secondMorning            // another Morning action a day
	drawOnTake               // draws for each matching Materia taken on the owner's day
	storeOnLearned           // stores of what is spent on a spell
	numPermanent
)

// effect is what one level of a spell does: operations for actions and for
// effects at learning, what is permanent, a score for the end.
type effect struct {
	do        []op
	permanent permanent
	amount    uint8
	score     func(*match, game.Seat, *learned) int
}

// holder says which spell has a permanent effect.
type holder struct {
	colour cards.Colour
	set    uint8
}

// dayOps is a player's day, then the next player's.
func dayOps() []op {
	return []op{
		actIn(morning).then(actIn(morning).with(second)),
		actIn(midday),
		actIn(evening),
		{verb: verbGive},
		{verb: verbAltar},
		{verb: verbNextDay},
	}
}

// learnOps is learning with up to so many jokers.
func learnOps(jokers uint8) []op {
	return []op{
		{verb: verbLearn, n: jokers}, {verb: verbPlace}, {verb: verbWay},
		{verb: verbPay}, {verb: verbKeep}, {verb: verbOnce},
	}
}

// do returns the effect of operations.
func do(ops ...op) effect { return effect{do: ops} }

// of says which Materia the operation may choose.
func (o op) of(p pick) op {
	o.pick = p
	return o
}

// with refines the operation.
func (o op) with(h how) op {
	o.how |= h
	return o
}

// then adds a child program, with which the operation goes on unless it is skipped or cannot be done.
func (o op) then(ops ...op) op {
	o.children = append(o.children, child{ops: ops})
	return o
}

// spellEffects binds the levels of one spell, by its number, to their effects.
type spellEffects struct {
	number                 int
	level5, level4, level3 effect
}

// allEffects is the one place that knows what each spell does.
func allEffects() []spellEffects {
	return []spellEffects{
		{cards.Sacrifice,
			do(discardFirst().then(draw(4))),
			do(discardFirst().of(runeAB).then(draw(4))),
			do(discardFirst().of(runeA).then(draw(4)))},
		{cards.Eruption, do(drawUntil(6)), do(drawUntil(5)), do(drawUntil(4))},
		{cards.Blaze,
			do(draw(4), othersTake()),
			do(draw(4), othersTake()),
			do(draw(4), othersTake())},
		{cards.Levitation,
			do(take(2).with(oneRune)),
			do(take(2).of(runeAB).with(oneRune)),
			do(take(2).of(runeA).with(oneRune))},
		{cards.Sharing,
			do(take(3), othersDraw()),
			do(take(2), othersDraw()),
			do(take(1), draw(1), othersDraw())},
		{cards.Divination,
			do(reveal(2), take(2)),
			do(reveal(2), take(2).with(upTo|oneColour)),
			do(reveal(2), take(2), discard(1))},
		{cards.Purification, do(exchange(3)), do(exchange(2)), do(exchange(1))},
		{cards.Healing,
			do(draw(3), discard(3)),
			do(draw(2), discard(2)),
			do(draw(1), discard(1))},
		{cards.Growth,
			do(take(3).with(toFamiliar), lowerTo(4)),
			do(take(2).with(toFamiliar), lowerTo(3)),
			do(exchange(1).with(toFamiliar))},
		{cards.Offering,
			do(store(4).with(oneColour)),
			do(store(3).with(oneColour)),
			do(store(2).with(oneColour))},
		{cards.Focus,
			do(oneOf(alternative(doStore, store(3).of(placedRune)), alternative(doTake, take(2).of(placedRune)))),
			do(oneOf(alternative(doStore, store(2).of(placedRune)), alternative(doTake, take(1).of(placedRune)))),
			do(store(1).of(placedRune))},
		{cards.Feast,
			effect{score: scoreStoredColours},
			do(take(1).with(toFamiliar)),
			do(take(1).of(knownColour))},
		{cards.TimeTravel,
			do(discardFirst().then(raise())),
			do(discardFirst().of(runeAB).then(raise())),
			do(discardFirst().of(runeA).then(raise()))},
		{cards.Tempest,
			do(sweep(), take(3), lowerTo(4)),
			do(sweep(), take(3), lowerTo(3)),
			effect{}},
		{cards.Clone,
			do(chooseCopy(morning).then(discardFirst().of(placedRune).then(doCopied()))),
			do(chooseCopy(evening).then(doCopied())),
			do(chooseCopy(midday).then(doCopied()))},
		{cards.Transmutation, do(learnOps(2)...), do(learnOps(1)...), effect{}},
		{cards.Swiftness,
			effect{permanent: secondMorning, amount: 1},
			do(actIn(morning).with(granted)),
			do(actIn(morning).with(granted))},
		{cards.Mirage,
			effect{permanent: drawOnTake, amount: 2},
			effect{permanent: drawOnTake, amount: 2},
			effect{permanent: drawOnTake, amount: 1}},
		{cards.Abundance, do(draw(4)), do(draw(3)), do(draw(2))},
		{cards.Knowledge, effect{score: scoreTwoASpell}, effect{score: scoreByLevel}, effect{score: scoreOneASpell}},
		{cards.Communion,
			effect{permanent: storeOnLearned, amount: 2},
			effect{score: scoreStoredRune},
			do(take(3).with(toFamiliar))},
	}
}
