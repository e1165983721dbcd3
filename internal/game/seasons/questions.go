package seasons

import (
	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// askKind is a kind of question. docs/decisions.md describes each one.
type askKind uint8

const (
	askNothing askKind = iota
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
	askEnergy
	askEnergyTo
	askOrb
	askMove
	askOrder
	numAskKinds
)

// askRules is what is known of a kind of question. The options that are offered
// and those that are accepted come from fill alone.
type askRules struct {
	name string
	// fill adds the options and bounds; a single choice is the default. The
	// frame is that of the program that asks, or nil.
	fill func(s *State, seat int8, f *frame, d *game.Decision)
}

func askTable() [numAskKinds]askRules {
	return [numAskKinds]askRules{
		askDie:          {name: "die", fill: fillDie},
		askReroll:       {name: "reroll", fill: fillReroll},
		askTurn:         {name: "turn", fill: fillTurn},
		askTransmute:    {name: "transmute", fill: fillTokens},
		askTokens:       {name: "tokens", fill: fillTokens},
		askGain:         {name: "gain", fill: fillGain},
		askStore:        {name: "store", fill: fillGain},
		askWaive:        {name: "waive", fill: fillWaive},
		askPayment:      {name: "payment", fill: fillPayment},
		askElements:     {name: "elements", fill: fillElements},
		askElementFirst: {name: "element_first", fill: fillElementFirst},
		askKeepEnergy:   {name: "keep_energy", fill: fillKeepEnergy},
		askKeepCard:     {name: "keep_card", fill: fillKeepCard},
		askPickCard:     {name: "pick_card", fill: fillHeld},
		askPickSummon:   {name: "pick_summon", fill: fillHeld},
		askAssign:       {name: "assign", fill: fillAssign},
		askHandCard:     {name: "hand_card", fill: fillHandCard},
		askOwnCards:     {name: "own_cards", fill: fillOwnCards},
		askFamiliar:     {name: "familiar", fill: fillFamiliar},
		askOpponent:     {name: "opponent", fill: fillOpponent},
		askMode:         {name: "mode", fill: fillMode},
		askEnergy:       {name: "kind", fill: fillKind},
		askEnergyTo:     {name: "kind", fill: fillKind},
		askOrb:          {name: "orb", fill: fillOrb},
		askMove:         {name: "move", fill: fillMove},
		askOrder:        {name: "order", fill: fillOrder},
	}
}

// fillTokens offers tokens that can be spent, of the energies that the
// question names.
func fillTokens(s *State, seat int8, _ *frame, d *game.Decision) {
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

// fillGain offers the four energies of the stockpile.
func fillGain(s *State, _ int8, _ *frame, d *game.Decision) {
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

// fillKeepEnergy offers the tokens of an overfull reserve: exactly as many as
// it may hold are kept.
func fillKeepEnergy(s *State, seat int8, _ *frame, d *game.Decision) {
	d.Min, d.Max = s.ask.bounds()
	for _, e := range cards.Energies {
		if have := int(s.players[seat].reserve[e]); have > 0 {
			d.Add(energyKey(e, 0), 0, min(have, d.Max))
		}
	}
}

func fillKeepCard(s *State, _ int8, _ *frame, d *game.Decision) {
	d.Args = append(d.Args, game.Int("drawn", s.held.first()))
	d.Add(game.Key{Verb: optKeep}, 0, 1)
	d.Add(game.Key{Verb: optDiscard}, 0, 1)
}

// addCards offers each number of a set once.
func addCards(d *game.Decision, set cardSet) {
	for number := set.first(); number != 0; number = set.next(number) {
		d.Add(cardKey(number), 0, 1)
	}
}

func fillHeld(s *State, _ int8, _ *frame, d *game.Decision) { addCards(d, s.held) }

func fillHandCard(s *State, seat int8, _ *frame, d *game.Decision) {
	addCards(d, s.players[seat].hand)
}

func fillOwnCards(s *State, seat int8, _ *frame, d *game.Decision) {
	d.Min, d.Max = s.ask.bounds()
	p := &s.players[seat]
	for _, c := range p.play[:p.inPlay] {
		if !s.ask.items || s.facts(c.number).Kind == cards.Item {
			d.Add(playKey(c.id), 0, 1)
		}
	}
}

func fillMode(s *State, _ int8, _ *frame, d *game.Decision) {
	for mode := range uint8(len(modeNames)) {
		if s.ask.modes>>mode&1 == 1 {
			d.Add(game.Key{Verb: optMode, A: mode}, 0, 1)
		}
	}
}

func fillKind(s *State, _ int8, _ *frame, d *game.Decision) {
	part := "from"
	if s.ask.kind == askEnergyTo {
		part = "to"
	}
	d.Args = append(d.Args, game.ID("part", part))
	for _, e := range cards.Energies {
		if s.ask.energies>>e&1 == 1 {
			d.Add(game.Key{Verb: optKind, A: uint8(e)}, 0, 1)
		}
	}
}
