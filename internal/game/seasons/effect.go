package seasons

import (
	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// program numbers everything that can be carried out: what a card does in each
// window, and what belongs to no card.
type program uint8

// The windows: the moments at which cards have an effect.
const (
	onEnter    program = iota // the card has entered play
	onActivate                // its owner activates it
	onSummon                  // its owner has summoned another card from the hand
	onRoundEnd                // a round ends
	onSeason                  // the season changes
	numWindows
)

// The programs that belong to no card.
const (
	programSpill       program = numWindows + iota // throw tokens away down to the limit of the reserve
	programSummon                                  // summon a card from the hand
	programArrive                                  // put a card in play for free
	programSeason                                  // the effects of a change of season
	programSeasonOf                                // those of one seat
	programRoundEnd                                // a seat's effects at the end of a round
	programDraw                                    // the die's draw action
	programDrawTwo                                 // the same with the bonus
	programTransmute                               // transmute tokens
	programExchange                                // the bonus that exchanges tokens
	programSacrifice                               // sacrifice a card in play
	programTakeBack                                // take a magic item back
	programDrawCard                                // draw a card that must be kept
	programDiscardCard                             // discard a card of the hand
	numPrograms
)

// op is one operation of a program: a verb with its parameters.
type op struct {
	verb     *verb
	n        uint8
	times    times   // what n is multiplied by
	energies uint8   // the set of energies that the operation is about
	program  program // what is started
	who      seatsOf // for whom
	choice   modeSet // the modes to choose from
	rest     place   // where the cards are that are not kept
	// modes are those that the operation is carried out in, and named the
	// energies; 0 stands for all.
	modes modeSet
	named uint8
}

// in reports whether the operation is carried out in the frame's mode and with
// the energies that have been named.
func (o *op) in(f *frame) bool {
	return (o.modes == 0 || o.modes&f.mode != 0) && (o.named == 0 || o.named&f.named != 0)
}

// times is what the number of an operation is multiplied by.
type times uint8

const (
	once         times = iota
	players            // the players of the match
	otherItems         // the owner's other magic items in play
	ownFamiliars       // the owner's familiars in play
	points             // the prestige printed on the card chosen
	fullReserve        // 1 with four tokens or more in the reserve, else 0
	emptyReserve       // 1 with one token or none in the reserve, else 0
	richest            // 1 with more crystals than each opponent, else 0
)

// amount returns the number of an operation.
func (s *match) amount(f *frame, o *op) int {
	n := int(o.n)
	switch o.times {
	case players:
		return n * int(s.seats)
	case otherItems:
		return n * (s.items(f.seat) - 1)
	case ownFamiliars:
		return n * s.familiars(f.seat)
	case points:
		return n * s.facts(f.chosen).Prestige
	case fullReserve:
		if s.players[f.seat].reserve.total() < 4 {
			return 0
		}
	case emptyReserve:
		if s.players[f.seat].reserve.total() > 1 {
			return 0
		}
	case richest:
		for i := range game.Seat(s.seats) {
			if i != f.seat && s.players[i].crystals >= s.players[f.seat].crystals {
				return 0
			}
		}
	}
	return n
}

// seatsOf says which seats do something one after another, clockwise.
type seatsOf uint8

const (
	opponents  seatsOf = iota
	ownerLast          // all, the owner's seat last
	ownerFirst         // all, the owner's seat first
)

// bounds returns the first and the last of the seats, counted from the owner to the left.
func (who seatsOf) bounds(seats uint8) (first, last int) {
	switch who {
	case opponents:
		return 1, int(seats) - 1
	case ownerLast:
		return 1, int(seats)
	default:
		return 0, int(seats) - 1
	}
}

// modeSet is a set of modes, one bit each.
type modeSet uint8

// modifier is a lasting property that a card has while it is in play.
type modifier uint8

const (
	noModifier   modifier = iota
	wideReserve           // the reserve holds up to 10 tokens
	dearerTokens          // one more crystal for each token transmuted
	discount              // one energy less for each card summoned
	toll                  // opponents pay a crystal for each card summoned
	fairies               // opponents lose a crystal with each activation
	rerolls               // the owner's die can be rolled again
	numModifiers
)

// effect is what a card does. Costs and points are in the catalogue. Each card's effect is written
// down once, in cards_1_30.go, cards_31_40.go or cards_41_50.go.
type effect struct {
	programs [numWindows][]op
	modifier modifier
	// holds: tokens lie on the card. spendable: they can be spent like those of the reserve.
	holds, spendable bool
	// sacrificed is carried out at once when the card is sacrificed.
	sacrificed func(s *match, seat game.Seat)
	// score returns crystals gained at the end of the game.
	score func(s *match, seat game.Seat) int
}

// part is a part of an effect, as a sentence would name it: one operation, or
// several that belong together.
type part []op

// do returns the operations of parts, one after another.
func do(parts ...part) []op {
	var ops []op
	for _, p := range parts {
		ops = append(ops, p...)
	}
	return ops
}

// declared returns the operations of parts in the order of an activation: everything is declared,
// the card is turned, and everything is done (rulebook: activating a power card).
func declared(parts ...part) []op {
	var first, then []op
	for _, o := range do(parts...) {
		if o.verb.declares {
			first = append(first, o)
		} else {
			then = append(then, o)
		}
	}
	return append(append(first, op{verb: verbTurn}), then...)
}

var verbTurn = &verb{
	// run ends the declaration of an activation: the card is turned and the
	// opponents' Thieving Fairies take their due, before any cost is paid.
	run: func(s *match, f *frame, _ *op) game.Flow {
		f.declaring = false
		s.card(f.seat, f.id).turned = true
		s.step.Add(eventActivate, f.seat, game.Int("card", f.card), game.Int("id", f.id))
		s.payFairies(f.seat)
		return game.Next
	},
}

// at adds what happens in a window.
func (e effect) at(window program, parts ...part) effect {
	e.programs[window] = do(parts...)
	return e
}

// enter returns the effect of a card that does something as it enters play.
func enter(parts ...part) effect { return effect{}.at(onEnter, parts...) }

// activate returns the effect of a card that can be activated.
func activate(parts ...part) effect { return effect{}.activate(parts...) }

// activate adds an activation.
func (e effect) activate(parts ...part) effect {
	e.programs[onActivate] = declared(parts...)
	return e
}

// lasting returns the effect of a card that changes a rule for somebody.
func lasting(m modifier) effect { return effect{}.lasting(m) }

func (e effect) lasting(m modifier) effect {
	e.modifier = m
	return e
}

// eachSummon returns the effect of a card that answers its owner's summons.
func eachSummon(parts ...part) effect { return effect{}.at(onSummon, parts...) }

// eachSeason returns the effect of a card that answers a change of season.
func eachSeason(parts ...part) effect { return effect{}.at(onSeason, parts...) }

// eachRound returns the effect of a card that acts at the end of a round.
func eachRound(parts ...part) effect { return effect{}.eachRound(parts...) }

func (e effect) eachRound(parts ...part) effect { return e.at(onRoundEnd, parts...) }

// What tokens on a card are good for.
const (
	locked    = false
	spendable = true
)

// holding adds that tokens lie on the card, and whether they can be spent.
func (e effect) holding(spendable bool) effect {
	e.holds, e.spendable = true, spendable
	return e
}

// whenSacrificed adds what happens at once when the card is sacrificed.
func (e effect) whenSacrificed(do func(s *match, seat game.Seat)) effect {
	e.sacrificed = do
	return e
}

// scoring returns the effect of a card that brings crystals at the end of the game.
func scoring(score func(s *match, seat game.Seat) int) effect { return effect{score: score} }

// per multiplies the number of a part.
func (p part) per(t times) part {
	p[0].times = t
	return p
}

// of says which energies a part is about.
func (p part) of(e cards.Energy) part {
	for i := range p {
		p[i].energies = 1 << e
	}
	return p
}

// ifNamed carries a part out if the energy has been named.
func ifNamed(e cards.Energy, p part) part {
	for i := range p {
		p[i].named = 1 << e
	}
	return p
}

// in is a part that is carried out in one mode only.
func in(mode uint8, parts ...part) part {
	ops := do(parts...)
	for i := range ops {
		ops[i].modes = 1 << mode
	}
	return ops
}

// oneOf lets the owner choose one of several modes, of those that are possible.
// It is not possible to activate a card without one.
func oneOf(modes ...part) part {
	choose := op{verb: verbMode}
	for _, m := range modes {
		choose.choice |= m[0].modes
	}
	return do(append([]part{{choose}}, modes...)...)
}

var verbMode = &verb{
	declares: true,
	// run asks for one of the modes that are possible, unless there is only one.
	run: func(s *match, f *frame, o *op) game.Flow {
		f.mode, _ = s.possibleModes(f.seat, s.ops(f), o.choice)
		if f.mode == 0 || f.mayAnswerItself() && f.mode&(f.mode-1) == 0 {
			return game.Next
		}
		return s.askFor(f.seat, question{modes: f.mode})
	},
	ask: &ask{name: "mode", fill: func(s *match, _ *frame, _ *op, d *game.Decision) {
		for mode := range uint8(len(modeNames)) {
			if s.ask.modes>>mode&1 == 1 {
				d.Add(game.Key{Word: optMode, A: mode}, 0, 1)
			}
		}
	}},
	answer: answerMode,
}

// effects binds every card to its effect (rulebook: list of cards and clarifications).
func effects(edition cards.Edition) [cards.NumCards + 1]effect {
	var table [cards.NumCards + 1]effect
	for _, part := range [...]map[int]effect{basicCards(edition), advancedCards(edition), lastCards(edition)} {
		for number, e := range part {
			table[number] = e
		}
	}
	return table
}

// programs are those that belong to no card.
func programs() [numPrograms][]op {
	return [numPrograms][]op{
		programSpill:       do(loseEnergy()),
		programSummon:      do(nameCost(), waiveEnergy(), payCost(), triggers(onSummon), enterPlay()),
		programArrive:      do(arrive(), enterPlay()),
		programSeason:      do(inTurn(ownerFirst, programSeasonOf)),
		programSeasonOf:    do(triggers(onSeason)),
		programRoundEnd:    do(orderEffects(), runTriggers(onRoundEnd)),
		programDraw:        do(useDraw(), drawAside(1), keepOrDiscard()),
		programDrawTwo:     do(useDraw(), drawAside(2), keepOne(), discardRest()),
		programTransmute:   do(transmuteSome()),
		programExchange:    do(exchangeTokens(2), gain(2)),
		programSacrifice:   do(sacrificeOwn(1)),
		programTakeBack:    do(takeBack()),
		programDrawCard:    do(draw()),
		programDiscardCard: do(discardUnseen()),
	}
}

// frame is a program in progress. Each field has one meaning in all of them.
type frame struct {
	game.Cursor
	program program
	seat    game.Seat // whose program it is
	// declaring: nothing has been paid or changed yet, and "back" is possible.
	// asked: the program has had a question.
	declaring, asked bool

	card uint8  // number of the card whose program it is, or that is summoned
	id   uint16 // its id in play
	by   uint8  // number of the card that puts it in play for free

	mode     modeSet // the mode chosen
	from, to uint8   // the energy chosen, and the one it is exchanged for
	named    uint8   // the set of energies named for the Elemental Amulet
	due      tokens  // what is still due of a cost
	paid     payment // the tokens chosen
	chosen   uint8   // number of the hidden card chosen
	plays    [maxPlays]uint16
	nPlays   uint8 // plays are the cards in play chosen, or waiting for their turn
}

// maxPlays bounds how many cards in play a program is about: both copies of
// the cards with an effect at the end of a round.
const maxPlays = 8

// addPlay adds a card in play to those that the program is about.
func (f *frame) addPlay(id uint16) {
	f.plays[f.nPlays] = id
	f.nPlays++
}

// mayAnswerItself reports whether a question with one possible answer is answered unasked. The
// first one of a declaration is always put: until it is answered nothing has said what the action
// does.
func (f *frame) mayAnswerItself() bool { return !f.declaring || f.asked }
