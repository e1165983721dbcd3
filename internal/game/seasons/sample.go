package seasons

import "archmage/internal/game"

// Sample implements game.State: every hidden zone keeps its size and gets
// random cards out of all those that the viewer cannot place, and the random
// stream is another one. Picks, splits and declarations of others are undone,
// as the viewer cannot tell them from none.
func (s *State) Sample(viewer game.Viewer, rng *game.RNG) game.State {
	c := *s
	var seed game.Seed
	for i := 0; i < len(seed); i += 8 {
		word := rng.Uint64()
		for j := range 8 {
			seed[i+j] = byte(word >> (8 * j))
		}
	}
	c.rng = game.NewRNG(seed)
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
	c.permute(viewer, rng)
	return &c
}

// hideDeclaration takes back what another seat has declared and nobody knows.
func (s *State) hideDeclaration(viewer game.Viewer) {
	if s.declaring() && !viewer.Sees(game.Seat(s.ask.seat)) {
		s.stack.Pop()
		s.ask = question{kind: askTurn, seat: s.ask.seat}
	}
}

// permute deals all cards that the viewer cannot see anew.
func (s *State) permute(viewer game.Viewer, rng *game.RNG) {
	var unknown [maxPile]uint8
	n := 0
	collect := func(set *cardSet) {
		for number := set.first(); number != 0; number = set.first() {
			set.remove(number)
			unknown[n] = number
			n++
		}
	}
	holder := s.holder()
	sizes := s.hidden(viewer, holder, func(set *cardSet) int {
		size := set.len()
		collect(set)
		return size
	})
	// The card that a seat is looking at stays where it is.
	fixed := uint8(0)
	if s.looking() && viewer.Sees(game.Seat(s.ask.seat)) {
		fixed = s.draw.pop()
	}
	piles := [...]*pile{&s.draw, &s.discard}
	for _, p := range piles {
		for _, number := range p.list() {
			unknown[n] = number
			n++
		}
	}
	sortNumbers(unknown[:n])
	game.Shuffle(rng, unknown[:n])
	next := func() uint8 { n--; return unknown[n] }
	at := 0
	s.hidden(viewer, holder, func(set *cardSet) int {
		for range sizes[at] {
			set.add(next())
		}
		at++
		return 0
	})
	for _, p := range piles {
		for i := range p.n {
			p.cards[i] = next()
		}
	}
	if fixed != 0 {
		s.draw.push(fixed)
	}
	s.forgetAnswers(viewer)
}

// hidden calls do for every hidden zone of the seats that the viewer does not
// see, and returns what it returned. The holder is who holds drawn cards aside.
func (s *State) hidden(viewer game.Viewer, holder int8, do func(*cardSet) int) [24]int {
	var results [24]int
	n := 0
	each := func(set *cardSet) {
		results[n] = do(set)
		n++
	}
	for i := range s.players[:s.seats] {
		if viewer.Sees(game.Seat(i)) {
			continue
		}
		p := &s.players[i]
		for _, set := range [...]*cardSet{&p.hand, &p.library[0], &p.library[1], &p.packet, &p.picked} {
			each(set)
		}
	}
	if holder != noSeat && !viewer.Sees(game.Seat(holder)) {
		each(&s.held)
	}
	return results
}

// forgetAnswers gives the other seats' secret answers a form that fits their
// new cards.
func (s *State) forgetAnswers(viewer game.Viewer) {
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

// looking reports whether somebody has looked at the top of the draw pile and
// not yet decided about it: tokens that are asked for after a declaration are
// those for the card looked at.
func (s *State) looking() bool {
	return s.ask.kind == askOrb || (s.ask.kind == askTokens && !s.declaring())
}

func sortNumbers(list []uint8) {
	for i := 1; i < len(list); i++ {
		for j := i; j > 0 && list[j-1] > list[j]; j-- {
			list[j-1], list[j] = list[j], list[j-1]
		}
	}
}
