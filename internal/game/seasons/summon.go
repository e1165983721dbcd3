package seasons

import (
	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// terms has the facts that decide which cards a seat can summon from its hand now (rulebook:
// summoning a power card).
type terms struct {
	hasRoom  bool   // the gauge has room for another card
	discount int    // number of Hands of Fortune
	toll     int    // crystals to pay to owners of Arcano Leeches
	have     tokens // tokens that can be spent
	crystals int
}

func (s *match) terms(seat game.Seat) terms { return s.termsWith(seat, s.owned(seat)) }

// termsWith returns the terms of a seat that can spend these tokens.
func (s *match) termsWith(seat game.Seat, have tokens) terms {
	return terms{
		hasRoom:  s.roomInPlay(seat),
		discount: s.count(seat, discount),
		toll:     s.tollOf(seat),
		have:     have,
		crystals: int(s.players[seat].crystals),
	}
}

// cost returns the cost of a card for this number of players and edition.
func (s *match) cost(number uint8) cards.Cost { return s.facts(number).Cost(int(s.seats), s.edition) }

// whyNot returns the reason why the seat cannot summon a card from its hand, or possible.
func (t *terms) whyNot(s *match, number uint8) reason {
	if !t.hasRoom {
		return whyGauge
	}
	cost := s.cost(number)
	if t.crystals < cost.Crystals {
		return whyNoCrystals
	}
	if t.crystals < cost.Crystals+t.toll {
		return whyToll
	}
	if s.facts(number).AnyEnergies {
		if t.have.total() == 0 {
			return whyNoTokens
		}
		return possible
	}
	energies := tokens(cost.Energy)
	if t.have.covers(energies) {
		return possible
	}
	missing := missingFrom(energies, t.have)
	if t.discount == 0 || missing.total() > t.struck(energies.total()) {
		return whyNoTokens
	}
	return possible
}

// energyCost returns the energy cost of the current summon before discounts: the printed cost, or
// the energies named for the Elemental Amulet.
func (s *match) energyCost(f *frame) tokens {
	if !s.facts(f.card).AnyEnergies {
		return s.cost(f.card).Energy
	}
	var cost tokens
	for _, e := range cards.Energies {
		cost[e] = f.namedEnergies >> e & 1
	}
	return cost
}

// nameCost asks for the energies of a card whose summoner chooses the cost.
func nameCost() part { return part{{verb: verbNameCost}} }

var verbNameCost = &verb{
	declares: true,
	run: func(s *match, f *frame, _ *op) game.Flow {
		if s.facts(f.card).AnyEnergies {
			return s.askFor(f.seat, question{})
		}
		return game.Next
	},
	ask: &ask{
		name: "elements",
		// fill offers the energies that the seat has, of which at least one must be chosen, and as
		// many missing energies as Hands of Fortune can waive.
		fill: func(s *match, _ *frame, _ *op, d *game.Decision) {
			t := s.terms(d.Seat)
			d.Groups = append(d.Groups,
				game.Group{ID: "owned", Min: 1, Max: 4},
				game.Group{ID: "missing", Min: 0, Max: t.discount})
			for _, e := range cards.Energies {
				key := game.Key{Word: optElement, A: uint8(e)}
				if t.have[e] > 0 {
					d.AddTo(key, 0, 1, 1<<groupOwned)
				} else if t.discount > 0 {
					d.AddTo(key, 0, 1, 1<<groupMissing)
				}
			}
			d.Max = 4
		},
	},
	answer: func(_ *match, f *frame, _ *op, picks []game.Pick) game.Flow {
		for _, pick := range picks {
			f.namedEnergies |= 1 << pick.Key.A
		}
		return game.Next
	},
}

// waiveEnergy reduces the cost by the energies that Hands of Fortune waive, and asks which energies
// if there is a choice. It leaves the remaining cost in f.due for payCost.
func waiveEnergy() part { return part{{verb: verbWaive}} }

var verbWaive = &verb{
	declares: true,
	run: func(s *match, f *frame, _ *op) game.Flow {
		due, struck := s.discounted(f)
		f.due = due
		if struck == 0 {
			return game.Next
		}
		return s.askFor(f.seat, question{min: uint8(struck), max: uint8(struck)})
	},
	ask: &ask{name: "waive", fill: func(s *match, f *frame, _ *op, d *game.Decision) {
		d.Min, d.Max = s.ask.bounds()
		cost := f.due
		missing := missingFrom(cost, s.owned(d.Seat))
		spare := d.Min - missing.total()
		for e, n := range cost {
			if n > 0 {
				d.Add(game.Key{Word: optWaive, A: uint8(e)}, int(missing[e]), min(int(n), int(missing[e])+spare))
			}
		}
	}},
	answer: answerWaive,
}

func answerWaive(_ *match, f *frame, _ *op, picks []game.Pick) game.Flow {
	for _, pick := range picks {
		f.due[pick.Key.A] -= uint8(pick.N)
	}
	return game.Next
}

// discounted returns the energy to pay, and the number of energies that the player must choose to
// waive from it.
func (s *match) discounted(f *frame) (due tokens, struck int) {
	t := s.terms(f.seat)
	cost := s.energyCost(f)
	due = cost
	struck = t.struck(cost.total())
	if struck == 0 {
		return due, 0
	}
	if kinds, kind := cost.kinds(); kinds == 1 {
		due[kind] -= uint8(struck)
		return due, 0
	}
	missing := missingFrom(cost, t.have)
	if missing.total() == struck {
		due.sub(missing)
		return due, 0
	}
	return due, struck
}

// missingFrom returns the tokens of the cost that have does not contain.
func missingFrom(cost, have tokens) tokens {
	var missing tokens
	for e := range cost {
		if cost[e] > have[e] {
			missing[e] = cost[e] - have[e]
		}
	}
	return missing
}

// payCost asks which tokens to pay with, if there is a choice between several places. Then it pays
// everything and puts the card in play.
func payCost() part { return part{{verb: verbPayment}, {verb: verbSummon}} }

// verbPayment asks for the tokens that pay the cost.
var verbPayment = &verb{
	declares: true,
	run: func(s *match, f *frame, _ *op) game.Flow {
		paid, ok := s.forcedPayment(f)
		if !ok {
			return s.askFor(f.seat, question{})
		}
		f.paid = paid
		return game.Next
	},
	ask: &ask{
		name: "payment",
		// fill offers the tokens that can pay. Each energy has a group that takes exactly the
		// amount due.
		fill: func(s *match, f *frame, _ *op, d *game.Decision) {
			have, ids := s.spendable(d.Seat)
			d.Min = f.due.total()
			d.Max = d.Min
			for _, e := range cards.Energies {
				due := int(f.due[e])
				if due == 0 {
					continue
				}
				group := len(d.Groups)
				d.Groups = append(d.Groups, game.Group{ID: e.String(), Min: due, Max: due})
				remaining := due
				for place := range have {
					if n := int(have[place][e]); n > 0 {
						d.AddTo(energyKey(e, ids[place]), 0, min(n, due), 1<<group)
						d.Suggest(energyKey(e, ids[place]), min(n, remaining), group)
						remaining -= min(n, remaining)
					}
				}
			}
		},
	},
	answer: answerTokens,
}

// verbSummon pays for the card and puts it in play.
var verbSummon = &verb{
	// run ends the declaration: it pays the tolls, the crystals and the tokens, and the card enters
	// play.
	run: func(s *match, f *frame, _ *op) game.Flow {
		f.declaring = false
		seat := f.seat
		s.players[seat].hand.remove(f.card)
		s.recordShown(seat, f.card, s.seats)
		s.step.Add(eventSummon, seat, game.Int("card", f.card), game.Int("id", s.lastID+1))
		s.payToll(seat)
		s.loseCrystals(seat, s.cost(f.card).Crystals, 0)
		s.spend(seat, f.paid, 0)
		f.id = s.putInPlay(seat, f.card)
		return game.Next
	},
}

// forcedPayment returns the tokens that pay the energy due. It returns false if the player has a
// choice.
func (s *match) forcedPayment(f *frame) (paid payment, ok bool) {
	have, _ := s.spendable(f.seat)
	owned := have.sum()
	due := f.due
	for e, remaining := range due {
		places := 0
		for place := range have {
			if have[place][e] > 0 {
				places++
			}
			take := min(remaining, have[place][e])
			paid[place][e] = take
			remaining -= take
		}
		if due[e] > 0 && due[e] < owned[e] && places > 1 {
			return paid, false
		}
	}
	return paid, true
}

// putInPlay puts a card face up in front of the seat and returns its new id.
func (s *match) putInPlay(seat game.Seat, number uint8) uint16 {
	p := &s.players[seat]
	s.lastID++
	p.addInPlay(cardInPlay{id: s.lastID, number: number})
	return s.lastID
}

// addInPlay adds a card to the cards in play.
func (p *player) addInPlay(c cardInPlay) {
	p.play[p.nPlay] = c
	p.nPlay++
	p.played.add(c.number)
}

// enterPlay starts the effect that the card has when it enters play.
func enterPlay() part { return part{{verb: verbEnter}} }

var verbEnter = action(func(s *match, f *frame, _ *op) {
	if s.rules.effect(s, f.card).programs[onEnter] != nil {
		s.stack.Push(frame{program: onEnter, card: f.card, id: f.id, seat: f.seat, namedEnergies: f.namedEnergies})
	}
})

// arrive puts a card in play through another card's effect. Nothing is paid. Tolls and effects of
// onSummon do not apply. An Elemental Amulet has all its effects.
func arrive() part { return part{{verb: verbArrive}} }

var verbArrive = action(func(s *match, f *frame, _ *op) {
	f.namedEnergies = allEnergies
	f.id = s.putInPlay(f.seat, f.card)
	s.step.Add(eventSummon, f.seat,
		game.Int("card", f.card), game.Int("id", f.id), game.Int("free", 1), game.Int("by", f.summonedBy))
})
