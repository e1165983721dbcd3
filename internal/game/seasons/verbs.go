package seasons

import (
	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// This file holds the verbs that several cards or the turn have in common. Each
// acts for the seat whose program it is. questions.go says how each kind of
// question is put and answered; a question that only one card asks stands with
// the card.

// crystals gains crystals.
func crystals(n int) verb { return crystalsFor(func(*State, int8) int { return n }) }

// crystalsFor gains as many crystals as the function counts.
func crystalsFor(n count) verb {
	return now(func(x *exec, f *frame) flow {
		x.gainCrystals(f.seat, n(x.State, f.seat), f.card)
		return next
	})
}

// loseCrystals loses up to n crystals.
func loseCrystals(n int) verb {
	return now(func(x *exec, f *frame) flow {
		x.loseCrystals(f.seat, n, f.card)
		return next
	})
}

// payCrystals pays n crystals, which must be there.
func payCrystals(n int) verb {
	v := loseCrystals(n)
	v.why = func(s *State, seat int8) string {
		if s.crystalsToSpend(seat) < n {
			return whyNoCrystals
		}
		return ""
	}
	return v
}

// gauge raises the summoning gauge.
func gauge(n int) verb {
	return now(func(x *exec, f *frame) flow {
		x.raiseGauge(f.seat, n, f.card)
		return next
	})
}

// eachOpponent carries out something for every opponent, clockwise from the left.
func eachOpponent(do func(x *exec, f *frame, opponent int8)) verb {
	return now(func(x *exec, f *frame) flow {
		for i := 1; i < int(x.seats); i++ {
			do(x, f, x.left(f.seat, i))
		}
		return next
	})
}

// circle says which seats do something one after another, clockwise.
type circle struct{ first, last int } // counted from the owner to the left

// inTurn starts a program for each seat of a circle of which wanted is true,
// one after another.
func inTurn(a action, c func(s *State) circle, wanted func(s *State, seat int8) bool) verb {
	return now(func(x *exec, f *frame) flow {
		around := c(x.State)
		for int(f.done) <= around.last-around.first {
			seat := x.left(f.seat, around.first+int(f.done))
			f.done++
			if wanted(x.State, seat) {
				x.start(frame{action: a, seat: seat, card: f.card})
				return stay
			}
		}
		return next
	})
}

func opponents(s *State) circle  { return circle{1, int(s.seats) - 1} }
func ownerLast(s *State) circle  { return circle{1, int(s.seats)} }
func ownerFirst(s *State) circle { return circle{0, int(s.seats) - 1} }

// gain takes n energies of the owner's choice from the stockpile.
func gain(n int) verb {
	return gainFor(func(*State, int8) int { return n }).with(asks)
}

// gainFor takes as many energies of the owner's choice as the function counts.
func gainFor(n count) verb {
	return now(func(x *exec, f *frame) flow { return x.askGain(askGain, f, n(x.State, f.seat)) })
}

// askGain asks for n energies from the stockpile. Of more than the reserve can
// hold only so many are named; the rest could not be kept.
func (x *exec) askGain(k kind, f *frame, n int) flow {
	n = min(n, x.reserveLimit(f.seat))
	if n <= 0 {
		return next
	}
	return x.put(question{kind: k, seat: f.seat, min: uint8(n), max: uint8(n)})
}

// draw draws a card that must be kept.
var draw = verb{do: []step{{ahead: shows, do: func(x *exec, f *frame) flow {
	x.drawToHand(f.seat, f.card)
	return next
}}}}

// drawAside draws up to n cards and holds them aside for a choice.
func drawAside(n int) verb { return drawAsideFor(func(*State, int8) int { return n }) }

// drawAsideFor draws as many cards as the function counts and holds them aside.
func drawAsideFor(n count) verb {
	return verb{do: []step{{ahead: shows, do: func(x *exec, f *frame) flow {
		for range n(x.State, f.seat) {
			number := x.drawOne()
			if number == 0 {
				break
			}
			x.held.add(number)
			x.step.AddSecret("draw", game.Seat(f.seat), seats(f.seat), game.Int("drawn", number), source(f.card))
		}
		return next
	}}}}
}

// keepOne asks which card held aside goes to the hand, unless there is only one.
var keepOne = now(func(x *exec, f *frame) flow {
	switch x.held.len() {
	case 0:
		return next
	case 1:
		x.keepHeld(f.seat, x.held.first(), f.card)
		return next
	}
	return x.question(askPickCard, f.seat)
})

// discardRest puts the cards held aside that are left on the discard pile.
var discardRest = now(func(x *exec, f *frame) flow {
	x.discardHeld(f.seat, f.card)
	return next
})

// keepOrDiscard asks whether the card held aside is kept.
var keepOrDiscard = now(func(x *exec, f *frame) flow {
	if x.held.len() == 0 {
		return next
	}
	return x.question(askKeepCard, f.seat)
})

// summonFree puts a card in play without paying for it.
func (x *exec) summonFree(f *frame, number uint8) {
	x.start(frame{action: doArrive, seat: f.seat, card: number, by: f.card})
}

// chooseHandCard asks for a card of the own hand, if there are several. Two
// copies of a card count as two, so that everybody can see whether it asks.
var chooseHandCard = step{do: func(x *exec, f *frame) flow {
	hand := &x.players[f.seat].hand
	f.chosen = hand.first()
	if hand.len() <= 1 && f.skips() {
		return next
	}
	return x.question(askHandCard, f.seat)
}}

// payTokens spends n tokens of the set of energies, out of those that can be
// spent.
func payTokens(n int, set uint8) verb {
	return verb{
		why: func(s *State, seat int8) string {
			have := s.owned(seat)
			if have.of(set) < n {
				return whyNoTokens
			}
			return ""
		},
		declare: []step{{ahead: asks, do: func(x *exec, f *frame) flow { return x.askTokens(f, n, n, set) }}},
		do:      []step{{do: payChosen}},
	}
}

// payChosen spends the tokens chosen before.
func payChosen(x *exec, f *frame) flow {
	x.spend(f.seat, f.paid, f.card)
	return next
}

// askTokens asks for least to most tokens of a set of energies, unless there is
// only one way to choose them; they go to f.paid.
func (x *exec) askTokens(f *frame, least, most int, set uint8) flow {
	have, _ := x.spendable(f.seat)
	total, ways := 0, 0
	for place := range have {
		for e, n := range have[place] {
			if set>>e&1 == 0 {
				have[place][e] = 0
			} else if n > 0 {
				total += int(n)
				ways++
			}
		}
	}
	if f.skips() && (total == least || ways == 1 && least == most) {
		f.paid = payment{}
		for place := range have {
			for e, n := range have[place] {
				f.paid[place][e] = min(n, uint8(least))
			}
		}
		return next
	}
	return x.put(question{kind: askTokens, seat: f.seat, min: uint8(least), max: uint8(most), energies: set})
}

// chooseKind asks for one energy of the set, unless there is only one.
func (x *exec) chooseKind(f *frame, set uint8) flow {
	for _, e := range cards.Energies {
		if f.skips() && set == 1<<e {
			f.from = uint8(e)
			return next
		}
	}
	return x.put(question{kind: askKind, seat: f.seat, energies: set})
}

// chooseMode asks for one mode of the set, unless there is only one.
func (x *exec) chooseMode(f *frame, set modeSet) flow {
	f.mode = set
	if set == 0 || f.skips() && set&(set-1) == 0 {
		return next
	}
	return x.put(question{kind: askMode, seat: f.seat, modes: set})
}

// chooseOwn asks for n own cards in play, unless there are just as many.
func chooseOwn(n int, items bool) step {
	return step{do: func(x *exec, f *frame) flow {
		p := &x.players[f.seat]
		f.nPlays = 0
		found := 0
		for i := range p.play[:p.inPlay] {
			if c := &p.play[i]; !items || x.facts(c.number).Kind == cards.Item {
				if found++; found <= n {
					f.addPlay(c.id)
				}
			}
		}
		if found == n && f.skips() {
			return next
		}
		return x.put(question{kind: askOwnCards, seat: f.seat, min: uint8(n), max: uint8(n), items: items})
	}}
}

// addPlay adds a card in play to those that the program is about.
func (f *frame) addPlay(id uint16) {
	f.plays[f.nPlays] = id
	f.nPlays++
}

// sacrificeOwn sacrifices n own cards in play all at once.
func sacrificeOwn(n int) verb {
	choose := chooseOwn(n, false)
	choose.ahead = func(s *State, f frame) outlook {
		if f.declaring || int(s.players[f.seat].inPlay) > n {
			return known
		}
		return quiet
	}
	return verb{
		why: func(s *State, seat int8) string {
			if int(s.players[seat].inPlay) < n {
				return whyFewCards
			}
			return ""
		},
		declare: []step{choose},
		do: []step{{do: func(x *exec, f *frame) flow {
			x.sacrifice(f.seat, f.plays[:f.nPlays]...)
			return next
		}}},
	}
}

// sacrificeSelf sacrifices the card whose program it is.
var sacrificeSelf = now(func(x *exec, f *frame) flow {
	x.sacrifice(f.seat, f.id)
	return next
})

// transmuteAt spends tokens for a fixed number of crystals each, whatever the
// season, with what adds to every transmuted token.
func (x *exec) transmuteAt(f *frame, paid payment, rate int) {
	crystals := paid.total() * (rate + x.transmuteExtra(f.seat))
	x.spend(f.seat, paid, f.card)
	x.step.Add("transmute", game.Seat(f.seat), game.Int("crystals", crystals), source(f.card))
	x.gainCrystals(f.seat, crystals, f.card)
}

// turnCard ends the declaration of an activation: the card is turned and the
// opponents' Thieving Fairies take their due, before any cost is paid.
func turnCard(x *exec, f *frame) flow {
	f.declaring = false
	x.card(f.seat, f.id).turned = true
	x.step.Add("activate", game.Seat(f.seat), game.Int("card", f.card), game.Int("id", f.id))
	for i := 1; i < int(x.seats); i++ {
		owner := x.left(f.seat, i)
		p := &x.players[owner]
		for _, c := range p.play[:p.inPlay] {
			if x.rules.effect(x.State, c.number).modifier == fairies {
				x.moveCrystals(f.seat, owner, 1, c.number)
				x.gainCrystals(owner, 1, c.number)
			}
		}
	}
	return next
}

// crystalsToSpend returns the crystals the seat would have left after its
// opponents' Thieving Fairies have taken theirs.
func (s *State) crystalsToSpend(seat int8) int {
	n := int(s.players[seat].crystals)
	for i := 1; i < int(s.seats); i++ {
		n -= s.count(s.left(seat, i), fairies)
	}
	return max(0, n)
}

// triggers returns the verb that carries out the effects of the seat's cards in
// a window, in the order of the printed numbers and then of entering play,
// except for the card that the program is about. Effects of one window and one
// owner cannot influence each other but at the end of a round, where
// orderEffects asks.
func triggers(w window) verb {
	return verb{do: []step{
		{
			do: func(x *exec, f *frame) flow {
				x.collect(f, w)
				return next
			},
			ahead: func(s *State, f frame) outlook {
				p := &s.players[f.seat]
				for i := range p.play[:p.inPlay] {
					if o := s.finalTrigger(w, f.seat, &p.play[i]); o != quiet {
						return o
					}
				}
				return quiet
			},
		},
		runTriggers(w),
	}}
}

// collect notes the seat's cards in play with an effect in the window.
func (x *exec) collect(f *frame, w window) {
	f.nPlays = 0
	var numbers [maxPlays]uint8
	p := &x.players[f.seat]
	for i := range p.play[:p.inPlay] {
		c := &p.play[i]
		if c.id == f.id || x.rules.effect(x.State, c.number).programs[w] == nil {
			continue
		}
		f.addPlay(c.id)
		at := int(f.nPlays) - 1
		for ; at > 0 && (numbers[at-1] > c.number || numbers[at-1] == c.number && f.plays[at-1] > c.id); at-- {
			numbers[at], f.plays[at] = numbers[at-1], f.plays[at-1]
		}
		numbers[at], f.plays[at] = c.number, c.id
	}
}

// runTriggers carries out the effects of the cards noted, one after another.
func runTriggers(w window) step {
	return step{
		do: func(x *exec, f *frame) flow {
			for f.done < f.nPlays {
				c := x.card(f.seat, f.plays[f.done])
				f.done++
				if c != nil {
					x.start(frame{action: action(w), card: c.number, id: c.id, seat: f.seat})
					return stay
				}
			}
			return next
		},
		ahead: func(s *State, f frame) outlook {
			for _, id := range f.plays[f.done:f.nPlays] {
				if c := s.card(f.seat, id); c != nil {
					if o := s.finalTrigger(w, f.seat, c); o != quiet {
						return o
					}
				}
			}
			return quiet
		},
	}
}

// finalTrigger looks at what a card does in a window.
func (s *State) finalTrigger(w window, seat int8, c *inPlay) outlook {
	return s.finalFrom(frame{action: action(w), card: c.number, seat: seat}, 0)
}
