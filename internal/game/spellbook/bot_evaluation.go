package spellbook

import (
	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
)

// evaluation has the facts of a state that the bot needs to answer.
type evaluation struct {
	greedy *greedy
	d      *game.Decision
	seat   game.Seat
	// s is the table without programs in progress. An empty bag is filled from the box. s is used
	// to call the rules, and the own side is replaced for each call.
	s match
	// current is the own side of the table now.
	current position
	// phase is the phase of the day. At night it is evening + 1.
	phase phase
	// ending means that this is the last round. final means that this is the own last day.
	ending, final bool
	// days is the expected number of own days after this one, in tenths.
	days int
	// rival is the highest expected score of an opponent.
	rival int

	// picks is memory for the answer.
	picks [8]game.Pick
	// spell is memory for a spell that is assumed to be learned.
	assumedSpell learnedSpell

	// score is the score of the current position. It is valid if scoreKnown.
	score      int
	scoreKnown bool

	// quick means that some values are computed once per decision, although they differ slightly
	// between answers. mean is the average value of a draw. fixed has the value of each level of a
	// spell without its future value, and fixedSeen marks its computed entries.
	quick     bool
	mean      int
	meanKnown bool
	fixed     [cards.NumColours][cards.NumLevels]int
	fixedSeen uint32
	// learningValues caches learningValue by colour, number of Materia and number in sight. Entries
	// are the value plus 1; 0 means not computed.
	learningValues [cards.NumColours][poolLimit + 2][3]int32
}

// position is the own side of the table, now or after simulated actions.
type position struct {
	player
	altar bunch
	// unknown is the number of Materia drawn into the pool. shown is the number drawn onto the altar.
	// They could be any Materia.
	unknown, shown int
	// extra is the value of draws and of the opponents' gains, in hundredths of a point.
	extra int
}

func (p *position) room() int { return max(0, p.player.room()-p.unknown) }

// read replaces the evaluation by that of another state. The only secret of a state is its random
// stream, which read does not use.
func (ev *evaluation) read(b *greedy, state *match, d *game.Decision) {
	*ev = evaluation{greedy: b, d: d, seat: d.Seat}
	s := &ev.s
	s.book, s.sets, s.seats, s.active = b.book, state.sets, state.seats, state.active
	s.altar, s.bag, s.box, s.spent = state.altar, state.bag, state.box, state.spent
	s.players, s.track, s.givenCount, s.lower = state.players, state.track, state.givenCount, state.lower
	if s.bag.size == 0 {
		s.bag.addAll(&s.box)
	}
	ev.current = position{player: s.players[d.Seat], altar: s.altar}
	ev.phase = evening + 1
	if o, ok := state.op(&state.stack.All()[0]); ok && o.verb.actions {
		ev.phase = phase(o.n)
	}
	ev.ending = state.endTriggered
	ev.readRivals(state.first)
	ev.readTime()
}

// readRivals estimates the best score of the opponents at the end of the round. Opponents whose day
// is still to come can gain something.
func (ev *evaluation) readRivals(first game.Seat) {
	for seat := range game.Seat(ev.s.seats) {
		if seat == ev.seat {
			continue
		}
		score := point * ev.s.total(seat)
		for next := ev.s.leftOf(ev.s.active); next != first; next = ev.s.leftOf(next) {
			if next == seat {
				score += lastDay
			}
		}
		ev.rival = max(ev.rival, score)
	}
	if ev.s.isSolo() {
		ev.rival = point * (ev.s.opponentTotal() + 1)
	}
}

// readTime estimates the number of days until a player fills the Familiar or learns all spells.
func (ev *evaluation) readTime() {
	if ev.ending {
		ev.final = true
		return
	}
	ev.days = 1000
	for seat := range game.Seat(ev.s.seats) {
		p := &ev.s.players[seat]
		ev.days = min(ev.days, p.freeSlots()*daysASlot, (cards.NumColours-int(p.learnedCount))*daysASpell)
	}
	if ev.s.isSolo() {
		ev.days = min(ev.days, 10*(cards.Slots-int(ev.s.givenCount)))
		// The opponent's last Materia ends the match with this day.
		ev.final = ev.s.givenCount == cards.Slots-1
	}
	ev.days = max(3, ev.days-10)
	if ev.greedy.horizonTenths > 0 {
		ev.days = min(ev.days, ev.greedy.horizonTenths)
	}
	if ev.final {
		ev.days = 0
	}
}
