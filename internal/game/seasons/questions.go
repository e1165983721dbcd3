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
}

var kinds = [numKinds]kindSpec{
	askDie:          {name: "die", build: buildDie, top: (*exec).answerDie},
	askReroll:       {name: "reroll", build: buildReroll, top: (*exec).answerReroll},
	askTurn:         {name: "turn", build: buildTurn, top: (*exec).answerTurn},
	askTransmute:    {name: "transmute", build: buildTokens, frame: answerPayment},
	askTokens:       {name: "tokens", build: buildTokens, frame: answerPayment},
	askGain:         {name: "gain", build: buildGain, frame: answerGain},
	askStore:        {name: "store", build: buildGain, frame: answerStore},
	askWaive:        {name: "waive", build: buildWaive, frame: answerWaive},
	askPayment:      {name: "payment", build: buildPayment, frame: answerPayment},
	askElements:     {name: "elements", build: buildElements, frame: answerElements},
	askElementFirst: {name: "element_first", build: buildElementFirst, frame: answerElementFirst},
	askKeepEnergy:   {name: "keep_energy", build: buildKeepEnergy, frame: answerKeepEnergy},
	askKeepCard:     {name: "keep_card", build: buildKeepCard, frame: answerKeepCard},
	askPickCard:     {name: "pick_card", build: buildHeld, frame: answerPickCard},
	askPickSummon:   {name: "pick_summon", build: buildHeld, frame: answerPickSummon},
	askAssign:       {name: "assign", build: buildAssign, frame: answerAssign},
	askHandCard:     {name: "hand_card", build: buildHandCard, frame: answerHandCard},
	askOwnCards:     {name: "own_cards", build: buildOwnCards, frame: answerOwnCards},
	askFamiliar:     {name: "familiar", build: buildFamiliar, frame: answerFamiliar},
	askOpponent:     {name: "opponent", build: buildOpponent, frame: answerOpponent},
	askMode:         {name: "mode", build: buildMode, frame: answerMode},
	askKind:         {name: "kind", build: buildKind, frame: answerKind},
	askOrb:          {name: "orb", build: buildOrb, frame: answerOrb},
	askMove:         {name: "move", build: buildMove, frame: answerMove},
	askOrder:        {name: "order", build: buildOrder, frame: answerOrder},
}

// buildTokens offers tokens that can be spent, of the kinds in the frame's mask.
func buildTokens(s *State, seat int8, f *frame, d *game.Decision) {
	d.Min, d.Max = int(f.min), int(f.n)
	have, ids := s.spendable(seat)
	left := d.Min
	for place := range have {
		for _, e := range cards.Energies {
			if n := int(have[place][e]); n > 0 && f.mask>>e&1 == 1 {
				d.Add(energyKey(e, ids[place]), 0, min(n, d.Max))
				if d.Min == d.Max {
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
func buildGain(_ *State, _ int8, f *frame, d *game.Decision) {
	n := int(f.n)
	d.Min, d.Max = n, n
	for _, e := range cards.Energies {
		d.Add(game.Key{Verb: optGain, A: uint8(e)}, 0, n)
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

func answerStore(x *exec, f *frame, picks []game.Pick) flow {
	x.card(f.seat, f.id).tokens.add(energies(picks))
	x.energyEvent("store", f.seat, energies(picks), f.card)
	return next
}

func buildElementFirst(_ *State, _ int8, _ *frame, d *game.Decision) {
	d.Add(game.Key{Verb: optElement, A: uint8(cards.Air)}, 0, 1)
	d.Add(game.Key{Verb: optElement, A: uint8(cards.Fire)}, 0, 1)
}

func answerElementFirst(_ *exec, f *frame, picks []game.Pick) flow {
	f.mode2 = picks[0].Key.A
	return next
}

// buildKeepEnergy offers the tokens of an overfull reserve: exactly as many as
// it may hold are kept.
func buildKeepEnergy(s *State, seat int8, f *frame, d *game.Decision) {
	n := int(f.n)
	d.Min, d.Max = n, n
	for _, e := range cards.Energies {
		if have := int(s.players[seat].reserve[e]); have > 0 {
			d.Add(energyKey(e, 0), 0, min(have, n))
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
	return discardHeld(x, f)
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

func answerPickSummon(x *exec, f *frame, picks []game.Pick) flow {
	f.chosen = picks[0].Key.A
	x.held.remove(f.chosen)
	return next
}

func buildHandCard(s *State, seat int8, _ *frame, d *game.Decision) {
	addCards(d, s.players[seat].hand)
}

func answerHandCard(_ *exec, f *frame, picks []game.Pick) flow {
	f.chosen = picks[0].Key.A
	return next
}

func buildOpponent(s *State, seat int8, _ *frame, d *game.Decision) {
	for i := 1; i < int(s.seats); i++ {
		d.Add(game.Key{Verb: optSeat, A: uint8(s.left(seat, i))}, 0, 1)
	}
}

func answerOpponent(_ *exec, f *frame, picks []game.Pick) flow {
	f.other = int8(picks[0].Key.A)
	return next
}

func buildMode(_ *State, _ int8, f *frame, d *game.Decision) {
	for mode := range uint8(len(modeNames)) {
		if f.mask>>mode&1 == 1 {
			d.Add(game.Key{Verb: optMode, A: mode}, 0, 1)
		}
	}
}

func answerMode(_ *exec, f *frame, picks []game.Pick) flow {
	f.mode = picks[0].Key.A
	return next
}

func buildKind(_ *State, _ int8, f *frame, d *game.Decision) {
	part := "from"
	if f.sub > 0 {
		part = "to"
	}
	d.Args = append(d.Args, game.ID("part", part))
	for _, e := range cards.Energies {
		if f.mask>>e&1 == 1 {
			d.Add(game.Key{Verb: optKind, A: uint8(e)}, 0, 1)
		}
	}
}

func answerKind(_ *exec, f *frame, picks []game.Pick) flow {
	f.setKind(picks[0].Key.A)
	return next
}
