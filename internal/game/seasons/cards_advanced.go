package seasons

import (
	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// cauldronFull is how many tokens make a Glutton Cauldron empty itself.
const cauldronFull = 7

// advancedCards are the effects of cards 31 to 50. What only one card does
// follows below, in the order of the cards.
func advancedCards(edition cards.Edition) map[int]effect {
	return map[int]effect{
		cards.ElementalAmulet: elementalAmulet(edition),
		cards.TreeOfLight: activate(oneOf(
			in(modeGain, payCrystals(3), gain(1)),
			in(modeTransmute, payTokens(1, allEnergies), permitTransmuting))),
		cards.ArcanoLeech: lasting(toll),
		cards.CrystalOrb: activate(oneOf(
			in(modeLook, lookAtTopCard, summonTopCard(4)),
			in(modeMill, payCrystals(3), discardTopCard))),
		cards.GluttonCauldron: activate(placeToken, emptyOnceFull(cauldronFull, 15)).holding(locked),
		cards.VampiricCrown: enter(
			oneOf(in(modeDraw, drawOpenly), in(modeDiscard, discardOpenly)), gainPrestigeOfChosen),
		cards.DragonSkull:          activate(sacrificeOwn(3), crystals(15)),
		cards.DemonOfArgos:         enter(opponentsSinkAndDraw),
		cards.TitusDeepgaze:        titusDeepgaze(),
		cards.AirElemental:         enter(opponentsTurnToAir),
		cards.ThievingFairies:      lasting(fairies),
		cards.CursedTreatiseOfArus: enter(gain(2), gauge(1), crystals(10)).whenSacrificed((*exec).burnAll),
		cards.IdolOfTheFamiliar:    idolOfTheFamiliar(edition),
		cards.NecroticKriss:        activate(giveUpFamiliar, gain(4)),
		cards.LanternOfXidit:       scoring(threePerToken),
		cards.SealedChestOfUrm:     scoring(twentyForNoFamiliar),
		cards.MirrorOfTheSeasons:   activate(exchangeAlike),
		cards.PendantOfRagnor:      enter(gainFor(otherItems)),
		cards.SidNightshade:        enter(takeFromEachIfRichest(5)),
		cards.DamnedSoulOfOnys: enter(crystals(10), gainWater).
			activate(payTokens(1, 1<<cards.Water), passLeft).
			losingEachRound(3),
	}
}

// Elemental Amulet

// elementalAmulet names one to four energies as it is paid for, each of which
// has an effect as it enters play; for free it has all four.
func elementalAmulet(edition cards.Edition) effect {
	waterAndEarth := [...]verb{ifNamed(cards.Water, gain(2)), ifNamed(cards.Earth, crystals(5))}
	e := enter(waterAndEarth[0], waterAndEarth[1], fireAndAir)
	if edition == cards.Second {
		e = enter(waterAndEarth[0], waterAndEarth[1], ifNamed(cards.Fire, draw), ifNamed(cards.Air, gauge(1)))
	}
	e.naming = func(x *exec, f *frame) flow { return x.question(askElements, f.seat) }
	return e
}

// The groups of the energies that are named.
const (
	groupOwned = iota
	groupMissing
)

// buildElements offers the energies that the seat owns, at least one, and as
// many of those it does not own as Hands of Fortune can strike.
func buildElements(s *State, seat int8, _ *frame, d *game.Decision) {
	t := s.terms(seat)
	d.Groups = append(d.Groups,
		game.Group{ID: "owned", Min: 1, Max: 4},
		game.Group{ID: "missing", Min: 0, Max: t.discount})
	for _, e := range cards.Energies {
		key := game.Key{Verb: optElement, A: uint8(e)}
		if t.have[e] > 0 {
			d.AddTo(key, 0, 1, 1<<groupOwned)
		} else if t.discount > 0 {
			d.AddTo(key, 0, 1, 1<<groupMissing)
		}
	}
	d.Max = 4
}

// elementsFinal looks at what follows if the energy alone is named: fire draws.
func elementsFinal(s *State, _ int8, key game.Key) bool {
	f := *s.top()
	f.named = 1 << key.A
	return s.finalAfter(f)
}

func answerElements(_ *exec, f *frame, picks []game.Pick) flow {
	for _, pick := range picks {
		f.named |= 1 << pick.Key.A
	}
	return next
}

func (f frame) names(e cards.Energy) bool { return f.named>>e&1 == 1 }

// ifNamed carries out a verb of one step if the energy has been named.
func ifNamed(e cards.Energy, v verb) verb {
	s := v.do[0]
	return verb{do: []step{{
		ahead: func(st *State, f frame) outlook {
			if !f.names(e) || s.ahead == nil {
				return quiet
			}
			return s.ahead(st, f)
		},
		do: func(x *exec, f *frame) flow {
			if !f.names(e) {
				return next
			}
			return s.do(x, f)
		},
	}}}
}

// fireAndAir draws a card for fire and discards one for air. Which comes first
// is asked, as fire may bring the very card that air discards, or draw it again
// if it is the last one; with no card to draw or to discard it does not matter.
var fireAndAir = verb{do: []step{{
	ahead: func(s *State, f frame) outlook {
		switch fire, air := f.names(cards.Fire), f.names(cards.Air); {
		case fire && air:
			return known
		case fire:
			return final
		}
		return quiet
	},
	do: func(x *exec, f *frame) flow {
		fire, air := f.names(cards.Fire), f.names(cards.Air)
		switch {
		case fire && air && x.cardsLeft()+x.players[f.seat].hand.len() > 0:
			return x.question(askElementFirst, f.seat)
		case fire:
			x.start(frame{action: doDrawCard, seat: f.seat, card: f.card})
		case air:
			x.start(frame{action: doDiscardCard, seat: f.seat, card: f.card})
		}
		return next
	},
}}}

func buildElementFirst(_ *State, _ int8, _ *frame, d *game.Decision) {
	d.Add(game.Key{Verb: optElement, A: uint8(cards.Air)}, 0, 1)
	d.Add(game.Key{Verb: optElement, A: uint8(cards.Fire)}, 0, 1)
}

// elementFirstFinal: fire draws at once, air if no card is asked for.
func elementFirstFinal(s *State, seat int8, key game.Key) bool {
	return key.A == uint8(cards.Fire) || s.players[seat].hand.len() <= 1
}

func answerElementFirst(x *exec, f *frame, picks []game.Pick) flow {
	first, second := doDrawCard, doDiscardCard
	if picks[0].Key.A == uint8(cards.Air) {
		first, second = second, first
	}
	x.start(frame{action: second, seat: f.seat, card: f.card})
	x.start(frame{action: first, seat: f.seat, card: f.card})
	return next
}

// discardUnseen discards a card of the hand, if there is one.
var discardUnseen = verb{do: []step{chooseHandCard, {do: func(x *exec, f *frame) flow {
	if f.chosen != 0 {
		x.discardFromHand(f.seat, f.chosen, false, f.card)
	}
	return next
}}}}

// Tree of Light

// permitTransmuting lets the owner transmute until the end of the turn, unless
// a Potion of Life forbids it.
var permitTransmuting = verb{
	why: func(s *State, _ int8) string {
		if s.turn.potion {
			return whyPotion
		}
		return ""
	},
	do: []step{{do: func(x *exec, f *frame) flow {
		x.turn.tree = true
		x.step.Add("permit", game.Seat(f.seat), source(f.card))
		return next
	}}},
}

// Crystal Orb

func needCards(s *State, _ int8) string {
	if s.cardsLeft() == 0 {
		return whyNoCards
	}
	return ""
}

// lookAtTopCard shows the top card of the draw pile to the owner and asks what
// to do with it. The question is always put: it is what shows the card.
var lookAtTopCard = verb{why: needCards, do: []step{{ahead: shows, do: func(x *exec, f *frame) flow {
	seen := x.drawOne()
	x.draw.push(seen)
	x.step.AddSecret("look", game.Seat(f.seat), seats(f.seat), game.Int("seen", seen), source(f.card))
	return x.question(askOrb, f.seat)
}}}}

func buildOrb(s *State, seat int8, _ *frame, d *game.Decision) {
	d.Args = append(d.Args, game.Int("seen", s.draw.top()))
	d.Add(game.Key{Verb: optReturn}, 0, 1)
	if have := s.owned(seat); s.roomInPlay(seat) && have.total() >= 4 {
		d.Add(game.Key{Verb: optSummon, A: s.draw.top()}, 0, 1)
	}
}

// orbFinal: the card that is summoned is shown to everybody.
func orbFinal(_ *State, _ int8, key game.Key) bool { return key.Verb == optSummon }

func answerOrb(x *exec, f *frame, picks []game.Pick) flow {
	if picks[0].Key.Verb == optReturn {
		x.step.Add("put_back", game.Seat(f.seat), source(f.card))
		return drop
	}
	return next
}

// summonTopCard puts the card looked at in play for n tokens.
func summonTopCard(n int) verb {
	return verb{do: []step{
		{do: func(x *exec, f *frame) flow { return x.askTokens(f, n, n, allEnergies) }},
		{do: payChosen},
		{ahead: shows, do: func(x *exec, f *frame) flow {
			x.step.MarkShownToAll()
			x.summonFree(f, x.draw.pop())
			return next
		}},
	}}
}

// discardTopCard discards the top card of the draw pile unseen.
var discardTopCard = verb{why: needCards, do: []step{{ahead: shuffles, do: func(x *exec, f *frame) flow {
	x.discard.push(x.drawOne())
	x.step.Add("mill", game.Seat(f.seat), source(f.card))
	return next
}}}}

// Glutton Cauldron

// placeToken moves a token of the owner's choice onto the card.
var placeToken = payTokens(1, allEnergies).instead(func(x *exec, f *frame) flow {
	x.spend(f.seat, f.paid, f.card)
	x.card(f.seat, f.id).tokens.add(f.paid.sum())
	x.energyEvent("store", f.seat, f.paid.sum(), f.card)
	return next
})

// emptyOnceFull sacrifices the card as soon as it is full, for crystals and its
// tokens.
func emptyOnceFull(full, crystals int) verb {
	return now(func(x *exec, f *frame) flow {
		t := x.card(f.seat, f.id).tokens
		if t.total() < full {
			return next
		}
		x.sacrifice(f.seat, f.id)
		x.gainCrystals(f.seat, crystals, f.card)
		x.gainEnergy(f.seat, t, f.card)
		return next
	})
}

// Vampiric Crown

// drawOpenly draws a card for all to see.
var drawOpenly = verb{why: needCards, do: []step{{ahead: shows, do: func(x *exec, f *frame) flow {
	f.chosen = x.drawOne()
	x.players[f.seat].hand.add(f.chosen)
	x.step.MarkShownToAll()
	x.step.Add("draw_open", game.Seat(f.seat), game.Int("drawn", f.chosen), source(f.card))
	return next
}}}}

// discardOpenly discards a hand card of the owner's choice for all to see.
var discardOpenly = verb{
	why: func(s *State, seat int8) string {
		if s.players[seat].hand.len() == 0 {
			return whyNoHand
		}
		return ""
	},
	do: []step{chooseHandCard, {do: func(x *exec, f *frame) flow {
		x.discardFromHand(f.seat, f.chosen, true, f.card)
		return next
	}}},
}

// gainPrestigeOfChosen gains as many energies as the card has printed points.
var gainPrestigeOfChosen = now(func(x *exec, f *frame) flow {
	return x.askGain(askGain, f, x.facts(f.chosen).Prestige)
})

// Demon of Argos

// opponentsSinkAndDraw lowers each opponent's gauge by one and lets it draw a
// card.
var opponentsSinkAndDraw = eachOpponent(func(x *exec, f *frame, opponent int8) {
	x.raiseGauge(opponent, -1, f.card)
	x.drawToHand(opponent, f.card)
}).with(shows)

// Titus Deepgaze

// titusDeepgaze takes a crystal from each opponent and is sacrificed if one
// had none.
func titusDeepgaze() effect {
	e := eachRound(now(func(x *exec, f *frame) flow {
		short := false
		for i := 1; i < int(x.seats); i++ {
			if x.moveCrystals(x.left(f.seat, i), f.seat, 1, f.card) == 0 {
				short = true
			}
		}
		if short {
			x.sacrifice(f.seat, f.id)
		}
		return next
	}))
	e.gains = func(s *State, seat int8) int {
		n := 0
		for i := 1; i < int(s.seats); i++ {
			n += min(1, int(s.players[s.left(seat, i)].crystals))
		}
		return n
	}
	return e
}

// Air Elemental

// opponentsTurnToAir turns all tokens in the opponents' reserves into air.
var opponentsTurnToAir = eachOpponent(func(x *exec, f *frame, opponent int8) {
	p := &x.players[opponent]
	if n := p.reserve.total(); n > 0 {
		p.reserve = tokens{cards.Air: uint8(n)}
		x.step.Add("to_air", game.Seat(opponent), game.Int("n", n), source(f.card))
	}
})

// Cursed Treatise of Arus

// burnAll returns the whole reserve to the stockpile.
func (x *exec) burnAll(seat int8) { x.burnReserve(seat, 0) }

// Idol of the Familiar

func idolOfTheFamiliar(edition cards.Edition) effect {
	e := activate(crystalsFor(familiars))
	if edition == cards.Second {
		e = e.at(onEnter, crystals(10))
	}
	return e
}

func familiars(s *State, seat int8) int { return s.countKind(seat, cards.Familiar) }

// Necrotic Kriss

func (s *State) isFamiliar(number uint8) bool { return s.facts(number).Kind == cards.Familiar }

// giveUpFamiliar discards a familiar of the hand, for all to see, or sacrifices
// one in play.
var giveUpFamiliar = verb{
	why: func(s *State, seat int8) string {
		if familiars(s, seat) > 0 {
			return ""
		}
		hand := s.players[seat].hand
		for number := hand.first(); number != 0; number = hand.next(number) {
			if s.isFamiliar(number) {
				return ""
			}
		}
		return whyNoHand
	},
	declare: []step{{ahead: asks, do: func(x *exec, f *frame) flow { return x.question(askFamiliar, f.seat) }}},
	do: []step{{do: func(x *exec, f *frame) flow {
		if f.chosen != 0 {
			x.discardFromHand(f.seat, f.chosen, true, f.card)
		} else {
			x.sacrifice(f.seat, f.plays[0])
		}
		return next
	}}},
}

func buildFamiliar(s *State, seat int8, _ *frame, d *game.Decision) {
	p := &s.players[seat]
	for number := p.hand.first(); number != 0; number = p.hand.next(number) {
		if s.isFamiliar(number) {
			d.Add(cardKey(number), 0, 1)
		}
	}
	for _, c := range p.play[:p.inPlay] {
		if s.isFamiliar(c.number) {
			d.Add(playKey(c.id), 0, 1)
		}
	}
}

func answerFamiliar(_ *exec, f *frame, picks []game.Pick) flow {
	f.chosen, f.plays[0] = picks[0].Key.A, picks[0].Key.B
	return next
}

// Lantern of Xidit

func threePerToken(s *State, seat int8) int { return 3 * s.players[seat].reserve.total() }

// Sealed Chest of Urm

func twentyForNoFamiliar(s *State, seat int8) int {
	if familiars(s, seat) > 0 {
		return 0
	}
	return 20
}

// Mirror of the Seasons

// exchangeAlike exchanges tokens of one kind for as many of another, at a
// crystal each.
var exchangeAlike = verb{
	why: func(s *State, seat int8) string {
		if have := s.owned(seat); have.total() == 0 {
			return whyNoTokens
		}
		if s.crystalsToSpend(seat) == 0 {
			return whyNoCrystals
		}
		return ""
	},
	declare: []step{
		{ahead: asks, do: func(x *exec, f *frame) flow {
			have := x.owned(f.seat)
			return x.chooseKind(f, have.atLeast(1))
		}},
		{ahead: asks, do: func(x *exec, f *frame) flow {
			return x.put(question{kind: askKindTo, seat: f.seat, energies: allEnergies &^ (1 << f.from)})
		}},
		{do: func(x *exec, f *frame) flow {
			n := min(int(x.owned(f.seat)[f.from]), x.crystalsToSpend(f.seat))
			return x.askTokens(f, 1, n, 1<<f.from)
		}},
	},
	do: []step{{do: func(x *exec, f *frame) flow {
		n := f.paid.total()
		x.loseCrystals(f.seat, n, f.card)
		x.spend(f.seat, f.paid, f.card)
		var t tokens
		t[f.to] = uint8(n)
		x.gainEnergy(f.seat, t, f.card)
		return next
	}}},
}

// Sid Nightshade

// takeFromEachIfRichest takes up to n crystals from each opponent if the owner
// has more than every one of them.
func takeFromEachIfRichest(n int) verb {
	take := takeFromEach(n).do[0].do
	return now(func(x *exec, f *frame) flow {
		for i := range int8(x.seats) {
			if i != f.seat && x.players[i].crystals >= x.players[f.seat].crystals {
				return next
			}
		}
		return take(x, f)
	})
}

// Damned Soul of Onys

var gainWater = now(func(x *exec, f *frame) flow {
	x.gainEnergy(f.seat, tokens{cards.Water: 1}, f.card)
	return next
})

// passLeft gives the card to the player on the left, unturned.
var passLeft = now(func(x *exec, f *frame) flow {
	c := x.leavePlay(f.seat, f.id)
	c.turned = false
	to := x.left(f.seat, 1)
	p := &x.players[to]
	p.play[p.inPlay] = c
	p.inPlay++
	x.step.Add("pass", game.Seat(f.seat), game.Int("id", c.id), game.Int("to", to), source(f.card))
	return next
})
