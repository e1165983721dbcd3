package spellbook

import (
	"math/bits"

	cards "archmage/internal/cards/spellbook"
)

// kinds is a set of Materia: bit m stands for Materia m.
type kinds uint32

const allKinds kinds = 1<<cards.NumMateria - 1

func ofColour(c cards.Colour) kinds { return 7 << (cards.NumRunes * c) }

// ofRune returns the Materia with a rune. The number of a Materia is 3 times its colour plus its
// rune, so each octal digit is a colour.
func ofRune(r cards.Rune) kinds { return 0o1111111 << r }

// byRune and byColour have the Materia of each rune and of each colour.
var (
	byRune   = [...]kinds{ofRune(0), ofRune(1), ofRune(2)}
	byColour = [...]kinds{ofColour(0), ofColour(1), ofColour(2), ofColour(3), ofColour(4), ofColour(5), ofColour(6)}
)

// first returns the first Materia of the set, which must not be empty.
func (k kinds) first() cards.Materia { return cards.Materia(bits.TrailingZeros32(uint32(k))) }

// withoutFirst returns the set without its first Materia.
func (k kinds) withoutFirst() kinds { return k & (k - 1) }

func (k kinds) len() int { return bits.OnesCount32(uint32(k)) }

// isSingle reports whether the set has exactly one member.
func (k kinds) isSingle() bool { return k != 0 && k.withoutFirst() == 0 }

// bunch is a multiset of Materia.
type bunch struct {
	n [cards.NumMateria]uint8
	// size and kinds follow from n.
	size  uint8
	kinds kinds
}

func (b *bunch) add(m cards.Materia) {
	b.n[m]++
	b.size++
	b.kinds |= 1 << m
}

// remove removes one Materia. It panics if there is none.
func (b *bunch) remove(m cards.Materia) {
	if b.n[m] == 0 {
		panic("spellbook: removing " + m.String() + " where there is none")
	}
	b.n[m]--
	b.size--
	if b.n[m] == 0 {
		b.kinds &^= 1 << m
	}
}

// addAll moves everything from another bunch into b.
func (b *bunch) addAll(from *bunch) {
	for m := range b.n {
		b.n[m] += from.n[m]
	}
	b.size += from.size
	b.kinds |= from.kinds
	*from = bunch{}
}

// count returns the number of Materia of the set in the bunch.
func (b *bunch) count(set kinds) int {
	n := 0
	for k := b.kinds & set; k != 0; k = k.withoutFirst() {
		n += int(b.n[k.first()])
	}
	return n
}

// ofColour returns the number of Materia of a colour in the bunch.
func (b *bunch) ofColour(c cards.Colour) int {
	first := cards.NumRunes * int(c)
	return int(b.n[first]) + int(b.n[first+1]) + int(b.n[first+2])
}

// nth returns the i-th Materia, counted from 0 in the order of kinds.
func (b *bunch) nth(i int) cards.Materia {
	for k := b.kinds; k != 0; k = k.withoutFirst() {
		m := k.first()
		if i -= int(b.n[m]); i < 0 {
			return m
		}
	}
	panic("spellbook: a draw beyond the end of the bag")
}
