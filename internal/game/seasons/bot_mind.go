package seasons

import (
	"slices"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// evaluation has the facts of a position that the bot needs to answer. It reads a state, of which
// it uses only what the seat's player may see.
type mind struct {
	b    *greedy
	s    *match
	d    *game.Decision
	seat game.Seat
	me   *player
	// edition, players and season are copied from the state.
	edition cards.Edition
	players int
	season  cards.Season

	// prelude means that the first round has not begun. final means that this is the last round.
	prelude, final bool
	// rounds is the expected number of rounds after this one.
	rounds int

	// have are the spendable tokens. room is the number of tokens the reserve can still hold.
	have tokens
	room int
	// plays are the own cards in play. items and familiars are their numbers by kind.
	plays            []piece
	items, familiars int
	// free is the number of cards that the gauge still has room for.
	free int
	// hand has the own cards in hand. targets has the cards to save energies for.
	hand   []handCard
	wishes []wish
	// gaugeStepWorth is the value of one more step of the gauge, drawWorth that of drawing a card.
	gaugeStepWorth, drawWorth int
	// extra is the number of crystals per transmuted token above the rate of the season.
	extra int

	// rivalPlays is the largest number of cards in play of an opponent. richest means that no
	// opponent has as many crystals.
	rivalPlays int
	richest    bool
	// fairies is the loss from each activation to the opponents' Thieving Fairies.
	fairies int

	// leftTokenWorth is the value of a token that remains at the end. spareTokenWorth is the
	// maximum value of a spare token, and laterWorth what each energy adds to it.
	leftTokenWorth, spareTokenWorth int
	laterWorth                      tokenWorths
	// picks is the memory of the answer.
	picks [packetSize]game.Pick
	// summon is the value of the best card in hand that can be paid. It is valid if summonKnown.
	summon      int
	summonKnown bool
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
	// toll is what is paid to owners of Arcano Leeches in addition. struck is the number of
	// energies that are waived.
	crystals, toll, struck int
}

// read replaces the evaluation by that of another position, and reuses its memory.
func (m *mind) read(b *greedy, s *match, d *game.Decision) {
	*m = mind{
		b: b, s: s, d: d, seat: d.Seat, me: &s.players[d.Seat], players: int(s.seats), edition: s.edition,
		season: s.tokenSeason(), prelude: s.round == 0,
		plays: m.plays[:0], hand: m.hand[:0], wishes: m.wishes[:0],
	}
	m.readTime()
	m.readPlay()
	m.readOpponents()
	m.readHand()
	m.judge()
	m.readSpare()
	m.readWishes()
}

// readTime estimates the number of remaining rounds. The season token moves two spaces a round on
// average; the dice not yet taken give a better estimate for this round.
func (m *mind) readTime() {
	position := int(m.s.position)
	least, most := 3, 1
	dice := m.dice()
	for i := range dice {
		if dice[i].owner == game.NoSeat {
			pips := m.s.face(&dice[i]).Pips
			least, most = min(least, pips), max(most, pips)
		}
	}
	if least > most {
		least, most = 2, 2
	}
	m.final = position+least > lastSpace
	m.rounds = max(0, (lastSpace+2-position-(least+most)/2)/2)
	if m.prelude {
		m.rounds = lastSpace / 2
	}
	if m.final {
		m.rounds = 0
	}
	if m.b.horizonRounds > 0 {
		m.rounds = min(m.rounds, m.b.horizonRounds)
	}
}

func (m *mind) dice() []die {
	if m.prelude {
		return nil
	}
	return m.s.dice[:m.s.seats+1]
}

func (m *mind) readPlay() {
	m.have = m.me.reserve
	m.room = -m.have.total()
	limit := 7
	for _, c := range m.me.play[:m.me.inPlay] {
		m.plays = append(m.plays, piece(c))
		e := m.effect(c.number)
		if e.spendable {
			m.have.add(c.tokens)
		}
		switch e.modifier {
		case wideReserve:
			limit = 10
		case dearerTokens:
			m.extra++
		}
		if m.facts(c.number).Kind == cards.Familiar {
			m.familiars++
		} else {
			m.items++
		}
	}
	if m.s.active == m.seat {
		m.extra += int(m.s.turn.bonus)
	}
	m.room += limit
	m.free = int(m.me.gauge) - len(m.plays)
}

func (m *mind) readOpponents() {
	crystals := int32(0)
	for i := range m.s.players[:m.s.seats] {
		other := &m.s.players[i]
		if other == m.me {
			continue
		}
		m.rivalPlays = max(m.rivalPlays, int(other.inPlay))
		crystals = max(crystals, other.crystals)
		for _, c := range other.play[:other.inPlay] {
			if m.effect(c.number).modifier == fairies {
				m.fairies += 2 * crystal
			}
		}
	}
	m.richest = m.me.crystals > crystals
}

// lead is the difference between the own score and the best other score.
func (m *mind) lead() int {
	best := -1000
	for i := range game.Seat(m.s.seats) {
		if i != m.seat {
			best = max(best, m.s.scoreOf(i).total())
		}
	}
	return m.s.scoreOf(m.seat).total() - best
}

func (m *mind) readHand() {
	hand := m.me.hand
	if hand.one == 0 {
		return
	}
	t := m.s.termsWith(m.seat, m.have)
	for number := hand.first(); number != 0; number = hand.next(number) {
		cost := m.s.cost(number)
		energy := tokens(cost.Energy)
		m.hand = append(
			m.hand,
			handCard{number, hand.count(number), energy, cost.Crystals, t.toll, t.struck(energy.total())},
		)
	}
}

// readStepWorth sets the values of a step of the gauge and of a drawn card. A step is valuable
// while the gauge has too little room for the own cards.
func (m *mind) judge() {
	if m.prelude {
		m.gaugeStepWorth, m.drawWorth, m.items = 20, drawWorth*3/4, 4
		return
	}
	short := m.short()
	switch {
	case m.final:
		m.gaugeStepWorth, m.drawWorth = 0, 0
	case short > 0:
		m.gaugeStepWorth = 40 + 10*min(3, short)
		m.drawWorth = min(25, 5*m.rounds)
	default:
		m.gaugeStepWorth = min(25, 5*m.rounds)
		m.drawWorth = min(drawWorth, 10*(m.rounds-1))
	}
}

// cardsWithoutRoom is the number of own cards that will find no room in play, if the gauge rises
// every other round.
func (m *mind) short() int {
	return m.me.hand.len() + m.me.library[0].len() + m.me.library[1].len() - m.free - m.rounds/2
}

func (m *mind) weight(number uint8) *weight    { return &m.b.weights[number] }
func (m *mind) effect(number uint8) *effect    { return m.s.rules.effect(m.s, number) }
func (m *mind) facts(number uint8) *cards.Card { return m.s.facts(number) }
func (m *mind) opponents() int                 { return m.players - 1 }
func (m *mind) crystals() int                  { return int(m.me.crystals) }
func (m *mind) rate(e cards.Energy) int {
	return crystal * (m.s.rules.catalogue.Rates[m.season][e] + m.extra)
}

func (m *mind) handCard(number uint8) *handCard {
	for i := range m.hand {
		if m.hand[i].number == number {
			return &m.hand[i]
		}
	}
	return nil
}

// faceOf returns the printed face, 1 to 6, of a die of this round.
func (m *mind) faceOf(d *die, face int) *cards.Face {
	return &m.s.rules.catalogue.Dice[m.s.season][d.number-1][face-1]
}

// canTransmute and potion describe the current turn.
func (m *mind) mayTransmute() bool { return m.s.inTurn() && m.s.mayTransmute() && !m.s.turn.potion }
func (m *mind) potion() bool       { return m.s.inTurn() && m.s.turn.potion }

func (m *mind) piece(id uint16) *piece {
	at := slices.IndexFunc(m.plays, func(c piece) bool { return c.id == id })
	if at < 0 {
		return nil
	}
	return &m.plays[at]
}

// source returns the weights of the card that the decision is about, or the empty weights if there
// is none.
func (m *mind) source() *weight {
	number, _ := m.d.Args.Get("card")
	return m.weight(uint8(number))
}
