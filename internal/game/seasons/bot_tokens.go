package seasons

import (
	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// This file has the bots' choices of energies.

// answerTransmute transmutes the tokens that are worth more as crystals, and at least one.
func (ev *evaluation) answerTransmute() []game.Pick {
	sold, _ := ev.chooseSale(ev.have, 0)
	if sold.total() == 0 {
		sold, _ = ev.chooseSpend(ev.have, ev.have, 1, 0)
	}
	return ev.pickTokens(sold)
}

// answerTokens spends the tokens of least value. Only an exchange of one energy for another lets
// the bot choose their number.
func (ev *evaluation) answerTokens() []game.Pick {
	var allowed tokens
	for i := range ev.d.Options {
		if o := &ev.d.Options[i]; !o.Alone {
			allowed[o.Key.A] += uint8(o.Max)
		}
	}
	n := ev.d.Min
	if ev.sourceWeight().swapsTokens {
		_, _, best, _ := ev.bestSwap()
		n = min(max(n, best), ev.d.Max)
	}
	spent, _ := ev.chooseSpend(ev.have, allowed, n, 0)
	return ev.pickTokens(spent)
}

// pickTokens returns an answer with these tokens. It takes tokens from the reserve first, because
// tokens on a card take up no room.
func (ev *evaluation) pickTokens(t tokens) []game.Pick {
	picks := ev.picks[:0]
	for i := range ev.d.Options {
		o := &ev.d.Options[i]
		if o.Alone {
			continue
		}
		if n := min(uint8(o.Max), t[o.Key.A]); n > 0 {
			t[o.Key.A] -= n
			picks = append(picks, game.Pick{Key: o.Key, N: uint16(n)})
		}
	}
	return picks
}

func (ev *evaluation) answerGain() []game.Pick {
	taken, _ := ev.chooseGain(ev.have, ev.d.Min)
	return ev.pickTokens(taken)
}

func (ev *evaluation) answerLoseEnergy() []game.Pick {
	lost, _ := ev.chooseSpend(ev.have, ev.me.reserve, ev.d.Min, 0)
	return ev.pickTokens(lost)
}

// answerWaive waives the missing energies first, and then the energies whose loss would cost most.
func (ev *evaluation) answerWaive() []game.Pick {
	var spare, struck tokens
	for i := range ev.d.Options {
		if o := &ev.d.Options[i]; !o.Alone {
			struck[o.Key.A] = uint8(o.Min)
			spare[o.Key.A] = uint8(o.Max - o.Min)
		}
	}
	// Add the most valuable of the energies that may be waived.
	for struck.total() < ev.d.Min {
		index, most := -1, 0
		for i := range ev.d.Options {
			e := ev.d.Options[i].Key.A
			if ev.d.Options[i].Alone || spare[e] == 0 {
				continue
			}
			if loss := ev.tokenLoss(cards.Energy(e)); index < 0 || loss > most {
				index, most = i, loss
			}
		}
		if index < 0 {
			break
		}
		spare[ev.d.Options[index].Key.A]--
		struck[ev.d.Options[index].Key.A]++
	}
	picks := ev.picks[:0]
	for i := range ev.d.Options {
		if o := &ev.d.Options[i]; !o.Alone && struck[o.Key.A] > 0 {
			picks = append(picks, game.Pick{Key: o.Key, N: uint16(struck[o.Key.A])})
		}
	}
	return picks
}
