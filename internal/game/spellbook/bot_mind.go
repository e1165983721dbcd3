package spellbook

import (
	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
)

// mind is what the computer player makes of a state before it answers.
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

	// picks is where the answer is put together.
	picks [8]game.Pick
	// spell is one that is imagined to be learned.
	spell learned

	// score is that of the position as it is, once scoreKnown.
	score      int
	scoreKnown bool

	// quick: what follows is worked out once for a decision, though it differs a
	// little from answer to answer. mean is the average, fixed what levels of
	// spells are worth once learned, but for what they bring later on.
	quick     bool
	mean      int
	meanKnown bool
	fixed     [cards.NumColours][cards.NumLevels]int
	fixedSeen uint32
	// wishes are what so many Materia of a colour are worth, with so many in
	// sight, and one more; 0 is not known yet.
	wishes [cards.NumColours][poolLimit + 2][3]int32
}

// position is the own side of the table, as it is or as it might become.
type position struct {
	player
	altar bunch
	// unknown counts what was drawn into the pool, shown what was drawn onto
	// the altar; both could be anything.
	unknown, shown int
	// extra is what came of draws and of the others' gains, in hundredths of a point.
	extra int
}

// room returns how many Materia the pool can still take.
func (p *position) room() int { return max(0, p.player.room()-p.unknown) }

// read takes in a position. What is secret in it, the order of the bag, is no
// part of a state but for the stream of its draws.
func (m *mind) read(b *greedy, from *match, d *game.Decision) {
	*m = mind{b: b, d: d, seat: d.Seat}
	s := &m.s
	s.book, s.sets, s.seats, s.active = b.book, from.sets, from.seats, from.active
	s.altar, s.bag, s.box, s.spent = from.altar, from.bag, from.box, from.spent
	s.players, s.track, s.given, s.lower = from.players, from.track, from.given, from.lower
	if s.bag.size == 0 {
		s.bag.addAll(&s.box)
	}
	m.now = position{player: s.players[d.Seat], altar: s.altar}
	m.phase = evening + 1
	if o, ok := from.op(&from.stack.All()[0]); ok && o.verb.actions {
		m.phase = phase(o.n)
	}
	m.ending = from.ending
	m.readRivals(from.first)
	m.readTime()
}

// readRivals estimates what the best of the others will have at the end of the
// round. Those who have their day after this one may still gain something.
func (m *mind) readRivals(first game.Seat) {
	for seat := range game.Seat(m.s.seats) {
		if seat == m.seat {
			continue
		}
		score := point * m.s.total(seat)
		for at := m.s.leftOf(m.s.active); at != first; at = m.s.leftOf(at) {
			if at == seat {
				score += lastDay
			}
		}
		m.rival = max(m.rival, score)
	}
	if m.s.solo() {
		m.rival = point * (m.s.opponentTotal() + 1)
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
	if m.b.horizonTenths > 0 {
		m.days = min(m.days, m.b.horizonTenths)
	}
	if m.final {
		m.days = 0
	}
}
