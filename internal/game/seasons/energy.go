package seasons

import (
	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// tokens counts energy tokens of each energy.
type tokens [4]uint8

// total returns the number of tokens.
func (t *tokens) total() int { return int(t[0]) + int(t[1]) + int(t[2]) + int(t[3]) }

// add adds the tokens of u.
func (t *tokens) add(u tokens) {
	t[0] += u[0]
	t[1] += u[1]
	t[2] += u[2]
	t[3] += u[3]
}

// sub removes the tokens of u. It panics if t does not contain them.
func (t *tokens) sub(u tokens) {
	for e := range t {
		if t[e] < u[e] {
			panic("seasons: more tokens taken than there are")
		}
		t[e] -= u[e]
	}
}

// covers reports whether t contains the tokens of u.
func (t *tokens) covers(u tokens) bool {
	return t[0] >= u[0] && t[1] >= u[1] && t[2] >= u[2] && t[3] >= u[3]
}

// countOf returns the number of tokens of the energies in the set.
func (t *tokens) countOf(set uint8) int {
	n := 0
	for e := range t {
		if set>>e&1 == 1 {
			n += int(t[e])
		}
	}
	return n
}

// atLeast returns the set of energies with n tokens or more.
func (t *tokens) atLeast(n int) uint8 {
	set := uint8(0)
	for e := range t {
		if int(t[e]) >= n {
			set |= 1 << e
		}
	}
	return set
}

// kinds returns the number of different energies and the last of these energies.
func (t *tokens) kinds() (n int, kind cards.Energy) {
	for _, e := range cards.Energies {
		if t[e] > 0 {
			n++
			kind = e
		}
	}
	return n, kind
}

// allEnergies is the set of all four energies, one bit each.
const allEnergies = 1<<4 - 1

// maxSources is the number of places from which a player can spend tokens: the reserve and two
// Amulets of Water.
const maxSources = 3

// payment has the tokens chosen from each place. Index 0 is the reserve. Indices 1 and 2 are the
// owner's cards with spendable tokens, in the order in which they entered play.
type payment [maxSources]tokens

func (p *payment) total() int {
	n := 0
	for i := range p {
		n += p[i].total()
	}
	return n
}

// sum returns the tokens of all places together.
func (p *payment) sum() tokens {
	var t tokens
	for i := range p {
		t.add(p[i])
	}
	return t
}

// spendable returns the tokens that the seat can spend from each place. ids has the id in play of
// the card for each place, and 0 for the reserve.
func (s *match) spendable(seat game.Seat) (have payment, ids [maxSources]uint16) {
	p := &s.players[seat]
	have[0] = p.reserve
	holders := s.index().spendable
	if p.played.present&holders == 0 {
		return have, ids
	}
	n := 1
	for i := range p.play[:p.nPlay] {
		c := &p.play[i]
		if holders>>c.number&1 == 1 && n < maxSources {
			have[n], ids[n] = c.tokens, c.id
			n++
		}
	}
	return have, ids
}

// owned returns all tokens that the seat can spend.
func (s *match) owned(seat game.Seat) tokens {
	p := &s.players[seat]
	have := p.reserve
	holders := s.index().spendable
	if p.played.present&holders == 0 {
		return have
	}
	for i := range p.play[:p.nPlay] {
		if c := &p.play[i]; holders>>c.number&1 == 1 {
			have.add(c.tokens)
		}
	}
	return have
}
