package seasons

import (
	"slices"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// evaluation has the facts of a position that the bot needs to answer. It reads only the parts of
// the state that the seat's player may see.
type evaluation struct {
	greedy *greedy
	s      *match
	d      *game.Decision
	seat   game.Seat
	me     *player
	// edition, players and season are copied from the state.
	edition cards.Edition
	players int
	season  cards.Season

	// inPrelude means that the first round has not begun. isLastRound means that this is certainly
	// the last round, unless Temporal Boots change that.
	inPrelude, isLastRound bool
	// rounds is the expected number of rounds after this one.
	rounds int

	// have has the spendable tokens. reserveRoom is the number of tokens the reserve can still
	// hold.
	have        tokens
	reserveRoom int
	// plays has the own cards in play. items and familiars are the numbers of magic items and
	// familiars among them.
	plays            []piece
	items, familiars int
	// freeSlots is the number of further cards for which the gauge has room. It can be negative.
	freeSlots int
	// hand has the own cards in hand. targets has the cards to save energies for.
	hand    []handCard
	targets []target
	// gaugeStepWorth is the value of one more step of the gauge.
	gaugeStepWorth int
	// drawWorth is the value of drawing a card.
	drawWorth int
	// extraCrystals is the number of crystals per transmuted token above the rate of the season.
	extraCrystals int

	// rivalPlays is the largest number of cards that an opponent has in play. isRichest means that
	// no opponent has as many crystals.
	rivalPlays int
	isRichest  bool
	// fairiesLoss is the loss through the opponents' Thieving Fairies at each activation.
	fairiesLoss int

	// leftTokenWorth is the value of a token that remains at the end. spareTokenWorth is the basic
	// value of a spare token. laterWorth has the amount that each energy adds to it.
	leftTokenWorth, spareTokenWorth int
	laterWorth                      tokenWorths
	// picks is the memory of the answer.
	picks [packetSize]game.Pick
	// summonValue is the value of the best card in hand that can be paid. It is valid only if
	// hasSummonValue is true.
	summonValue    int
	hasSummonValue bool
}

// tokenWorths has a value for each energy.
type tokenWorths [4]int

// piece is an own card in play.
type piece struct {
	id     uint16
	number uint8
	turned bool
	tokens tokens
}

// handCard is a card in the own hand with the cost of summoning it now.
type handCard struct {
	number uint8
	copies int
	energy tokens
	// toll is the number of further crystals for owners of Arcano Leeches. struck is the number of
	// energies that are waived.
	crystals, toll, struck int
}

// read fills the evaluation with the facts of a position, and reuses its memory.
func (ev *evaluation) read(b *greedy, s *match, d *game.Decision) {
	*ev = evaluation{
		greedy: b, s: s, d: d, seat: d.Seat, me: &s.players[d.Seat], players: int(s.seats), edition: s.edition,
		season: s.tokenSeason(), inPrelude: s.round == 0,
		plays: ev.plays[:0], hand: ev.hand[:0], targets: ev.targets[:0],
	}
	ev.readTime()
	ev.readPlay()
	ev.readOpponents()
	ev.readHand()
	ev.readStepWorth()
	ev.readSpare()
	ev.readTargets()
}

// readTime estimates the number of remaining rounds. The season token moves two spaces a round on
// average; the dice not yet taken give a better estimate for this round.
func (ev *evaluation) readTime() {
	position := int(ev.s.position)
	least, most := 3, 1
	dice := ev.dice()
	for i := range dice {
		if dice[i].owner == game.NoSeat {
			pips := ev.s.face(&dice[i]).Pips
			least, most = min(least, pips), max(most, pips)
		}
	}
	if least > most {
		least, most = 2, 2
	}
	ev.isLastRound = position+least > lastSpace
	ev.rounds = max(0, (lastSpace+2-position-(least+most)/2)/2)
	if ev.inPrelude {
		ev.rounds = lastSpace / 2
	}
	if ev.isLastRound {
		ev.rounds = 0
	}
	if ev.greedy.horizonRounds > 0 {
		ev.rounds = min(ev.rounds, ev.greedy.horizonRounds)
	}
}

func (ev *evaluation) dice() []die {
	if ev.inPrelude {
		return nil
	}
	return ev.s.dice[:ev.s.seats+1]
}

func (ev *evaluation) readPlay() {
	ev.have = ev.me.reserve
	ev.reserveRoom = -ev.have.total()
	limit := 7
	for _, c := range ev.me.play[:ev.me.nPlay] {
		ev.plays = append(ev.plays, piece(c))
		e := ev.effect(c.number)
		if e.spendable {
			ev.have.add(c.tokens)
		}
		switch e.modifier {
		case wideReserve:
			limit = 10
		case dearerTokens:
			ev.extraCrystals++
		}
		if ev.facts(c.number).Kind == cards.Familiar {
			ev.familiars++
		} else {
			ev.items++
		}
	}
	if ev.s.active == ev.seat {
		ev.extraCrystals += int(ev.s.turn.transmuteBonuses)
	}
	ev.reserveRoom += limit
	ev.freeSlots = int(ev.me.gauge) - len(ev.plays)
}

func (ev *evaluation) readOpponents() {
	crystals := int32(0)
	for i := range ev.s.players[:ev.s.seats] {
		other := &ev.s.players[i]
		if other == ev.me {
			continue
		}
		ev.rivalPlays = max(ev.rivalPlays, int(other.nPlay))
		crystals = max(crystals, other.crystals)
		for _, c := range other.play[:other.nPlay] {
			if ev.effect(c.number).modifier == fairies {
				ev.fairiesLoss += 2 * crystal
			}
		}
	}
	ev.isRichest = ev.me.crystals > crystals
}

// lead returns the own score minus the best score of an opponent.
func (ev *evaluation) lead() int {
	best := -1000
	for i := range game.Seat(ev.s.seats) {
		if i != ev.seat {
			best = max(best, ev.s.scoreOf(i).total())
		}
	}
	return ev.s.scoreOf(ev.seat).total() - best
}

func (ev *evaluation) readHand() {
	hand := ev.me.hand
	if hand.present == 0 {
		return
	}
	t := ev.s.termsWith(ev.seat, ev.have)
	for number := hand.first(); number != 0; number = hand.next(number) {
		cost := ev.s.cost(number)
		energy := tokens(cost.Energy)
		ev.hand = append(
			ev.hand,
			handCard{number, hand.count(number), energy, cost.Crystals, t.toll, t.struck(energy.total())},
		)
	}
}

// readStepWorth sets gaugeStepWorth and drawWorth. A step is valuable while the gauge has too
// little room for the own cards.
func (ev *evaluation) readStepWorth() {
	if ev.inPrelude {
		ev.gaugeStepWorth, ev.drawWorth, ev.items = 20, drawWorth*3/4, 4
		return
	}
	missingRoom := ev.cardsWithoutRoom()
	switch {
	case ev.isLastRound:
		ev.gaugeStepWorth, ev.drawWorth = 0, 0
	case missingRoom > 0:
		ev.gaugeStepWorth = 40 + 10*min(3, missingRoom)
		ev.drawWorth = min(25, 5*ev.rounds)
	default:
		ev.gaugeStepWorth = min(25, 5*ev.rounds)
		ev.drawWorth = min(drawWorth, 10*(ev.rounds-1))
	}
}

// cardsWithoutRoom returns the number of own cards for which there will be no room in play, if the
// gauge rises every other round. It is 0 or less if there is room for all.
func (ev *evaluation) cardsWithoutRoom() int {
	return ev.me.hand.len() + ev.me.library[0].len() + ev.me.library[1].len() - ev.freeSlots - ev.rounds/2
}

func (ev *evaluation) weight(number uint8) *weight    { return &ev.greedy.weights[number] }
func (ev *evaluation) effect(number uint8) *effect    { return ev.s.rules.effect(ev.s, number) }
func (ev *evaluation) facts(number uint8) *cards.Card { return ev.s.facts(number) }
func (ev *evaluation) opponents() int                 { return ev.players - 1 }
func (ev *evaluation) crystals() int                  { return int(ev.me.crystals) }
func (ev *evaluation) rate(e cards.Energy) int {
	return crystal * (ev.s.rules.catalogue.Rates[ev.season][e] + ev.extraCrystals)
}

func (ev *evaluation) handCard(number uint8) *handCard {
	for i := range ev.hand {
		if ev.hand[i].number == number {
			return &ev.hand[i]
		}
	}
	return nil
}

// faceOf returns the printed face, 1 to 6, of a die of this round.
func (ev *evaluation) faceOf(d *die, face int) *cards.Face {
	return &ev.s.rules.catalogue.Dice[ev.s.season][d.number-1][face-1]
}

// canTransmute reports whether it is a turn in which the active player can transmute.
func (ev *evaluation) canTransmute() bool {
	return ev.s.inTurn() && ev.s.canTransmute() && !ev.s.turn.usedPotionOfLife
}
func (ev *evaluation) hasUsedPotion() bool { return ev.s.inTurn() && ev.s.turn.usedPotionOfLife }

func (ev *evaluation) piece(id uint16) *piece {
	index := slices.IndexFunc(ev.plays, func(c piece) bool { return c.id == id })
	if index < 0 {
		return nil
	}
	return &ev.plays[index]
}

// sourceWeight returns the weight of the card that asks the decision, or an empty weight if no card
// does.
func (ev *evaluation) sourceWeight() *weight {
	number, _ := ev.d.Args.Get("card")
	return ev.weight(uint8(number))
}
