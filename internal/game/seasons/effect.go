package seasons

import (
	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// program identifies a program: the effect of a card in one window, or one of the programs that
// belong to no card.
type program uint8

// The windows: the moments at which cards can have an effect.
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
	programSpill       program = numWindows + iota // throw away the tokens above the limit of the reserve
	programSummon                                  // summon a card from the hand
	programArrive                                  // put a card in play for free
	programSeason                                  // the effects of a change of season
	programSeasonOf                                // the effects of a change of season for one seat
	programRoundEnd                                // a seat's effects at the end of a round
	programDraw                                    // the die's draw action
	programDrawTwo                                 // the die's draw action with the bonus
	programTransmute                               // transmute tokens
	programExchange                                // the bonus that exchanges tokens
	programSacrifice                               // sacrifice a card in play
	programTakeBack                                // take a magic item back
	programDrawCard                                // draw a card that must be kept
	programDiscardCard                             // discard a card from the hand
	numPrograms
)

// op is one operation of a program: a verb with its arguments.
type op struct {
	verb       *verb
	n          uint8
	multiplier multiplier // the count by which n is multiplied
	energies   uint8      // the set of energies that the operation uses
	program    program    // the program that the operation starts
	order      seatOrder  // the seats that carry out the program
	choice     modeSet    // the modes to choose from
	restPlace  place      // the place that observers record for the other held cards
	// modes and named limit the operation to some modes or to some named energies. 0 means no
	// limit.
	modes modeSet
	named uint8
}

// applies reports whether the operation is carried out for the frame's mode and named energies.
func (o *op) applies(f *frame) bool {
	return (o.modes == 0 || o.modes&f.mode != 0) && (o.named == 0 || o.named&f.namedEnergies != 0)
}

// multiplier is the count by which the number of an operation is multiplied.
type multiplier uint8

const (
	once         multiplier = iota
	players                 // the players of the match
	otherItems              // the owner's other magic items in play
	ownFamiliars            // the owner's familiars in play
	points                  // the prestige of the chosen card
	fullReserve             // 1 with four tokens or more in the reserve, else 0
	emptyReserve            // 1 with one token or none in the reserve, else 0
	richest                 // 1 with more crystals than each opponent, else 0
)

// amount returns n of an operation, multiplied by the count that its multiplier names.
func (s *match) amount(f *frame, o *op) int {
	n := int(o.n)
	switch o.multiplier {
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

// seatOrder is the order, always clockwise, in which seats carry out a program.
type seatOrder uint8

const (
	opponents  seatOrder = iota
	ownerLast            // all seats, the owner last
	ownerFirst           // all seats, the owner first
)

// bounds returns the distances of the first and the last seat, counted clockwise from the owner.
func (who seatOrder) bounds(seats uint8) (first, last int) {
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
	dearerTokens          // one more crystal per transmuted token
	discount              // one energy of each cost is waived
	toll                  // opponents pay a crystal per summoned card
	fairies               // opponents lose a crystal per activation
	rerolls               // the owner's die can be rolled again
	numModifiers
)

// effect defines everything that a card does. Costs and points are in the catalogue. Each effect is
// defined once, in cards_1_30.go, cards_31_40.go or cards_41_50.go.
type effect struct {
	programs [numWindows][]op
	modifier modifier
	// holdsTokens means that tokens can lie on the card. spendable means that the owner can spend
	// these tokens like the tokens of the reserve.
	holdsTokens, spendable bool
	// runWhenSacrificed runs immediately when the card is sacrificed.
	runWhenSacrificed func(s *match, seat game.Seat)
	// score returns the crystals that the card gives at the end of the game.
	score func(s *match, seat game.Seat) int
}

// part is a step of an effect, like a phrase in the text of a card: one operation, or several that
// belong together.
type part []op

// do returns the operations of the parts in order.
func do(parts ...part) []op {
	var ops []op
	for _, p := range parts {
		ops = append(ops, p...)
	}
	return ops
}

// activationOrder returns the operations of the parts in the order of an activation: all choices are
// declared, then the card is turned, then the effect happens (rulebook: activating a power card).
func activationOrder(parts ...part) []op {
	var first, then []op
	for _, o := range do(parts...) {
		if o.verb.declares {
			first = append(first, o)
		} else {
			then = append(then, o)
		}
	}
	return append(append(first, op{verb: verbTurnCard}), then...)
}

var verbTurnCard = &verb{
	// run ends the declaration: it turns the card and pays the opponents' Thieving Fairies before
	// any cost.
	run: func(s *match, f *frame, _ *op) game.Flow {
		f.declaring = false
		s.card(f.seat, f.id).turned = true
		s.step.Add(eventActivate, f.seat, game.Int("card", f.card), game.Int("id", f.id))
		s.payFairies(f.seat)
		return game.Next
	},
}

// inWindow adds a program for a window.
func (e effect) inWindow(window program, parts ...part) effect {
	e.programs[window] = do(parts...)
	return e
}

// enter returns the effect of a card that acts when it enters play.
func enter(parts ...part) effect { return effect{}.inWindow(onEnter, parts...) }

// activate returns the effect of a card that can be activated.
func activate(parts ...part) effect { return effect{}.activate(parts...) }

// activate adds an activation to the effect.
func (e effect) activate(parts ...part) effect {
	e.programs[onActivate] = activationOrder(parts...)
	return e
}

// lasting returns the effect of a card that changes a rule while it is in play.
func lasting(m modifier) effect { return effect{}.lasting(m) }

func (e effect) lasting(m modifier) effect {
	e.modifier = m
	return e
}

// eachSummon returns the effect of a card that acts when its owner summons another card.
func eachSummon(parts ...part) effect { return effect{}.inWindow(onSummon, parts...) }

// eachSeason returns the effect of a card that acts when the season changes.
func eachSeason(parts ...part) effect { return effect{}.inWindow(onSeason, parts...) }

// eachRound returns the effect of a card that acts at the end of a round.
func eachRound(parts ...part) effect { return effect{}.eachRound(parts...) }

func (e effect) eachRound(parts ...part) effect { return e.inWindow(onRoundEnd, parts...) }

// Whether tokens on a card can be spent.
const (
	locked    = false
	spendable = true
)

// holding lets tokens lie on the card.
func (e effect) holding(canSpend bool) effect {
	e.holdsTokens, e.spendable = true, canSpend
	return e
}

// whenSacrificed adds a function that runs immediately when the card is sacrificed.
func (e effect) whenSacrificed(do func(s *match, seat game.Seat)) effect {
	e.runWhenSacrificed = do
	return e
}

// scoring returns the effect of a card that gives crystals at the end of the game.
func scoring(score func(s *match, seat game.Seat) int) effect { return effect{score: score} }

// per multiplies the number of the part by a count.
func (p part) per(t multiplier) part {
	p[0].multiplier = t
	return p
}

// of limits the part to tokens of one energy.
func (p part) of(e cards.Energy) part {
	for i := range p {
		p[i].energies = 1 << e
	}
	return p
}

// ifNamed makes the part happen only if the energy has been named.
func ifNamed(e cards.Energy, p part) part {
	for i := range p {
		p[i].named = 1 << e
	}
	return p
}

// in makes the parts happen only in one mode.
func in(mode uint8, parts ...part) part {
	ops := do(parts...)
	for i := range ops {
		ops[i].modes = 1 << mode
	}
	return ops
}

// oneOf lets the owner choose one of the modes that are possible. If none is possible, the card
// cannot be activated.
func oneOf(modes ...part) part {
	choose := op{verb: verbMode}
	for _, m := range modes {
		choose.choice |= m[0].modes
	}
	return do(append([]part{{choose}}, modes...)...)
}

var verbMode = &verb{
	declares: true,
	// run asks for one of the possible modes, or takes it without asking if there is only one.
	run: func(s *match, f *frame, o *op) game.Flow {
		f.mode, _ = s.possibleModes(f.seat, s.ops(f), o.choice)
		if f.mode == 0 || f.canSkipQuestion() && f.mode&(f.mode-1) == 0 {
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

// effects returns the effect of every card (rulebook: list of cards and clarifications).
func effects(edition cards.Edition) [cards.NumCards + 1]effect {
	var table [cards.NumCards + 1]effect
	for _, part := range [...]map[int]effect{basicCards(edition), advancedCards(edition), lastCards(edition)} {
		for number, e := range part {
			table[number] = e
		}
	}
	return table
}

// programs returns the programs that belong to no card.
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

// frame is a program in progress. Each field has the same meaning in all programs.
type frame struct {
	game.Cursor
	program program
	seat    game.Seat // the seat that carries out the program
	// declaring means that nothing has been paid or changed yet, so that the player can still go
	// back. hasAsked means that a question of the program has been answered.
	declaring, hasAsked bool

	card       uint8  // number of the card that has the program or is being summoned
	id         uint16 // id of the card in play
	summonedBy uint8  // number of the card that puts this card in play for free

	mode          modeSet // the chosen mode, or the possible modes until one is chosen
	from, to      uint8   // the energy to give up, and the energy to get
	namedEnergies uint8   // the set of energies named for the Elemental Amulet
	due           tokens  // the energy that remains to be paid
	paid          payment // the chosen tokens
	chosen        uint8   // number of the chosen hidden card
	playIDs       [maxPlays]uint16
	nPlayIDs      uint8 // playIDs has the ids of the chosen cards in play, or of the cards whose effects run
}

// maxPlays is the maximum number of cards in play that a program handles: both copies of each card
// with an effect at the end of a round.
const maxPlays = 8

// addPlay adds a card in play to the frame.
func (f *frame) addPlay(id uint16) {
	f.playIDs[f.nPlayIDs] = id
	f.nPlayIDs++
}

// canSkipQuestion reports whether a question with only one answer can be skipped. The first
// question of a declaration is always asked, so that the player can still go back.
func (f *frame) canSkipQuestion() bool { return !f.declaring || f.hasAsked }
