package seasons

import (
	"slices"

	cards "archmage/internal/cards/seasons"
)

// The bots' evaluation of energies. Tokens are valuable if they are part of the cost of a card to
// be summoned, and worth little otherwise. All choices of tokens compare the value of all tokens
// before and after.

// target is a card that the bot saves energies for.
type wish struct {
	number uint8
	energy tokens
	// due is the number of tokens to be paid.
	due int
	// worth is the value of summoning the card, without the energies.
	worth int
}

// readTargets lists the cards to save energies for, best first: the cards in hand, and those of the
// next year when it is near.
func (m *mind) readWishes() {
	if m.prelude {
		return
	}
	discount := m.count(discount)
	for _, c := range m.hand {
		energy := c.energy
		w := wish{number: c.number, energy: energy, due: energy.total() - c.struck}
		w.worth = m.worth(c.number, m.rounds) + heldWorth - crystal*c.crystals - 2*crystal*c.toll
		if m.crystals() < c.crystals+c.toll {
			w.worth /= 2
		}
		for range c.copies {
			m.addWish(w)
		}
	}
	next := m.me.library[0]
	if year(m.s.position) >= 2 {
		next = m.me.library[1]
	}
	if year(m.s.position) < 3 && (m.s.position-1)%12+1 > 7 {
		for number := next.first(); number != 0; number = next.next(number) {
			cost := m.facts(number).Cost(m.players, m.edition)
			t := tokens(cost.Energy)
			w := wish{number: number, energy: t, due: t.total() - min(discount, max(0, t.total()-1))}
			w.worth = (m.worth(number, m.rounds) - crystal*cost.Crystals) / 2
			m.addWish(w)
		}
	}
	slices.SortStableFunc(m.wishes, func(a, b wish) int { return m.rank(b) - m.rank(a) })
	// Cards that the gauge will not soon have room for count half.
	for i := max(0, m.free+1); i < len(m.wishes); i++ {
		m.wishes[i].worth /= 2
	}
}

func (m *mind) addWish(w wish) {
	if w.due > 0 && w.worth > 0 {
		m.wishes = append(m.wishes, w)
	}
}

// targetRank orders targets. A high value and few missing tokens rank first.
func (m *mind) rank(w wish) int {
	missing := missingFrom(w.energy, m.have)
	return w.worth / (1 + max(0, missing.total()-w.energy.total()+w.due))
}

// count returns how many own cards in play have the modifier.
func (m *mind) count(property modifier) int {
	n := 0
	for i := range m.plays {
		if m.effect(m.plays[i].number).modifier == property {
			n++
		}
	}
	return n
}

// tokensWorth estimates the value of tokens. Tokens that targets need count for the targets, in
// order. The rest count as spare. The target with the number without is left out.
func (m *mind) tokensWorth(t tokens, without uint8) int {
	total := 0
	for i := range m.wishes {
		w := &m.wishes[i]
		if w.number == without {
			without = 0
			continue
		}
		total += m.share(w, &t)
	}
	for e, n := range t {
		for have := range int(n) {
			total += m.spareWorth(cards.Energy(e), have)
		}
	}
	return total
}

// allocate removes the tokens that a target can use and returns their value, which is more than
// that of spare tokens. In the last round only a full payment counts.
func (m *mind) share(w *wish, t *tokens) int {
	missing := missingFrom(w.energy, *t)
	got := min(w.due, w.energy.total()-missing.total())
	if got == 0 || (m.final && got < w.due) {
		return 0
	}
	left := got
	for e := range t {
		n := min(int(t[e]), int(w.energy[e]), left)
		t[e] -= uint8(n)
		left -= n
	}
	full := w.worth * 8 / 10
	return max(full*got/w.due, got*(m.spareWorth(0, 0)+1))
}

// spareWorth is the value of one more token that no target needs, if there are already have of its
// energy. It can be transmuted later, or pay for a card that is drawn.
func (m *mind) spareWorth(e cards.Energy, have int) int {
	if m.final {
		return m.leftTokenWorth
	}
	return max(4, m.spareTokenWorth-2*have+m.laterWorth[e]) + m.leftTokenWorth
}

// readSpare sets the values of spare tokens.
func (m *mind) readSpare() {
	for i := range m.plays {
		m.leftTokenWorth += crystal * m.weight(m.plays[i].number).perTokenLeft
	}
	m.spareTokenWorth = 20
	if m.rounds < 3 {
		m.spareTokenWorth = 6 + 3*m.rounds
	}
	// The next season decides at what rate tokens will be transmuted.
	for e, rate := range m.s.rules.catalogue.Rates[(m.season+1)%4] {
		m.laterWorth[e] = 2 * (rate - 2)
	}
}

// cheapest returns the allowed energy whose loss costs least, and that loss.
func (m *mind) cheapest(t, allowed tokens, without uint8) (cards.Energy, int) {
	worth := m.tokensWorth(t, without)
	at, least := cards.Energy(0), -1
	for _, e := range cards.Energies {
		if t[e] == 0 || allowed[e] == 0 {
			continue
		}
		less := t
		less[e]--
		if loss := max(0, worth-m.tokensWorth(less, without)); least < 0 || loss < least {
			at, least = e, loss
		}
	}
	return at, max(0, least)
}

// spend returns the n allowed tokens whose loss costs least, and the loss.
func (m *mind) spend(t, allowed tokens, n int, without uint8) (spent tokens, loss int) {
	for range min(n, allowed.total()) {
		e, lost := m.cheapest(t, allowed, without)
		t[e]--
		allowed[e]--
		spent[e]++
		loss += lost
	}
	return spent, loss
}

// take returns the n tokens of the stockpile that are worth most, and their value.
func (m *mind) take(t tokens, n int) (taken tokens, gain int) {
	before := m.tokensWorth(t, 0)
	for range n {
		at, most := cards.Energy(0), -1
		for _, e := range cards.Energies {
			more := t
			more[e]++
			if worth := m.tokensWorth(more, 0); worth > most {
				at, most = e, worth
			}
		}
		t[at]++
		taken[at]++
	}
	return taken, m.tokensWorth(t, 0) - before
}

// sell returns the tokens that are better transmuted at the current rates, with extra crystals for
// each, and the gain over keeping them.
func (m *mind) sell(t tokens, extra int) (sold tokens, gain int) {
	for {
		at, most := cards.Energy(0), 0
		worth := m.tokensWorth(t, 0)
		for _, e := range cards.Energies {
			if t[e] == 0 {
				continue
			}
			less := t
			less[e]--
			if more := m.rate(e) + crystal*extra - worth + m.tokensWorth(less, 0); more > most {
				at, most = e, more
			}
		}
		if most == 0 {
			return sold, gain
		}
		t[at]--
		sold[at]++
		gain += most
	}
}

// dropExcess removes the tokens of least value that the reserve cannot hold.
func (m *mind) fit(t tokens, over int) tokens {
	if over > 0 {
		spent, _ := m.spend(t, t, over, 0)
		t.sub(spent)
	}
	return t
}

// tokenLoss is the loss from giving up one token of an energy.
func (m *mind) tokenLoss(e cards.Energy) int {
	if m.have[e] == 0 {
		return 0
	}
	less := m.have
	less[e]--
	return m.tokensWorth(m.have, 0) - m.tokensWorth(less, 0)
}
