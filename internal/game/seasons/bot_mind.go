package seasons

import (
	"slices"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// mind is what the computer player makes of a position before it answers. It
// reads a state, of which it looks only at what the seat's player knows.
type mind struct {
	b    *greedy
	s    *match
	d    *game.Decision
	seat game.Seat
	me   *player
	// edition to season are those of the state.
	edition cards.Edition
	players int
	season  cards.Season

	// prelude: the game has not begun. final: this round is the last one.
	prelude, final bool
	// rounds is how many rounds are expected after this one.
	rounds int

	// have are the tokens that can be spent, room what the reserve can still hold.
	have tokens
	room int
	// plays are the own cards in play; items and familiars count them.
	plays            []piece
	items, familiars int
	// free is how many more cards the gauge lets in.
	free int
	// hand are the own cards in hand, wishes those that energies are kept for.
	hand   []handCard
	wishes []wish
	// gaugeStepWorth is what another step of the gauge is worth now, drawWorth what a
	// card that is drawn is.
	gaugeStepWorth, drawWorth int
	// extra is what a token brings above the rate of the season.
	extra int

	// rivalPlays is the largest number of cards that an opponent has in play.
	rivalPlays int
	richest    bool
	// fairies is what an activation loses to the opponents' cards.
	fairies int

	// leftTokenWorth is what a token is worth that is still there at the end, spareTokenWorth what a
	// spare one is worth at most, and laterWorth what each energy adds to that.
	leftTokenWorth, spareTokenWorth int
	laterWorth                      tokenWorths
	// picks is where the answer is put together.
	picks [packetSize]game.Pick
	// summon is what the best card in hand brings that can be paid, once summonKnown.
	summon      int
	summonKnown bool
}

// tokenWorths is a worth for each energy.
type tokenWorths [4]int

// piece is an own card in play.
type piece struct {
	id     uint16
	number uint8
	turned bool
	tokens tokens
}

// handCard is a card in the own hand, and what summoning it would take now.
type handCard struct {
	number uint8
	copies int
	energy tokens
	// toll is what goes to the owners of Arcano Leeches besides, struck how many
	// energies need not be paid.
	crystals, toll, struck int
}

// read takes in a position. What the mind read before is forgotten, and its memory reused.
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

// readTime estimates how many rounds are left: the season token moves two
// spaces a round. The dice not taken yet say more about this round.
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

// dice returns the dice of this round.
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

// lead is how far the own score is ahead of the best other one.
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

// judge sets what a step of the gauge and a drawn card are worth: a step is
// worth much while there are more cards to play than the gauge will let in.
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

// short is how many of the own cards will not find room in play, if the gauge
// goes on rising in every other round.
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

// handCard returns a card in the own hand, or nil.
func (m *mind) handCard(number uint8) *handCard {
	for i := range m.hand {
		if m.hand[i].number == number {
			return &m.hand[i]
		}
	}
	return nil
}

// faceOf returns what is printed on a face, 1 to 6, of a die of this round.
func (m *mind) faceOf(d *die, face int) *cards.Face {
	return &m.s.rules.catalogue.Dice[m.s.season][d.number-1][face-1]
}

// mayTransmute and potion are what is known of the turn in progress.
func (m *mind) mayTransmute() bool { return m.s.inTurn() && m.s.mayTransmute() && !m.s.turn.potion }
func (m *mind) potion() bool       { return m.s.inTurn() && m.s.turn.potion }

// piece returns the own card in play with the id, or nil.
func (m *mind) piece(id uint16) *piece {
	at := slices.IndexFunc(m.plays, func(c piece) bool { return c.id == id })
	if at < 0 {
		return nil
	}
	return &m.plays[at]
}

// source returns the weight of the card that the decision is about; without
// one it is that of no card.
func (m *mind) source() *weight {
	number, _ := m.d.Args.Get("card")
	return m.weight(uint8(number))
}
