package seasons

import (
	"fmt"
	"strconv"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// An oracle records what a seat has been shown of hidden cards. It reads only the documents and
// events of the seat, and shares no code with the knowledge in the state and the sampling.
type oracle struct {
	seat, seats int
	presets     []bag

	// The draft: the packets seen and the card picked from each, of which the last can still
	// change; then the nine cards.
	packets []bag
	picks   []int
	chosen  int
	picked  bag

	// hand has the cards certainly in a hand. came and went have all cards that the seat saw enter
	// and leave it. lost is the number that left it unseen.
	hand, maybe, came, went [maxSeats]bag
	lost                    [maxSeats]int
	// top is the top card of the draw pile. held is a known card held by another seat, one of
	// holding cards, which can end up in the hand or be discarded.
	top, held, holder, holding int
	either                     map[int]int
	discard, fresh             bag
	drawn                      [maxSeats]int
}

// bag has the number of copies of each card.
type bag map[int]int

func (b bag) add(list ...int) {
	for _, number := range list {
		b[number]++
	}
}

func (b bag) drop(number int) bool {
	if b[number] == 0 {
		return false
	}
	b[number]--
	return true
}

func (b bag) minus(other bag) bag {
	rest := bag{}
	for number, n := range b {
		if n > other[number] {
			rest[number] = n - other[number]
		}
	}
	return rest
}

func (b bag) size() int {
	n := 0
	for _, m := range b {
		n += m
	}
	return n
}

func (b bag) list() []int {
	var list []int
	for number := 1; number <= cards.NumCards; number++ {
		for range b[number] {
			list = append(list, number)
		}
	}
	return list
}

func together(bags ...bag) bag {
	all := bag{}
	for _, b := range bags {
		for number, n := range b {
			all[number] += n
		}
	}
	return all
}

func newOracle(s *match, seat int) *oracle {
	o := &oracle{seat: seat, seats: int(s.seats), picked: bag{}, discard: bag{}, fresh: bag{}, either: map[int]int{}}
	for i := range maxSeats {
		o.hand[i], o.maybe[i], o.came[i], o.went[i] = bag{}, bag{}, bag{}, bag{}
	}
	if s.level == apprentice {
		for _, preset := range s.rules.catalogue.Presets {
			one := bag{}
			one.add(preset[:]...)
			o.presets = append(o.presets, one)
		}
	}
	return o
}

func tableBag(t game.Table[int]) bag {
	b := bag{}
	for _, entry := range t {
		number, err := strconv.Atoi(entry.Key[1:])
		if err != nil {
			panic(err)
		}
		b[number] = entry.Value
	}
	return b
}

// pick records the seat's pick from its packet.
func (o *oracle) pick(number int) { o.chosen = number }

// read reads the seat's documents after an answer.
func (o *oracle) read(public *Public, private *Private) {
	switch {
	case public.Phase == "draft" && len(o.packets) == tableBag(private.Picked).size():
		if o.chosen != 0 {
			o.picks = append(o.picks, o.chosen)
		}
		o.packets = append(o.packets, tableBag(private.Packet))
	case public.Phase == "split" && len(o.picked) == 0:
		o.picked = tableBag(private.Picked)
		if o.presets == nil {
			// The last card of a packet needs no pick.
			o.picks = append(o.picks, o.chosen)
			picks := bag{}
			picks.add(o.picks...)
			o.packets = append(o.packets, o.picked.minus(picks))
		}
	}
}

func fact(facts game.Facts, name string) int {
	n, _ := facts.Get(name)
	return n
}

// see reads an event as the seat gets it.
func (o *oracle) see(e game.EventText) {
	by, card := int(e.Seat), fact(e.Public, "card")
	other := by != o.seat && by >= 0
	switch e.Kind {
	case "summon":
		switch source := fact(e.Public, "by"); {
		case fact(e.Public, "free") == 0, source == cards.PotionOfDreams:
			o.leave(by, card)
		case source == cards.DivineChalice:
			o.seen(card)
			if o.held == card {
				o.held = 0
			}
		default:
			o.seen(card)
			o.top = 0
		}
	case "take_back":
		if other {
			o.arrive(by, fact(e.Public, "back"))
		}
	case "draw_open":
		o.top = 0
		o.seen(fact(e.Public, "drawn"))
		if other {
			o.arrive(by, fact(e.Public, "drawn"))
		}
	case "give":
		given, known := e.Private.Get("given")
		to := fact(e.Public, "to")
		o.drawn[to]++
		switch {
		case to == o.seat && known:
			o.seen(given)
			if o.held == given {
				o.held = 0
			}
		case known:
			o.arrive(to, given)
		}
	case "look":
		if !other {
			o.top = fact(e.Private, "seen")
		}
	case "draw":
		o.draw(by, card, e.Private)
	case "keep":
		o.drawn[by]++
		if other && o.held != 0 {
			switch {
			case o.holding == 1:
				o.arrive(by, o.held)
			case card == cards.NariaTheProphetess:
			default:
				o.either[o.held] = by
			}
			o.held = 0
		}
		o.holding = 0
	case "discard":
		o.discarded(by, card, e)
	case "mill":
		if o.top != 0 {
			o.discard.add(o.top)
		}
		o.top = 0
	case "sacrifice":
		o.discard.add(card)
	case "shuffle":
		o.fresh, o.discard = o.discard, bag{}
		o.drawn = [maxSeats]int{}
		clear(o.either)
		for i := range o.maybe {
			clear(o.maybe[i])
		}
	}
}

// draw records a card that was drawn to a hand or held.
func (o *oracle) draw(by, card int, private game.Facts) {
	toHand := card == cards.PotionOfPower || card == cards.ElementalAmulet || card == cards.DemonOfArgos
	if toHand {
		o.drawn[by]++
	} else {
		o.holding++
	}
	if by == o.seat {
		o.seen(fact(private, "drawn"))
		o.top = 0
		return
	}
	if o.top != 0 {
		if toHand {
			o.arrive(by, o.top)
		} else {
			o.held, o.holder = o.top, by
		}
	}
	o.top = 0
}

func (o *oracle) discarded(by, card int, e game.EventText) {
	if number, open := e.Public.Get("discarded"); open {
		o.leave(by, number)
		o.discard.add(number)
		return
	}
	if by == o.seat {
		o.discard.add(fact(e.Private, "discarded"))
		o.holding = 0
		return
	}
	if card == cards.ElementalAmulet {
		o.lost[by]++
		o.maybe[by] = together(o.maybe[by], o.hand[by])
		o.hand[by] = bag{}
		return
	}
	if o.held != 0 {
		o.discard.add(o.held)
		o.held = 0
	}
	o.holding = 0
}

// arrive records that a card has come to another player's hand.
func (o *oracle) arrive(seat, number int) {
	o.hand[seat].add(number)
	o.came[seat].add(number)
}

// leave records that a card has left a hand for all to see.
func (o *oracle) leave(seat, number int) {
	if seat == o.seat {
		return
	}
	o.went[seat].add(number)
	if !o.hand[seat].drop(number) && !o.maybe[seat].drop(number) {
		o.seen(number)
	}
	if o.either[number] == seat {
		delete(o.either, number)
	}
}

// seen records that a reshuffled card may have turned up.
func (o *oracle) seen(number int) {
	o.fresh.drop(number)
	delete(o.either, number)
}

func zone(set cardSet) bag {
	b := bag{}
	for _, number := range set.list() {
		b.add(int(number))
	}
	return b
}

func zonePile(p *pile) bag {
	b := bag{}
	for _, number := range p.list() {
		b.add(int(number))
	}
	return b
}

// check returns an error if a state contradicts what the seat has been shown.
func (o *oracle) check(s *match) error {
	discard := zonePile(&s.discard)
	if missing := o.discard.minus(discard); missing.size() > 0 {
		return fmt.Errorf("%v are discarded, and not in the discard pile %v", missing, discard)
	}
	if o.top != 0 && (s.draw.n == 0 || int(s.draw.top()) != o.top) {
		return fmt.Errorf("%d is not on top of the draw pile", o.top)
	}
	if o.held != 0 && zone(s.held)[o.held] == 0 {
		return fmt.Errorf("%d is not held aside", o.held)
	}
	for i := range o.seats {
		if missing := o.hand[i].minus(zone(s.players[i].hand)); i != o.seat && missing.size() > 0 {
			return fmt.Errorf("%v are in the hand of seat %d, which has %v", missing, i, zone(s.players[i].hand))
		}
		suspects := o.maybe[i].minus(zone(s.players[i].hand))
		if i != o.seat && (suspects.size() > o.lost[i] || suspects.minus(discard).size() > 0) {
			return fmt.Errorf("%v were in the hand of seat %d, and it lost %d cards", suspects, i, o.lost[i])
		}
	}
	for number, seat := range o.either {
		if discard[number] == 0 && zone(s.players[seat].hand)[number] == 0 {
			return fmt.Errorf("seat %d has not kept %d nor discarded it", seat, number)
		}
	}
	for number, n := range o.fresh {
		n -= zonePile(&s.draw)[number] + discard[number] + zone(s.held)[number]
		for i := range o.seats {
			if i != o.seat && n > 0 && o.drawn[i] > 0 {
				n -= zone(s.players[i].hand)[number]
			}
		}
		if n > 0 {
			return fmt.Errorf("%d was in the draw pile, and nobody can have drawn it", number)
		}
	}
	return o.checkNine(s)
}

// passedPacket is a packet that the seat has passed on: the cards that were taken, and the seat
// that has the rest.
type passedPacket struct {
	cards  []int
	takers []int
}

// passedPackets returns the packets passed on, or false if the state has one in the wrong place.
func (o *oracle) passedPackets(s *match) ([]passedPacket, bool) {
	var list []passedPacket
	for k := range min(len(o.picks), packetSize-1) {
		left := together(o.packets[k])
		left.drop(o.picks[k])
		age := len(o.packets) - 1 - k
		if k+o.seats < len(o.packets) {
			left = left.minus(o.packets[k+o.seats])
		} else if s.phase == phaseDraft {
			rest := zone(s.players[(o.seat+age)%o.seats].packet)
			if rest.minus(left).size() > 0 {
				return nil, false
			}
			left = left.minus(rest)
			if left.size() != age-1 {
				return nil, false
			}
		}
		one := passedPacket{cards: left.list()}
		for i := range one.cards {
			one.takers = append(one.takers, (o.seat+1+i)%o.seats)
		}
		list = append(list, one)
	}
	return list, true
}

// checkNine searches for a way in which the seats can have picked their cards.
func (o *oracle) checkNine(s *match) error {
	var avail, library [maxSeats]bag
	var wild [maxSeats]int
	for i := range o.seats {
		p := &s.players[i]
		library[i] = together(zone(p.library[0]), zone(p.library[1]))
		all := together(zone(p.hand), zone(p.picked), library[i], o.went[i])
		avail[i] = all.minus(o.came[i])
		wild[i] = o.lost[i]
	}
	var nine [maxSeats]bag
	for i := range nine {
		nine[i] = bag{}
	}
	fits := func(i int) bool { return nine[i].minus(avail[i]).size() <= wild[i] }
	done := func() bool {
		for i := range o.seats {
			if i != o.seat && library[i].minus(nine[i]).size() > packetSize-nine[i].size() {
				return false
			}
		}
		return true
	}
	if o.presets != nil {
		free := o.presets[:0:0]
		for _, preset := range o.presets {
			if preset.minus(o.picked).size() > 0 {
				free = append(free, preset)
			}
		}
		if !o.givePresets(&nine, free, 0, fits, done) {
			return fmt.Errorf("the seats cannot have got ready-made sets: %v", avail)
		}
		return nil
	}
	packets, ok := o.passedPackets(s)
	if !ok {
		return fmt.Errorf("a packet that was passed on is not with its seat")
	}
	if !takeAll(&nine, packets, 0, fits, done) {
		return fmt.Errorf("the seats cannot have picked so: %v; they have %v", packets, avail)
	}
	return nil
}

func (o *oracle) givePresets(nine *[maxSeats]bag, free []bag, seat int, fits func(int) bool, done func() bool) bool {
	if seat == o.seat {
		seat++
	}
	if seat >= o.seats {
		return done()
	}
	for i, preset := range free {
		nine[seat] = preset
		rest := append(append([]bag{}, free[:i]...), free[i+1:]...)
		if fits(seat) && o.givePresets(nine, rest, seat+1, fits, done) {
			return true
		}
	}
	return false
}

// takeAll tries to assign the cards of packets to the players who took from them.
func takeAll(nine *[maxSeats]bag, packets []passedPacket, taker int, fits func(int) bool, done func() bool) bool {
	if len(packets) == 0 {
		return done()
	}
	p := packets[0]
	if taker == len(p.takers) {
		return takeAll(nine, packets[1:], 0, fits, done)
	}
	seat := p.takers[taker]
	for i, number := range p.cards {
		rest := append(append([]int{}, p.cards[:i]...), p.cards[i+1:]...)
		nine[seat].add(number)
		left := append([]passedPacket{{cards: rest, takers: p.takers}}, packets[1:]...)
		found := fits(seat) && takeAll(nine, left, taker+1, fits, done)
		nine[seat].drop(number)
		if found {
			return true
		}
	}
	return false
}
