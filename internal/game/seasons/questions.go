package seasons

import (
	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// kind is a kind of question. docs/decisions.md describes each one.
type kind uint8

const (
	askNothing kind = iota
	askDie
	askReroll
	askTurn
	askTransmute
	askTokens
	askGain
	askStore
	askWaive
	askPayment
	askElements
	askElementFirst
	askKeepEnergy
	askKeepCard
	askPickCard
	askPickSummon
	askAssign
	askHandCard
	askOwnCards
	askFamiliar
	askOpponent
	askMode
	askKind
	askKindTo
	askOrb
	askMove
	askOrder
	numKinds
)

// kindSpec says how a kind of question is put and what its answer does. The
// options that are offered and those that are accepted come from build alone.
type kindSpec struct {
	name string
	// build adds the options and bounds; a single choice is the default.
	build func(s *State, seat int8, f *frame, d *game.Decision)
	// frame takes the answer to a question of a program, top of any other.
	frame func(x *exec, f *frame, picks []game.Pick) flow
	top   func(x *exec, seat int8, picks []game.Pick)
	// final says which options cannot be taken back; nil means that what
	// follows the answer decides for all of them (see markFinal).
	final func(s *State, seat int8, key game.Key) bool
}

var kinds = [numKinds]kindSpec{
	askDie:          {name: "die", build: buildDie, top: (*exec).answerDie},
	askReroll:       {name: "reroll", build: buildReroll, top: (*exec).answerReroll, final: rerollFinal},
	askTurn:         {name: "turn", build: buildTurn, top: (*exec).answerTurn, final: turnFinal},
	askTransmute:    {name: "transmute", build: buildTokens, frame: answerPayment},
	askTokens:       {name: "tokens", build: buildTokens, frame: answerPayment},
	askGain:         {name: "gain", build: buildGain, frame: answerGain},
	askStore:        {name: "store", build: buildGain, frame: answerStore},
	askWaive:        {name: "waive", build: buildWaive, frame: answerWaive},
	askPayment:      {name: "payment", build: buildPayment, frame: answerPayment},
	askElements:     {name: "elements", build: buildElements, frame: answerElements, final: elementsFinal},
	askElementFirst: {name: "element_first", build: buildElementFirst, frame: answerElementFirst, final: elementFirstFinal},
	askKeepEnergy:   {name: "keep_energy", build: buildKeepEnergy, frame: answerKeepEnergy},
	askKeepCard:     {name: "keep_card", build: buildKeepCard, frame: answerKeepCard},
	askPickCard:     {name: "pick_card", build: buildHeld, frame: answerPickCard},
	askPickSummon:   {name: "pick_summon", build: buildHeld, frame: answerPickSummon},
	askAssign:       {name: "assign", build: buildAssign, frame: answerAssign, final: always},
	askHandCard:     {name: "hand_card", build: buildHandCard, frame: answerHandCard, final: handCardFinal},
	askOwnCards:     {name: "own_cards", build: buildOwnCards, frame: answerOwnCards},
	askFamiliar:     {name: "familiar", build: buildFamiliar, frame: answerFamiliar},
	askOpponent:     {name: "opponent", build: buildOpponent, frame: answerOpponent},
	askMode:         {name: "mode", build: buildMode, frame: answerMode, final: modeFinal},
	askKind:         {name: "kind", build: buildKind, frame: answerKind},
	askKindTo:       {name: "kind", build: buildKind, frame: answerKindTo},
	askOrb:          {name: "orb", build: buildOrb, frame: answerOrb, final: orbFinal},
	askMove:         {name: "move", build: buildMove, frame: answerMove},
	askOrder:        {name: "order", build: buildOrder, frame: answerOrder},
}

// buildTokens offers tokens that can be spent, of the energies that the
// question names.
func buildTokens(s *State, seat int8, _ *frame, d *game.Decision) {
	d.Min, d.Max = s.ask.bounds()
	have, ids := s.spendable(seat)
	left := d.Min
	for place := range have {
		for _, e := range cards.Energies {
			if n := int(have[place][e]); n > 0 && s.ask.energies>>e&1 == 1 {
				d.Add(energyKey(e, ids[place]), 0, min(n, d.Max))
				if d.Min == d.Max && !d.Plain {
					d.Suggest(energyKey(e, ids[place]), min(n, left), 0)
				}
				left -= min(n, left)
			}
		}
	}
}

// paymentOf returns the tokens that picks of energy options choose.
func (s *State) paymentOf(seat int8, picks []game.Pick) payment {
	var paid payment
	_, ids := s.spendable(seat)
	for _, pick := range picks {
		place := 0
		for i := 1; i < maxSources; i++ {
			if pick.Key.B != 0 && ids[i] == pick.Key.B {
				place = i
			}
		}
		paid[place][pick.Key.A] += pick.N
	}
	return paid
}

// buildGain offers the four energies of the stockpile.
func buildGain(s *State, _ int8, _ *frame, d *game.Decision) {
	d.Min, d.Max = s.ask.bounds()
	for _, e := range cards.Energies {
		d.Add(game.Key{Verb: optGain, A: uint8(e)}, 0, d.Max)
	}
}

// energies returns the tokens that picks of energies choose.
func energies(picks []game.Pick) tokens {
	var t tokens
	for _, pick := range picks {
		t[pick.Key.A] += pick.N
	}
	return t
}

func answerGain(x *exec, f *frame, picks []game.Pick) flow {
	x.gainEnergy(f.seat, energies(picks), f.card)
	return next
}

// keepEnergy asks which tokens to keep, unless they are all alike.
func keepEnergy(x *exec, f *frame) flow {
	p := &x.players[f.seat]
	limit := uint8(x.reserveLimit(f.seat))
	if p.reserve.total() <= int(limit) {
		return next
	}
	if kinds, one := p.reserve.kinds(); kinds == 1 {
		var keep tokens
		keep[one] = limit
		x.keepOnly(f.seat, keep)
		return next
	}
	return x.put(question{kind: askKeepEnergy, seat: f.seat, min: limit, max: limit})
}

// buildKeepEnergy offers the tokens of an overfull reserve: exactly as many as
// it may hold are kept.
func buildKeepEnergy(s *State, seat int8, _ *frame, d *game.Decision) {
	d.Min, d.Max = s.ask.bounds()
	for _, e := range cards.Energies {
		if have := int(s.players[seat].reserve[e]); have > 0 {
			d.Add(energyKey(e, 0), 0, min(have, d.Max))
		}
	}
}

func answerKeepEnergy(x *exec, f *frame, picks []game.Pick) flow {
	x.keepOnly(f.seat, energies(picks))
	return next
}

func buildKeepCard(s *State, _ int8, _ *frame, d *game.Decision) {
	d.Args = append(d.Args, game.Int("drawn", s.held.first()))
	d.Add(game.Key{Verb: optKeep}, 0, 1)
	d.Add(game.Key{Verb: optDiscard}, 0, 1)
}

func answerKeepCard(x *exec, f *frame, picks []game.Pick) flow {
	if picks[0].Key.Verb == optKeep {
		x.keepHeld(f.seat, x.held.first(), f.card)
		return next
	}
	x.discardHeld(f.seat, f.card)
	return next
}

// addCards offers each number of a set once.
func addCards(d *game.Decision, set cardSet) {
	for number := set.first(); number != 0; number = set.next(number) {
		d.Add(cardKey(number), 0, 1)
	}
}

func buildHeld(s *State, _ int8, _ *frame, d *game.Decision) { addCards(d, s.held) }

func answerPickCard(x *exec, f *frame, picks []game.Pick) flow {
	x.keepHeld(f.seat, picks[0].Key.A, f.card)
	return next
}

func buildHandCard(s *State, seat int8, _ *frame, d *game.Decision) {
	addCards(d, s.players[seat].hand)
}

// handCardFinal looks at what follows with the card chosen.
func handCardFinal(s *State, _ int8, key game.Key) bool {
	f := *s.top()
	f.chosen = key.A
	return s.finalAfter(f)
}

func answerHandCard(_ *exec, f *frame, picks []game.Pick) flow {
	f.chosen = picks[0].Key.A
	return next
}

func buildOwnCards(s *State, seat int8, _ *frame, d *game.Decision) {
	d.Min, d.Max = s.ask.bounds()
	p := &s.players[seat]
	for _, c := range p.play[:p.inPlay] {
		if !s.ask.items || s.facts(c.number).Kind == cards.Item {
			d.Add(playKey(c.id), 0, 1)
		}
	}
}

func answerOwnCards(_ *exec, f *frame, picks []game.Pick) flow {
	f.nPlays = 0
	for _, pick := range picks {
		f.addPlay(pick.Key.B)
	}
	return next
}

func buildMode(s *State, _ int8, _ *frame, d *game.Decision) {
	for mode := range uint8(len(modeNames)) {
		if s.ask.modes>>mode&1 == 1 {
			d.Add(game.Key{Verb: optMode, A: mode}, 0, 1)
		}
	}
}

// modeFinal looks at what follows in the mode.
func modeFinal(s *State, _ int8, key game.Key) bool {
	f := *s.top()
	f.mode = 1 << key.A
	return s.finalAfter(f)
}

func answerMode(_ *exec, f *frame, picks []game.Pick) flow {
	f.mode = 1 << picks[0].Key.A
	return next
}

func buildKind(s *State, _ int8, _ *frame, d *game.Decision) {
	part := "from"
	if s.ask.kind == askKindTo {
		part = "to"
	}
	d.Args = append(d.Args, game.ID("part", part))
	for _, e := range cards.Energies {
		if s.ask.energies>>e&1 == 1 {
			d.Add(game.Key{Verb: optKind, A: uint8(e)}, 0, 1)
		}
	}
}

func answerKind(_ *exec, f *frame, picks []game.Pick) flow {
	f.from = picks[0].Key.A
	return next
}

func answerKindTo(_ *exec, f *frame, picks []game.Pick) flow {
	f.to = picks[0].Key.A
	return next
}

// always is for questions whose options are all final.
func always(*State, int8, game.Key) bool { return true }

// rerollFinal: the die is rolled.
func rerollFinal(_ *State, _ int8, key game.Key) bool { return key.Verb == optReroll }
