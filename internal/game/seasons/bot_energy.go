package seasons

import (
	"slices"

	cards "archmage/internal/cards/seasons"
)

// This file has the bots' evaluation of energies. Tokens are valuable if a card that the bot wants
// to summon costs them. Other tokens are worth little. Each choice of tokens compares the value of
// all tokens before and after it.

// target is a card that the bot saves energies for.
type target struct {
	number uint8
	energy tokens
	// due is the number of tokens to pay, after discounts.
	due int
	// worth is the value of summoning the card. The energies to pay are not subtracted.
	worth int
}

// readTargets lists the cards to save energies for, best first: the cards in hand, and the cards of
// the next year when that is near.
func (ev *evaluation) readTargets() {
	if ev.inPrelude {
		return
	}
	waived := ev.count(discount)
	for _, c := range ev.hand {
		energy := c.energy
		w := target{number: c.number, energy: energy, due: energy.total() - c.struck}
		w.worth = ev.worth(c.number, ev.rounds) + heldWorth - crystal*c.crystals - 2*crystal*c.toll
		if ev.crystals() < c.crystals+c.toll {
			w.worth /= 2
		}
		for range c.copies {
			ev.addTarget(w)
		}
	}
	next := ev.me.library[0]
	if year(ev.s.position) >= 2 {
		next = ev.me.library[1]
	}
	if year(ev.s.position) < 3 && (ev.s.position-1)%12+1 > 7 {
		for number := next.first(); number != 0; number = next.next(number) {
			cost := ev.facts(number).Cost(ev.players, ev.edition)
			t := tokens(cost.Energy)
			w := target{number: number, energy: t, due: t.total() - min(waived, max(0, t.total()-1))}
			w.worth = (ev.worth(number, ev.rounds) - crystal*cost.Crystals) / 2
			ev.addTarget(w)
		}
	}
	slices.SortStableFunc(ev.targets, func(a, b target) int { return ev.targetRank(b) - ev.targetRank(a) })
	// The gauge will not soon have room for the remaining cards, so they count half.
	for i := max(0, ev.freeSlots+1); i < len(ev.targets); i++ {
		ev.targets[i].worth /= 2
	}
}

func (ev *evaluation) addTarget(w target) {
	if w.due > 0 && w.worth > 0 {
		ev.targets = append(ev.targets, w)
	}
}

// targetRank returns a number by which targets are sorted, best first. It rises with the value and
// falls with the number of missing tokens.
func (ev *evaluation) targetRank(w target) int {
	missing := missingFrom(w.energy, ev.have)
	return w.worth / (1 + max(0, missing.total()-w.energy.total()+w.due))
}

// count returns the number of own cards in play that have the modifier.
func (ev *evaluation) count(property modifier) int {
	n := 0
	for i := range ev.plays {
		if ev.effect(ev.plays[i].number).modifier == property {
			n++
		}
	}
	return n
}

// tokensWorth estimates the value of tokens. The best targets get the tokens that they need first.
// The remaining tokens count as spare. The card with the number without is no target; 0 excludes
// none.
func (ev *evaluation) tokensWorth(t tokens, without uint8) int {
	total := 0
	for i := range ev.targets {
		w := &ev.targets[i]
		if w.number == without {
			without = 0
			continue
		}
		total += ev.allocate(w, &t)
	}
	for e, n := range t {
		for have := range int(n) {
			total += ev.spareWorth(cards.Energy(e), have)
		}
	}
	return total
}

// allocate removes the tokens that a target can use from t and returns their value, which is more
// than the value of spare tokens. In the last round the tokens count only if they pay for the whole
// card.
func (ev *evaluation) allocate(w *target, t *tokens) int {
	missing := missingFrom(w.energy, *t)
	available := min(w.due, w.energy.total()-missing.total())
	if available == 0 || (ev.isLastRound && available < w.due) {
		return 0
	}
	remaining := available
	for e := range t {
		n := min(int(t[e]), int(w.energy[e]), remaining)
		t[e] -= uint8(n)
		remaining -= n
	}
	full := w.worth * 8 / 10
	return max(full*available/w.due, available*(ev.spareWorth(0, 0)+1))
}

// spareWorth returns the value of one more token that no target needs. have is the number of such
// tokens of the same energy. A spare token can be transmuted later, or pay for a card that is still
// to be drawn.
func (ev *evaluation) spareWorth(e cards.Energy, have int) int {
	if ev.isLastRound {
		return ev.leftTokenWorth
	}
	return max(4, ev.spareTokenWorth-2*have+ev.laterWorth[e]) + ev.leftTokenWorth
}

// readSpare sets the values of spare tokens.
func (ev *evaluation) readSpare() {
	for i := range ev.plays {
		ev.leftTokenWorth += crystal * ev.weight(ev.plays[i].number).perTokenLeft
	}
	ev.spareTokenWorth = 20
	if ev.rounds < 3 {
		ev.spareTokenWorth = 6 + 3*ev.rounds
	}
	// Tokens will be transmuted at the rates of the next season.
	for e, rate := range ev.s.rules.catalogue.Rates[(ev.season+1)%4] {
		ev.laterWorth[e] = 2 * (rate - 2)
	}
}

// cheapest returns the allowed energy of which one token less costs least, and the loss.
func (ev *evaluation) cheapest(t, allowed tokens, without uint8) (cards.Energy, int) {
	worth := ev.tokensWorth(t, without)
	best, least := cards.Energy(0), -1
	for _, e := range cards.Energies {
		if t[e] == 0 || allowed[e] == 0 {
			continue
		}
		remaining := t
		remaining[e]--
		if loss := max(0, worth-ev.tokensWorth(remaining, without)); least < 0 || loss < least {
			best, least = e, loss
		}
	}
	return best, max(0, least)
}

// chooseSpend returns the n allowed tokens whose loss costs least, and the loss.
func (ev *evaluation) chooseSpend(t, allowed tokens, n int, without uint8) (spent tokens, loss int) {
	for range min(n, allowed.total()) {
		e, lost := ev.cheapest(t, allowed, without)
		t[e]--
		allowed[e]--
		spent[e]++
		loss += lost
	}
	return spent, loss
}

// chooseGain returns the n tokens from the stockpile that add most to the value of t, and the gain.
func (ev *evaluation) chooseGain(t tokens, n int) (taken tokens, gain int) {
	before := ev.tokensWorth(t, 0)
	for range n {
		best, most := cards.Energy(0), -1
		for _, e := range cards.Energies {
			increased := t
			increased[e]++
			if worth := ev.tokensWorth(increased, 0); worth > most {
				best, most = e, worth
			}
		}
		t[best]++
		taken[best]++
	}
	return taken, ev.tokensWorth(t, 0) - before
}

// chooseSale returns the tokens of t that are worth more if they are transmuted at the current
// rates, with extra crystals for each, and the gain over keeping them.
func (ev *evaluation) chooseSale(t tokens, extra int) (sold tokens, gain int) {
	for {
		best, most := cards.Energy(0), 0
		worth := ev.tokensWorth(t, 0)
		for _, e := range cards.Energies {
			if t[e] == 0 {
				continue
			}
			remaining := t
			remaining[e]--
			if net := ev.rate(e) + crystal*extra - worth + ev.tokensWorth(remaining, 0); net > most {
				best, most = e, net
			}
		}
		if most == 0 {
			return sold, gain
		}
		t[best]--
		sold[best]++
		gain += most
	}
}

// dropExcess returns t without the tokens of least value. over is the number of tokens that the
// reserve cannot hold.
func (ev *evaluation) dropExcess(t tokens, over int) tokens {
	if over > 0 {
		spent, _ := ev.chooseSpend(t, t, over, 0)
		t.sub(spent)
	}
	return t
}

// tokenLoss returns the loss from giving up one token of an energy.
func (ev *evaluation) tokenLoss(e cards.Energy) int {
	if ev.have[e] == 0 {
		return 0
	}
	remaining := ev.have
	remaining[e]--
	return ev.tokensWorth(ev.have, 0) - ev.tokensWorth(remaining, 0)
}
