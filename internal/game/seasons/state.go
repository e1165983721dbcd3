package seasons

import (
	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// phase is the current part of a match. The function of the phase runs when no program is in
// progress.
type phase uint8

const (
	phaseDraft   phase = iota // simultaneous picks from the packets
	phaseSplit                // simultaneous split into hand and libraries
	phaseRound                // a round begins: cards are unturned, dice are rolled
	phaseDice                 // the players take their dice
	phaseStart                // a turn begins: before the die is used
	phaseGain                 // the die's mandatory gains
	phaseTurn                 // free actions
	phaseEnd                  // effects at the end of the round
	phaseAdvance              // the season token moves
	phaseSeason               // after the season token has moved
	phaseOver
)

var phaseNames = [...]string{
	"draft", "split", "round", "dice", "start", "gain", "turn", "end", "advance", "season", "over",
}

func (p phase) String() string { return phaseNames[p] }

// level decides which cards are in the pool and how they are dealt.
type level uint8

const (
	apprentice level = iota
	magician
	archmage
	lesson // for two players
)

var levelNames = [...]string{"apprentice", "magician", "archmage", "lesson"}

const (
	maxSeats    = 4
	maxInPlay   = 20 // 15 by the gauge, and two Damned Souls from other players
	maxGauge    = 15
	maxBonuses  = 3
	lastSpace   = 36 // space 12 of year 3
	maxPosition = 60 // the limit for Temporal Boots; all spaces beyond year 3 are equivalent
	packetSize  = 9
	copies      = 2
)

// cardInPlay is a card face up in front of its owner.
type cardInPlay struct {
	id     uint16 // numbered in the order in which cards enter play
	number uint8
	turned bool
	tokens tokens // energy on the card (Amulet of Water, Glutton Cauldron)
}

// player is the part of the state that belongs to one seat.
type player struct {
	crystals int32
	gauge    uint8
	bonuses  uint8
	reserve  tokens
	nPlay    uint8 // the number of cards in play
	play     [maxInPlay]cardInPlay
	played   cardSet // the numbers of the cards in play
	hand     cardSet
	library  [2]cardSet // the cards for years 2 and 3

	packet   cardSet // draft: the cards to pick from
	picked   cardSet // draft: the cards picked so far
	pick     uint8   // draft: the number of the card chosen from this packet, or 0
	split    [2]cardSet
	answered bool // the seat has answered the simultaneous decision
}

// die is one of the dice rolled for the current round.
type die struct {
	number uint8     // 1 to 5, within the dice of the season
	face   uint8     // 1 to 6
	owner  game.Seat // the seat that took the die, or game.NoSeat
	// rerolls counts the rerolls of the die in this round.
	rerolls uint8
}

// turn records what has happened in the current turn.
type turn struct {
	drawUsed         bool  // the die's draw action is used
	rerollDeclined   bool  // the player has declined to reroll the die
	usedTreeOfLight  bool  // a Tree of Light permits transmuting
	transmuteBonuses uint8 // number of transmute bonuses used this turn
	usedPotionOfLife bool  // a Potion of Life forbids further transmuting
	hasGained        bool  // the die's energy and crystals have been gained
}

// match implements [game.State] for Seasons. It is plain data, apart from the pointer to the rules,
// which never change. Assignment copies it.
type match struct {
	rules *Rules
	// step collects the events while an answer is applied. It is nil between answers.
	step *game.Step
	table
}

// table is the part of a match that is encoded.
type table struct {
	seed game.Seed
	// rolls is the random stream of the dice. It is kept in the state because creating a stream for
	// each round is slow. Every round draws the same number of values.
	rolls    game.RNG
	shuffles uint16 // number of shuffles of the draw pile
	script   script
	level    level
	edition  cards.Edition
	seats    uint8
	phase    phase
	// position is the space of the season token, counted from 1 over all years. Positions from 37
	// on are beyond year 3.
	position    uint8
	round       uint16
	firstPlayer game.Seat // first player of the round
	active      game.Seat // the seat that has its turn or takes a die
	// turnsTaken is the number of seats that have had their turn in this phase.
	turnsTaken    uint8
	handedOut     [2]bool     // the libraries of years 2 and 3 have been handed out
	seasonDice    [4][5]uint8 // numbers of the dice of each season in this match
	dice          [5]die
	season        cards.Season // season of the round's dice
	turn          turn
	lastID        uint16
	players       [maxSeats]player
	draw          pile
	discard       pile
	held          cardSet           // cards drawn and not yet placed; they belong to the seat that has the decision
	setAside      cardSet           // cards out of the match; in the lesson also cards of later years
	stack         game.Stack[frame] // programs in progress
	ask           question
	decisionCount [maxSeats]uint32 // number of decisions of each seat
	knowledge
}

// script has the next dice rolls and drawn cards that a set-up has fixed.
type script struct {
	rolls  [24]uint8
	nRolls uint8
	draws  [24]uint8
	nDraws uint8
}

var _ game.State = (*match)(nil)

// Clone implements game.State.
func (s *match) Clone() game.State {
	c := *s
	return &c
}

// setSeed sets the seed of all later random events.
func (s *match) setSeed(seed game.Seed) {
	s.seed = seed
	s.rolls = *seed.Stream("roll")
}

// CopyInto implements game.State.
func (s *match) CopyInto(dst game.State) { *dst.(*match) = *s }

// Waiting implements game.State.
func (s *match) Waiting() game.Seats {
	if s.isSimultaneous() {
		var seats game.Seats
		for i := range game.Seat(s.seats) {
			if !s.players[i].answered {
				seats = seats.With(i)
			}
		}
		return seats
	}
	if !s.ask.open {
		return 0
	}
	return game.Seats(0).With(s.ask.seat)
}

// clockwise returns the seat n places clockwise from the given seat.
func (s *match) clockwise(seat game.Seat, n int) game.Seat {
	return game.Seat((int(seat) + n) % int(s.seats))
}

// year returns the year of a position: 1 to 3, or 4 beyond year 3.
func year(position uint8) int { return (int(position)-1)/12 + 1 }

func seasonOf(position uint8) cards.Season { return cards.Season((int(position) - 1) % 12 / 3) }

func (s *match) tokenSeason() cards.Season { return seasonOf(s.position) }

// card returns the seat's card in play with the given id, or nil.
func (s *match) card(seat game.Seat, id uint16) *cardInPlay {
	p := &s.players[seat]
	for i := range p.play[:p.nPlay] {
		if p.play[i].id == id {
			return &p.play[i]
		}
	}
	return nil
}

// roomInPlay reports whether the summoning gauge of the seat allows another card in play (rulebook:
// summoning gauge).
func (s *match) roomInPlay(seat game.Seat) bool {
	return s.players[seat].nPlay < s.players[seat].gauge
}

// ownDie returns the die that the seat has taken this round, or nil. For game.NoSeat it returns the
// first die that no seat has taken.
func (s *match) ownDie(seat game.Seat) *die {
	for i := range s.dice[:s.seats+1] {
		if s.dice[i].owner == seat {
			return &s.dice[i]
		}
	}
	return nil
}

// face returns the printed face that the die shows.
func (s *match) face(d *die) *cards.Face {
	return &s.rules.catalogue.Dice[s.season][d.number-1][d.face-1]
}

// cardsLeft returns the number of cards that can still be drawn, including the discard pile.
func (s *match) cardsLeft() int { return int(s.draw.n) + int(s.discard.n) }

// facts returns the printed facts of a card.
func (s *match) facts(number uint8) *cards.Card { return &s.rules.catalogue.Cards[number] }
