package seasons

import (
	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// The functions use… return the value of activating a card in play. weightTable assigns them to
// cards.

// useForGains returns the value of sacrificing the card for its gains. Energies count only if the
// reserve has room for them.
func useForGains(ev *evaluation, c *piece) int {
	w := ev.weight(c.number)
	gain := ev.starWorth()*w.gauge + ev.drawWorth*w.cards + ev.gaugeStepWorth/2
	if w.energy > 0 {
		taken := min(w.energy, ev.reserveRoom)
		_, energyGain := ev.chooseGain(ev.have, taken)
		gain += energyGain
		if taken < w.energy && !ev.isLastRound {
			gain -= tokenWorth * w.energy / 2 // waiting for more room gains more
		}
	}
	if ev.freeSlots <= 0 {
		if summon := ev.bestSummon(); summon > 0 {
			gain += summon / 2
		}
	}
	return gain
}

// useAlike returns the value of transmuting tokens of one energy for three crystals each.
func useAlike(ev *evaluation, _ *piece) int {
	_, gain := ev.bestAlike()
	return gain
}

// bestAlike returns the energy that is best to give up for the Balance of Ishtar, and the gain.
func (ev *evaluation) bestAlike() (cards.Energy, int) {
	n := 4
	if ev.edition == cards.Second {
		n = 3
	}
	extra := ev.rate(0) - crystal*ev.s.rules.catalogue.Rates[ev.season][0]
	best, most := cards.Energy(0), 0
	for _, e := range cards.Energies {
		if int(ev.have[e]) < n {
			continue
		}
		remaining := ev.have
		remaining[e] -= uint8(n)
		if gain := n*(3*crystal+extra) - ev.tokensWorth(ev.have, 0) + ev.tokensWorth(remaining, 0); gain > most {
			best, most = e, gain
		}
	}
	return best, most
}

func useReroll(ev *evaluation, _ *piece) int { return ev.rerollGain() }

// useHarm returns the value of taking up to four crystals from every opponent, minus the value of a
// token.
func useHarm(ev *evaluation, _ *piece) int {
	_, loss := ev.cheapest(ev.have, ev.have, 0)
	harm := 0
	for i := range ev.s.players[:ev.s.seats] {
		if other := &ev.s.players[i]; other != ev.me {
			harm += crystal * min(4, int(other.crystals))
		}
	}
	return harm/ev.opponents() - loss
}

// useForSummon returns the value of summoning the best card in hand for the whole reserve.
func useForSummon(ev *evaluation, c *piece) int {
	gain := 0
	for _, card := range ev.hand {
		gain = max(gain, valueForFree(ev, card.number))
	}
	reserve := ev.me.reserve
	remaining := ev.have
	remaining.sub(reserve)
	loss := ev.tokensWorth(ev.have, 0) - ev.tokensWorth(remaining, 0)
	if !ev.isLastRound {
		loss += 5 * crystal // a better moment can still come
	}
	return gain - loss
}

// valueForFree returns the value of a card in hand that costs nothing.
func valueForFree(ev *evaluation, number uint8) int { return ev.worth(number, ev.rounds) + heldWorth }

// useSellAll returns the value of transmuting the whole reserve at four crystals per token.
func useSellAll(ev *evaluation, c *piece) int {
	reserve := ev.me.reserve
	remaining := ev.have
	remaining.sub(reserve)
	extra := ev.rate(0) - crystal*ev.s.rules.catalogue.Rates[ev.season][0]
	gain := reserve.total()*(4*crystal+extra) - ev.tokensWorth(
		ev.have,
		0,
	) + ev.tokensWorth(
		remaining,
		0,
	) + ev.gaugeStepWorth/2
	if !ev.isLastRound {
		gain -= 10 * crystal // later the reserve can have more tokens
	}
	return gain
}

// usePermit returns the value of paying a token to be allowed to transmute the remaining tokens.
func usePermit(ev *evaluation, _ *piece) int {
	if ev.canTransmute() || ev.hasUsedPotion() || ev.have.total() < 2 {
		return 0
	}
	spent, loss := ev.chooseSpend(ev.have, ev.have, 1, 0)
	t := ev.have
	t.sub(spent)
	_, gain := ev.chooseSale(t, 0)
	return gain - loss
}

// useLook returns the value of looking at the top card. It is free, but useful only with room and
// tokens for the card.
func useLook(ev *evaluation, _ *piece) int {
	if ev.freeSlots <= 0 || ev.have.total() < 4 {
		return 0
	}
	return 1
}

// useFill returns the value of a token on the Glutton Cauldron, if it can still be filled. When it
// is full, the tokens on it are returned.
func useFill(ev *evaluation, c *piece) int {
	missing := ev.weight(c.number).minRounds - c.tokens.total()
	if missing > ev.rounds+1 {
		return 0
	}
	_, loss := ev.cheapest(ev.have, ev.have, 0)
	if missing == 1 {
		return 15*crystal + ev.gaugeStepWorth/2 - loss
	}
	return 20 + 3*c.tokens.total() - loss/2
}

// useSacrifice returns the value of sacrificing three own cards, which gives fifteen crystals and
// makes room.
func useSacrifice(ev *evaluation, _ *piece) int {
	if len(ev.plays) < 3 {
		return 0
	}
	gain := 15 * crystal
	if ev.cardsWithoutRoom() > 0 {
		gain += 2 * ev.gaugeStepWorth
	}
	sacrificed := map[uint16]bool{}
	for range 3 {
		id, least := uint16(0), 0
		for i := range ev.plays {
			c := &ev.plays[i]
			if sacrificed[c.id] {
				continue
			}
			if lost := ev.lossOf(c); id == 0 || lost < least {
				id, least = c.id, lost
			}
		}
		sacrificed[id] = true
		gain -= least
	}
	return gain
}

// useCount returns the value of a crystal for each familiar.
func useCount(ev *evaluation, _ *piece) int { return crystal * ev.familiars }

// useGiveUp returns the value of giving up a familiar for four tokens.
func useGiveUp(ev *evaluation, _ *piece) int {
	taken := min(4, ev.reserveRoom)
	_, gain := ev.chooseGain(ev.have, taken)
	least := 1 << 20
	for i := range ev.plays {
		if ev.facts(ev.plays[i].number).Kind == cards.Familiar {
			least = min(least, ev.lossOf(&ev.plays[i]))
		}
	}
	for _, c := range ev.hand {
		if ev.facts(c.number).Kind == cards.Familiar {
			least = min(least, ev.handLoss(c.number))
		}
	}
	return gain - least
}

// useSwap returns the value of the best exchange of tokens.
func useSwap(ev *evaluation, _ *piece) int {
	_, _, n, gain := ev.bestSwap()
	if n == 0 {
		return 0
	}
	return gain
}

// bestSwap returns the best exchange of n tokens of one energy for another, at a crystal each, and
// its gain. n is 0 if no exchange gains anything.
func (ev *evaluation) bestSwap() (from, to cards.Energy, n, gain int) {
	to = cards.Water
	before := ev.tokensWorth(ev.have, 0)
	for _, e := range cards.Energies {
		for _, f := range cards.Energies {
			if e == f {
				continue
			}
			t := ev.have
			for k := 1; k <= min(3, int(ev.have[e]), ev.crystals()); k++ {
				t[e]--
				t[f]++
				if net := ev.tokensWorth(t, 0) - before - 2*crystal*k; net > gain {
					from, to, n, gain = e, f, k, net
				}
			}
		}
	}
	return from, to, n, gain
}

// usePass returns the value of paying a water token to pass the card, with its points and its
// losses, to the next player.
func usePass(ev *evaluation, c *piece) int {
	return -ev.lossOf(c) + 3*crystal*ev.rounds - ev.tokenLoss(cards.Water)
}

// answerKind chooses an energy for the card that asks.
func (ev *evaluation) answerKind() []game.Pick {
	var e cards.Energy
	if ev.sourceWeight().swapsTokens {
		from, to, _, _ := ev.bestSwap()
		e = from
		if !ev.hasOption(game.Key{Word: optKind, A: uint8(from)}) {
			e = to // the energy to give up has been chosen
		}
	} else {
		e, _ = ev.bestAlike()
	}
	key := game.Key{Word: optKind, A: uint8(e)}
	if !ev.hasOption(key) {
		key = ev.d.Options[0].Key
	}
	return ev.pick(key)
}

func (ev *evaluation) hasOption(key game.Key) bool {
	for i := range ev.d.Options {
		if ev.d.Options[i].Key == key {
			return true
		}
	}
	return false
}
