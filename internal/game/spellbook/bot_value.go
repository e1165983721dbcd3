package spellbook

import (
	cards "archmage/internal/cards/spellbook"
)

// value is the value of the own side of the table: the current points, the future value of the
// learned spells, and the value of the pool.
func (m *mind) value(p *position) int {
	points := m.points(p)
	total := points + p.extra
	if m.done(&p.player) && !m.ending {
		if points > m.rival {
			total += triumph
		} else {
			total -= triumph
		}
	}
	if m.final || m.done(&p.player) {
		return total + m.tonight(p)
	}
	// The next spaces are worth more if later ones will be filled as well.
	track := &m.s.book.facts.Familiar.Values
	reach := min(cards.Slots, int(p.stored)+m.days/10)
	total += point * (track[reach] - track[p.stored])
	if p.known > 0 {
		for c := range cards.Colour(cards.NumColours) {
			if level := p.spells[c].level; level > 0 {
				total += m.later(p, c, level, m.days) + m.runeWorth(p, c)
			}
		}
	}
	if full := int(p.pool.size) + p.unknown - roomy; full > 0 {
		total -= crowded * full
	}
	return total + m.hoard(p)
}

// points is the current score, in hundredths of a point. It is cached for positions with the same
// spells and Familiar.
func (m *mind) points(p *position) int {
	m.s.players[m.seat] = p.player
	if p.stored != m.now.stored || p.familiar != m.now.familiar || p.spells != m.now.spells {
		return point * m.s.total(m.seat)
	}
	if !m.scoreKnown {
		m.scoreKnown, m.score = true, point*m.s.total(m.seat)
	}
	return m.score
}

// endsGame reports whether the player triggers the end of the match.
func (m *mind) done(p *player) bool { return p.free() == 0 || p.known == cards.NumColours }

// runeWorth is the value of the rune on a spell.
func (m *mind) runeWorth(p *position, c cards.Colour) int {
	on := &p.spells[c]
	w := m.b.weights[m.s.programOf(c, on.level)].rune
	if w == 0 {
		return 0
	}
	set := ofRune(on.materia.Rune())
	n := p.pool.count(set) + p.altar.count(set)
	for _, at := range p.familiar[:p.stored] {
		if at.Rune() == on.materia.Rune() {
			n++
		}
	}
	return w * n
}

// poolValue estimates the value of the pool for spells to be learned. The best spell counts in
// full, and each further spell counts less.
func (m *mind) hoard(p *position) int {
	// worth has the value of each colour, highest first.
	var worth [cards.NumColours]int
	for c := range cards.Colour(cards.NumColours) {
		n := p.pool.ofColour(c)
		one := spare * n
		if p.spells[c].level == 0 {
			one = m.wish(p, c, n)
		}
		at := int(c)
		for ; at > 0 && worth[at-1] < one; at-- {
			worth[at] = worth[at-1]
		}
		worth[at] = one
	}
	total, rest := 0, 1000
	for _, one := range worth {
		if one <= 0 {
			break
		}
		total += one * rest / 1000
		rest = rest * queue / 1000
	}
	return total
}

// learningValue is the value of n Materia of a colour towards learning its spell.
func (m *mind) wish(p *position, c cards.Colour, n int) int {
	sight := min(2, p.altar.ofColour(c))
	if !m.quick {
		return m.wishFor(p, c, n, sight)
	}
	known := &m.wishes[c][n][sight]
	if *known == 0 {
		*known = int32(m.wishFor(p, c, n, sight)) + 1
	}
	return int(*known) - 1
}

func (m *mind) wishFor(p *position, c cards.Colour, n, sight int) int {
	best := spare * n
	for level := cards.MinLevel; level <= cards.MaxLevel; level++ {
		missing := max(0, level-n)
		if missing*daysAMateria > m.days {
			break
		}
		worth := m.learnedWorth(p, c, uint8(level), m.days-daysAMateria*missing)
		near := nearness[max(0, 10*missing-inSight*min(sight, missing))]
		best = max(best, worth*near/1000+spare*max(0, n-level))
	}
	return best
}

// learnedWorth is the value of a spell if it is learned with this many tenths of a day remaining.
func (m *mind) learnedWorth(p *position, c cards.Colour, level uint8, days int) int {
	return m.learnedFixed(p, c, level) + m.later(p, c, level, days)
}

// learnedFixed is the part of learnedWorth that does not depend on the days.
func (m *mind) learnedFixed(p *position, c cards.Colour, level uint8) int {
	if !m.quick {
		return m.learnedOnce(p, c, level)
	}
	fixed, bit := &m.fixed[c][level-cards.MinLevel], levelBit(c, int(level))
	if m.fixedSeen&bit == 0 {
		m.fixedSeen |= bit
		*fixed = m.learnedOnce(p, c, level)
	}
	return *fixed
}

func (m *mind) learnedOnce(p *position, c cards.Colour, level uint8) int {
	program := m.s.programOf(c, level)
	worth := point*m.s.spell(c).Level(int(level)).Points + m.b.weights[program].once
	if score := m.s.book.effects[program].score; score != nil {
		owner := &m.s.players[m.seat]
		owner.known++
		m.spell = learned{level: level, materia: cards.MateriaOf(c, mostRune(&p.player))}
		worth += point * score(&m.s, m.seat, &m.spell)
		owner.known--
	}
	return worth
}

// mostRune returns the most frequent rune on the player's Familiar.
func mostRune(p *player) cards.Rune {
	var n [cards.NumRunes]int
	best := cards.Rune(0)
	for _, at := range p.familiar[:p.stored] {
		if r := at.Rune(); r < noRune {
			if n[r]++; n[r] > n[best] {
				best = r
			}
		}
	}
	return best
}

// nearness is the factor, in thousandths, for the value of a spell, by missing tenths of a Materia.
var nearness = makeNearness()

func makeNearness() (table [10*cards.MaxLevel + 1]int) {
	part := 1000 * 1000
	for i := range table {
		table[i] = part / 1000
		part = part * distance / 1000
	}
	return table
}

// lastDayValue is the value of the pool on the last day: what can still be learned and stored, and
// a hundredth of a point for each Materia.
func (m *mind) tonight(p *position) int {
	total := int(p.pool.size) + p.unknown
	if m.phase < midday && p.free() > 0 && p.pool.size > 0 {
		track := &m.s.book.facts.Familiar.Values
		total += point * (track[p.stored+1] - track[p.stored])
	}
	if m.phase >= evening {
		return total
	}
	f := m.s.learnFrame(m.seat)
	best := 0
	bits := m.s.learnable(&f, &p.pool)
	for c := range cards.Colour(cards.NumColours) {
		for level := uint8(cards.MinLevel); level <= cards.MaxLevel; level++ {
			if bits&levelBit(c, int(level)) != 0 {
				best = max(best, m.learnedWorth(p, c, level, 0))
			}
		}
	}
	return total + best
}
