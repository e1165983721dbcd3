package seasons

import cards "archmage/internal/cards/seasons"

// window is a moment at which cards have an effect.
type window uint8

const (
	onEnter    window = iota // the card has entered play
	onActivate               // its owner activates it
	onSummon                 // its owner has summoned another card from the hand
	onRoundEnd               // a round ends
	onSeason                 // the season changes
	numWindows
)

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
)

// effect is what a card does. Costs and points are in the catalogue. Each
// card's effect is written down once, in cards_basic.go or cards_advanced.go.
type effect struct {
	programs [numWindows]program
	modifier modifier
	// why says why the card cannot be activated now; nil means it always can.
	why condition
	// naming asks for the cost of a card whose summoner names it.
	naming func(x *exec, f *frame) flow
	// holds: tokens lie on the card. spendable: they can be spent like those
	// of the reserve.
	holds, spendable bool
	// loses is the number of crystals that the end of a round takes, gains
	// counts those it brings. They decide whether the order of several
	// effects matters.
	loses int
	gains count
	// sacrificed is carried out at once when the card is sacrificed.
	sacrificed func(x *exec, seat int8)
	// score returns crystals gained at the end of the game.
	score count
}

// count counts something about a seat.
type count func(s *State, seat int8) int

// condition returns why a seat cannot do something, or "".
type condition func(s *State, seat int8) string

// verb is a part of an effect, as a sentence would name it.
type verb struct {
	// why is the condition for activating a card with this part; nil means
	// that there is none.
	why condition
	// declare asks what is chosen before the card is turned. Of an effect that
	// is not activated, it comes right before do.
	declare []step
	do      []step
}

// step is one thing that is carried out, or asked, in one go.
type step struct {
	do func(x *exec, f *frame) flow
	// ahead says what is known before the step is carried out; nil means that
	// it shows nothing and may go on without asking.
	ahead func(s *State, f frame) outlook
	// modes is the set of a card's modes in which the step is carried out; 0
	// stands for all.
	modes modeSet
}

// program is a list of steps that are carried out one after another.
type program []step

// now returns a verb that is a single step.
func now(do func(x *exec, f *frame) flow) verb { return verb{do: []step{{do: do}}} }

// with returns the verb of one step with what is known of it ahead.
func (v verb) with(ahead func(*State, frame) outlook) verb {
	v.do = []step{{do: v.do[0].do, ahead: ahead}}
	return v
}

// instead returns the verb with something else done after the declaration.
func (v verb) instead(do func(x *exec, f *frame) flow) verb {
	v.do = []step{{do: do}}
	return v
}

// at adds what happens in a window.
func (e effect) at(w window, verbs ...verb) effect {
	var p program
	for _, v := range verbs {
		p = append(append(p, v.declare...), v.do...)
	}
	e.programs[w] = p
	return e
}

// enter returns the effect of a card that does something as it enters play.
func enter(verbs ...verb) effect { return effect{}.at(onEnter, verbs...) }

// activate returns the effect of a card that can be activated.
func activate(verbs ...verb) effect { return effect{}.activate(verbs...) }

// activate adds an activation: everything is declared, the card is turned, and
// everything is done (rulebook: activating a power card).
func (e effect) activate(verbs ...verb) effect {
	var p program
	var whys []condition
	for _, v := range verbs {
		p = append(p, v.declare...)
		if v.why != nil {
			whys = append(whys, v.why)
		}
	}
	p = append(p, step{do: turnCard})
	for _, v := range verbs {
		p = append(p, v.do...)
	}
	e.programs[onActivate] = p
	if len(whys) > 0 {
		e.why = firstOf(whys)
	}
	return e
}

// firstOf returns the first reason of several conditions.
func firstOf(whys []condition) condition {
	if len(whys) == 1 {
		return whys[0]
	}
	return func(s *State, seat int8) string {
		for _, why := range whys {
			if reason := why(s, seat); reason != "" {
				return reason
			}
		}
		return ""
	}
}

// lasting returns the effect of a card that changes a rule for somebody.
func lasting(m modifier) effect { return effect{}.lasting(m) }

func (e effect) lasting(m modifier) effect {
	e.modifier = m
	return e
}

// eachSummon returns the effect of a card that answers its owner's summons.
func eachSummon(verbs ...verb) effect { return effect{}.at(onSummon, verbs...) }

// eachSeason returns the effect of a card that answers a change of season.
func eachSeason(verbs ...verb) effect { return effect{}.at(onSeason, verbs...) }

// eachRound returns the effect of a card that acts at the end of a round.
func eachRound(verbs ...verb) effect { return effect{}.at(onRoundEnd, verbs...) }

// gainEachRound returns the effect of a card that brings crystals then.
func gainEachRound(n count) effect {
	e := eachRound(crystalsFor(n))
	e.gains = n
	return e
}

// losingEachRound adds crystals that the end of a round takes.
func (e effect) losingEachRound(n int) effect {
	e.loses = n
	return e.at(onRoundEnd, loseCrystals(n))
}

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
func (e effect) whenSacrificed(do func(x *exec, seat int8)) effect {
	e.sacrificed = do
	return e
}

// scoring returns the effect of a card that brings crystals at the end of the
// game.
func scoring(score count) effect { return effect{score: score} }

// effects binds every card to its effect (rulebook: list of cards and
// clarifications).
func effects(edition cards.Edition) [cards.NumCards + 1]effect {
	var table [cards.NumCards + 1]effect
	for _, part := range [...]map[int]effect{basicCards(edition), advancedCards(edition)} {
		for number, e := range part {
			table[number] = e
		}
	}
	return table
}

// modeSet is a set of modes, one bit each.
type modeSet uint8

// mode is one of the effects that a card offers to choose from.
type mode struct {
	mode  uint8
	verbs []verb
}

func in(m uint8, verbs ...verb) mode { return mode{m, verbs} }

// oneOf lets the owner choose one of several effects, of those that are
// possible. It is not possible to activate a card without one.
func oneOf(modes ...mode) verb {
	whys := make([]condition, len(modes))
	for i, m := range modes {
		var of []condition
		for _, v := range m.verbs {
			if v.why != nil {
				of = append(of, v.why)
			}
		}
		whys[i] = firstOf(of)
	}
	v := verb{
		why: func(s *State, seat int8) string {
			first := whys[0](s, seat)
			for _, why := range whys[1:] {
				if first == "" || why(s, seat) == "" {
					return ""
				}
			}
			return first
		},
	}
	v.declare = append(v.declare, step{
		do: func(x *exec, f *frame) flow {
			var possible modeSet
			for i, m := range modes {
				if whys[i](x.State, f.seat) == "" {
					possible |= 1 << m.mode
				}
			}
			return x.chooseMode(f, possible)
		},
		ahead: func(s *State, f frame) outlook {
			if f.declaring {
				return known
			}
			for _, m := range modes { // perhaps only one will be possible
				for _, part := range m.verbs {
					for _, step := range part.do {
						if step.ahead != nil && step.ahead(s, f) == final {
							return final
						}
					}
				}
			}
			return quiet
		},
	})
	for _, m := range modes {
		for _, part := range m.verbs {
			v.declare = append(v.declare, inMode(m.mode, part.declare)...)
			v.do = append(v.do, inMode(m.mode, part.do)...)
		}
	}
	return v
}

// inMode returns the steps, to be carried out in one mode only.
func inMode(m uint8, steps []step) []step {
	list := make([]step, len(steps))
	for i, s := range steps {
		s.modes = 1 << m
		list[i] = s
	}
	return list
}
