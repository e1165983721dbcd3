package seasons

import (
	"math"
	"slices"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// A match records the hidden cards that each seat, and a spectator who sees only public
// information, has been shown. [match.Sample] draws states that agree with this record. The record
// is part of the state, so undo restores it. Clients never get it.
//
// A player learns about hidden cards in these ways:
//  - a packet of the draft is seen and passed on. When it comes back, the missing
//    cards were picked by the other players, one card each;
//  - the ready-made sets of the apprentice level are known;
//  - a card is taken back from play into a hand, or drawn openly;
//  - a card is given to another player (Naria the Prophetess);
//  - the top card of the draw pile is looked at (Crystal Orb), and remains known
//    when another player draws it;
//  - a card is discarded or sacrificed openly, or by the player in secret. When the
//    discard pile is shuffled, the card is in the draw pile or has been drawn since;
//  - a card that comes out of a hand was in that hand.

// The observers are the seats and one spectator.
const (
	observers = maxSeats + 1
	spectator = maxSeats
)

// place is the known place of a hidden card.
type place uint8

const (
	unknownPlace    place = 0  // not known, or not hidden
	inHand          place = 1  // + seat: in that hand
	inDiscard       place = 5  // in the discard pile
	reshuffled      place = 6  // in the draw pile when it was last refilled
	onTop           place = 7  // on top of the draw pile
	isHeld          place = 8  // held by the seat that has the decision
	handOrDiscarded place = 9  // + seat: in that hand, or discarded from it unseen
	keptOrDiscarded place = 13 // + index of a keeper: in the keeper's hand, or discarded
	dealt           place = 15 // in the hand of one of the other players
)

// keepers is the number of keepings that each observer remembers.
const keepers = 2

// keeping records that a seat kept one of several cards, and their number.
type keeping uint8

func newKeeping(seat game.Seat, cards int) keeping { return keeping(seat) + keeping(cards)*maxSeats }

func (k keeping) seat() game.Seat { return game.Seat(k % maxSeats) }
func (k keeping) cards() int      { return int(k / maxSeats) }

// copiesAt has the known places of both copies of a card, four bits each. A copy that is not hidden
// is at unknownPlace.
type copiesAt uint8

func (c copiesAt) each() [copies]place { return [...]place{place(c & 15), place(c >> 4)} }

// move moves one copy from one place to another, and reports whether there was a copy at from.
func (c *copiesAt) move(from, to place) bool {
	switch {
	case place(*c&15) == from:
		*c = *c&^15 | copiesAt(to)
	case place(*c>>4) == from:
		*c = *c&15 | copiesAt(to)<<4
	default:
		return false
	}
	return true
}

const (
	maxPasses = packetSize - 1
	maxPassed = 21
	maxShown  = 13
)

// passing records what a seat has seen of the packets that it has passed on.
type passing struct {
	// cards has the cards of all packets, in the order of passing. A packet that has not come back
	// has all the cards that were in it. A packet that has come back has only the cards that the
	// seats to the left took, one card each, in the order of the seats.
	cards [maxPassed]uint8
	sizes [maxPasses]uint8
	n     uint8
}

// shownCard is a card that came out of a hand. observers is the set of observers who did not know
// before that the card was in the hand.
type shownCard struct {
	number    uint8
	observers uint8
}

// knowledge records the hidden cards that each observer has been shown.
type knowledge struct {
	places [observers][cards.NumCards + 1]copiesAt
	passed [maxSeats]passing
	// shown has the cards that came out of each hand and were possibly among its first nine cards.
	shown  [maxSeats][maxShown]shownCard
	nShown [maxSeats]uint8
	// drawnCount is the number of cards that went to each hand since the draw pile was last
	// refilled.
	drawnCount [maxSeats]uint8
	// discardedUnseen is the number of cards discarded unseen from each hand since the discard pile
	// was last shuffled. discardedUnseenBefore is the number before that.
	discardedUnseen, discardedUnseenBefore [maxSeats]uint8
	// keepings has the keepings to which the places from keptOrDiscarded on refer.
	keepings [observers][keepers]keeping
	// preset is the number of each seat's ready-made set, counted from 1. presets means that the
	// players have ready-made sets.
	preset  [maxSeats]uint8
	presets bool
}

// forget erases everything that the viewer has not been shown.
func (k *knowledge) forget(viewer game.Viewer) {
	keep := uint8(0)
	for seat := range game.Seat(maxSeats) {
		if viewer.Sees(seat) {
			keep |= 1 << seat
			continue
		}
		k.places[seat] = [cards.NumCards + 1]copiesAt{}
		k.passed[seat] = passing{}
		k.keepings[seat] = [keepers]keeping{}
		k.preset[seat] = 0
	}
	if keep == 0 {
		keep = 1 << spectator
	}
	for seat := range k.shown {
		list := k.shown[seat][:k.nShown[seat]]
		k.nShown[seat] = 0
		for i, card := range list {
			list[i] = shownCard{}
			if card.observers&keep != 0 {
				list[k.nShown[seat]] = shownCard{card.number, card.observers & keep}
				k.nShown[seat]++
			}
		}
	}
}

// record records where an observer saw a card go.
func (k *knowledge) record(observer int, number uint8, where place) {
	k.places[observer][number].move(unknownPlace, where)
}

// recordForAll records that all observers saw a card go to a place. The owner, if there is one,
// sees the card in any case and gets no record.
func (k *knowledge) recordForAll(owner game.Seat, number uint8, where place) {
	for observer := range k.places {
		if observer != int(owner) {
			k.record(observer, number, where)
		}
	}
}

func handOf(seat game.Seat) place { return inHand + place(seat) }

func handOrDiscardedBy(seat game.Seat) place { return handOrDiscarded + place(seat) }

// recordDrawn records that a card was drawn from the top of the draw pile. Observers who had looked
// at the card learn its new place. The owner, if there is one, sees the card.
func (k *knowledge) recordDrawn(owner game.Seat, number uint8, to place) {
	for observer := range k.places {
		if card := &k.places[observer][number]; observer == int(owner) {
			card.reveal()
		} else {
			card.move(onTop, to)
		}
	}
}

// reveal records that the observer sees a copy that was in the draw pile or held.
func (c *copiesAt) reveal() {
	for _, from := range [...]place{isHeld, onTop, reshuffled} {
		if c.move(from, unknownPlace) {
			return
		}
	}
}

// recordOpened records that all observers see a card that was in the draw pile or held.
func (k *knowledge) recordOpened(number uint8) {
	for observer := range k.places {
		k.places[observer][number].reveal()
	}
}

// recordTop records that a seat looks at the top card of the draw pile.
func (k *knowledge) recordTop(seat game.Seat, number uint8) {
	if card := &k.places[seat][number]; !card.move(onTop, onTop) && !card.move(reshuffled, onTop) {
		card.move(unknownPlace, onTop)
	}
}

// recordHeld records that the cards held by a seat go to a place. An observer who knows one of the
// cards does not see which card goes to which place.
func (k *knowledge) recordHeld(seat game.Seat, held *cardSet, to place) {
	for number := held.first(); number != 0; number = held.next(number) {
		for observer := range k.places {
			card := &k.places[observer][number]
			switch {
			case observer == int(seat) || !card.move(isHeld, isHeld):
			case to == keptOrDiscarded:
				card.move(isHeld, keptOrDiscarded+k.addKeeper(observer, newKeeping(seat, held.len())))
			default:
				card.move(isHeld, to)
			}
		}
	}
}

// addKeeper adds a keeping to the record of an observer and returns its index. If all indices are
// in use, the observer forgets the first keeping.
func (k *knowledge) addKeeper(observer int, added keeping) place {
	used := [keepers]bool{}
	for _, card := range k.places[observer] {
		for _, where := range card.each() {
			if where >= keptOrDiscarded && where < keptOrDiscarded+keepers {
				used[where-keptOrDiscarded] = true
			}
		}
	}
	for i, keeper := range k.keepings[observer] {
		if keeper == added || !used[i] {
			k.keepings[observer][i] = added
			return place(i)
		}
	}
	for i := range k.places[observer] {
		for k.places[observer][i].move(keptOrDiscarded, unknownPlace) {
		}
	}
	k.keepings[observer][0] = added
	return 0
}

// recordGiven records that a held card of one seat goes to the hand of another seat.
func (k *knowledge) recordGiven(from, to game.Seat, number uint8) {
	for observer := range k.places {
		card := &k.places[observer][number]
		switch observer {
		case int(from):
			card.move(unknownPlace, handOf(to))
		case int(to):
			if !card.move(dealt, unknownPlace) {
				card.reveal()
			}
		}
	}
	k.drawnCount[to]++
}

// recordDiscardedUnseen records that a seat has discarded a card from its hand unseen.
func (k *knowledge) recordDiscardedUnseen(seat game.Seat, number uint8) {
	for observer := range k.places {
		if observer == int(seat) {
			k.record(observer, number, inDiscard)
			continue
		}
		for i := range k.places[observer] {
			card := &k.places[observer][i]
			for card.move(handOf(seat), handOrDiscardedBy(seat)) {
			}
		}
	}
	k.discardedUnseen[seat]++
}

// recordShown records that a card has come out of a hand and was shown to all. seats is the number
// of seats of the match.
func (k *knowledge) recordShown(seat game.Seat, number, seats uint8) {
	var observers uint8
	for observer := range k.places {
		if observer == int(seat) {
			continue
		}
		card := &k.places[observer][number]
		switch {
		case card.move(handOf(seat), unknownPlace), card.move(handOrDiscardedBy(seat), unknownPlace),
			k.keepings[observer][0].seat() == seat && card.move(keptOrDiscarded, unknownPlace),
			k.keepings[observer][1].seat() == seat && card.move(keptOrDiscarded+1, unknownPlace),
			card.move(dealt, unknownPlace):
		default:
			card.move(reshuffled, unknownPlace)
			if k.canHavePicked(observer, seat, number, seats) {
				observers |= 1 << observer
			}
		}
	}
	if n := &k.nShown[seat]; observers != 0 && *n < maxShown {
		k.shown[seat][*n] = shownCard{number, observers}
		*n++
	}
}

// canHavePicked reports whether, for all that the observer has seen, the card can be among the
// seat's first nine cards.
func (k *knowledge) canHavePicked(observer int, seat game.Seat, number, seats uint8) bool {
	if k.presets {
		return true
	}
	if observer == spectator {
		return false
	}
	p, start := &k.passed[observer], 0
	taker := (int(seat) - observer + int(seats)) % int(seats)
	for _, size := range p.sizes[:p.n] {
		if taker <= int(size) && slices.Contains(p.cards[start:start+int(size)], number) {
			return true
		}
		start += int(size)
	}
	return false
}

// recordShuffled records that the discard pile has become the draw pile.
func (k *knowledge) recordShuffled() {
	changes := [...]struct{ from, to place }{
		{reshuffled, unknownPlace},
		{keptOrDiscarded, unknownPlace},
		{keptOrDiscarded + 1, unknownPlace},
		{inDiscard, reshuffled},
	}
	for observer := range k.places {
		for i := range k.places[observer] {
			card := &k.places[observer][i]
			if *card == 0 {
				continue
			}
			for _, change := range changes {
				for card.move(change.from, change.to) {
				}
			}
		}
	}
	for seat := range k.drawnCount {
		k.drawnCount[seat] = 0
		k.discardedUnseenBefore[seat] += k.discardedUnseen[seat]
		k.discardedUnseen[seat] = 0
	}
}

// recordPassed records the packets that are passed on and the packets that each seat gets.
func (s *match) recordPassed(got *[maxSeats]cardSet) {
	for i := range s.players[:s.seats] {
		p, packet := &s.passed[i], &s.players[i].packet
		if b := int(p.n) + 1 - int(s.seats); b >= 0 {
			p.keepTaken(b, got[i])
		}
		if start := p.start(int(p.n)); int(p.n) < maxPasses && packet.len() <= maxPassed-start {
			p.sizes[p.n] = uint8(len(packet.appendTo(p.cards[:start])) - start)
			p.n++
		}
	}
}

// start returns the index of the first card of a packet.
func (p *passing) start(packet int) int {
	index := 0
	for _, size := range p.sizes[:packet] {
		index += int(size)
	}
	return index
}

// keepTaken removes the cards that are still in a packet that has come back, so that only the cards
// that were taken remain.
func (p *passing) keepTaken(packet int, packetNow cardSet) {
	start, end := p.start(packet), p.start(int(p.n))
	next := start
	for _, number := range p.cards[start : start+int(p.sizes[packet])] {
		if packetNow.count(number) > 0 {
			packetNow.remove(number)
			continue
		}
		p.cards[next] = number
		next++
	}
	moved := copy(p.cards[next:], p.cards[start+int(p.sizes[packet]):end])
	clear(p.cards[next+moved:])
	p.sizes[packet] = uint8(next - start)
}

// visit encodes or decodes the knowledge.
func (k *knowledge) visit(c *game.Codec, seats uint8) {
	for observer := range k.places {
		places := &k.places[observer]
		n := uint8(0)
		for _, place := range places {
			if place != 0 {
				n++
			}
		}
		game.Transfer(c, &n, 0, cards.NumCards)
		number := uint8(0)
		for ; n > 0 && !c.Failed(); n-- {
			if !c.Decoding() {
				for number++; places[number] == 0; number++ {
				}
			}
			game.Transfer(c, &number, 1, cards.NumCards)
			game.Transfer(c, &places[number], 1, math.MaxUint8)
		}
		for i := range k.keepings[observer] {
			game.Transfer(c, &k.keepings[observer][i], 0, math.MaxUint8)
		}
	}
	for i := range k.passed[:min(seats, maxSeats)] {
		p := &k.passed[i]
		game.Transfer(c, &p.n, 0, maxPasses)
		for b := range p.sizes[:p.n] {
			game.Transfer(c, &p.sizes[b], 0, packetSize-1)
		}
		n := p.start(int(p.n))
		if n > maxPassed {
			c.Fail("too many cards passed on")
			return
		}
		for j := range p.cards[:n] {
			game.Transfer(c, &p.cards[j], 1, cards.NumCards)
		}
		game.Transfer(c, &k.nShown[i], 0, maxShown)
		for j := range k.shown[i][:k.nShown[i]] {
			game.Transfer(c, &k.shown[i][j].number, 1, cards.NumCards)
			game.Transfer(c, &k.shown[i][j].observers, 0, 1<<observers-1)
		}
		game.Transfer(c, &k.drawnCount[i], 0, math.MaxUint8)
		game.Transfer(c, &k.discardedUnseen[i], 0, math.MaxUint8)
		game.Transfer(c, &k.discardedUnseenBefore[i], 0, math.MaxUint8)
		game.Transfer(c, &k.preset[i], 0, 4)
	}
	c.Flags(&k.presets)
}
