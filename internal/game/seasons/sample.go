package seasons

import "archmage/internal/game"

// Sample implements game.State. It deals the hidden cards again in a way that agrees with
// everything the viewer has been shown, and replaces the seed. Picks, splits and declarations of
// other seats are undone, because the viewer cannot see them. The knowledge of other seats is
// erased.
func (s *match) Sample(viewer game.Viewer, rng *game.RNG) game.State {
	c := *s
	c.setSeed(rng.Seed())
	if s.phase == phaseOver {
		return &c
	}
	c.script = script{}
	for seat := range game.Seat(s.seats) {
		if !viewer.Sees(seat) {
			// The number of decisions would reveal the number of times that the seat went back.
			c.decisionCount[seat] = 1
		}
	}
	c.hideDeclaration(viewer)
	c.knowledge.forget(viewer)
	deal := dealing{s: &c, viewer: viewer, random: rng}
	deal.dealAll()
	c.forgetAnswers(viewer)
	return &c
}

// hideDeclaration undoes a declaration of a seat whose secrets the viewer does not see.
func (s *match) hideDeclaration(viewer game.Viewer) {
	if s.isDeclaring() && !viewer.Sees(s.ask.seat) {
		s.stack.Pop()
		s.ask = question{open: true, seat: s.ask.seat}
	}
}

// forgetAnswers replaces the other seats' secret answers by answers that fit their new cards.
func (s *match) forgetAnswers(viewer game.Viewer) {
	for i := range s.players[:s.seats] {
		p := &s.players[i]
		if viewer.Sees(game.Seat(i)) || !p.answered {
			continue
		}
		switch s.phase {
		case phaseDraft:
			p.pick = p.packet.first()
		case phaseSplit:
			p.split = [2]cardSet{}
			for n, number := range p.picked.list() {
				if n >= 3 {
					p.split[n/3-1].add(number)
				}
			}
		}
	}
}
