package seasons

import (
	"math"
	"slices"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// What the players have been shown of hidden cards is part of the match, so that [match.Sample] can
// draw states that agree with it. It is kept for each seat, and once more for those who see only
// what is public. An answer that is taken back takes it back as well. Clients show none of it.
//
// A player comes to know hidden cards in these ways:
//   - a packet of the draft is seen, and passed on; when it comes back, what is
//     missing was picked by the others, one card each;
//   - the ready-made sets of the apprentice level are known;
//   - a card is taken back from play into a hand, or drawn openly;
//   - a card is given to another player (Naria the Prophetess);
//   - the top card of the draw pile is looked at (Crystal Orb), and is still known
//     as others draw it;
//   - a card is discarded or sacrificed openly, or by the player in secret; when the
//     discard pile is shuffled, it is in the draw pile, or drawn since;
//   - a card that comes out of a hand was in it.

// observers are the seats, and one who sees only what is public.
const (
	observers = maxSeats + 1
	spectator = maxSeats
)

// place is where an observer knows a hidden card to be.
type place uint8

const (
	unknownPlace    place = 0  // not known, or not hidden
	inHand          place = 1  // + seat: in that hand
	inDiscard       place = 5  // in the discard pile
	reshuffled      place = 6  // in the draw pile when that was made last
	onTop           place = 7  // on top of the draw pile
	isHeld          place = 8  // held aside by the seat that is asked
	handOrDiscarded place = 9  // + seat: in that hand, or discarded from it unseen
	keptOrDiscarded place = 13 // + 0 or 1: kept by that keeper, or discarded
	dealt           place = 15 // in the hand of one of the other players
)

// keepers is how many seats are remembered that kept one of several cards.
const keepers = 2

// keeping is a seat and from how many cards it has kept one.
type keeping uint8

func newKeeping(seat game.Seat, cards int) keeping { return keeping(seat) + keeping(cards)*maxSeats }

func (k keeping) seat() game.Seat { return game.Seat(k % maxSeats) }
func (k keeping) cards() int      { return int(k / maxSeats) }

// copiesAt are the places of both copies of a card, four bits each. A copy that is
// not hidden is at unknownPlace.
type copiesAt uint8

func (c copiesAt) each() [copies]place { return [...]place{place(c & 15), place(c >> 4)} }

// move changes the place of one copy, and reports whether there was one.
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

// passing is what a seat knows of the packets that it has passed on.
type passing struct {
	// cards are those of the packets, in the order of passing: of one that has not
	// come back, all that were in it; of others those that the seats to the left
	// took of it, one each, one after another.
	cards [maxPassed]uint8
	sizes [maxPasses]uint8
	n     uint8
}

// shown is a card that came out of a hand. The observers in the set did not know that it was there.
type shown struct {
	number    uint8
	observers uint8
}

// knowledge is what has been shown of hidden cards.
type knowledge struct {
	at     [observers][cards.NumCards + 1]copiesAt
	passed [maxSeats]passing
	// shown are the cards that came out of each hand, as far as they may be of the first nine.
	shown  [maxSeats][maxShown]shown
	nShown [maxSeats]uint8
	// drawn counts the cards that went to each hand since the draw pile was made of
	// the discard pile.
	drawn [maxSeats]uint8
	// lost counts the cards discarded unseen from each hand, since the discard pile
	// was shuffled last and before.
	lost, lostBefore [maxSeats]uint8
	// keeper is who kept one of several cards, one of which is keptOrDiscarded.
	keeper [observers][keepers]keeping
	// preset is each seat's ready-made set, counted from 1; presets says that the
	// players have got such sets.
	preset  [maxSeats]uint8
	presets bool
}

// forget forgets what all other observers know.
func (k *knowledge) forget(viewer game.Viewer) {
	keep := uint8(0)
	for seat := range game.Seat(maxSeats) {
		if viewer.Sees(seat) {
			keep |= 1 << seat
			continue
		}
		k.at[seat] = [cards.NumCards + 1]copiesAt{}
		k.passed[seat] = passing{}
		k.keeper[seat] = [keepers]keeping{}
		k.preset[seat] = 0
	}
	if keep == 0 {
		keep = 1 << spectator
	}
	for seat := range k.shown {
		list := k.shown[seat][:k.nShown[seat]]
		k.nShown[seat] = 0
		for i, one := range list {
			list[i] = shown{}
			if one.observers&keep != 0 {
				list[k.nShown[seat]] = shown{one.number, one.observers & keep}
				k.nShown[seat]++
			}
		}
	}
}

// know notes where an observer knows a card to be that it could see.
func (k *knowledge) know(observer int, number uint8, at place) {
	k.at[observer][number].move(unknownPlace, at)
}

// knowByAll notes that everybody saw a card go to a place; its owner, if it has one, needs no note.
func (k *knowledge) knowByAll(owner game.Seat, number uint8, at place) {
	for observer := range k.at {
		if observer != int(owner) {
			k.know(observer, number, at)
		}
	}
}

func handOf(seat game.Seat) place { return inHand + place(seat) }

func handOrDiscardedBy(seat game.Seat) place { return handOrDiscarded + place(seat) }

// knowDrawn follows a card that was drawn from the top of the draw pile: who had
// looked at it knows where it is now. The owner, if there is one, sees it.
func (k *knowledge) knowDrawn(owner game.Seat, number uint8, to place) {
	for observer := range k.at {
		if at := &k.at[observer][number]; observer == int(owner) {
			at.uncover()
		} else {
			at.move(onTop, to)
		}
	}
}

// uncover notes that the observer sees a copy that was in the draw pile or held.
func (c *copiesAt) uncover() {
	for _, from := range [...]place{isHeld, onTop, reshuffled} {
		if c.move(from, unknownPlace) {
			return
		}
	}
}

// knowOpened notes that all see a card that was in the draw pile or held.
func (k *knowledge) knowOpened(number uint8) {
	for observer := range k.at {
		k.at[observer][number].uncover()
	}
}

// knowTop notes that a seat looks at the top of the draw pile.
func (k *knowledge) knowTop(seat game.Seat, number uint8) {
	if at := &k.at[seat][number]; !at.move(onTop, onTop) && !at.move(reshuffled, onTop) {
		at.move(unknownPlace, onTop)
	}
}

// knowHeld follows the cards held aside by a seat, as those do who know one of
// them and do not see which card goes where.
func (k *knowledge) knowHeld(seat game.Seat, held *cardSet, to place) {
	for number := held.first(); number != 0; number = held.next(number) {
		for observer := range k.at {
			at := &k.at[observer][number]
			switch {
			case observer == int(seat) || !at.move(isHeld, isHeld):
			case to == keptOrDiscarded:
				at.move(isHeld, keptOrDiscarded+k.addKeeper(observer, newKeeping(seat, held.len())))
			default:
				at.move(isHeld, to)
			}
		}
	}
}

// addKeeper notes that a seat keeps one of several cards, and returns its place
// among the keepers. If there are too many, what the first one kept is forgotten.
func (k *knowledge) addKeeper(observer int, added keeping) place {
	used := [keepers]bool{}
	for _, at := range k.at[observer] {
		for _, one := range at.each() {
			if one >= keptOrDiscarded && one < keptOrDiscarded+keepers {
				used[one-keptOrDiscarded] = true
			}
		}
	}
	for i, keeper := range k.keeper[observer] {
		if keeper == added || !used[i] {
			k.keeper[observer][i] = added
			return place(i)
		}
	}
	for i := range k.at[observer] {
		for k.at[observer][i].move(keptOrDiscarded, unknownPlace) {
		}
	}
	k.keeper[observer][0] = added
	return 0
}

// knowGiven notes that a card held aside goes from one hand to another.
func (k *knowledge) knowGiven(from, to game.Seat, number uint8) {
	for observer := range k.at {
		at := &k.at[observer][number]
		switch observer {
		case int(from):
			at.move(unknownPlace, handOf(to))
		case int(to):
			if !at.move(dealt, unknownPlace) {
				at.uncover()
			}
		}
	}
	k.drawn[to]++
}

// knowDiscardedUnseen notes that a seat has discarded a card of its hand unseen.
func (k *knowledge) knowDiscardedUnseen(seat game.Seat, number uint8) {
	for observer := range k.at {
		if observer == int(seat) {
			k.know(observer, number, inDiscard)
			continue
		}
		for i := range k.at[observer] {
			at := &k.at[observer][i]
			for at.move(handOf(seat), handOrDiscardedBy(seat)) {
			}
		}
	}
	k.lost[seat]++
}

// knowShown notes that a card has come out of a hand for all to see, in a match of so many seats.
func (k *knowledge) knowShown(seat game.Seat, number, seats uint8) {
	var surprised uint8
	for observer := range k.at {
		if observer == int(seat) {
			continue
		}
		at := &k.at[observer][number]
		switch {
		case at.move(handOf(seat), unknownPlace), at.move(handOrDiscardedBy(seat), unknownPlace),
			k.keeper[observer][0].seat() == seat && at.move(keptOrDiscarded, unknownPlace),
			k.keeper[observer][1].seat() == seat && at.move(keptOrDiscarded+1, unknownPlace),
			at.move(dealt, unknownPlace):
		default:
			at.move(reshuffled, unknownPlace)
			if k.mayHavePicked(observer, seat, number, seats) {
				surprised |= 1 << observer
			}
		}
	}
	if n := &k.nShown[seat]; surprised != 0 && *n < maxShown {
		k.shown[seat][*n] = shown{number, surprised}
		*n++
	}
}

// mayHavePicked reports whether the observer knows that the card may be one of the
// seat's first nine.
func (k *knowledge) mayHavePicked(observer int, seat game.Seat, number, seats uint8) bool {
	if k.presets {
		return true
	}
	if observer == spectator {
		return false
	}
	p, at := &k.passed[observer], 0
	taker := (int(seat) - observer + int(seats)) % int(seats)
	for _, size := range p.sizes[:p.n] {
		if taker <= int(size) && slices.Contains(p.cards[at:at+int(size)], number) {
			return true
		}
		at += int(size)
	}
	return false
}

// knowShuffled notes that the discard pile has become the draw pile.
func (k *knowledge) knowShuffled() {
	changes := [...]struct{ from, to place }{
		{reshuffled, unknownPlace},
		{keptOrDiscarded, unknownPlace},
		{keptOrDiscarded + 1, unknownPlace},
		{inDiscard, reshuffled},
	}
	for observer := range k.at {
		for i := range k.at[observer] {
			at := &k.at[observer][i]
			if *at == 0 {
				continue
			}
			for _, change := range changes {
				for at.move(change.from, change.to) {
				}
			}
		}
	}
	for seat := range k.drawn {
		k.drawn[seat] = 0
		k.lostBefore[seat] += k.lost[seat]
		k.lost[seat] = 0
	}
}

// knowPassed notes the packets that are passed on, and those that each seat gets.
func (s *match) knowPassed(got *[maxSeats]cardSet) {
	for i := range s.players[:s.seats] {
		p, packet := &s.passed[i], &s.players[i].packet
		if b := int(p.n) + 1 - int(s.seats); b >= 0 {
			p.take(b, got[i])
		}
		if at := p.start(int(p.n)); int(p.n) < maxPasses && packet.len() <= maxPassed-at {
			p.sizes[p.n] = uint8(len(packet.appendTo(p.cards[:at])) - at)
			p.n++
		}
	}
}

// start returns where the cards of a packet begin.
func (p *passing) start(packet int) int {
	at := 0
	for _, size := range p.sizes[:packet] {
		at += int(size)
	}
	return at
}

// take leaves of a packet what is no longer in it.
func (p *passing) take(packet int, rest cardSet) {
	at, end := p.start(packet), p.start(int(p.n))
	kept := at
	for _, number := range p.cards[at : at+int(p.sizes[packet])] {
		if rest.count(number) > 0 {
			rest.remove(number)
			continue
		}
		p.cards[kept] = number
		kept++
	}
	left := copy(p.cards[kept:], p.cards[at+int(p.sizes[packet]):end])
	clear(p.cards[kept+left:])
	p.sizes[packet] = uint8(kept - at)
}

// visit carries what is known.
func (k *knowledge) visit(c *game.Codec, seats uint8) {
	for observer := range k.at {
		known := &k.at[observer]
		n := uint8(0)
		for _, at := range known {
			if at != 0 {
				n++
			}
		}
		game.Carry(c, &n, 0, cards.NumCards)
		number := uint8(0)
		for ; n > 0 && !c.Failed(); n-- {
			if !c.Reading() {
				for number++; known[number] == 0; number++ {
				}
			}
			game.Carry(c, &number, 1, cards.NumCards)
			game.Carry(c, &known[number], 1, math.MaxUint8)
		}
		for i := range k.keeper[observer] {
			game.Carry(c, &k.keeper[observer][i], 0, math.MaxUint8)
		}
	}
	for i := range k.passed[:min(seats, maxSeats)] {
		p := &k.passed[i]
		game.Carry(c, &p.n, 0, maxPasses)
		for b := range p.sizes[:p.n] {
			game.Carry(c, &p.sizes[b], 0, packetSize-1)
		}
		n := p.start(int(p.n))
		if n > maxPassed {
			c.Fail("too many cards passed on")
			return
		}
		for j := range p.cards[:n] {
			game.Carry(c, &p.cards[j], 1, cards.NumCards)
		}
		game.Carry(c, &k.nShown[i], 0, maxShown)
		for j := range k.shown[i][:k.nShown[i]] {
			game.Carry(c, &k.shown[i][j].number, 1, cards.NumCards)
			game.Carry(c, &k.shown[i][j].observers, 0, 1<<observers-1)
		}
		game.Carry(c, &k.drawn[i], 0, math.MaxUint8)
		game.Carry(c, &k.lost[i], 0, math.MaxUint8)
		game.Carry(c, &k.lostBefore[i], 0, math.MaxUint8)
		game.Carry(c, &k.preset[i], 0, 4)
	}
	c.Flags(&k.presets)
}
