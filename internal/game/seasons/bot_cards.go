package seasons

import (
	"slices"

	"archmage/internal/game"
)

// The bots' choices of cards, seats and spaces.

// heldValue is the value of one more card in hand. Late in the game it may never be played.
func (m *mind) heldValue(number uint8) int {
	if m.final {
		return m.playNow(number)
	}
	value := m.value(number, max(0, m.rounds-2))
	if m.short() > 0 || m.rounds < 2 {
		value /= 2
	}
	if m.rounds < 4 {
		value -= heldWorth * (4 - m.rounds) / 4
	}
	return value
}

// playNow is the value of a card that must be played this turn or never.
func (m *mind) playNow(number uint8) int {
	cost := m.facts(number).Cost(m.players, m.edition)
	missing := missingFrom(cost.Energy, m.have)
	if m.free <= 0 || cost.Crystals > m.crystals() || missing.total() > 0 {
		return -heldWorth
	}
	_, loss := m.spend(m.have, cost.Energy, 10, 0)
	return m.worth(number, 0) - crystal*cost.Crystals - loss
}

// handLoss is the loss from giving up a card in hand. It is negative if the card would only remain
// in hand at the end.
func (m *mind) handLoss(number uint8) int {
	if m.final {
		if gain := m.summonGain(number); gain > 0 && m.free > 0 {
			return gain - heldWorth
		}
		return -heldWorth
	}
	return m.heldValue(number)
}

// discardWorth is the value of having to discard a card from the hand. It is used for the Elemental
// Amulet, which has left the hand by then.
func (m *mind) dropWorth() int {
	least := 1 << 20
	for _, c := range m.hand {
		if !m.facts(c.number).AnyEnergies {
			least = min(least, m.handLoss(c.number))
		}
	}
	if least == 1<<20 {
		return 0
	}
	return -least
}

// answerKeepCard keeps a card of positive value.
func (m *mind) answerKeepCard() []game.Pick {
	drawn, _ := m.d.Args.Get("drawn")
	if m.heldValue(uint8(drawn)) > 0 {
		return m.pick(game.Key{Word: optKeep})
	}
	return m.pick(game.Key{Word: optDiscard})
}

func (m *mind) answerPickCard() []game.Pick {
	return m.best(func(key game.Key) int { return m.heldValue(key.A) })
}

func (m *mind) answerPickSummon() []game.Pick {
	return m.best(func(key game.Key) int { return m.worth(key.A, m.rounds) })
}

// answerAssign deals the worst cards to the opponents who are ahead.
func (m *mind) answerAssign() []game.Pick {
	options := make([]int, len(m.d.Options))
	for i := range options {
		options[i] = i
	}
	slices.SortStableFunc(options, func(a, b int) int {
		return m.value(m.d.Options[a].Key.A, m.rounds) - m.value(m.d.Options[b].Key.A, m.rounds)
	})
	groups := make([]int, len(m.d.Groups))
	for i := range groups {
		groups[i] = i
	}
	slices.SortStableFunc(
		groups,
		func(a, b int) int { return m.scoreOf(m.d.Groups[b].ID) - m.scoreOf(m.d.Groups[a].ID) },
	)
	picks := m.picks[:0]
	for _, i := range options {
		for range m.d.Options[i].Min {
			picks = append(picks, game.Pick{Key: m.d.Options[i].Key, N: 1, Group: uint8(groups[0])})
			groups = groups[1:]
		}
	}
	return picks
}

// scoreOf returns the score of the seat with this name.
func (m *mind) scoreOf(name string) int {
	for seat := range game.Seat(m.s.seats) {
		if seatName(seat) == name {
			return m.s.scoreOf(seat).total()
		}
	}
	return 0
}

// answerHandCard chooses the card in hand that is best for the effect, or else the one with the
// smallest loss.
func (m *mind) answerHandCard() []game.Pick {
	choose := m.source().hand
	return m.best(func(key game.Key) int {
		if choose != nil {
			return choose(m, key.A)
		}
		return -m.handLoss(key.A)
	})
}

// handForPrestige is the value of discarding a card for as many tokens as its prestige.
func handForPrestige(m *mind, number uint8) int {
	n := min(max(0, m.facts(number).Prestige), m.room)
	_, gain := m.take(m.have, n)
	return gain - m.handLoss(number)
}

// answerOwnCards gives up the cards in play with the smallest loss. A card that returns to the hand
// can be summoned again, at its price and with its gains.
func (m *mind) answerOwnCards() []game.Pick {
	back := m.source().takeBack
	loss := func(key game.Key) int {
		c := m.piece(key.B)
		if c == nil {
			return 0
		}
		if !back || m.final {
			return m.lost(c)
		}
		loss := m.price(c.number) + m.spareWorth(0, 0)*c.tokens.total()
		if w := m.weight(c.number); !w.gone {
			loss -= m.gains(w)
		}
		return loss
	}
	order := slices.Clone(m.d.Options)
	order = slices.DeleteFunc(order, func(o game.Option) bool { return o.Alone })
	slices.SortStableFunc(order, func(a, b game.Option) int { return loss(a.Key) - loss(b.Key) })
	picks := m.picks[:0]
	for _, o := range order[:min(m.d.Min, len(order))] {
		picks = append(picks, game.Pick{Key: o.Key, N: 1})
	}
	return picks
}

// answerFamiliar gives up the familiar with the smallest loss.
func (m *mind) answerFamiliar() []game.Pick {
	return m.best(func(key game.Key) int {
		if key.Word == optCard {
			return -m.handLoss(key.A)
		}
		if c := m.piece(key.B); c != nil {
			return -m.lost(c)
		}
		return 0
	})
}

// answerOpponent chooses the opponent whose reserve is best to copy.
func (m *mind) answerOpponent() []game.Pick {
	return m.best(func(key game.Key) int {
		gained := m.s.players[key.A].reserve
		t := m.have
		t.add(gained)
		return m.tokensWorth(m.fit(t, gained.total()-m.room), 0)
	})
}

// answerMode chooses one of a card's effects. No two cards share a mode.
func (m *mind) answerMode() []game.Pick {
	return m.best(func(key game.Key) int {
		switch key.A {
		case modeLook, modeTransmute:
			return 1
		case modeDraw:
			const averagePrestige = 7
			_, gain := m.take(m.have, min(averagePrestige, m.room))
			if m.final {
				gain -= heldWorth
			}
			return gain*3/4 + m.drawWorth
		case modeDiscard:
			most := -1 << 20
			for _, c := range m.hand {
				most = max(most, handForPrestige(m, c.number))
			}
			return most
		}
		return 0
	})
}

// answerOrb summons the top card if it is worth four tokens.
func (m *mind) answerOrb() []game.Pick {
	return m.best(func(key game.Key) int {
		if key.Word == optReturn {
			return 0
		}
		_, loss := m.spend(m.have, m.have, 4, 0)
		return m.worth(key.A, m.rounds) - loss
	})
}

// answerMove moves the season token. It shortens the game if the lead is safe, and lengthens it
// otherwise. It also counts what a change of season triggers.
func (m *mind) answerMove() []game.Pick {
	position := int(m.s.position)
	lead, hand := m.lead(), m.me.hand.len()
	return m.best(func(key game.Key) int {
		delta := int(key.A) - moveOffset
		worth := -2 * delta
		if lead > 20 && year(m.s.position) == 3 && hand <= 1 {
			worth = 2 * delta
		}
		if position+delta > lastSpace {
			worth += lead - 5*hand
		}
		if (position-1)/3 != (position+delta-1)/3 {
			worth += 10 * m.seasonCards()
		}
		return worth
	})
}

// seasonCards is the number of own cards in play that act when the season changes, minus those of
// the opponents.
func (m *mind) seasonCards() int {
	n := 0
	for i := range m.s.players[:m.s.seats] {
		other := &m.s.players[i]
		for _, c := range other.play[:other.inPlay] {
			if m.effect(c.number).programs[onSeason] == nil {
				continue
			}
			if other == m.me {
				n++
			} else {
				n--
			}
		}
	}
	return n
}
