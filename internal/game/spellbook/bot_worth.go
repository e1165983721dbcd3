package spellbook

import (
	cards "archmage/internal/cards/spellbook"
)

// This file says what spells are good for besides their points, estimated once
// for all positions. bot_value.go counts the points themselves.

// point is the unit: worth is counted in hundredths of a point.
const point = 100

// Estimates for what cannot be looked up, set by playing bots of different
// estimates against each other.
const (
	// What a Materia of no particular use is worth, and one that the others get.
	spare = 70
	given = 60
	// What another player gains on the last day, and what it is worth to end
	// the game ahead; ending it behind costs as much.
	lastDay, triumph = 150, 1000
	// What each Materia in the pool beyond roomy costs, as the next draws will not fit.
	roomy, crowded = 7, 15
	// How long it takes to fill a slot, to learn a spell or to come by a Materia
	// for one, in tenths of a day.
	daysASlot, daysASpell, daysAMateria = 9, 19, 8
	// What is left of a spell's worth for each tenth of a Materia that is
	// missing, and for each spell that is worth more, in thousandths.
	distance, queue = 970, 920
	// How much nearer a Materia on the altar makes a spell, in tenths.
	inSight = 4
)

// weight is what a level of a spell is good for, in hundredths of a point.
type weight struct {
	// day is gained on every day to come, up to so many in all (0: no end).
	day, most int
	// once is gained when the spell is learned.
	once int
	// spell is gained for every further spell.
	spell int
	// rune is gained for every Materia with the placed rune in the pool, on
	// the altar or on the Familiar.
	rune int
}

// weightTable estimates every level of every spell, by programs. It is the
// only place of the computer player that knows spells by name.
func weightTable(b *book) (table [numPrograms]weight) {
	for _, spell := range []struct {
		number                 int
		level5, level4, level3 weight
	}{
		{cards.Sacrifice, weight{day: 75}, weight{day: 65}, weight{day: 45}},
		{cards.Eruption, weight{day: 65}, weight{day: 40}, weight{day: 20}},
		{cards.Blaze, weight{day: 30}, weight{day: 30}, weight{day: 30}},
		{cards.Levitation, weight{day: 45}, weight{day: 35}, weight{day: 15}},
		{cards.Sharing, weight{day: 50}, weight{day: 20}, weight{day: 5}},
		{cards.Divination, weight{day: 65}, weight{day: 35}, weight{day: 20}},
		{cards.Purification, weight{day: 25}, weight{day: 15}, weight{day: 5}},
		{cards.Healing, weight{day: 25}, weight{day: 15}, weight{day: 5}},
		{cards.Growth, weight{day: 130, most: 350}, weight{day: 100, most: 160}, weight{}},
		{cards.Offering, weight{day: 65}, weight{day: 55}, weight{day: 40}},
		{cards.Focus, weight{day: 110, rune: 15}, weight{day: 75, rune: 10}, weight{day: 40, rune: 5}},
		{cards.Feast, weight{day: 55}, weight{day: 40}, weight{day: 5}},
		{cards.TimeTravel, weight{day: 40, most: 240}, weight{day: 35, most: 240}, weight{day: 25, most: 180}},
		{cards.Tempest, weight{day: 40, most: 100}, weight{day: 20, most: 50}, weight{}},
		{cards.Clone, weight{day: 20, rune: 5}, weight{day: 20}, weight{day: 20}},
		{cards.Transmutation, weight{spell: 110, rune: 10}, weight{spell: 70, rune: 10}, weight{}},
		{cards.Swiftness, weight{day: 100}, weight{once: 100}, weight{once: 100}},
		{cards.Mirage, weight{day: 75, rune: 10}, weight{day: 75, rune: 10}, weight{day: 35, rune: 10}},
		{cards.Abundance, weight{once: 220}, weight{once: 165}, weight{once: 110}},
		{cards.Knowledge, weight{spell: 70}, weight{spell: 60}, weight{spell: 35}},
		{cards.Communion, weight{spell: 200, once: 200}, weight{day: 50, rune: 5}, weight{once: 350}},
	} {
		for i, w := range [...]weight{spell.level3, spell.level4, spell.level5} {
			table[spellProgram(spell.number, cards.MinLevel+i)] = w
		}
	}
	return table
}

// later is what a learned spell will still bring, besides what it is worth as
// things stand, if it is used for so many tenths of a day.
func (m *mind) later(p *position, c cards.Colour, level uint8, days int) int {
	w := &m.b.weights[m.s.programOf(c, level)]
	gain := w.day * days / 10
	if w.most > 0 {
		gain = min(gain, w.most)
	}
	further := min(cards.NumColours-int(p.known), days/daysASpell+1)
	return gain + w.spell*max(0, further)
}
