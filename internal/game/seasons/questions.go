package seasons

import (
	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// ask is a kind of question. docs/decisions.md describes all kinds. An answer is checked against
// the options of fill, so only an offered option is accepted.
type ask struct {
	name string
	// fill adds the options and bounds to the decision. The default is a single choice. f is the
	// frame of the program that asks, or nil if a phase asks.
	fill func(s *match, f *frame, _ *op, d *game.Decision)
}

// The questions that several verbs ask.
var (
	askEnergy   = &ask{name: "energy", fill: fillEnergies("from")}
	askHandCard = &ask{name: "hand_card", fill: fillHandCard}
	askOwnCards = &ask{name: "own_cards", fill: fillOwnCards}
	askTokens   = &ask{name: "tokens", fill: fillTokens}
)

// fillTokens offers spendable tokens of the energies in the question.
func fillTokens(s *match, _ *frame, _ *op, d *game.Decision) {
	d.Min, d.Max = s.ask.bounds()
	have, ids := s.spendable(d.Seat)
	remaining := d.Min
	for place := range have {
		for _, e := range cards.Energies {
			if n := int(have[place][e]); n > 0 && s.ask.energies>>e&1 == 1 {
				d.Add(energyKey(e, ids[place]), 0, min(n, d.Max))
				if d.Min == d.Max && !d.Plain {
					d.Suggest(energyKey(e, ids[place]), min(n, remaining), 0)
				}
				remaining -= min(n, remaining)
			}
		}
	}
}

// paymentOf returns the payment that picks of energy options choose.
func (s *match) paymentOf(seat game.Seat, picks []game.Pick) payment {
	var paid payment
	_, ids := s.spendable(seat)
	for _, pick := range picks {
		place := 0
		for i := 1; i < maxSources; i++ {
			if pick.Key.B != 0 && ids[i] == pick.Key.B {
				place = i
			}
		}
		paid[place][pick.Key.A] += uint8(pick.N)
	}
	return paid
}

// fillGain offers the four energies of the stockpile.
func fillGain(s *match, _ *frame, _ *op, d *game.Decision) {
	d.Min, d.Max = s.ask.bounds()
	for _, e := range cards.Energies {
		d.Add(game.Key{Word: optGain, A: uint8(e)}, 0, d.Max)
	}
}

// energies returns the tokens that picks of energies choose.
func energies(picks []game.Pick) tokens {
	var t tokens
	for _, pick := range picks {
		t[pick.Key.A] += uint8(pick.N)
	}
	return t
}

// addCards offers each card number in the set once.
func addCards(d *game.Decision, set cardSet) {
	for number := set.first(); number != 0; number = set.next(number) {
		d.Add(cardKey(number), 0, 1)
	}
}

func fillHeld(s *match, _ *frame, _ *op, d *game.Decision) { addCards(d, s.held) }

func fillHandCard(s *match, _ *frame, _ *op, d *game.Decision) {
	addCards(d, s.players[d.Seat].hand)
}

func fillOwnCards(s *match, _ *frame, _ *op, d *game.Decision) {
	d.Min, d.Max = s.ask.bounds()
	p := &s.players[d.Seat]
	for _, c := range p.play[:p.nPlay] {
		if !s.ask.items || s.facts(c.number).Kind == cards.Item {
			d.Add(playKey(c.id), 0, 1)
		}
	}
}

// fillEnergies returns a function that offers the energies in the question. part is an argument of
// the prompt: "from" for the energy to give up, "to" for the energy to get.
func fillEnergies(part string) func(s *match, f *frame, _ *op, d *game.Decision) {
	return func(s *match, _ *frame, _ *op, d *game.Decision) {
		d.Args = append(d.Args, game.ID("part", part))
		for _, e := range cards.Energies {
			if s.ask.energies>>e&1 == 1 {
				d.Add(game.Key{Word: optKind, A: uint8(e)}, 0, 1)
			}
		}
	}
}
