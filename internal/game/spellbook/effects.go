package spellbook

import (
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

// spellProgram returns the program of a level of a spell; the set counts from 0.
func spellProgram(c cards.Colour, set, level int) program {
	return firstSpellProgram + program((int(c)*cards.NumSets+set)*cards.NumLevels+level-cards.MinLevel)
}

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
	asBonus                    // an action besides the day's own
	second                     // the second Morning action
)

// op is one operation of a program: a verb with its parameters.
type op struct {
	verb verb
	n    uint8
	pick pick
	how  how
}

// bonus is a permanent effect.
type bonus uint8

const (
	noBonus        bonus = iota
	secondMorning        // another Morning action a day
	drawOnTake           // draws for each matching Materia taken on the owner's day
	storeOnLearned       // stores of what is spent on a spell
	numBonuses
)

// effect is what one level of a spell does: operations for actions and for
// effects at learning, a bonus for permanent ones, a score for the end.
type effect struct {
	do     []op
	bonus  bonus
	amount uint8
	score  func(*match, game.Seat, *learned) int
}

// holder says which spell has a bonus.
type holder struct {
	colour cards.Colour
	set    uint8
}

// dayOps is a player's day, then the next player's.
func dayOps() []op {
	return []op{
		{verb: verbAction, n: uint8(morning)},
		{verb: verbAction, n: uint8(morning), how: second},
		{verb: verbAction, n: uint8(midday)},
		{verb: verbAction, n: uint8(evening)},
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

// spellEffects binds the levels of one spell to their effects.
type spellEffects struct {
	colour                 cards.Colour
	set                    int
	level5, level4, level3 effect
}

// allEffects is the one place that knows what each spell does.
func allEffects() []spellEffects {
	return []spellEffects{
		// Sacrifice
		{cards.Red, 1,
			do(op{verb: verbCost}, op{verb: verbDraw, n: 4}),
			do(op{verb: verbCost, pick: runeAB}, op{verb: verbDraw, n: 4}),
			do(op{verb: verbCost, pick: runeA}, op{verb: verbDraw, n: 4})},
		// Eruption
		{cards.Red, 2, do(op{verb: verbFill, n: 6}), do(op{verb: verbFill, n: 5}), do(op{verb: verbFill, n: 4})},
		// Blaze
		{cards.Red, 3,
			do(op{verb: verbDraw, n: 4}, op{verb: verbOthersTake}),
			do(op{verb: verbDraw, n: 4}, op{verb: verbOthersTake}),
			do(op{verb: verbDraw, n: 4}, op{verb: verbOthersTake})},
		// Levitation
		{cards.Violet, 1,
			do(op{verb: verbTake, n: 2, how: oneRune}),
			do(op{verb: verbTake, n: 2, how: oneRune, pick: runeAB}),
			do(op{verb: verbTake, n: 2, how: oneRune, pick: runeA})},
		// Sharing
		{cards.Violet, 2,
			do(op{verb: verbTake, n: 3}, op{verb: verbOthersDraw}),
			do(op{verb: verbTake, n: 2}, op{verb: verbOthersDraw}),
			do(op{verb: verbTake, n: 1}, op{verb: verbDraw, n: 1}, op{verb: verbOthersDraw})},
		// Divination
		{cards.Violet, 3,
			do(op{verb: verbReveal, n: 2}, op{verb: verbTake, n: 2}),
			do(op{verb: verbReveal, n: 2}, op{verb: verbTake, n: 2, how: upTo | oneColour}),
			do(op{verb: verbReveal, n: 2}, op{verb: verbTake, n: 2}, op{verb: verbDiscard, n: 1})},
		// Purification
		{cards.Green, 1, do(op{verb: verbExchange, n: 3}), do(op{verb: verbExchange, n: 2}), do(op{verb: verbExchange, n: 1})},
		// Healing
		{cards.Green, 2,
			do(op{verb: verbDraw, n: 3}, op{verb: verbDiscard, n: 3}),
			do(op{verb: verbDraw, n: 2}, op{verb: verbDiscard, n: 2}),
			do(op{verb: verbDraw, n: 1}, op{verb: verbDiscard, n: 1})},
		// Growth
		{cards.Green, 3,
			do(op{verb: verbTake, n: 3, how: toFamiliar}, op{verb: verbLower, n: 4}),
			do(op{verb: verbTake, n: 2, how: toFamiliar}, op{verb: verbLower, n: 3}),
			do(op{verb: verbExchange, n: 1, how: toFamiliar})},
		// Offering
		{cards.Black, 1,
			do(op{verb: verbStore, n: 4, how: oneColour}),
			do(op{verb: verbStore, n: 3, how: oneColour}),
			do(op{verb: verbStore, n: 2, how: oneColour})},
		// Focus
		{cards.Black, 2,
			do(op{verb: verbEither}, op{verb: verbStore, n: 3, pick: placedRune}, op{verb: verbStop}, op{verb: verbTake, n: 2, pick: placedRune}),
			do(op{verb: verbEither}, op{verb: verbStore, n: 2, pick: placedRune}, op{verb: verbStop}, op{verb: verbTake, n: 1, pick: placedRune}),
			do(op{verb: verbStore, n: 1, pick: placedRune})},
		// Feast
		{cards.Black, 3,
			effect{score: scoreStoredColours},
			do(op{verb: verbTake, n: 1, how: toFamiliar}),
			do(op{verb: verbTake, n: 1, pick: knownColour})},
		// Time Travel
		{cards.White, 1,
			do(op{verb: verbCost}, op{verb: verbRaise}),
			do(op{verb: verbCost, pick: runeAB}, op{verb: verbRaise}),
			do(op{verb: verbCost, pick: runeA}, op{verb: verbRaise})},
		// Tempest
		{cards.White, 2,
			do(op{verb: verbSweep}, op{verb: verbTake, n: 3}, op{verb: verbLower, n: 4}),
			do(op{verb: verbSweep}, op{verb: verbTake, n: 3}, op{verb: verbLower, n: 3}),
			effect{}},
		// Clone
		{cards.White, 3,
			do(op{verb: verbCopy, n: uint8(morning)}, op{verb: verbCost, pick: placedRune}, op{verb: verbRunCopy}),
			do(op{verb: verbCopy, n: uint8(evening)}, op{verb: verbRunCopy}),
			do(op{verb: verbCopy, n: uint8(midday)}, op{verb: verbRunCopy})},
		// Transmutation
		{cards.Blue, 1, do(learnOps(2)...), do(learnOps(1)...), effect{}},
		// Swiftness
		{cards.Blue, 2,
			effect{bonus: secondMorning, amount: 1},
			do(op{verb: verbAction, n: uint8(morning), how: asBonus}),
			do(op{verb: verbAction, n: uint8(morning), how: asBonus})},
		// Mirage
		{cards.Blue, 3,
			effect{bonus: drawOnTake, amount: 2},
			effect{bonus: drawOnTake, amount: 2},
			effect{bonus: drawOnTake, amount: 1}},
		// Abundance
		{cards.Yellow, 1, do(op{verb: verbDraw, n: 4}), do(op{verb: verbDraw, n: 3}), do(op{verb: verbDraw, n: 2})},
		// Knowledge
		{cards.Yellow, 2, effect{score: scoreTwoASpell}, effect{score: scoreByLevel}, effect{score: scoreOneASpell}},
		// Communion
		{cards.Yellow, 3,
			effect{bonus: storeOnLearned, amount: 2},
			effect{score: scoreStoredRune},
			do(op{verb: verbTake, n: 3, how: toFamiliar})},
	}
}
