package spellbook

import (
	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
)

// maxSeats is the largest number of players.
const maxSeats = 4

// poolLimit is the maximum number of Materia in a pool.
const poolLimit = 9

// maxScript is the maximum number of scripted draws.
const maxScript = 40

// mode is the method by which the seven spells of a match were chosen.
type mode uint8

const (
	modeSet1 mode = iota
	modeSet2
	modeSet3
	modeClassic
	modeAgreed
	numModes
)

var modeNames = [numModes]string{"set1", "set2", "set3", "classic", "agreed"}

// noColour is the value of frame.ownColour for no spell.
const noColour = cards.NumColours

// noRune is the value of frame.rune for no rune.
const noRune = cards.NumRunes

// noMateria is the value for an empty place.
const noMateria cards.Materia = cards.NumMateria

// learned is the state of one of a player's spells.
type learnedSpell struct {
	// level is 0 if the spell is not learned.
	level   uint8
	materia cards.Materia
	// learnedToday means that the spell was learned today, so its action cannot be used yet.
	learnedToday bool
}

// player is the part of the state that belongs to one seat.
type player struct {
	pool bunch
	// familiar has the stored Materia in the order of the spaces.
	familiar    [cards.Slots]cards.Materia
	storedCount uint8
	spells      [cards.NumColours]learnedSpell
	// learnedCount is the number of learned spells.
	learnedCount uint8
	// decisionCount is the number of decisions the seat has had.
	decisionCount uint32
}

// freeSlots returns the number of empty spaces of the Familiar.
func (p *player) freeSlots() int { return cards.Slots - int(p.storedCount) }

// room returns how many more Materia the pool can hold.
func (p *player) room() int { return poolLimit - int(p.pool.size) }

// frame is a program in progress.
type frame struct {
	game.Cursor
	program program
	seat    game.Seat
	// ownColour is the colour of the seat's own spell that is used, or noColour. rune is the rune of
	// the Materia on that spell, or noRune.
	ownColour cards.Colour
	rune      cards.Rune
	// limit limits the further Materia of the operation to a rune or a colour. It is 0 until the
	// first Materia is chosen, and if the operation has no such limit.
	limit kinds
	// copiedProgram is the program that a Clone copies.
	copiedProgram program

	// The spell being learned: colour, level, placed Materia, number of jokers, and runes of the
	// triples. level is 0 and materia is noMateria until they are chosen.
	learnColour cards.Colour
	level       uint8
	materia     cards.Materia
	jokers      uint8
	triples     triples
}

// question is the open question. It is not encoded, because running a decoded match leads to the
// same question.
type question struct {
	// ask is the kind of question, or nil if there is none.
	ask  *ask
	seat game.Seat
	// min and max bound the number of choices. set has the Materia that can be chosen. In an
	// exchange, set has those that can be taken, and other has those that can be put down. If the
	// question is which spell to raise, the bits of set are colours.
	min, max   uint8
	set, other kinds
	// uses and learns have a bit for each colour and level (see levelBit). basics has a bit for each
	// basic action.
	uses, learns uint32
	basics       uint8
	// canStop means that the player can end the operation early. canDrop means that the player can
	// drop the action.
	canStop, canDrop bool
}

// table is the state of a match. All fields except ask are encoded.
type table struct {
	mode mode
	// sets is the set of each colour's spell, counted from 0.
	sets     [cards.NumColours]uint8
	seats    uint8
	handicap uint8
	first    game.Seat
	active   game.Seat
	round    uint16
	// endTriggered means that this is the last round. over means that the match is finished.
	endTriggered, over bool
	// committed means that something has been done since the current action was chosen.
	committed bool

	altar, bag, box bunch
	// spent is the payment for the spell that is being learned.
	spent   bunch
	players [maxSeats]player

	// The virtual opponent's board in a solo match: the track, the number of its filled spaces, and
	// the lower part.
	track      [cards.Slots]cards.Materia
	givenCount uint8
	lower      bunch

	stack game.Stack[frame]
	ask   question

	// script has draws that are fixed in advance, for tests and examples.
	script              [maxScript]cards.Materia
	scriptAt, scriptLen uint8

	// chance is the random stream of the bag. Its n-th number decides the n-th random draw of the
	// match, by any player.
	chance game.RNG
}

// match implements [game.State] for SpellBook: the table and the shared book of the game.
type match struct {
	book *book
	// step collects the events while an answer is applied. It is nil between answers.
	step *game.Step
	// trial is set only in a copy in which an answer is tried.
	trial *trial
	table
}

// trial records draws in a copy in which an answer is tried.
type trial struct {
	hasDrawn bool
	// dayOver means that the day was over before anything was drawn, so that only the altar was
	// refilled.
	dayOver bool
}

var _ game.State = (*match)(nil)

// Waiting implements game.State.
func (s *match) Waiting() game.Seats {
	if s.over {
		return 0
	}
	return game.Seats(0).With(s.ask.seat)
}

// Clone implements game.State.
func (s *match) Clone() game.State {
	c := *s
	return &c
}

// CopyInto implements game.State.
func (s *match) CopyInto(dst game.State) { *dst.(*match) = *s }

// isSolo reports whether one player plays against the virtual opponent.
func (s *match) isSolo() bool { return s.seats == 1 }

// newFrame returns the frame of a program at its first operation.
func newFrame(p program, seat game.Seat, card cards.Colour, r cards.Rune) frame {
	return frame{program: p, seat: seat, ownColour: card, rune: r, materia: noMateria}
}

// ownFrame returns the frame of a program for the use of the seat's own spell.
func (s *match) ownFrame(p program, seat game.Seat, c cards.Colour) frame {
	return newFrame(p, seat, c, s.players[seat].spells[c].materia.Rune())
}

// leftOf returns the seat to the left.
func (s *match) leftOf(seat game.Seat) game.Seat { return game.Seat((uint8(seat) + 1) % s.seats) }

// spell returns the facts of the spell of a colour in this match.
func (s *match) spell(c cards.Colour) *cards.Spell { return &s.book.facts.Spells[c][s.sets[c]] }

// programOf returns the program of a level of the spell of a colour in this match.
func (s *match) programOf(c cards.Colour, level uint8) program {
	return spellProgram(spellNumber(c, s.sets[c]), int(level))
}

// permanent returns the amount of a permanent effect that the seat has, and the rune on its spell.
// The amount is 0 if the seat does not have it.
func (s *match) permanent(seat game.Seat, which permanent) (int, cards.Rune) {
	holder := s.book.holders[which]
	if s.sets[holder.colour] != holder.set {
		return 0, noRune
	}
	spell := &s.players[seat].spells[holder.colour]
	if spell.level == 0 {
		return 0, noRune
	}
	effect := &s.book.effects[spellProgram(spellNumber(holder.colour, holder.set), int(spell.level))]
	if effect.permanent != which {
		return 0, noRune
	}
	return int(effect.amount), spell.materia.Rune()
}
