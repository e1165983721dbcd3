package spellbook

import (
	cards "archmage/internal/cards/spellbook"
)

// This file has the values of spells without their points. They are the same for all positions.
// bot_value.go counts the points.

// point is the value of a point. All values are in hundredths of a point.
const point = 100

// Estimates, chosen by matches between bots with different estimates.
const (
	// The value of a Materia without a use, and the value of a Materia that an opponent gets.
	spareWorth = 70
	givenWorth = 60
	// The gain of another player on the last day, and the bonus for ending the match ahead, which is a
	// penalty for ending it behind.
	lastDay, winBonus = 150, 1000
	// The cost of each Materia in the pool above roomy, because later draws will not fit.
	roomy, crowded = 7, 15
	// The time to fill a space, to learn a spell, or to get a Materia for a spell, in tenths of a
	// day.
	daysASlot, daysASpell, daysAMateria = 9, 19, 8
	// Factors, in thousandths: for each missing tenth of a Materia, and for each spell with a
	// higher value.
	distanceFactor, queueFactor = 970, 920
	// The number of tenths of a Materia by which a Materia on the altar reduces the distance.
	inSight = 4
)

// weight is the value of a level of a spell, in hundredths of a point.
type weight struct {
	// day is gained on each remaining day, up to most in total (0: no limit).
	day, most int
	// once is gained when the spell is learned.
	once int
	// spell is gained for each further spell.
	spell int
	// rune is gained for each Materia with the placed rune in the pool, on the altar or on the
	// Familiar.
	rune int
}

// weightTable returns the values of every level of every spell, by program. No other bot code names
// spells.
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

// futureValue returns the expected gain from a learned spell, in addition to its current points. days
// is the remaining time in tenths of a day.
func (ev *evaluation) futureValue(p *position, c cards.Colour, level uint8, days int) int {
	w := &ev.greedy.weights[ev.s.programOf(c, level)]
	gain := w.day * days / 10
	if w.most > 0 {
		gain = min(gain, w.most)
	}
	further := min(cards.NumColours-int(p.learnedCount), days/daysASpell+1)
	return gain + w.spell*max(0, further)
}
