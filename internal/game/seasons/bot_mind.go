package seasons

import (
	"slices"
	"strconv"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// mind is what the computer player makes of a position before it answers.
type mind struct {
	b  *greedy
	v  *Public
	d  *game.Decision
	me *SeatView
	// own is what only this player knows.
	own *Private
	// name is the key of the own seat in the tables of the documents.
	name    string
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
	// step is what another step of the gauge is worth, card what a card drawn is.
	step, card int

	// rivalPlays is the largest number of cards that an opponent has in play,
	// rivalCrystals and rivalScore likewise.
	rivalPlays, rivalCrystals, rivalScore int
	richest                               bool
	// fairies is what an activation loses to the opponents' cards.
	fairies int
}

// piece is an own card in play.
type piece struct {
	id     uint16
	number uint8
	turned bool
	tokens tokens
}

// handCard is a card in the own hand.
type handCard struct {
	number uint8
	*HandView
}

// read takes in a position. It returns false if the documents are not those of
// the seat.
func (m *mind) read(b *greedy, p *game.Position) bool {
	v, public := p.Public.(*Public)
	own, private := p.Private.(*Private)
	if !public || !private {
		return false
	}
	*m = mind{b: b, v: v, own: own, d: p.Decision, name: seatName(int8(p.Seat)), players: len(v.Seats)}
	if m.me = v.Seats.Get(m.name); m.me == nil {
		return false
	}
	m.edition = cards.Edition(max(0, slices.Index(editionNames[:], v.Edition)))
	m.season = seasonNamed(v.Season)
	m.prelude = v.Round == 0
	m.readTime()
	m.readPlay()
	m.readOpponents()
	m.readHand()
	m.judge()
	m.readWishes()
	return true
}

// readTime estimates how many rounds are left: the season token moves two
// spaces a round. The dice not taken yet say more about this round.
func (m *mind) readTime() {
	position := 12*(m.v.Year-1) + m.v.Space
	least, most := 3, 1
	for i := range m.v.Dice {
		if m.v.Dice[i].Value.Taken == "" {
			pips := m.face(&m.v.Dice[i]).Pips
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
}

func (m *mind) readPlay() {
	m.have = energyTokens(m.me.Reserve)
	m.room = m.me.Limit - m.have.total()
	m.plays = make([]piece, 0, len(m.me.Play))
	for i := range m.me.Play {
		c := &m.me.Play[i]
		number := uint8(c.Value.Card)
		p := piece{uint16(keyNumber(c.Key)), number, c.Value.Turned, energyTokens(c.Value.Tokens)}
		m.plays = append(m.plays, p)
		if m.effect(number).spendable {
			m.have.add(p.tokens)
		}
		if m.facts(number).Kind == cards.Familiar {
			m.familiars++
		} else {
			m.items++
		}
	}
	m.free = m.me.Gauge - len(m.plays)
}

func (m *mind) readOpponents() {
	m.rivalScore = -1000
	for i := range m.v.Seats {
		other := &m.v.Seats[i].Value
		if other == m.me {
			continue
		}
		m.rivalPlays = max(m.rivalPlays, len(other.Play))
		m.rivalCrystals = max(m.rivalCrystals, other.Crystals)
		m.rivalScore = max(m.rivalScore, other.Score.Total)
		for c := range other.Play {
			if m.effect(uint8(other.Play[c].Value.Card)).modifier == fairies {
				m.fairies += 2 * crystal
			}
		}
	}
	m.richest = m.me.Crystals > m.rivalCrystals
}

func (m *mind) readHand() {
	table := m.own.Hand
	m.hand = make([]handCard, len(table))
	for i := range table {
		m.hand[i] = handCard{uint8(keyNumber(table[i].Key)), &table[i].Value}
	}
}

// judge sets what a step of the gauge and a drawn card are worth: a step is
// worth much while there are more cards to play than the gauge will let in.
func (m *mind) judge() {
	if m.prelude {
		m.step, m.card, m.items = 20, drawWorth*3/4, 4
		return
	}
	short := m.short()
	switch {
	case m.final:
		m.step, m.card = 0, 0
	case short > 0:
		m.step = 40 + 10*min(3, short)
		m.card = min(25, 5*m.rounds)
	default:
		m.step = min(25, 5*m.rounds)
		m.card = min(drawWorth, 10*(m.rounds-1))
	}
}

// short is how many of the own cards will not find room in play, if the gauge
// goes on rising in every other round.
func (m *mind) short() int {
	return m.me.Hand + m.me.Library2 + m.me.Library3 - m.free - m.rounds/2
}

func (m *mind) weight(number uint8) *weight    { return &m.b.weights[number] }
func (m *mind) effect(number uint8) *effect    { return &m.b.rules.effects[m.edition][number] }
func (m *mind) facts(number uint8) *cards.Card { return &m.b.rules.catalogue.Cards[number] }
func (m *mind) opponents() int                 { return m.players - 1 }
func (m *mind) rate(e cards.Energy) int        { return crystal * int(energyTokens(m.me.Rates)[e]) }
func (m *mind) face(d *dieEntry) *cards.Face   { return m.faceOf(d, d.Value.Face) }
func (m *mind) handCard(number uint8) *HandView {
	return m.own.Hand.Get(handNames.Of(int(number)))
}

// dieEntry is a die of this round.
type dieEntry = game.Entry[DieView]

// faceOf returns what is printed on a face, 1 to 6, of a die of this round.
func (m *mind) faceOf(d *dieEntry, face int) *cards.Face {
	return &m.b.rules.catalogue.Dice[seasonNamed(m.v.DiceSeason)][keyNumber(d.Key)-1][face-1]
}

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

func seasonNamed(name string) cards.Season {
	for season := cards.Winter; season < cards.Fall; season++ {
		if season.String() == name {
			return season
		}
	}
	return cards.Fall
}

// keyNumber returns the number in the key of a table, as in "c12".
func keyNumber(key string) int {
	n, _ := strconv.Atoi(key[1:])
	return n
}

func energyTokens(v EnergyView) tokens {
	return tokens{uint8(v.Air), uint8(v.Water), uint8(v.Fire), uint8(v.Earth)}
}
