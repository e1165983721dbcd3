package spellbook

import (
	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
)

// poolLimit is the most Materia that a pool may hold at any moment.
const poolLimit = 9

// maxScript bounds the number of scripted draws of a position.
const maxScript = 40

// mode is how the seven spells of a match were chosen.
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

// noCard stands for no spell in a frame.
const noCard = cards.NumColours

// noRune stands for no rune.
const noRune = cards.NumRunes

// noMateria stands for no Materia.
const noMateria cards.Materia = cards.NumMateria

// learned is what lies on one of a player's spells.
type learned struct {
	// level is 0 while the spell is not learned.
	level   uint8
	materia cards.Materia
	// fresh: learned today, so that its action cannot be used yet.
	fresh bool
}

// player is what belongs to one seat.
type player struct {
	pool bunch
	// familiar holds the stored Materia in the order of the spaces.
	familiar [cards.Slots]cards.Materia
	stored   uint8
	spells   [cards.NumColours]learned
	// known counts the learned spells.
	known uint8
	// asks counts the seat's decisions.
	asks uint32
}

// free returns the number of free Familiar spaces.
func (p *player) free() int { return cards.Slots - int(p.stored) }

// room returns how many Materia the pool can still take.
func (p *player) room() int { return poolLimit - int(p.pool.size) }

// frame is one program that is being carried out.
type frame struct {
	game.Cursor
	program program
	seat    game.Seat
	// card is the colour of the spell of the seat's own that is used, or
	// noCard; rune is the rune that lies on it, or noRune.
	card cards.Colour
	rune cards.Rune
	// same is what the further Materia of the operation must be of: a rune or a
	// colour. It is 0 until the first one is chosen, and where any will do.
	same kinds
	// copies is what a Clone has chosen to copy.
	copies program

	// What is being learned, at which level, with which Materia placed, how many jokers, and the
	// runes of the triples. level is 0 and materia is noMateria until chosen.
	learn   cards.Colour
	level   uint8
	materia cards.Materia
	jokers  uint8
	triples triples
}

// question is what is being asked. It follows from the frames: running a
// suspended match again comes to the same question.
type question struct {
	// ask is the kind of question, nil if nothing is asked.
	ask  *ask
	seat game.Seat
	// min and max bound the number of choices; in an exchange set is what may
	// be taken and other what may be put down.
	min, max   uint8
	set, other kinds
	// uses and learns have a bit for each colour and level (see levelBit),
	// basics one for each basic action.
	uses, learns uint32
	basics       uint8
	// done: it may be ended early. back: the action may still be dropped.
	done, back bool
}

// table is everything that there is in a match: plain data, without pointers.
type table struct {
	mode mode
	// sets is the set, counted from 0, of each colour's spell.
	sets     [cards.NumColours]uint8
	seats    uint8
	handicap uint8
	first    game.Seat
	active   game.Seat
	round    uint16
	// ending: somebody has set off the end. over: the match is finished.
	ending, over bool
	// changed: since the current action was chosen, something was done.
	changed bool

	altar, bag, box bunch
	// spent is what was paid for the spell that is being learned.
	spent   bunch
	players [game.MaxSeats]player

	// The virtual opponent's board in solo: its track and its lower part.
	track [cards.Slots]cards.Materia
	given uint8
	lower bunch

	stack game.Stack[frame]
	ask   question

	// script lists draws that are decided beforehand, in tests and examples.
	script              [maxScript]cards.Materia
	scriptAt, scriptLen uint8

	// chance is the stream of the bag: its n-th number decides the n-th draw, whoever draws.
	chance game.RNG
}

// match is a table with the book of rules that it is played by.
type match struct {
	book *book
	// step gets the events of the answer that is being applied. It is nil between answers.
	step *game.Step
	// trial is nil, except in a copy in which an answer is tried out.
	trial *trial
	table
}

// trial notes when something is drawn in a copy in which an answer is tried out.
type trial struct {
	drew bool
	// dayOver: nothing was drawn before the day was over but for the altar's update.
	dayOver bool
}

var _ game.State = (*match)(nil)

// Waiting returns the seat that is asked.
func (s *match) Waiting() game.Seats {
	if s.over {
		return 0
	}
	return game.Seats(0).With(s.ask.seat)
}

// Clone returns an independent copy.
func (s *match) Clone() game.State {
	c := *s
	return &c
}

// CopyInto makes dst an independent copy.
func (s *match) CopyInto(dst game.State) { *dst.(*match) = *s }

// solo reports whether the virtual opponent plays.
func (s *match) solo() bool { return s.seats == 1 }

// newFrame returns the frame of a program at its start.
func newFrame(p program, seat game.Seat, card cards.Colour, r cards.Rune) frame {
	return frame{program: p, seat: seat, card: card, rune: r, materia: noMateria}
}

// ownFrame returns the frame of a program that the seat's own spell names.
func (s *match) ownFrame(p program, seat game.Seat, c cards.Colour) frame {
	return newFrame(p, seat, c, s.players[seat].spells[c].materia.Rune())
}

// left returns the seat to the left.
func (s *match) leftOf(seat game.Seat) game.Seat { return game.Seat((uint8(seat) + 1) % s.seats) }

// spell returns the facts of a colour's spell in this match.
func (s *match) spell(c cards.Colour) *cards.Spell { return &s.book.facts.Spells[c][s.sets[c]] }

// programOf returns the program of a level of a colour's spell in this match.
func (s *match) programOf(c cards.Colour, level uint8) program {
	return spellProgram(spellNumber(c, s.sets[c]), int(level))
}

// permanent returns the amount of a permanent effect that is in force for the
// seat, and the rune that lies on its spell.
func (s *match) permanent(seat game.Seat, which permanent) (int, cards.Rune) {
	holder := s.book.holders[which]
	if s.sets[holder.colour] != holder.set {
		return 0, noRune
	}
	on := &s.players[seat].spells[holder.colour]
	if on.level == 0 {
		return 0, noRune
	}
	effect := &s.book.effects[spellProgram(spellNumber(holder.colour, holder.set), int(on.level))]
	if effect.permanent != which {
		return 0, noRune
	}
	return int(effect.amount), on.materia.Rune()
}
