package seasons

import "archmage/internal/game"

// Sample implements game.State: the hidden cards are dealt anew as they may lie after all that the
// viewer has been shown, and the seed is another one. Picks, splits and declarations of others are
// undone, as the viewer cannot tell them from none, and what others know is forgotten.
func (s *match) Sample(viewer game.Viewer, rng *game.RNG) game.State {
	c := *s
	c.setSeed(rng.Seed())
	if s.phase == phaseOver {
		return &c
	}
	c.script = script{}
	for seat := range game.Seat(s.seats) {
		if !viewer.Sees(seat) {
			c.asked[seat] = 1 // how often a seat was asked tells how often it went back
		}
	}
	c.hideDeclaration(viewer)
	c.knowledge.forget(viewer)
	deal := dealing{s: &c, viewer: viewer, random: rng}
	deal.dealAll()
	c.forgetAnswers(viewer)
	return &c
}

// hideDeclaration takes back what another seat has declared and nobody knows.
func (s *match) hideDeclaration(viewer game.Viewer) {
	if s.declaring() && !viewer.Sees(s.ask.seat) {
		s.stack.Pop()
		s.ask = question{open: true, seat: s.ask.seat}
	}
}

// forgetAnswers gives the other seats' secret answers a form that fits their new cards.
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
