package seasons

import "slices"

// This file samples the first nine cards of the seats. From the draft, a viewer knows the cards
// that the other players took from a packet, but not which player took which card. Cards that came
// out of a hand later add information: the player had picked them, or drew them later.

// firstNine is a hypothesis about the cards that each seat picked.
type firstNine struct {
	// picked has the cards that each seat picked. shown has the cards that have come out of the
	// seat's hand and are possibly among them.
	picked, shown [maxSeats]cardSet
	// ways is indexed by seat and by the number of shown cards that the seat picked. It has the
	// relative number of ways in which the seat can have got its cards. maxMatches is the largest
	// index that is possible without second copies. If the seat picked more of the shown cards, it
	// showed a second copy of some cards.
	ways       [maxSeats][maxShown + 1]float64
	maxMatches [maxSeats]int
}

// matchCount returns the number of shown cards that the seat picked.
func (f *firstNine) matchCount(i int) int {
	return f.shown[i].len() - f.shown[i].minus(f.picked[i]).len()
}

// The sampler is a Gibbs sampler. Each sweep deals the cards of every packet again among the
// players who took from it, given the other packets. sweeps is the number of sweeps after the deal
// has become possible. A few are enough, because packets hardly influence each other. maxSweeps is
// the maximum number of sweeps in total. Until then, every third sweep gives impossible picks a
// larger weight, so that the sampler can leave a dead end.
const (
	sweeps    = 3
	maxSweeps = 300
)

// impossible is the weight of a card that cannot be at its place. Every possible deal has a weight
// above unlikely.
const (
	impossible = 1e-40
	unlikely   = 1e-30
)

// placeFirstNine decides which cards the seats picked.
func (d *dealing) placeFirstNine() {
	s, observer := d.s, d.observer
	if d.seesSeveral {
		return // a viewer of several seats is treated as one who sees all
	}
	if !s.presets && (observer == spectator || s.passed[observer].n == 0) {
		return
	}
	var nine firstNine
	hasShownCards := false
	for i := range d.seats[:s.seats] {
		for _, card := range s.shown[i][:s.nShown[i]] {
			if card.observers>>observer&1 == 1 && nine.shown[i].count(card.number) < copies {
				nine.shown[i].add(card.number)
				hasShownCards = true
			}
		}
	}
	if s.presets {
		d.choosePresets(&nine)
	} else {
		d.choosePicks(&nine, observer, hasShownCards)
	}
	for i := range d.seats[:s.seats] {
		if seat := &d.seats[i]; seat.hidden {
			d.takeFirst(seat, nine.picked[i].minus(nine.shown[i]), d.room(i))
		}
	}
	for i := range d.seats[:s.seats] {
		if seat := &d.seats[i]; seat.hidden {
			seat.unseenPicks = packetSize - nine.picked[i].len()
			seat.goneCount = nine.shown[i].len() - nine.matchCount(i) + d.takeSecond(&nine, i)
		}
	}
}

// takeFirst takes cards that a seat picked and has not shown, as long as the seat has room for
// them.
func (d *dealing) takeFirst(seat *hiddenSeat, unshown cardSet, room int) {
	for number := unshown.first(); number != 0 && room > 0; number = unshown.first() {
		unshown.remove(number)
		if d.take(number) {
			seat.knownFirst.add(number)
			room--
		}
	}
}

// takeSecond considers the cards that a seat picked and has shown. It decides for which of them the
// seat showed a second copy that it drew later. It returns the number of these cards.
func (d *dealing) takeSecond(nine *firstNine, i int) int {
	n, matched, ways := 0, nine.matchCount(i), &nine.ways[i]
	room := d.room(i) - d.seats[i].knownFirst.len()
	both := nine.picked[i].minus(nine.picked[i].minus(nine.shown[i]))
	for both = both.minus(both.minus(d.remaining)); both.present != 0 && n < room; {
		number := both.takeAt(d.randomBelow(both.len()))
		if matched > nine.maxMatches[i] || d.chance()*(ways[matched]+ways[matched-1]) < ways[matched-1] {
			d.take(number)
			d.seats[i].knownFirst.add(number)
			matched--
			n++
		}
	}
	return n
}

// room returns the number of a seat's cards that are still to be determined: hidden cards, and
// cards discarded unseen.
func (d *dealing) room(i int) int {
	seat := &d.seats[i]
	n := seat.hand + seat.picked + seat.library[0] + seat.library[1]
	return n + int(d.s.discardedUnseen[i]) + int(d.s.discardedUnseenBefore[i]) - seat.suspects.len()
}

// weight returns the relative probability of the hypothesis. Cards that came out of a hand without
// having been picked were drawn by chance.
func (d *dealing) weight(nine *firstNine) float64 {
	weight := 1.0
	var unshown cardSet
	for i := range d.seats[:d.s.seats] {
		if d.seats[i].hidden {
			weight *= nine.ways[i][nine.matchCount(i)]
			more := nine.picked[i].minus(nine.shown[i])
			unshown = cardSet{
				present: unshown.present | more.present,
				double:  unshown.double | more.double | unshown.present&more.present,
			}
		}
	}
	for n := unshown.minus(d.remaining).len(); n > 0; n-- {
		weight *= impossible
	}
	remaining := d.remaining.minus(unshown)
	for i := range d.seats[:d.s.seats] {
		if shortage := nine.matchCount(i) - nine.maxMatches[i]; shortage > 0 {
			both := nine.picked[i].minus(nine.picked[i].minus(nine.shown[i]))
			if both.minus(both.minus(remaining)).len() < shortage {
				weight *= impossible
			}
		}
	}
	return weight
}

// countWays computes the relative number of ways in which each seat can have got its cards.
func (d *dealing) countWays(nine *firstNine) {
	nCards := float64(d.remaining.len() + 1)
	for i := range d.seats[:d.s.seats] {
		seat := &d.seats[i]
		if !seat.hidden {
			continue
		}
		shown, picked := nine.shown[i].len(), nine.picked[i].len()
		unseen := d.room(i) - picked + shown
		libraries := seat.library[0] + seat.library[1]
		ways, maxMatched, drawn := &nine.ways[i], min(shown, picked), 1.0
		leastMatched := -1
		for m := range shown + 1 { // number of cards shown and not picked
			if m > 0 {
				drawn *= float64(max(0, unseen-m+1)) / nCards
			}
			matched := shown - m
			if matched > maxMatched {
				continue
			}
			sum := 0.0
			if drawn > 0 {
				unknown, others := packetSize-picked, unseen-m
				for n := range min(unknown, others) + 1 {
					sum += splits(others, max(m, unknown-others), unknown, n, picked-matched+n, libraries)
				}
			}
			if ways[matched] = sum * drawn; sum > 0 && leastMatched < 0 {
				leastMatched = matched
			}
		}
		if best := slices.Max(ways[:maxMatched+1]); best > 0 {
			for n := range ways[:maxMatched+1] {
				ways[n] /= best
			}
		}
		nine.maxMatches[i] = max(0, leastMatched)
		for n := nine.maxMatches[i] + 1; n <= maxMatched; n++ {
			ways[n] = ways[n-1] / nCards
		}
		for n := nine.maxMatches[i] - 1; n >= 0; n-- {
			if ways[n] == 0 {
				ways[n] = ways[n+1] * impossible
			}
		}
	}
}

// splits returns the number of ways in which n of the unseen picks are among a seat's other cards,
// the other unseen picks are among the cards that are gone, and the cards of the libraries are
// among the hidden cards of the first nine.
func splits(others, gone, picks, n, first, libraries int) float64 {
	return choose(others, n) * choose(gone, picks-n) * choose(first, libraries)
}

// choose returns the number of ways to choose k of n cards, the binomial coefficient.
func choose(n, k int) float64 {
	if k < 0 || k > n {
		return 0
	}
	ways := 1.0
	for i := range min(k, n-k) {
		ways = ways * float64(n-i) / float64(i+1)
	}
	return ways
}

// choosePicks decides which seat took which card of the packets that the observer has passed on.
// During the draft, a packet that has not come back is at another seat, which gets the remaining
// cards.
func (d *dealing) choosePicks(nine *firstNine, observer int, hasShownCards bool) {
	s := d.s
	p := s.passed[observer]
	shownCards := uint64(0)
	for i := range nine.shown {
		shownCards |= nine.shown[i].present
	}
	var seats [maxSeats]int // clockwise from the observer
	for i := range seats {
		seats[i] = (observer + i + 1) % int(s.seats)
	}
	var openPackets [maxPasses][]uint8
	nOpen, start := 0, 0
	for b, size := range p.sizes[:p.n] {
		list := p.cards[start : start+int(size)]
		start += int(size)
		d.shuffle(list)
		age := int(p.n) - b
		if s.phase == phaseDraft && age < int(s.seats) {
			for _, number := range list[age-1:] {
				if to := seats[age-1]; d.seats[to].packet > 0 && d.take(number) {
					d.seats[to].packet--
					s.players[to].packet.add(number)
				}
			}
			list = list[:age-1]
		}
		mask := uint64(0)
		for i, number := range list {
			nine.picked[seats[i]].add(number)
			mask |= 1 << number
		}
		if mask&shownCards != 0 && len(list) <= len(orders) {
			openPackets[nOpen] = list
			nOpen++
		}
	}
	if !hasShownCards {
		return
	}
	d.countWays(nine)
	for n, possibleSweeps := 0, 0; n < maxSweeps && possibleSweeps < sweeps; n++ {
		d.allowImpossible = possibleSweeps == 0 && n%3 == 2
		for _, list := range openPackets[:nOpen] {
			d.dealAgain(nine, list, &seats)
		}
		if possibleSweeps > 0 || d.weight(nine) > unlikely {
			possibleSweeps++
		}
	}
}

// orders has the permutations of one, two and three indices.
var orders = [...][][3]uint8{
	{{0}},
	{{0, 1}, {1, 0}},
	{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}},
}

// dealAgain deals the cards of one packet again among the players who took from it, given the picks
// from the other packets.
func (d *dealing) dealAgain(nine *firstNine, list []uint8, takers *[maxSeats]int) {
	var weights [3][3]float64 // by taker and card
	var shows [3][3]bool      // the taker has shown the card
	for i, number := range list {
		nine.picked[takers[i]].remove(number)
	}
	var unshownPicks [maxSeats]cardSet // picked and not shown
	for i := range d.seats[:d.s.seats] {
		unshownPicks[i] = nine.picked[i].minus(nine.shown[i])
	}
	var tooMany [3]bool   // no seat can have the card among its unshown picks
	hasDuplicate := false // both copies of a card are to be dealt
	for j, number := range list {
		unshownCopies := 1 // the number of copies picked and not shown, with this one
		for i := range d.seats[:d.s.seats] {
			unshownCopies += unshownPicks[i].count(number)
		}
		tooMany[j] = unshownCopies > d.remaining.count(number)
		hasDuplicate = hasDuplicate || slices.Contains(list[:j], number)
	}
	for i, seat := range takers[:len(list)] {
		missing := nine.shown[seat].minus(nine.picked[seat])
		unshownWeight := 1.0 // the weight of a card that the taker has not shown
		if matched := nine.shown[seat].len() - missing.len(); missing.present != 0 && matched < len(nine.ways[seat])-1 {
			unshownWeight = nine.ways[seat][matched] / nine.ways[seat][matched+1]
		}
		for j, number := range list {
			switch {
			case missing.count(number) > 0:
				shows[i][j] = true
				weights[i][j] = 1
			case d.allowImpossible:
				weights[i][j] = 0.2
			case tooMany[j]:
				weights[i][j] = unshownWeight * impossible
			default:
				weights[i][j] = unshownWeight
			}
		}
	}
	choices := orders[len(list)-1]
	var sums [6]float64
	sum := 0.0
	for k, order := range choices {
		weight := 1.0
		for i := range list {
			weight *= weights[i][order[i]]
			if !hasDuplicate {
				continue
			}
			for l := range i { // two unshown copies of a card need two remaining copies
				j, k := order[i], order[l]
				if list[j] == list[k] && !shows[i][j] && !shows[l][k] && d.remaining.count(list[j]) < copies {
					weight *= impossible
				}
			}
		}
		sum += weight
		sums[k] = sum
	}
	target, k := d.chance()*sum, 0
	for k < len(choices)-1 && target >= sums[k] {
		k++
	}
	cards := [3]uint8{}
	copy(cards[:], list)
	for i := range list {
		list[i] = cards[choices[k][i]]
		nine.picked[takers[i]].add(list[i])
	}
}

// choosePresets decides which ready-made sets the seats have. It draws one of all ways to assign
// the sets that the viewer does not have, in proportion to their weights.
func (d *dealing) choosePresets(nine *firstNine) {
	s := d.s
	taken := [5]bool{true}
	for i := range d.seats[:s.seats] {
		taken[s.preset[i]] = true
	}
	chosen, sum := *nine, 0.0
	var assign func(seat int)
	assign = func(seat int) {
		switch {
		case seat == int(s.seats):
			d.countWays(nine)
			weight := d.weight(nine)
			sum += weight
			if d.chance()*sum < weight {
				chosen = *nine
			}
		case !d.seats[seat].hidden:
			assign(seat + 1)
		default:
			for preset := range s.rules.presets {
				if !taken[preset+1] {
					taken[preset+1] = true
					nine.picked[seat] = s.rules.presets[preset]
					assign(seat + 1)
					taken[preset+1] = false
				}
			}
		}
	}
	assign(0)
	*nine = chosen
}

// chance returns a random number from 0 up to, but not including, 1.
func (d *dealing) chance() float64 { return float64(d.random.Uint64()>>11) / (1 << 53) }

func (d *dealing) shuffle(list []uint8) {
	for i := len(list) - 1; i > 0; i-- {
		j := d.randomBelow(i + 1)
		list[i], list[j] = list[j], list[i]
	}
}
