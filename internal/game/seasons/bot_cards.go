package seasons

import (
	"slices"

	"archmage/internal/game"
)

// This file has the bots' choices of cards, seats and spaces.

// heldValue returns the value of one more card in hand. The value falls late in the game, when the
// card may never be played.
func (ev *evaluation) heldValue(number uint8) int {
	if ev.isLastRound {
		return ev.playNow(number)
	}
	value := ev.value(number, max(0, ev.rounds-2))
	if ev.cardsWithoutRoom() > 0 || ev.rounds < 2 {
		value /= 2
	}
	if ev.rounds < 4 {
		value -= heldWorth * (4 - ev.rounds) / 4
	}
	return value
}

// playNow returns the value of a card that can be played only this turn.
func (ev *evaluation) playNow(number uint8) int {
	cost := ev.facts(number).Cost(ev.players, ev.edition)
	missing := missingFrom(cost.Energy, ev.have)
	if ev.freeSlots <= 0 || cost.Crystals > ev.crystals() || missing.total() > 0 {
		return -heldWorth
	}
	_, loss := ev.chooseSpend(ev.have, cost.Energy, 10, 0)
	return ev.worth(number, 0) - crystal*cost.Crystals - loss
}

// handLoss returns the loss from giving up a card in hand. It is negative if the card would only
// remain in hand at the end.
func (ev *evaluation) handLoss(number uint8) int {
	if ev.isLastRound {
		if gain := ev.summonGain(number); gain > 0 && ev.freeSlots > 0 {
			return gain - heldWorth
		}
		return -heldWorth
	}
	return ev.heldValue(number)
}

// discardWorth returns the value of having to discard a card from the hand. It ignores the
// Elemental Amulet, which has left the hand when it demands the discard.
func (ev *evaluation) discardWorth() int {
	least := 1 << 20
	for _, c := range ev.hand {
		if !ev.facts(c.number).AnyEnergies {
			least = min(least, ev.handLoss(c.number))
		}
	}
	if least == 1<<20 {
		return 0
	}
	return -least
}

// answerKeepCard keeps a card of positive value.
func (ev *evaluation) answerKeepCard() []game.Pick {
	drawn, _ := ev.d.Args.Get("drawn")
	if ev.heldValue(uint8(drawn)) > 0 {
		return ev.pick(game.Key{Word: optKeep})
	}
	return ev.pick(game.Key{Word: optDiscard})
}

func (ev *evaluation) answerPickCard() []game.Pick {
	return ev.bestOption(func(key game.Key) int { return ev.heldValue(key.A) })
}

func (ev *evaluation) answerPickSummon() []game.Pick {
	return ev.bestOption(func(key game.Key) int { return ev.worth(key.A, ev.rounds) })
}

// answerAssign deals the worst cards to the opponents who are ahead.
func (ev *evaluation) answerAssign() []game.Pick {
	options := make([]int, len(ev.d.Options))
	for i := range options {
		options[i] = i
	}
	slices.SortStableFunc(options, func(a, b int) int {
		return ev.value(ev.d.Options[a].Key.A, ev.rounds) - ev.value(ev.d.Options[b].Key.A, ev.rounds)
	})
	groups := make([]int, len(ev.d.Groups))
	for i := range groups {
		groups[i] = i
	}
	slices.SortStableFunc(
		groups,
		func(a, b int) int { return ev.scoreOf(ev.d.Groups[b].ID) - ev.scoreOf(ev.d.Groups[a].ID) },
	)
	picks := ev.picks[:0]
	for _, i := range options {
		for range ev.d.Options[i].Min {
			picks = append(picks, game.Pick{Key: ev.d.Options[i].Key, N: 1, Group: uint8(groups[0])})
			groups = groups[1:]
		}
	}
	return picks
}

// scoreOf returns the score of the seat with this name, or 0 if there is none.
func (ev *evaluation) scoreOf(name string) int {
	for seat := range game.Seat(ev.s.seats) {
		if seatName(seat) == name {
			return ev.s.scoreOf(seat).total()
		}
	}
	return 0
}

// answerHandCard chooses the card in hand that is best for the effect. If the effect has no
// preference, it chooses the card with the smallest loss.
func (ev *evaluation) answerHandCard() []game.Pick {
	choose := ev.sourceWeight().handValue
	return ev.bestOption(func(key game.Key) int {
		if choose != nil {
			return choose(ev, key.A)
		}
		return -ev.handLoss(key.A)
	})
}

// valueForPrestige returns the value of discarding a card for as many tokens as its prestige.
func valueForPrestige(ev *evaluation, number uint8) int {
	n := min(max(0, ev.facts(number).Prestige), ev.reserveRoom)
	_, gain := ev.chooseGain(ev.have, n)
	return gain - ev.handLoss(number)
}

// answerOwnCards gives up the cards in play with the smallest loss. A card that returns to the hand
// can be summoned again for its price, which brings its gains again.
func (ev *evaluation) answerOwnCards() []game.Pick {
	back := ev.sourceWeight().takesBack
	loss := func(key game.Key) int {
		c := ev.piece(key.B)
		if c == nil {
			return 0
		}
		if !back || ev.isLastRound {
			return ev.lossOf(c)
		}
		loss := ev.price(c.number) + ev.spareWorth(0, 0)*c.tokens.total()
		if w := ev.weight(c.number); !w.singleUse {
			loss -= ev.oneTimeValue(w)
		}
		return loss
	}
	order := slices.Clone(ev.d.Options)
	order = slices.DeleteFunc(order, func(o game.Option) bool { return o.Alone })
	slices.SortStableFunc(order, func(a, b game.Option) int { return loss(a.Key) - loss(b.Key) })
	picks := ev.picks[:0]
	for _, o := range order[:min(ev.d.Min, len(order))] {
		picks = append(picks, game.Pick{Key: o.Key, N: 1})
	}
	return picks
}

// answerFamiliar gives up the familiar with the smallest loss.
func (ev *evaluation) answerFamiliar() []game.Pick {
	return ev.bestOption(func(key game.Key) int {
		if key.Word == optCard {
			return -ev.handLoss(key.A)
		}
		if c := ev.piece(key.B); c != nil {
			return -ev.lossOf(c)
		}
		return 0
	})
}

// answerOpponent chooses the opponent whose reserve is best to copy.
func (ev *evaluation) answerOpponent() []game.Pick {
	return ev.bestOption(func(key game.Key) int {
		gained := ev.s.players[key.A].reserve
		t := ev.have
		t.add(gained)
		return ev.tokensWorth(ev.dropExcess(t, gained.total()-ev.reserveRoom), 0)
	})
}

// answerMode chooses one of a card's effects. Each mode belongs to one card.
func (ev *evaluation) answerMode() []game.Pick {
	return ev.bestOption(func(key game.Key) int {
		switch key.A {
		case modeLook, modeTransmute:
			return 1
		case modeDraw:
			const averagePrestige = 7
			_, gain := ev.chooseGain(ev.have, min(averagePrestige, ev.reserveRoom))
			if ev.isLastRound {
				gain -= heldWorth
			}
			return gain*3/4 + ev.drawWorth
		case modeDiscard:
			most := -1 << 20
			for _, c := range ev.hand {
				most = max(most, valueForPrestige(ev, c.number))
			}
			return most
		}
		return 0
	})
}

// answerOrb summons the top card if it is worth four tokens.
func (ev *evaluation) answerOrb() []game.Pick {
	return ev.bestOption(func(key game.Key) int {
		if key.Word == optReturn {
			return 0
		}
		_, loss := ev.chooseSpend(ev.have, ev.have, 4, 0)
		return ev.worth(key.A, ev.rounds) - loss
	})
}

// answerMove moves the season token. It shortens the game if the lead is safe, and lengthens it
// otherwise. It also counts what a change of season triggers.
func (ev *evaluation) answerMove() []game.Pick {
	position := int(ev.s.position)
	lead, hand := ev.lead(), ev.me.hand.len()
	return ev.bestOption(func(key game.Key) int {
		delta := int(key.A) - moveOffset
		worth := -2 * delta
		if lead > 20 && year(ev.s.position) == 3 && hand <= 1 {
			worth = 2 * delta
		}
		if position+delta > lastSpace {
			worth += lead - 5*hand
		}
		if (position-1)/3 != (position+delta-1)/3 {
			worth += 10 * ev.seasonCards()
		}
		return worth
	})
}

// seasonCards returns the number of own cards in play that act when the season changes, minus the
// number of the opponents' such cards.
func (ev *evaluation) seasonCards() int {
	n := 0
	for i := range ev.s.players[:ev.s.seats] {
		other := &ev.s.players[i]
		for _, c := range other.play[:other.nPlay] {
			if ev.effect(c.number).programs[onSeason] == nil {
				continue
			}
			if other == ev.me {
				n++
			} else {
				n--
			}
		}
	}
	return n
}
