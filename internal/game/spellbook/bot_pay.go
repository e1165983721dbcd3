package spellbook

import (
	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
)

// learnBest learns the spell, at the level and for the payment, that give the best position.
func (ev *evaluation) learnBest(p position, f frame) position {
	ev.s.players[ev.seat] = p.player
	bits := ev.s.learnable(&f, &p.pool)
	best, found := p, false
	for c := range cards.Colour(cards.NumColours) {
		for level := cards.MinLevel; level <= cards.MaxLevel; level++ {
			if bits&levelBit(c, level) == 0 {
				continue
			}
			f.learnColour, f.level = c, uint8(level)
			if q := ev.learnPlacing(p, f, noMateria); !found || ev.value(&q) > ev.value(&best) {
				best, found = q, true
			}
		}
	}
	return best
}

// learnPlacing learns the frame's spell at its level. It places the given Materia, or the best one
// for noMateria, and pays in the best way.
func (ev *evaluation) learnPlacing(p position, f frame, placed cards.Materia) position {
	set := p.pool.kinds & ofColour(f.learnColour)
	if placed < noMateria {
		set = 1 << placed
	}
	losses := ev.lossPerMateria(&p, &f)
	best, found := p, false
	for k := set; k != 0; k = k.withoutFirst() {
		f.materia = k.first()
		ev.s.players[ev.seat] = p.player
		ev.s.eachPayment(&f, f.materia, func(jokers int, t triples) bool {
			f.jokers, f.triples = uint8(jokers), t
			if q := ev.learnPaying(p, &f, &losses); !found || ev.value(&q) > ev.value(&best) {
				best, found = q, true
			}
			return true
		})
	}
	return best
}

// lossPerMateria returns the value of each Materia of the pool after the spell is learned.
func (ev *evaluation) lossPerMateria(p *position, f *frame) (losses [cards.NumMateria]int) {
	q := *p
	placed := cards.MateriaOf(f.learnColour, 0)
	q.spells[f.learnColour] = learnedSpell{level: f.level, materia: placed, learnedToday: true}
	before := ev.value(&q)
	for k := p.pool.kinds; k != 0; k = k.withoutFirst() {
		q.pool.remove(k.first())
		losses[k.first()] = before - ev.value(&q)
		q.pool.add(k.first())
	}
	return losses
}

// learnPaying returns the position after learning the frame's spell with its placed Materia and its
// payment. losses has the value of each Materia in the pool.
func (ev *evaluation) learnPaying(p position, f *frame, losses *[cards.NumMateria]int) position {
	p.pool.remove(f.materia)
	b := bill{colour: f.learnColour, joker: ofRune(f.rune), left: p.pool, losses: losses}
	b.need = [numPayGroups]int{groupReal: f.furtherReal(), groupJoker: int(f.jokers)}
	for r, n := range tripleRunes[f.triples] {
		b.need[groupTriple+r] = 3 * int(n)
	}
	var spent bunch
	b.settle(func(_ int, materia cards.Materia) { spent.add(materia) })
	p.pool = b.left
	p.spells[f.learnColour] = learnedSpell{level: f.level, materia: f.materia, learnedToday: true}
	p.learnedCount++

	ev.s.players[ev.seat] = p.player
	n, _ := ev.s.permanent(ev.seat, storeOnLearned)
	for ; n > 0 && p.freeSlots() > 0 && spent.size > 0; n-- {
		materia := ev.bestStored(&p, spent.kinds)
		spent.remove(materia)
		p.addToFamiliar(materia)
	}
	if program := ev.s.programOf(f.learnColour, f.level); ev.s.book.kinds[program] == cards.Once {
		ev.s.players[ev.seat] = p.player
		p = ev.simulate(p, ev.s.ownFrame(program, ev.seat, f.learnColour))
	}
	return p
}

// bestStored returns the Materia of a set that is worth most on the next empty space.
func (ev *evaluation) bestStored(p *position, set kinds) cards.Materia {
	best, most := set.first(), 0
	for k := set; k != 0; k = k.withoutFirst() {
		q := *p
		q.addToFamiliar(k.first())
		if worth := ev.value(&q); k == set || worth > most {
			best, most = k.first(), worth
		}
	}
	return best
}

// bill is the payment that remains for a spell after the Materia is placed.
type bill struct {
	colour cards.Colour
	// joker is the set of possible jokers. Those of the spell's own colour are excluded.
	joker kinds
	// need is the number that each group of the payment gets.
	need [numPayGroups]int
	// left has the Materia that can be spent. losses has the value of keeping each Materia.
	left   bunch
	losses *[cards.NumMateria]int
}

// settle pays with the Materia of least value. It calls spend with the group and the Materia for
// each one.
func (b *bill) settle(spend func(group int, materia cards.Materia)) {
	own := ofColour(b.colour)
	b.spend(groupJoker, b.need[groupJoker], b.joker&^own, spend)
	// Materia of the spell's own colour that are not needed otherwise can go into triples.
	surplus := b.left.count(own) - b.need[groupReal]
	for r := range cards.Rune(cards.NumRunes) {
		surplus -= max(0, b.need[groupTriple+int(r)]-b.left.count(ofRune(r)&^own))
	}
	for r := range cards.Rune(cards.NumRunes) {
		group := groupTriple + int(r)
		for n := b.need[group]; n > 0; n-- {
			set := ofRune(r)
			switch others := b.left.count(set &^ own); {
			case n > others:
				set &= own
			case surplus <= 0:
				set &^= own
			}
			materia := b.spend(group, 1, set, spend)
			if materia.Colour() == b.colour && n <= b.left.count(ofRune(r)&^own) {
				surplus--
			}
		}
	}
	b.spend(groupReal, b.need[groupReal], own, spend)
}

// spend pays with the n Materia of a set that have the least value, and returns the last one.
func (b *bill) spend(group, n int, set kinds, spend func(int, cards.Materia)) cards.Materia {
	last := noMateria
	for ; n > 0; n-- {
		last = noMateria
		for k := b.left.kinds & set; k != 0; k = k.withoutFirst() {
			if last == noMateria || b.losses[k.first()] < b.losses[last] {
				last = k.first()
			}
		}
		if last == noMateria {
			break
		}
		b.left.remove(last)
		spend(group, last)
	}
	return last
}

// answerPay pays with the Materia of least value.
func (ev *evaluation) answerPay() []game.Pick {
	f := ev.learningFrame()
	losses := ev.lossPerMateria(&ev.current, &f)
	b := bill{colour: f.learnColour, joker: allKinds, losses: &losses}
	// groups maps each group of a payment to its index in the decision.
	var groups [numPayGroups]int
	for i := range ev.d.Groups {
		for g, name := range payGroupNames {
			if ev.d.Groups[i].ID == name {
				groups[g], b.need[g] = i, ev.d.Groups[i].Min
			}
		}
	}
	if b.need[groupJoker] > 0 {
		b.joker = ev.jokerKinds(groups[groupJoker])
	}
	for _, o := range ev.d.Options {
		if o.Key.Word == optPay {
			for range o.Max {
				b.left.add(cards.Materia(o.Key.A))
			}
		}
	}
	picks := ev.picks[:0]
	b.settle(func(group int, materia cards.Materia) {
		picks = addPick(picks, game.Pick{Key: materiaKey(optPay, materia), N: 1, Group: uint8(groups[group])})
	})
	return picks
}

// jokerKinds returns the Materia that can go into the group of jokers.
func (ev *evaluation) jokerKinds(group int) kinds {
	var set kinds
	for _, o := range ev.d.Options {
		if o.Key.Word == optPay && o.Groups>>group&1 == 1 {
			set |= 1 << o.Key.A
		}
	}
	return set
}

// learningFrame returns the frame of the spell that the decision says is being learned.
func (ev *evaluation) learningFrame() frame {
	ev.s.players[ev.seat] = ev.current.player
	f := ev.s.learnFrame(ev.seat)
	f.learnColour, _ = cards.ParseColour(idArg(ev.d, "colour"))
	f.level = uint8(ev.intArg("level"))
	return f
}

func addPick(picks []game.Pick, p game.Pick) []game.Pick {
	for i := range picks {
		if picks[i].Key == p.Key && picks[i].Group == p.Group {
			picks[i].N += p.N
			return picks
		}
	}
	return append(picks, p)
}
