package seasons

import cards "archmage/internal/cards/seasons"

// modifier is a lasting property that a card has while it is in play.
type modifier uint8

const (
	modNone     modifier = iota
	modLimit             // the reserve holds up to 10 tokens
	modPurse             // one more crystal for each token transmuted
	modDiscount          // one energy less for each card summoned
	modToll              // opponents pay a crystal for each card summoned
	modFairies           // opponents lose a crystal with each activation
	modReroll            // the owner's die can be rolled again
)

// roundEnd says what a card's effect at the end of a round does to crystals;
// it decides whether the order of several effects can matter.
type roundEnd uint8

const (
	noCrystals roundEnd = iota
	gainsCrystals
	losesCrystals
)

// effect is what a card does. Costs and points are in the catalogue.
type effect struct {
	// programs are carried out in the card's windows.
	programs [cardWindows][]verb
	// ready says why the card cannot be activated now; nil means it always can.
	ready    func(s *State, seat int8, c *inPlay) string
	modifier modifier
	// holds: tokens lie on the card. spendable: they can be spent like those
	// of the reserve.
	holds, spendable bool
	roundEnd         roundEnd
	// sacrificed is carried out at once when the card is sacrificed.
	sacrificed func(x *exec, seat int8)
	// score returns crystals gained at the end of the game.
	score func(s *State, seat int8) int
}

func enter(verbs ...verb) effect { return effect{}.with(onEnter, verbs...) }

func activate(ready func(*State, int8, *inPlay) string, verbs ...verb) effect {
	return effect{ready: ready}.with(onActivate, verbs...)
}

func atRoundEnd(kind roundEnd, verbs ...verb) effect {
	return effect{roundEnd: kind}.with(onRoundEnd, verbs...)
}

func lasting(m modifier) effect { return effect{modifier: m} }

func scoring(score func(*State, int8) int) effect { return effect{score: score} }

// with returns the effect with a program added for a window.
func (e effect) with(window program, verbs ...verb) effect {
	e.programs[window] = verbs
	return e
}

// effectTable binds every card to its effect (rulebook: list of cards and
// clarifications). Card numbers stand here and in the bot's table of weights,
// nowhere else.
func effectTable(edition cards.Edition) [cards.NumCards + 1]effect {
	table := [cards.NumCards + 1]effect{
		1:  enter(gauge(2)),
		2:  enter(drawHeld(4), pickToHand, discardHeld),
		3:  enter(crystals(9)),
		4:  amuletOfWater(),
		5:  balance(4),
		6:  effect{}.with(onSummon, crystals(3)),
		7:  enter(chooseMove, moveSeason),
		8:  lasting(modPurse),
		9:  enter(drawHeld(4), pickToSummon, discardHeld, summonPicked),
		10: enter(opponentsSacrifice),
		11: effect{}.with(onSeason, takeFromEach(1)),
		12: enter(drawHeldFor(onePerPlayer), pickToHand, assignHeld),
		13: atRoundEnd(gainsCrystals, crystalsFor(fullReserve)),
		14: atRoundEnd(noCrystals, gainFor(emptyReserve)),
		15: dieOfMalice(),
		16: activate(needTokens(1), spendTokens(1, allEnergies), turnCard, pay, opponentsLose(4)),
		17: enter(everybodyTakesBack),
		18: lasting(modLimit).with(onEnter, gain(2)),
		19: scoring(mostCards),
		20: lasting(modDiscount),
		21: enter(chooseOpponent, copyReserve),
		22: {},
		23: activate(nil, turnCard, sacrificeSelf, draw, gauge(2)),
		24: activate(readyForDreams, chooseHandCard, turnCard, sacrificeSelf, discardReserve, summonFromHand),
		25: activate(nil, turnCard, sacrificeSelf, gain(5)),
		26: activate(nil, turnCard, sacrificeSelf, transmuteReserve(4)),
		27: effect{}.with(onSeason, gain(1)),
		28: enter(crystalsFor(threePerOtherItem)),
		29: enter(crystals(20)),
		30: effect{}.with(onSummon, gain(1)),
		31: enter(
			ifNamed(cards.Water, gain(2)), ifNamed(cards.Earth, crystals(5)),
			chooseElementFirst, elementCard(0), elementEffect(0), elementCard(1), elementEffect(1)),
		32: activate(readyForTree, chooseTreeMode, ifMode(modeTransmute, spendTokens(1, allEnergies)), turnCard,
			ifMode(modeTransmute, pay), ifMode(modeTransmute, permitTransmuting),
			ifMode(modeGain, payCrystals(3)), ifMode(modeGain, gain(1))),
		33: lasting(modToll),
		34: activate(needCards, chooseOrbMode, turnCard, useOrb, spendTokens(4, allEnergies), pay, summonTopCard),
		35: gluttonCauldron(),
		36: enter(chooseCrownMode, ifMode(modeDiscard, chooseHandCard), useCrown, gainFor(prestigeOfChosen)),
		37: activate(needInPlay(3), chooseOwn(3, anyCard), turnCard, sacrificeChosen, crystals(15)),
		38: enter(eachOpponent(lowerGaugeAndDraw)),
		39: atRoundEnd(gainsCrystals, titus),
		40: enter(eachOpponent(reserveToAir)),
		41: lasting(modFairies),
		42: cursedTreatise(),
		43: activate(nil, turnCard, crystalsFor(familiarsInPlay)),
		44: activate(readyForKriss, chooseFamiliar, turnCard, giveUpFamiliar, gain(4)),
		45: scoring(threePerToken),
		46: scoring(noFamiliar),
		47: activate(readyForMirror, chooseMirrorFrom, chooseMirrorTo, chooseMirrorTokens, turnCard, useMirror),
		48: enter(gainFor(otherItems)),
		49: enter(stealIfRichest(5)),
		50: damnedSoul(),
	}
	if edition == cards.Second {
		table[5] = balance(3)
		table[31] = enter(
			ifNamed(cards.Water, gain(2)), ifNamed(cards.Earth, crystals(5)),
			ifNamed(cards.Fire, draw), ifNamed(cards.Air, gauge(1)))
		table[43] = table[43].with(onEnter, crystals(10))
	}
	return table
}

// Cards with several kinds of effect.

func amuletOfWater() effect {
	e := enter(store(4))
	e.holds, e.spendable = true, true
	return e
}

func gluttonCauldron() effect {
	e := activate(needTokens(1), spendTokens(1, allEnergies), turnCard, placeOnCard, emptyFullCauldron)
	e.holds = true
	return e
}

func balance(n int) effect {
	return activate(needAlike(n), chooseAlike(n), spendAlike(n), turnCard, transmuteAlike)
}

func dieOfMalice() effect {
	e := activate(dieUntouched, turnCard, rerollDie, crystals(2))
	e.modifier = modReroll
	return e
}

func cursedTreatise() effect {
	e := enter(gain(2), gauge(1), crystals(10))
	e.sacrificed = func(x *exec, seat int8) { x.burnReserve(seat, 0) }
	return e
}

func damnedSoul() effect {
	e := atRoundEnd(losesCrystals, payCrystals(soulLoss))
	e.ready = needWater
	return e.
		with(onEnter, crystals(10), gainWater).
		with(onActivate, spendTokens(1, 1<<cards.Water), turnCard, pay, passLeft)
}

// soulLoss is the number of crystals lost to a Damned Soul at the end of a round.
const soulLoss = 3
