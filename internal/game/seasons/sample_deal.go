package seasons

import "archmage/internal/game"

// dealing deals the hidden cards of a match again, in a way that agrees with what a viewer has been
// shown. As far as only chance decides, all such deals are equally likely. The players' choices are
// not taken as evidence.
type dealing struct {
	s      *match
	viewer game.Viewer
	// observer is the first seat whose secrets the viewer sees, or spectator. seesSeveral means
	// that the viewer sees the secrets of more than one seat.
	observer    int
	seesSeveral bool
	random      *game.RNG
	// remaining has the hidden cards that have no place yet.
	remaining cardSet
	seats     [maxSeats]hiddenSeat
	// The numbers of places in the piles and among the held cards that are still empty.
	draw, discard, held int
	// topCard is the card on top of the draw pile, or 0. reshuffled has cards that were in the draw
	// pile when it was last refilled.
	topCard    uint8
	discarded  cardSet
	reshuffled cardSet
	// later has cards that go to a hand if it has room for cards other than the first nine.
	later cardSet
	// unknown has the nUnknown cards about which nothing is known. They fill the remaining places.
	unknown  [maxPile]uint8
	nUnknown int
	// allowImpossible gives impossible picks a larger weight, so that the sampler can leave a dead
	// end.
	allowImpossible bool
}

// hiddenSeat describes the cards to deal to a seat whose secrets the viewer does not see.
type hiddenSeat struct {
	hidden bool
	// The numbers of places that are still empty.
	hand, packet, picked int
	library              [2]int
	// knownFirst has the known cards among the seat's first nine. suspects has cards that the seat
	// has possibly discarded unseen.
	knownFirst, suspects cardSet
	// unseenPicks is the number of the seat's picks that the viewer could not see. goneCount is the
	// number of other cards that have come out of its hand.
	unseenPicks, goneCount int
}

func (d *dealing) randomBelow(n int) int { return int(d.random.Uint64() >> 32 * uint64(n) >> 32) }

func (d *dealing) dealAll() {
	d.observer = spectator
	for i := range d.s.players[:d.s.seats] {
		if d.viewer.Sees(game.Seat(i)) {
			d.seesSeveral = d.observer != spectator
			d.observer = min(d.observer, i)
		}
	}
	d.gather()
	d.placeKnown()
	d.placeFirstNine()
	d.placeLater()
	d.placeDiscardedUnseen()
	d.placeReshuffled()
	d.nUnknown = len(d.remaining.appendTo(d.unknown[:0]))
	d.shuffle(d.unknown[:d.nUnknown])
	for i := range d.seats[:d.s.seats] {
		if d.seats[i].hidden {
			d.fillSeat(&d.s.players[i], &d.seats[i])
		}
	}
	for ; d.held > 0; d.held-- {
		d.s.held.add(d.takeUnknown())
	}
	d.fillPiles()
}

// takeUnknown removes and returns one of the unknown cards.
func (d *dealing) takeUnknown() uint8 {
	d.nUnknown--
	return d.unknown[d.nUnknown]
}

// take removes a card from the remaining cards. It returns false if the card is not among them.
func (d *dealing) take(number uint8) bool {
	if d.remaining.count(number) == 0 {
		return false
	}
	d.remaining.remove(number)
	return true
}

// gather moves all hidden cards to remaining and counts the places that become empty.
func (d *dealing) gather() {
	s := d.s
	collect := func(set *cardSet) int {
		n := set.len()
		d.remaining.addAll(set)
		return n
	}
	holder := s.holder()
	for i := range s.players[:s.seats] {
		if d.viewer.Sees(game.Seat(i)) {
			continue
		}
		p := &s.players[i]
		d.seats[i] = hiddenSeat{
			hidden: true, hand: collect(&p.hand), packet: collect(&p.packet), picked: collect(&p.picked),
			library: [2]int{collect(&p.library[0]), collect(&p.library[1])}, unseenPicks: packetSize,
		}
	}
	if holder != game.NoSeat && !d.viewer.Sees(holder) {
		d.held = collect(&s.held)
	}
	for _, p := range [...]*pile{&s.draw, &s.discard} {
		for _, number := range p.list() {
			d.remaining.add(number)
		}
	}
	d.draw, d.discard = int(s.draw.n), int(s.discard.n)
}

// knownPlaces returns the places of both copies of a card that the viewer knows. If the viewer sees
// several seats, it returns the largest of their records.
func (d *dealing) knownPlaces(number uint8) copiesAt {
	most := d.s.places[d.observer][number]
	for i := range d.s.players[:d.s.seats] {
		if d.seesSeveral && d.viewer.Sees(game.Seat(i)) {
			most = max(most, d.s.places[i][number])
		}
	}
	return most
}

// placeKnown places the cards whose place the viewer knows.
func (d *dealing) placeKnown() {
	for number := d.remaining.first(); number != 0; number = d.remaining.next(number) {
		places := d.knownPlaces(number)
		if places == 0 {
			continue
		}
		for _, place := range places.each() {
			if place != unknownPlace && d.remaining.count(number) > 0 {
				d.put(number, place)
			}
		}
	}
}

// put deals a card to a place. If the place has no room, the card stays in remaining.
func (d *dealing) put(number uint8, where place) {
	switch {
	case where >= inHand && where < inHand+maxSeats:
		d.putInHand(int(where-inHand), number)
	case where == inDiscard && d.discard > 0:
		d.take(number)
		d.discard--
		d.discarded.add(number)
	case where == reshuffled:
		d.take(number)
		d.reshuffled.add(number)
	case where == onTop && d.draw > 0 && d.topCard == 0:
		d.take(number)
		d.draw--
		d.topCard = number
	case where == isHeld && d.held > 0:
		d.take(number)
		d.held--
		d.s.held.add(number)
	case where >= handOrDiscarded && where < handOrDiscarded+maxSeats:
		if seat := &d.seats[where-handOrDiscarded]; seat.hidden {
			d.take(number)
			seat.suspects.add(number)
		}
	case where >= keptOrDiscarded && d.later.count(number) < copies:
		d.take(number)
		d.later.add(number)
	}
}

// putInHand places a card in a hand that the viewer does not see. It returns false if the hand has
// no room or the card is not remaining.
func (d *dealing) putInHand(i int, number uint8) bool {
	seat := &d.seats[i]
	if !seat.hidden || seat.hand == 0 || !d.take(number) {
		return false
	}
	seat.hand--
	d.s.players[i].hand.add(number)
	return true
}

// placeLater places the cards of later: each was kept or discarded by a keeper, or is in one of
// several hands.
func (d *dealing) placeLater() {
	for number := d.later.first(); number != 0; number = d.later.first() {
		d.later.remove(number)
		d.remaining.add(number)
		for _, where := range d.knownPlaces(number).each() {
			if where >= keptOrDiscarded {
				d.putLater(number, where)
				break
			}
		}
	}
}

// putLater places one card of later, for which where is known.
func (d *dealing) putLater(number uint8, where place) {
	if where != dealt {
		keeping := d.s.keepings[d.observer][where-keptOrDiscarded]
		keeper := int(keeping.seat())
		if d.roomForDrawn(keeper) == 0 || d.discard > 0 && d.randomBelow(max(1, keeping.cards())) > 0 ||
			!d.putInHand(keeper, number) {
			d.put(number, inDiscard)
		}
		return
	}
	first := d.randomBelow(int(d.s.seats))
	for i := range int(d.s.seats) {
		if i = (first + i) % int(d.s.seats); d.roomForDrawn(i) > 0 && d.putInHand(i, number) {
			return
		}
	}
}

// roomForDrawn returns the number of cards, other than its first nine, that the seat can still get.
func (d *dealing) roomForDrawn(i int) int { return max(0, d.room(i)-d.seats[i].knownFirst.len()) }

// placeDiscardedUnseen decides which cards were discarded unseen from the hands.
func (d *dealing) placeDiscardedUnseen() {
	for i := range d.seats[:d.s.seats] {
		seat := &d.seats[i]
		now, before := int(d.s.discardedUnseen[i]), int(d.s.discardedUnseenBefore[i])
		if !seat.hidden || now+before == 0 {
			continue
		}
		for n := now + before; n > 0; n-- {
			number := d.pickDiscardedUnseen(seat, n)
			switch {
			case number == 0:
			case n > now:
				d.reshuffled.add(number)
			case d.discard > 0:
				d.discard--
				d.discarded.add(number)
			default:
				d.remaining.add(number)
			}
		}
		for number := seat.suspects.first(); number != 0; number = seat.suspects.first() {
			seat.suspects.remove(number)
			d.remaining.add(number)
			d.putInHand(i, number)
		}
	}
}

// pickDiscardedUnseen picks one of the n cards that were discarded unseen from a hand. It returns 0
// for a card about which nothing is known.
func (d *dealing) pickDiscardedUnseen(seat *hiddenSeat, n int) uint8 {
	suspects, first := seat.suspects.len(), seat.knownFirst.len()
	others := max(0, seat.hand+seat.library[0]+seat.library[1]+n-suspects-first)
	if first+seat.unseenPicks <= seat.library[0]+seat.library[1] {
		first = 0 // the libraries need all of the first nine cards
	}
	index := d.randomBelow(suspects + first + others)
	if suspects-n >= seat.hand && suspects > 0 {
		index = d.randomBelow(suspects) // the hand has no room for all suspects
	}
	switch {
	case index < suspects:
		return seat.suspects.takeAt(index)
	case index < suspects+first:
		return seat.knownFirst.takeAt(index - suspects)
	}
	return 0
}

// placeReshuffled places the cards that were in the draw pile when it was last refilled. Each is
// still in the draw pile or has been drawn since.
func (d *dealing) placeReshuffled() {
	if d.reshuffled.present == 0 {
		return
	}
	var room [maxSeats]int
	for i := range d.seats[:d.s.seats] {
		if seat := &d.seats[i]; seat.hidden {
			free := seat.hand + seat.library[0] + seat.library[1] - seat.knownFirst.len()
			room[i] = max(0, min(int(d.s.drawnCount[i]), seat.hand, free))
		}
	}
	draw, inDraw := d.draw, cardSet{}
	for number := d.reshuffled.first(); number != 0; number = d.reshuffled.first() {
		d.reshuffled.remove(number)
		index := d.randomBelow(max(1, draw+d.discard+d.held+room[0]+room[1]+room[2]+room[3]))
		switch {
		case index < draw:
			draw--
			inDraw.add(number)
			continue
		case index < draw+d.discard:
			d.discard--
			d.discarded.add(number)
			continue
		case index < draw+d.discard+d.held:
			d.held--
			d.s.held.add(number)
			continue
		}
		index -= draw + d.discard + d.held
		d.remaining.add(number)
		for i := range room {
			if index -= room[i]; index < 0 {
				room[i]--
				d.putInHand(i, number)
				break
			}
		}
	}
	d.reshuffled = inDraw
}

// fillSeat fills the empty places of a seat. The libraries have only cards of the first nine, so an
// unknown card can go there only if the seat can have picked it unseen.
func (d *dealing) fillSeat(p *player, seat *hiddenSeat) {
	for ; seat.packet > 0; seat.packet-- {
		p.packet.add(d.takeUnknown())
	}
	for number := seat.knownFirst.first(); number != 0 && seat.picked > 0; number = seat.knownFirst.first() {
		seat.knownFirst.remove(number)
		p.picked.add(number)
		seat.picked--
	}
	for ; seat.picked > 0; seat.picked-- {
		p.picked.add(d.takeUnknown())
	}
	var memory [2 * packetSize]uint8
	nine := seat.knownFirst.appendTo(memory[:0])
	libraries := seat.library[0] + seat.library[1]
	others := seat.hand + libraries - len(nine)
	for n := d.picksAmong(seat, others, libraries-len(nine)); n > 0; n-- {
		nine = append(nine, d.takeUnknown())
	}
	d.shuffle(nine)
	for y, n := range seat.library {
		for range n {
			p.library[y].add(nine[0])
			nine = nine[1:]
		}
	}
	for _, number := range nine {
		p.hand.add(number)
	}
	for range seat.hand - len(nine) {
		p.hand.add(d.takeUnknown())
	}
}

// picksAmong draws the number of the seat's unseen picks among its other unknown cards. It is at
// least least. The remaining unseen picks are among the cards that are gone.
func (d *dealing) picksAmong(seat *hiddenSeat, others, least int) int {
	var sums [packetSize + 1]float64
	sum, most := 0.0, min(seat.unseenPicks, others)
	libraries := seat.library[0] + seat.library[1]
	gone := max(seat.goneCount, seat.unseenPicks-others)
	for n := range most + 1 {
		sum += splits(others, gone, seat.unseenPicks, n, libraries-least+n, libraries)
		sums[n] = sum
	}
	if sum == 0 {
		return most
	}
	target, n := d.chance()*sum, 0
	for n < most && target >= sums[n] {
		n++
	}
	return n
}

// fillPiles fills the piles and shuffles the draw pile.
func (d *dealing) fillPiles() {
	s := d.s
	s.draw.n = uint8(len(d.reshuffled.appendTo(s.draw.cards[:0])))
	for range d.draw - int(s.draw.n) {
		s.draw.push(d.takeUnknown())
	}
	d.shuffle(s.draw.list())
	if d.topCard != 0 {
		s.draw.push(d.topCard)
	}
	s.discard.n = uint8(len(d.discarded.appendTo(s.discard.cards[:0])))
	for range d.discard {
		s.discard.push(d.takeUnknown())
	}
}
