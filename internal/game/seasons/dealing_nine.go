package seasons

import (
	"math/bits"

	"archmage/internal/game"
)

// The first nine cards of the seats: a viewer knows from the draft which cards the
// others have picked together, though not who picked which. Cards that came out of
// a hand later say more: they were of the nine, or else drawn.

// firstNine is who may have picked what.
type firstNine struct {
	// picked are cards that each seat has picked, shown those that have come out of
	// its hand and may be of them. unseen counts all its other cards, also those
	// that are not there any more.
	picked, shown [maxSeats]cardSet
	unseen        [maxSeats]int
}

// sweeps is how often each packet is dealt again among those who took of it, given
// the others. A few times are enough: packets have little to do with each other.
const sweeps = 3

// impossible weighs a card that is not where it would have to be.
const impossible = 1e-9

// placeFirstNine decides what the seats have picked.
func (d *dealing) placeFirstNine() {
	s, observer := d.s, d.observer()
	if observer != public && d.viewer != game.SeatViewer(game.Seat(observer)) {
		return // of several seats; it is used for all of them only
	}
	if !s.presets && (observer == public || s.passed[observer].n == 0) {
		return
	}
	var nine firstNine
	known := false
	for i := range d.seats[:s.seats] {
		for _, one := range s.shown[i][:s.nShown[i]] {
			if one.observers>>observer&1 == 1 && nine.shown[i].count(one.number) < copies {
				nine.shown[i].add(one.number)
				known = true
			}
		}
	}
	if s.presets {
		d.choosePresets(&nine)
	} else {
		d.choosePicks(&nine, observer, known)
	}
	for i := range d.seats[:s.seats] {
		seat := &d.seats[i]
		if !seat.hidden {
			continue
		}
		seat.picks = packetSize - nine.picked[i].len()
		seat.gone = nine.shown[i].minus(nine.picked[i]).len()
		still := nine.picked[i].minus(nine.shown[i])
		room := d.room(i)
		for number := still.first(); number != 0 && room > 0; number = still.first() {
			still.remove(number)
			if d.take(number) {
				seat.first.add(number)
				room--
			}
		}
	}
}

// room returns how many cards of a seat are still to be found: those that are
// hidden, and those that it has discarded unseen.
func (d *dealing) room(i int) int {
	seat := &d.seats[i]
	n := seat.hand + seat.picked + seat.library[0] + seat.library[1]
	return n + int(d.s.lost[i]) + int(d.s.lostBefore[i]) - seat.lost.len()
}

// weight returns how likely it is that the seats have picked so: a card that has
// come out of a hand and was not picked was drawn by chance.
func (d *dealing) weight(nine *firstNine) float64 {
	weight := 1.0
	var still cardSet
	all := float64(d.left.len() + 1)
	for i := range d.seats[:d.s.seats] {
		if !d.seats[i].hidden {
			continue
		}
		drawn := nine.shown[i].minus(nine.picked[i]).len()
		for n := range drawn {
			if n < nine.unseen[i] {
				weight *= float64(nine.unseen[i]-n) / all
			} else {
				weight *= impossible
			}
		}
		more := nine.picked[i].minus(nine.shown[i])
		still = cardSet{one: still.one | more.one, two: still.two | more.two | still.one&more.one}
	}
	for n := still.minus(d.left).len(); n > 0; n-- {
		weight *= impossible
	}
	return weight
}

// countUnseen counts the cards of each seat that are not among those picked.
func (d *dealing) countUnseen(nine *firstNine) {
	for i := range d.seats[:d.s.seats] {
		nine.unseen[i] = d.room(i) - nine.picked[i].len() + nine.shown[i].len()
	}
}

// choosePicks decides who took which cards of the packets that the observer has
// passed on. While the draft goes on, the rest of a packet that has not come back
// is with the seat that it has reached.
func (d *dealing) choosePicks(nine *firstNine, observer int, known bool) {
	s := d.s
	p := s.passed[observer]
	shownCards := uint64(0)
	for i := range nine.shown {
		shownCards |= nine.shown[i].one
	}
	seat := func(distance int) int { return (observer + distance) % int(s.seats) }
	var open [maxPasses][]uint8
	n, at := 0, 0
	for b, size := range p.sizes[:p.n] {
		list := p.cards[at : at+int(size)]
		at += int(size)
		d.shuffle(list)
		age := int(p.n) - b
		if s.phase == phaseDraft && age < int(s.seats) {
			for _, number := range list[age-1:] {
				if to := seat(age); d.seats[to].packet > 0 && d.take(number) {
					d.seats[to].packet--
					s.players[to].packet.add(number)
				}
			}
			list = list[:age-1]
		}
		mask := uint64(0)
		for i, number := range list {
			nine.picked[seat(i+1)].add(number)
			mask |= 1 << number
		}
		if mask&shownCards != 0 && len(list) <= len(orders) {
			open[n] = list
			n++
		}
	}
	if !known {
		return
	}
	d.countUnseen(nine)
	for range sweeps {
		for _, list := range open[:n] {
			d.dealAgain(nine, list, seat)
		}
	}
}

// orders are the orders of one, two and three cards.
var orders = [...][][3]uint8{
	{{0}},
	{{0, 1}, {1, 0}},
	{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}},
}

// dealAgain deals the cards of one packet again among those who took of it.
func (d *dealing) dealAgain(nine *firstNine, list []uint8, seat func(int) int) {
	cards := [3]uint8{}
	copy(cards[:], list)
	for i, number := range list {
		nine.picked[seat(i+1)].remove(number)
	}
	choices := orders[len(list)-1]
	var weights [6]float64
	sum := 0.0
	for k, order := range choices {
		for i := range list {
			nine.picked[seat(i+1)].add(cards[order[i]])
		}
		weights[k] = d.weight(nine)
		sum += weights[k]
		for i := range list {
			nine.picked[seat(i+1)].remove(cards[order[i]])
		}
	}
	k, at := 0, float64(d.random.Uint64()>>11)/(1<<53)*sum
	for at -= weights[0]; at > 0 && k < len(choices)-1; at -= weights[k] {
		k++
	}
	for i := range list {
		list[i] = cards[choices[k][i]]
		nine.picked[seat(i+1)].add(list[i])
	}
}

// choosePresets decides which of the ready-made sets the seats have got.
func (d *dealing) choosePresets(nine *firstNine) {
	s := d.s
	var free [4]uint8
	n := 0
	taken := uint8(0)
	for i := range d.seats[:s.seats] {
		if !d.seats[i].hidden {
			taken |= 1 << s.preset[i]
		}
	}
	for preset := range uint8(4) {
		if taken>>(preset+1)&1 == 0 {
			free[n] = preset
			n++
		}
	}
	d.shuffle(free[:n])
	give := func() {
		k := 0
		for i := range d.seats[:s.seats] {
			if d.seats[i].hidden && k < n {
				nine.picked[i] = s.rules.presets[free[k]]
				k++
			}
		}
	}
	give()
	d.countUnseen(nine)
	weight := d.weight(nine)
	for range 4 * n * bits.Len(uint(n)) {
		i, j := d.below(n), d.below(n)
		free[i], free[j] = free[j], free[i]
		give()
		other := d.weight(nine)
		if other < weight && float64(d.random.Uint64()>>11)/(1<<53) >= other/weight {
			free[i], free[j] = free[j], free[i]
			continue
		}
		weight = other
	}
	give()
}

// shuffle puts cards into a random order.
func (d *dealing) shuffle(list []uint8) {
	for i := len(list) - 1; i > 0; i-- {
		j := d.below(i + 1)
		list[i], list[j] = list[j], list[i]
	}
}
