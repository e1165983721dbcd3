package spellbook

import (
	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
)

// mind is what the computer player makes of Public before it answers.
type mind struct {
	b    *greedy
	d    *game.Decision
	seat game.Seat
	// s is the table as it is seen, without anything that is being done, and
	// with a bag of all that is nowhere else. It is for asking the rules about
	// it; the own side is put up for each question.
	s match
	// now is the own side of the table as it is.
	now position
	// phase is the phase of the day, or after the last one at night.
	phase phase
	// ending: this round is the last one. final: this is the own last day.
	ending, final bool
	// days is how many own days are expected after this one, in tenths.
	days int
	// rival is the most that another player has, with what is in reach.
	rival int
}

// position is the own side of the table, as it is or as it might become.
type position struct {
	player
	altar bunch
	// unknown counts what was drawn into the pool, shown what was drawn onto
	// the altar; both could be anything.
	unknown, shown int
	// extra is what came of draws and of the others' gains, in hundredths of
	// a point.
	extra int
}

// room returns how many Materia the pool can still take.
func (p *position) room() int { return max(0, p.player.room()-p.unknown) }

// read takes in Public. It returns false if the seat is not in it.
func (m *mind) read(b *greedy, v *Public, d *game.Decision) bool {
	*m = mind{b: b, d: d, seat: d.Seat, s: match{book: b.book}}
	if d.Seat < 0 || int(d.Seat) >= len(v.Seats) {
		return false
	}
	s := &m.s
	s.seats = uint8(len(v.Seats))
	s.active = v.Active
	s.clearSlots()
	for i := range v.Spells {
		if c, ok := cards.ParseColour(v.Spells[i].Key); ok {
			s.sets[c] = uint8(v.Spells[i].Value.Set - 1)
		}
	}
	s.altar, s.box, s.spent = readBunch(v.Altar), readBunch(v.Box), readBunch(v.Spent)
	for i := range v.Seats {
		readPlayer(&s.players[i], &v.Seats[i].Value)
	}
	if v.Opponent != nil {
		s.given = uint8(readTrack(s.track[:], v.Opponent.Given))
		s.lower = readBunch(v.Opponent.Lower)
	}
	if v.Bag == 0 {
		s.bag.addAll(&s.box)
	} else {
		m.readBag()
	}
	m.now = position{player: s.players[d.Seat], altar: s.altar}
	m.phase = evening + 1
	for i, name := range phaseNames {
		if name == v.Phase {
			m.phase = phase(i)
		}
	}
	m.ending = v.Ending
	m.readRivals(v)
	m.readTime()
	return true
}

func readBunch(t game.Table[uint8]) bunch {
	var b bunch
	for i := range t {
		if at, ok := cards.ParseMateria(t[i].Key); ok {
			b.n[at] = t[i].Value
			b.size += t[i].Value
			b.kinds |= 1 << at
		}
	}
	return b
}

func readTrack(into []cards.Materia, names []string) int {
	for i, name := range names {
		into[i], _ = cards.ParseMateria(name)
	}
	return len(names)
}

func readPlayer(p *player, v *SeatView) {
	p.pool = readBunch(v.Pool)
	p.stored = uint8(len(v.Familiar))
	for i := range v.Familiar {
		p.familiar[i], _ = cards.ParseMateria(v.Familiar[i].Value)
	}
	p.known = uint8(len(v.Spells))
	for i := range v.Spells {
		on := &v.Spells[i].Value
		c, _ := cards.ParseColour(v.Spells[i].Key)
		at, _ := cards.ParseMateria(on.Materia)
		p.spells[c] = learned{level: uint8(on.Level), materia: at, fresh: on.Fresh}
	}
}

// readBag counts what is nowhere to be seen.
func (m *mind) readBag() {
	s := &m.s
	var seen [cards.NumMateria + 1]int // noMateria is on empty spaces
	for _, there := range []*bunch{&s.altar, &s.box, &s.spent, &s.lower} {
		for k := there.kinds; k != 0; k = k.rest() {
			seen[k.first()] += int(there.n[k.first()])
		}
	}
	for seat := range s.players {
		p := &s.players[seat]
		for k := p.pool.kinds; k != 0; k = k.rest() {
			seen[k.first()] += int(p.pool.n[k.first()])
		}
		for _, at := range p.familiar {
			seen[at]++
		}
		for c := range p.spells {
			seen[p.spells[c].materia]++
		}
	}
	for _, at := range s.track {
		seen[at]++
	}
	for at := range cards.Materia(cards.NumMateria) {
		for n := seen[at]; n < s.book.facts.Each; n++ {
			s.bag.add(at)
		}
	}
}

// readRivals estimates what the best of the others will have at the end of the
// round. Those who have their day after this one may still gain something.
func (m *mind) readRivals(v *Public) {
	for i := range v.Seats {
		seat := game.Seat(i)
		if seat == m.seat {
			continue
		}
		score := point * v.Seats[i].Value.Score
		for at := m.s.leftOf(v.Active); at != v.First; at = m.s.leftOf(at) {
			if at == seat {
				score += lastDay
			}
		}
		m.rival = max(m.rival, score)
	}
	if v.Opponent != nil {
		m.rival = point * (v.Opponent.Score + 1)
	}
}

// readTime estimates how many days are left: how soon somebody has filled the
// Familiar or learned all spells.
func (m *mind) readTime() {
	if m.ending {
		m.final = true
		return
	}
	m.days = 1000
	for seat := range game.Seat(m.s.seats) {
		p := &m.s.players[seat]
		m.days = min(m.days, p.free()*daysASlot, (cards.NumColours-int(p.known))*daysASpell)
	}
	if m.s.solo() {
		m.days = min(m.days, 10*(cards.Slots-int(m.s.given)))
		// The opponent's last Materia ends the game with this day.
		m.final = m.s.given == cards.Slots-1
	}
	m.days = max(3, m.days-10)
	if m.final {
		m.days = 0
	}
}
