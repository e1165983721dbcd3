package seasons

import (
	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// basicCards are the effects of cards 1 to 30. What only one card does follows
// below, in the order of the cards.
func basicCards(edition cards.Edition) map[int]effect {
	return map[int]effect{
		cards.AmuletOfAir:         enter(gauge(2)),
		cards.AmuletOfFire:        enter(drawAside(4), keepOne, discardRest),
		cards.AmuletOfEarth:       enter(crystals(9)),
		cards.AmuletOfWater:       enter(store(4)).holding(spendable),
		cards.BalanceOfIshtar:     balanceOfIshtar(edition),
		cards.StaffOfSpring:       eachSummon(crystals(3)),
		cards.TemporalBoots:       enter(moveSeason),
		cards.PurseOfIo:           lasting(dearerTokens),
		cards.DivineChalice:       enter(drawAside(4), summonOneAndDiscardRest),
		cards.SyllasTheFaithful:   enter(inTurn(doSacrifice, opponents, hasCards)),
		cards.FigrimTheAvaricious: eachSeason(takeFromEach(1)),
		cards.NariaTheProphetess:  enter(drawAsideFor(players), keepOne, dealRest),
		cards.WondrousChest:       gainEachRound(threeForFullReserve),
		cards.BeggarsHorn:         eachRound(gainFor(oneForEmptyReserve)),
		cards.DieOfMalice:         activate(reroll, crystals(2)).lasting(rerolls),
		cards.KairnTheDestroyer:   activate(payTokens(1, allEnergies), opponentsLose(4)),
		cards.AmsugLongneck:       enter(inTurn(doTakeBack, ownerLast, hasItems)),
		cards.BespelledGrimoire:   enter(gain(2)).lasting(wideReserve),
		cards.RagfieldsHelm:       scoring(twentyForMostCards),
		cards.HandOfFortune:       lasting(discount),
		cards.LewisGreyface:       enter(copyReserve),
		cards.RunicCubeOfEolis:    {},
		cards.PotionOfPower:       activate(sacrificeSelf, draw, gauge(2)),
		cards.PotionOfDreams:      activate(sacrificeSelf, discardReserve, summonFromHand),
		cards.PotionOfKnowledge:   activate(sacrificeSelf, gain(5)),
		cards.PotionOfLife:        activate(sacrificeSelf, transmuteReserve(4)),
		cards.HourglassOfTime:     eachSeason(gain(1)),
		cards.ScepterOfGreatness:  enter(crystalsFor(threePerOtherItem)),
		cards.OlafsBlessedStatue:  enter(crystals(20)),
		cards.YjangsForgottenVase: eachSummon(gain(1)),
	}
}

// Amulet of Water

// store puts n energies of the owner's choice on the card itself.
func store(n int) verb {
	return verb{do: []step{{ahead: asks, do: func(x *exec, f *frame) flow {
		return x.put(question{kind: askStore, seat: f.seat, min: uint8(n), max: uint8(n)})
	}}}}
}

func answerStore(x *exec, f *frame, picks []game.Pick) flow {
	x.card(f.seat, f.id).tokens.add(energies(picks))
	x.energyEvent("store", f.seat, energies(picks), f.card)
	return next
}

// Balance of Ishtar

// balanceOfIshtar transmutes tokens of one kind for three crystals each.
func balanceOfIshtar(edition cards.Edition) effect {
	if edition == cards.Second {
		return activate(transmuteAlike(3, 3))
	}
	return activate(transmuteAlike(4, 3))
}

func transmuteAlike(n, rate int) verb {
	return verb{
		why: func(s *State, seat int8) string {
			if have := s.owned(seat); have.atLeast(n) == 0 {
				return whyNoTokens
			}
			return ""
		},
		declare: []step{
			{ahead: asks, do: func(x *exec, f *frame) flow {
				have := x.owned(f.seat)
				return x.chooseKind(f, have.atLeast(n))
			}},
			{do: func(x *exec, f *frame) flow { return x.askTokens(f, n, n, 1<<f.from) }},
		},
		do: []step{{do: func(x *exec, f *frame) flow {
			x.transmuteAt(f, f.paid, rate)
			return next
		}}},
	}
}

// Temporal Boots

// moveSeason asks how far the season token moves, not to before year 1. What
// follows from it happens at once, beginning with the active player.
var moveSeason = verb{do: []step{{ahead: asks, do: func(x *exec, f *frame) flow {
	return x.question(askMove, f.seat)
}}}}

func buildMove(s *State, _ int8, _ *frame, d *game.Decision) {
	for delta := -3; delta <= 3; delta++ {
		if delta != 0 && int(s.position)+delta >= 1 {
			d.Add(game.Key{Verb: optMove, A: uint8(delta + moveOffset)}, 0, 1)
		}
	}
}

func answerMove(x *exec, f *frame, picks []game.Pick) flow {
	from := x.position
	x.position = uint8(int(from) + int(picks[0].Key.A) - moveOffset)
	x.seasonEvent(from)
	x.afterMove(from, f.seat)
	return next
}

// Divine Chalice

// summonOneAndDiscardRest asks which card held aside enters play for free;
// without room in play none does.
var summonOneAndDiscardRest = verb{do: []step{
	{do: func(x *exec, f *frame) flow {
		f.chosen = 0
		if x.held.len() == 0 || !x.roomInPlay(f.seat) {
			return next
		}
		if x.held.len() == 1 {
			f.chosen = x.held.first()
			x.held.remove(f.chosen)
			return next
		}
		return x.question(askPickSummon, f.seat)
	}},
	discardRest.do[0],
	{ahead: shows, do: func(x *exec, f *frame) flow {
		if f.chosen != 0 {
			x.step.MarkShownToAll()
			x.summonFree(f, f.chosen)
		}
		return next
	}},
}}

func answerPickSummon(x *exec, f *frame, picks []game.Pick) flow {
	f.chosen = picks[0].Key.A
	x.held.remove(f.chosen)
	return next
}

// Syllas the Faithful

func hasCards(s *State, seat int8) bool { return s.players[seat].inPlay > 0 }

// Figrim the Avaricious

// takeFromEach takes up to n crystals from each opponent for the owner.
func takeFromEach(n int) verb {
	return eachOpponent(func(x *exec, f *frame, opponent int8) {
		x.moveCrystals(opponent, f.seat, n, f.card)
	})
}

// Naria the Prophetess

func players(s *State, _ int8) int { return int(s.seats) }

// dealRest deals the cards held aside that are left to the opponents, one each;
// if there are too few, the first ones clockwise from the left get them.
var dealRest = verb{do: []step{{
	ahead: func(s *State, _ frame) outlook {
		if s.seats > 2 && s.held.len() > 2 {
			return known
		}
		return final
	},
	do: func(x *exec, f *frame) flow {
		switch x.held.len() {
		case 0:
			return next
		case 1:
			x.giveHeld(f, x.left(f.seat, 1), x.held.first())
			return next
		}
		return x.question(askAssign, f.seat)
	},
}}}

func buildAssign(s *State, seat int8, _ *frame, d *game.Decision) {
	n := s.held.len()
	d.Min, d.Max = n, n
	for i := range n {
		d.Groups = append(d.Groups, game.Group{ID: seatNames.Of(int(s.left(seat, i+1))), Min: 1, Max: 1})
	}
	for number := s.held.first(); number != 0; number = s.held.next(number) {
		copies := s.held.count(number)
		d.AddTo(cardKey(number), copies, copies, 1<<n-1)
	}
}

func answerAssign(x *exec, f *frame, picks []game.Pick) flow {
	for _, pick := range picks {
		x.giveHeld(f, x.left(f.seat, int(pick.Group)+1), pick.Key.A)
	}
	return next
}

// giveHeld puts a card held aside into another player's hand.
func (x *exec) giveHeld(f *frame, to int8, number uint8) {
	x.held.remove(number)
	x.players[to].hand.add(number)
	x.step.AddSecret("give", game.Seat(f.seat), seats(f.seat).With(game.Seat(to)),
		game.Int("given", number), game.Int("to", to), source(f.card))
}

// Wondrous Chest

func threeForFullReserve(s *State, seat int8) int {
	if s.players[seat].reserve.total() >= 4 {
		return 3
	}
	return 0
}

// Beggar's Horn

func oneForEmptyReserve(s *State, seat int8) int {
	if s.players[seat].reserve.total() <= 1 {
		return 1
	}
	return 0
}

// Die of Malice

// reroll rolls the owner's die again, of which nothing has been used; the turn
// goes back to before its use.
var reroll = verb{
	why: func(s *State, _ int8) string {
		if !s.untouched() {
			return whyDieUsed
		}
		return ""
	},
	do: []step{{ahead: shows, do: func(x *exec, f *frame) flow {
		d := x.ownDie(f.seat)
		x.roll(d)
		x.step.Add("reroll", game.Seat(f.seat), game.Int("die", d.number), game.Int("face", d.face))
		x.turn.declined = false
		x.turn.mandatory = false
		x.phase = phaseStart
		return next
	}}},
}

// Kairn the Destroyer

// opponentsLose takes up to n crystals from each opponent for nobody.
func opponentsLose(n int) verb {
	return eachOpponent(func(x *exec, f *frame, opponent int8) { x.loseCrystals(opponent, n, f.card) })
}

// Amsug Longneck

func hasItems(s *State, seat int8) bool { return s.countKind(seat, cards.Item) > 0 }

// takeBack asks for a magic item in play and returns it to its owner's hand.
var takeBack = verb{do: []step{chooseOwn(1, true), {do: func(x *exec, f *frame) flow {
	c := x.leavePlay(f.seat, f.plays[0])
	x.players[f.seat].hand.add(c.number)
	x.step.Add("take_back", game.Seat(f.seat), game.Int("back", c.number), game.Int("id", c.id), source(f.card))
	x.checkLimit(f.seat)
	return next
}}}}

// Ragfield's Helm

// twentyForMostCards scores 20 for more cards in play than each opponent.
func twentyForMostCards(s *State, seat int8) int {
	for i := range int8(s.seats) {
		if i != seat && s.players[i].inPlay >= s.players[seat].inPlay {
			return 0
		}
	}
	return 20
}

// Lewis Greyface

// copyReserve asks for an opponent, if there are several, and gains the tokens
// that are in that reserve.
var copyReserve = now(func(x *exec, f *frame) flow {
	if x.seats > 2 {
		return x.question(askOpponent, f.seat)
	}
	x.gainEnergy(f.seat, x.players[x.left(f.seat, 1)].reserve, f.card)
	return next
})

func buildOpponent(s *State, seat int8, _ *frame, d *game.Decision) {
	for i := 1; i < int(s.seats); i++ {
		d.Add(game.Key{Verb: optSeat, A: uint8(s.left(seat, i))}, 0, 1)
	}
}

func answerOpponent(x *exec, f *frame, picks []game.Pick) flow {
	x.gainEnergy(f.seat, x.players[picks[0].Key.A].reserve, f.card)
	return next
}

// Potion of Dreams

// discardReserve returns the whole reserve to the stockpile.
var discardReserve = now(func(x *exec, f *frame) flow {
	x.burnReserve(f.seat, f.card)
	return next
})

// summonFromHand asks for a hand card, which enters play for free in the place
// of the potion.
var summonFromHand = verb{
	why: func(s *State, seat int8) string {
		p := &s.players[seat]
		switch {
		case p.hand.len() == 0:
			return whyNoHand
		case p.inPlay-1 >= p.gauge:
			return whyGauge
		}
		return ""
	},
	declare: []step{{ahead: asks, do: chooseHandCard.do}},
	do: []step{{
		ahead: func(s *State, f frame) outlook {
			return s.finalFrom(frame{action: action(onEnter), card: f.chosen, seat: f.seat, named: allEnergies}, 0)
		},
		do: func(x *exec, f *frame) flow {
			x.players[f.seat].hand.remove(f.chosen)
			x.summonFree(f, f.chosen)
			return next
		},
	}},
}

// Potion of Life

// transmuteReserve transmutes the whole reserve; afterwards the turn allows no
// further transmuting.
func transmuteReserve(rate int) verb {
	return now(func(x *exec, f *frame) flow {
		x.turn.potion = true
		x.transmuteAt(f, payment{x.players[f.seat].reserve}, rate)
		return next
	})
}

// Scepter of Greatness

func threePerOtherItem(s *State, seat int8) int { return 3 * otherItems(s, seat) }

// otherItems counts the magic items in play besides the one that asks.
func otherItems(s *State, seat int8) int { return s.countKind(seat, cards.Item) - 1 }
