package spellbook

import (
	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
)

// learnBest learns the spell, at the level and for the payment, that give the best position.
func (m *mind) learnBest(p position, f frame) position {
	m.s.players[m.seat] = p.player
	bits := m.s.learnable(&f, &p.pool)
	best, found := p, false
	for c := range cards.Colour(cards.NumColours) {
		for level := cards.MinLevel; level <= cards.MaxLevel; level++ {
			if bits&levelBit(c, level) == 0 {
				continue
			}
			f.learn, f.level = c, uint8(level)
			if q := m.learnAs(p, f, noMateria); !found || m.value(&q) > m.value(&best) {
				best, found = q, true
			}
		}
	}
	return best
}

// learnPlacing learns the frame's spell at its level. It places the given Materia, or the best one
// for noMateria, and pays in the best way.
func (m *mind) learnAs(p position, f frame, placed cards.Materia) position {
	set := p.pool.kinds & ofColour(f.learn)
	if placed < noMateria {
		set = 1 << placed
	}
	losses := m.losses(&p, &f)
	best, found := p, false
	for k := set; k != 0; k = k.rest() {
		f.materia = k.first()
		m.s.players[m.seat] = p.player
		m.s.eachPayment(&f, f.materia, func(jokers int, t triples) bool {
			f.jokers, f.triples = uint8(jokers), t
			if q := m.learnBy(p, &f, &losses); !found || m.value(&q) > m.value(&best) {
				best, found = q, true
			}
			return true
		})
	}
	return best
}

// losses returns the value of each Materia of the pool after the spell is learned.
func (m *mind) losses(p *position, f *frame) (losses [cards.NumMateria]int) {
	q := *p
	q.spells[f.learn] = learned{level: f.level, materia: cards.MateriaOf(f.learn, 0), fresh: true}
	before := m.value(&q)
	for k := p.pool.kinds; k != 0; k = k.rest() {
		q.pool.remove(k.first())
		losses[k.first()] = before - m.value(&q)
		q.pool.add(k.first())
	}
	return losses
}

// learnPaying learns the frame's spell with its Materia and its way to pay.
func (m *mind) learnBy(p position, f *frame, losses *[cards.NumMateria]int) position {
	p.pool.remove(f.materia)
	b := bill{colour: f.learn, joker: ofRune(f.rune), left: p.pool, losses: losses}
	b.need = [numPayGroups]int{groupReal: f.furtherReal(), groupJoker: int(f.jokers)}
	for r, n := range tripleRunes[f.triples] {
		b.need[groupTriple+r] = 3 * int(n)
	}
	var spent bunch
	b.settle(func(_ int, at cards.Materia) { spent.add(at) })
	p.pool = b.left
	p.spells[f.learn] = learned{level: f.level, materia: f.materia, fresh: true}
	p.known++

	m.s.players[m.seat] = p.player
	n, _ := m.s.permanent(m.seat, storeOnLearned)
	for ; n > 0 && p.free() > 0 && spent.size > 0; n-- {
		at := m.bestStored(&p, spent.kinds)
		spent.remove(at)
		p.fill(at)
	}
	if program := m.s.programOf(f.learn, f.level); m.s.book.kinds[program] == cards.Once {
		m.s.players[m.seat] = p.player
		p = m.try(p, m.s.ownFrame(program, m.seat, f.learn))
	}
	return p
}

// bestStored returns the Materia of a set that is best on the next empty space.
func (m *mind) bestStored(p *position, set kinds) cards.Materia {
	best, most := set.first(), 0
	for k := set; k != 0; k = k.rest() {
		q := *p
		q.fill(k.first())
		if worth := m.value(&q); k == set || worth > most {
			best, most = k.first(), worth
		}
	}
	return best
}

// bill is what remains to be paid for a spell after the Materia is placed.
type bill struct {
	colour cards.Colour
	// joker is the set of possible jokers. Those of the spell's own colour are excluded.
	joker kinds
	// need is the number that each group of the payment gets.
	need [numPayGroups]int
	// left is what can be paid with. losses is the value of each Materia if it is kept.
	left   bunch
	losses *[cards.NumMateria]int
}

// settle pays with the Materia of least value. It calls spend with the group and the Materia for
// each one.
func (b *bill) settle(spend func(group int, at cards.Materia)) {
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
			at := b.spend(group, 1, set, spend)
			if at.Colour() == b.colour && n <= b.left.count(ofRune(r)&^own) {
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
		for k := b.left.kinds & set; k != 0; k = k.rest() {
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
func (m *mind) answerPay() []game.Pick {
	f := m.learning()
	losses := m.losses(&m.now, &f)
	b := bill{colour: f.learn, joker: allKinds, losses: &losses}
	// groups maps each group of a payment to its index in the decision.
	var groups [numPayGroups]int
	for i := range m.d.Groups {
		for g, name := range payGroupNames {
			if m.d.Groups[i].ID == name {
				groups[g], b.need[g] = i, m.d.Groups[i].Min
			}
		}
	}
	if b.need[groupJoker] > 0 {
		b.joker = m.jokers(groups[groupJoker])
	}
	for _, o := range m.d.Options {
		if o.Key.Word == optPay {
			for range o.Max {
				b.left.add(cards.Materia(o.Key.A))
			}
		}
	}
	picks := m.picks[:0]
	b.settle(func(group int, at cards.Materia) {
		picks = addPick(picks, game.Pick{Key: materiaKey(optPay, at), N: 1, Group: uint8(groups[group])})
	})
	return picks
}

// jokers returns the Materia that can go into the group of jokers.
func (m *mind) jokers(group int) kinds {
	var set kinds
	for _, o := range m.d.Options {
		if o.Key.Word == optPay && o.Groups>>group&1 == 1 {
			set |= 1 << o.Key.A
		}
	}
	return set
}

// learningFrame returns the frame of the spell that the decision says is being learned.
func (m *mind) learning() frame {
	m.s.players[m.seat] = m.now.player
	f := m.s.learnFrame(m.seat)
	f.learn, _ = cards.ParseColour(text(m.d, "colour"))
	f.level = uint8(m.number("level"))
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
