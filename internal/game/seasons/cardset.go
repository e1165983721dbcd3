package seasons

import "math/bits"

// cardSet is a multiset of card numbers with at most two copies of each: the content of a hidden
// zone. It has no order that could be revealed.
type cardSet struct {
	present uint64 // at least one copy
	double  uint64 // two copies
}

func (c *cardSet) add(number uint8) {
	bit := uint64(1) << number
	if c.present&bit == 0 {
		c.present |= bit
		return
	}
	if c.double&bit != 0 {
		panic("seasons: a third copy of a card")
	}
	c.double |= bit
}

func (c *cardSet) remove(number uint8) {
	bit := uint64(1) << number
	switch {
	case c.double&bit != 0:
		c.double &^= bit
	case c.present&bit != 0:
		c.present &^= bit
	default:
		panic("seasons: a card taken that is not there")
	}
}

// addAll moves all cards of from into c.
func (c *cardSet) addAll(from *cardSet) {
	if c.double&from.present|c.present&from.double != 0 {
		panic("seasons: a third copy of a card")
	}
	c.double |= from.double | c.present&from.present
	c.present |= from.present
	*from = cardSet{}
}

func (c cardSet) len() int { return bits.OnesCount64(c.present) + bits.OnesCount64(c.double) }

func (c cardSet) count(number uint8) int { return int(c.present>>number&1) + int(c.double>>number&1) }

// countIn returns the number of cards in the set whose bit in numbers is set. Bit n is card n.
func (c cardSet) countIn(numbers uint64) int {
	return bits.OnesCount64(c.present&numbers) + bits.OnesCount64(c.double&numbers)
}

// first returns the lowest number, or 0 if the set is empty.
func (c cardSet) first() uint8 {
	if c.present == 0 {
		return 0
	}
	return uint8(bits.TrailingZeros64(c.present))
}

// next returns the lowest number in the set above the given number, or 0.
func (c cardSet) next(number uint8) uint8 {
	above := c.present >> (number + 1) << (number + 1)
	if above == 0 {
		return 0
	}
	return uint8(bits.TrailingZeros64(above))
}

// takeAt removes and returns the i-th card, counted from 0 in ascending order.
func (c *cardSet) takeAt(i int) uint8 {
	for number := c.first(); ; number = c.next(number) {
		if i -= c.count(number); i < 0 {
			c.remove(number)
			return number
		}
	}
}

// minus returns the cards of c without the cards of other.
func (c cardSet) minus(other cardSet) cardSet {
	return cardSet{present: c.present&^other.present | c.double&^other.double, double: c.double &^ other.present}
}

// list returns the numbers in ascending order. The number of a card with two copies is there twice.
func (c cardSet) list() []uint8 { return c.appendTo(make([]uint8, 0, c.len())) }

// appendTo appends the numbers to list in ascending order. The number of a card with two copies is
// there twice.
func (c cardSet) appendTo(list []uint8) []uint8 {
	for number := c.first(); number != 0; number = c.next(number) {
		for range c.count(number) {
			list = append(list, number)
		}
	}
	return list
}

// maxPile is the number of cards in the match with the most cards.
const maxPile = 100

// pile is an ordered pile of cards. The last card is on top.
type pile struct {
	cards [maxPile]uint8
	n     uint8
}

func (p *pile) push(number uint8) {
	p.cards[p.n] = number
	p.n++
}

func (p *pile) pop() uint8 {
	p.n--
	return p.cards[p.n]
}

// top returns the top card. The pile must not be empty.
func (p *pile) top() uint8 { return p.cards[p.n-1] }

func (p *pile) list() []uint8 { return p.cards[:p.n] }
