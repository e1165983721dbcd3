package seasons

import (
	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// This file holds the odd effects of cards that enter play.

// takeFromEach takes up to n crystals from each opponent for the owner.
func takeFromEach(n int) verb {
	return eachOpponent(func(x *exec, f *frame, opponent int8) {
		x.moveCrystals(opponent, f.seat, n, f.card)
	})
}

// opponentsLose takes up to n crystals from each opponent for nobody.
func opponentsLose(n int) verb {
	return eachOpponent(func(x *exec, f *frame, opponent int8) { x.loseCrystals(opponent, n, f.card) })
}

// stealIfRichest takes up to n crystals from each opponent if the owner has
// more than every one of them.
func stealIfRichest(n int) verb {
	take := takeFromEach(n)
	return func(x *exec, f *frame) flow {
		for i := range int8(x.seats) {
			if i != f.seat && x.players[i].crystals >= x.players[f.seat].crystals {
				return next
			}
		}
		return take(x, f)
	}
}

// chooseMove asks how far the season token moves, not to before year 1.
func chooseMove(x *exec, f *frame) flow { return x.question(askMove, f.seat) }

func buildMove(s *State, _ int8, _ *frame, d *game.Decision) {
	for delta := -3; delta <= 3; delta++ {
		if delta != 0 && int(s.position)+delta >= 1 {
			d.Add(game.Key{Verb: optMove, A: uint8(delta + moveOffset)}, 0, 1)
		}
	}
}

func answerMove(_ *exec, f *frame, picks []game.Pick) flow {
	f.n = int16(picks[0].Key.A) - moveOffset
	return next
}

// moveSeason moves the season token; what follows from it happens at once,
// beginning with the active player.
func moveSeason(x *exec, f *frame) flow {
	from := x.position
	x.position = uint8(int16(x.position) + f.n)
	x.seasonEvent(from)
	x.afterMove(from, f.seat)
	return next
}

// pickToSummon asks which held card enters play for free. Without room in
// play none does.
func pickToSummon(x *exec, f *frame) flow {
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
}

// summonPicked puts the picked card in play.
func summonPicked(x *exec, f *frame) flow {
	if f.chosen != 0 {
		x.step.MarkShownToAll()
		x.start(frame{program: doArrive, seat: f.seat, card: f.card, chosen: f.chosen})
	}
	return next
}

// opponentsSacrifice makes each opponent with a card in play sacrifice one,
// clockwise from the left, one after another.
func opponentsSacrifice(x *exec, f *frame) flow {
	for int(f.sub) < int(x.seats)-1 {
		f.sub++
		if victim := x.left(f.seat, int(f.sub)); x.players[victim].inPlay > 0 {
			x.start(frame{program: doSacrifice, seat: victim, card: f.card})
			return stay
		}
	}
	return next
}

// everybodyTakesBack makes each player with a magic item in play take one
// back, clockwise from the left, the owner last.
func everybodyTakesBack(x *exec, f *frame) flow {
	for f.sub < x.seats {
		f.sub++
		if seat := x.left(f.seat, int(f.sub)); x.countKind(seat, cards.Item) > 0 {
			x.start(frame{program: doTakeBack, seat: seat, card: f.card})
			return stay
		}
	}
	return next
}

// takeBackChosen returns the chosen card from play to its owner's hand.
func takeBackChosen(x *exec, f *frame) flow {
	c := x.leavePlay(f.seat, f.ids[0])
	x.players[f.seat].hand.add(c.number)
	x.step.Add("take_back", game.Seat(f.seat), game.Int("back", c.number), game.Int("id", c.id), source(f.card))
	x.checkLimit(f.seat)
	return next
}

func onePerPlayer(x *exec) int { return int(x.seats) }

// assignHeld deals the held cards that are left to the opponents, one each; if
// there are too few, the first ones clockwise from the left get them.
func assignHeld(x *exec, f *frame) flow {
	switch x.held.len() {
	case 0:
		return next
	case 1:
		x.giveHeld(f, x.left(f.seat, 1), x.held.first())
		return next
	}
	return x.question(askAssign, f.seat)
}

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

// giveHeld puts a held card into another player's hand.
func (x *exec) giveHeld(f *frame, to int8, number uint8) {
	x.held.remove(number)
	x.players[to].hand.add(number)
	x.step.AddSecret("give", game.Seat(f.seat), seats(f.seat).With(game.Seat(to)),
		game.Int("given", number), game.Int("to", to), source(f.card))
}

// chooseOpponent asks for an opponent, if there are several.
func chooseOpponent(x *exec, f *frame) flow {
	if x.seats == 2 {
		f.other = x.left(f.seat, 1)
		return next
	}
	return x.question(askOpponent, f.seat)
}

// copyReserve gains the tokens that are in the chosen opponent's reserve.
func copyReserve(x *exec, f *frame) flow {
	x.gainEnergy(f.seat, x.players[f.other].reserve, f.card)
	return next
}

// lowerGaugeAndDraw lowers an opponent's gauge by one and lets it draw a card.
func lowerGaugeAndDraw(x *exec, f *frame, opponent int8) {
	x.raiseGauge(opponent, -1, f.card)
	x.drawToHand(opponent, f.card)
}

// reserveToAir turns all tokens in an opponent's reserve into air.
func reserveToAir(x *exec, f *frame, opponent int8) {
	p := &x.players[opponent]
	if n := p.reserve.total(); n > 0 {
		p.reserve = tokens{cards.Air: uint8(n)}
		x.step.Add("to_air", game.Seat(opponent), game.Int("n", n), source(f.card))
	}
}

// otherItems counts the owner's magic items besides the card itself.
func otherItems(x *exec, f *frame) int { return x.countKind(f.seat, cards.Item) - 1 }

func threePerOtherItem(x *exec, f *frame) int { return 3 * otherItems(x, f) }

// gainWater gains one water.
func gainWater(x *exec, f *frame) flow {
	x.gainEnergy(f.seat, tokens{cards.Water: 1}, f.card)
	return next
}

// Elemental Amulet: f.mode is the set of energies named.

// ifNamed carries out the verb if the energy has been named.
func ifNamed(e cards.Energy, do verb) verb {
	return func(x *exec, f *frame) flow {
		if f.mode>>e&1 == 0 {
			return next
		}
		return do(x, f)
	}
}

const fireAndAir = 1<<cards.Fire | 1<<cards.Air

// chooseElementFirst asks which of fire and air comes first, as fire may bring
// the very card that air discards, or draw it again if it is the last one; with
// no card to draw or to discard it does not matter.
func chooseElementFirst(x *exec, f *frame) flow {
	f.mode2 = uint8(cards.Fire)
	if f.mode&fireAndAir == fireAndAir && x.cardsLeft()+x.players[f.seat].hand.len() > 0 {
		return x.question(askElementFirst, f.seat)
	}
	return next
}

// element reports whether the i-th of fire and air, in the chosen order, has
// been named, and which it is.
func (f *frame) element(i int) (cards.Energy, bool) {
	e := cards.Energy(f.mode2)
	if i == 1 {
		e = cards.Fire + cards.Air - e
	}
	return e, f.mode>>e&1 == 1
}

// elementCard chooses the card to discard if the i-th element is air.
func elementCard(i int) verb {
	return func(x *exec, f *frame) flow {
		if e, named := f.element(i); named && e == cards.Air {
			return chooseHandCard(x, f)
		}
		return next
	}
}

// elementEffect draws a card for fire, discards one for air.
func elementEffect(i int) verb {
	return func(x *exec, f *frame) flow {
		switch e, named := f.element(i); {
		case !named:
		case e == cards.Fire:
			x.drawToHand(f.seat, f.card)
		case f.chosen != 0:
			x.discardFromHand(f.seat, f.chosen, false, f.card)
		}
		return next
	}
}

// Vampiric Crown: f.mode is draw or discard, f.chosen the card.

// chooseCrownMode asks whether to draw or to discard, if both can be done.
func chooseCrownMode(x *exec, f *frame) flow {
	canDraw, canDiscard := x.cardsLeft() > 0, x.players[f.seat].hand.len() > 0
	switch {
	case canDraw && canDiscard:
		f.mask = 1<<modeDraw | 1<<modeDiscard
		return x.question(askMode, f.seat)
	case canDraw:
		f.mode = modeDraw
	case canDiscard:
		f.mode = modeDiscard
	default:
		return drop
	}
	return next
}

// useCrown draws a card or discards the chosen one, for all to see.
func useCrown(x *exec, f *frame) flow {
	if f.mode == modeDiscard {
		x.discardFromHand(f.seat, f.chosen, true, f.card)
		return next
	}
	f.chosen = x.drawOne()
	x.players[f.seat].hand.add(f.chosen)
	x.step.MarkShownToAll()
	x.step.Add("draw_open", game.Seat(f.seat), game.Int("drawn", f.chosen), source(f.card))
	return next
}

// prestigeOfChosen returns the printed points of the card drawn or discarded.
func prestigeOfChosen(x *exec, f *frame) int { return x.facts(f.chosen).Prestige }
