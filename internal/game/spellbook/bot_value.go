package spellbook

import (
	cards "archmage/internal/cards/spellbook"
)

// value returns the value of the own side of the table: the current points, the future value of the
// learned spells, and the value of the pool.
func (ev *evaluation) value(p *position) int {
	points := ev.points(p)
	total := points + p.extra
	if ev.endsGame(&p.player) && !ev.ending {
		if points > ev.rival {
			total += winBonus
		} else {
			total -= winBonus
		}
	}
	if ev.final || ev.endsGame(&p.player) {
		return total + ev.lastDayValue(p)
	}
	// The next spaces are worth more if later ones will be filled as well.
	track := &ev.s.book.facts.Familiar.Values
	reach := min(cards.Slots, int(p.storedCount)+ev.days/10)
	total += point * (track[reach] - track[p.storedCount])
	if p.learnedCount > 0 {
		for c := range cards.Colour(cards.NumColours) {
			if level := p.spells[c].level; level > 0 {
				total += ev.futureValue(p, c, level, ev.days) + ev.runeWorth(p, c)
			}
		}
	}
	if full := int(p.pool.size) + p.unknown - roomy; full > 0 {
		total -= crowded * full
	}
	return total + ev.poolValue(p)
}

// points returns the current score, in hundredths of a point. It is cached for positions with the same
// spells and Familiar.
func (ev *evaluation) points(p *position) int {
	ev.s.players[ev.seat] = p.player
	current := &ev.current
	if p.storedCount != current.storedCount || p.familiar != current.familiar || p.spells != current.spells {
		return point * ev.s.total(ev.seat)
	}
	if !ev.scoreKnown {
		ev.scoreKnown, ev.score = true, point*ev.s.total(ev.seat)
	}
	return ev.score
}

// endsGame reports whether the player triggers the end of the match.
func (ev *evaluation) endsGame(p *player) bool {
	return p.freeSlots() == 0 || p.learnedCount == cards.NumColours
}

// runeWorth returns the value of the rune on a spell.
func (ev *evaluation) runeWorth(p *position, c cards.Colour) int {
	spell := &p.spells[c]
	w := ev.greedy.weights[ev.s.programOf(c, spell.level)].rune
	if w == 0 {
		return 0
	}
	set := ofRune(spell.materia.Rune())
	n := p.pool.count(set) + p.altar.count(set)
	for _, materia := range p.familiar[:p.storedCount] {
		if materia.Rune() == spell.materia.Rune() {
			n++
		}
	}
	return w * n
}

// poolValue estimates the value of the pool for spells to be learned. The best spell counts in
// full, and each further spell counts less.
func (ev *evaluation) poolValue(p *position) int {
	// worth has the value of each colour, highest first.
	var worth [cards.NumColours]int
	for c := range cards.Colour(cards.NumColours) {
		n := p.pool.ofColour(c)
		value := spareWorth * n
		if p.spells[c].level == 0 {
			value = ev.learningValue(p, c, n)
		}
		index := int(c)
		for ; index > 0 && worth[index-1] < value; index-- {
			worth[index] = worth[index-1]
		}
		worth[index] = value
	}
	total, factor := 0, 1000
	for _, value := range worth {
		if value <= 0 {
			break
		}
		total += value * factor / 1000
		factor = factor * queueFactor / 1000
	}
	return total
}

// learningValue returns the value of n Materia of a colour towards learning its spell.
func (ev *evaluation) learningValue(p *position, c cards.Colour, n int) int {
	sight := min(2, p.altar.ofColour(c))
	if !ev.quick {
		return ev.computeLearningValue(p, c, n, sight)
	}
	cached := &ev.learningValues[c][n][sight]
	if *cached == 0 {
		*cached = int32(ev.computeLearningValue(p, c, n, sight)) + 1
	}
	return int(*cached) - 1
}

func (ev *evaluation) computeLearningValue(p *position, c cards.Colour, n, sight int) int {
	best := spareWorth * n
	for level := cards.MinLevel; level <= cards.MaxLevel; level++ {
		missing := max(0, level-n)
		if missing*daysAMateria > ev.days {
			break
		}
		worth := ev.learnedWorth(p, c, uint8(level), ev.days-daysAMateria*missing)
		near := nearness[max(0, 10*missing-inSight*min(sight, missing))]
		best = max(best, worth*near/1000+spareWorth*max(0, n-level))
	}
	return best
}

// learnedWorth returns the value of a spell if it is learned with the given number of tenths of a day
// remaining.
func (ev *evaluation) learnedWorth(p *position, c cards.Colour, level uint8, days int) int {
	return ev.learnedFixed(p, c, level) + ev.futureValue(p, c, level, days)
}

// learnedFixed returns the part of learnedWorth that does not depend on the days.
func (ev *evaluation) learnedFixed(p *position, c cards.Colour, level uint8) int {
	if !ev.quick {
		return ev.computeLearnedFixed(p, c, level)
	}
	fixed, bit := &ev.fixed[c][level-cards.MinLevel], levelBit(c, int(level))
	if ev.fixedSeen&bit == 0 {
		ev.fixedSeen |= bit
		*fixed = ev.computeLearnedFixed(p, c, level)
	}
	return *fixed
}

func (ev *evaluation) computeLearnedFixed(p *position, c cards.Colour, level uint8) int {
	program := ev.s.programOf(c, level)
	worth := point*ev.s.spell(c).Level(int(level)).Points + ev.greedy.weights[program].once
	if score := ev.s.book.effects[program].score; score != nil {
		owner := &ev.s.players[ev.seat]
		owner.learnedCount++
		ev.assumedSpell = learnedSpell{level: level, materia: cards.MateriaOf(c, mostRune(&p.player))}
		worth += point * score(&ev.s, ev.seat, &ev.assumedSpell)
		owner.learnedCount--
	}
	return worth
}

// mostRune returns the most frequent rune on the player's Familiar.
func mostRune(p *player) cards.Rune {
	var n [cards.NumRunes]int
	best := cards.Rune(0)
	for _, materia := range p.familiar[:p.storedCount] {
		if r := materia.Rune(); r < noRune {
			if n[r]++; n[r] > n[best] {
				best = r
			}
		}
	}
	return best
}

// nearness has the factors, in thousandths, for the value of a spell, by the number of missing tenths
// of a Materia.
var nearness = makeNearness()

func makeNearness() (table [10*cards.MaxLevel + 1]int) {
	part := 1000 * 1000
	for i := range table {
		table[i] = part / 1000
		part = part * distanceFactor / 1000
	}
	return table
}

// lastDayValue returns the value of the pool on the last day: the best spell that can still be
// learned, a Materia that can still be stored, and a hundredth of a point for each Materia.
func (ev *evaluation) lastDayValue(p *position) int {
	total := int(p.pool.size) + p.unknown
	if ev.phase < midday && p.freeSlots() > 0 && p.pool.size > 0 {
		track := &ev.s.book.facts.Familiar.Values
		total += point * (track[p.storedCount+1] - track[p.storedCount])
	}
	if ev.phase >= evening {
		return total
	}
	f := ev.s.learnFrame(ev.seat)
	best := 0
	bits := ev.s.learnable(&f, &p.pool)
	for c := range cards.Colour(cards.NumColours) {
		for level := uint8(cards.MinLevel); level <= cards.MaxLevel; level++ {
			if bits&levelBit(c, int(level)) != 0 {
				best = max(best, ev.learnedWorth(p, c, level, 0))
			}
		}
	}
	return total + best
}
