package spellbook

import (
	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
)

// evaluation has the facts of a state that the bot needs to answer.
type mind struct {
	b    *greedy
	d    *game.Decision
	seat game.Seat
	// s is the table as the seat sees it, without programs in progress, and with a bag of all
	// Materia that are nowhere else. It is used to call the rules; the own side is replaced for
	// each call.
	s match
	// current is the own side of the table now.
	now position
	// phase is the phase of the day. It is above evening at night.
	phase phase
	// ending means that this is the last round. final means that this is the own last day.
	ending, final bool
	// days is the expected number of own days after this one, in tenths.
	days int
	// rival is the highest expected score of an opponent.
	rival int

	// picks is the memory of the answer.
	picks [8]game.Pick
	// spell is a spell assumed to be learned.
	spell learned

	// score is the score of the current position. It is valid if scoreKnown.
	score      int
	scoreKnown bool

	// quick means that some values are computed once per decision, although they differ slightly
	// between answers: mean is the average value of a draw, and fixed has the values of learned
	// levels of spells without their future value.
	quick     bool
	mean      int
	meanKnown bool
	fixed     [cards.NumColours][cards.NumLevels]int
	fixedSeen uint32
	// learningValues caches learningValue by colour, number of Materia and number in sight. Entries
	// are the value plus 1; 0 means not computed.
	wishes [cards.NumColours][poolLimit + 2][3]int32
}

// position is the own side of the table, now or after simulated actions.
type position struct {
	player
	altar bunch
	// unknown is the number of Materia drawn into the pool, shown the number drawn onto the altar.
	// They could be any Materia.
	unknown, shown int
	// extra is the value of draws and of the opponents' gains, in hundredths of a point.
	extra int
}

func (p *position) room() int { return max(0, p.player.room()-p.unknown) }

// read replaces the evaluation by that of another state. It reads nothing secret: the only secret
// of a state is its random stream.
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

// readRivals estimates the best score of the opponents at the end of the round. Opponents whose day
// is still to come can gain something.
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

// readTime estimates the remaining days: how soon a player fills the Familiar or learns all spells.
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
		// The opponent's last Materia ends the match with this day.
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
